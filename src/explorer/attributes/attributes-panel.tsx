import { useState } from 'preact/hooks'
import type { AttributeStatus } from '../../generated/explorer-operations.ts'
import { goToField } from '../form/field-row.tsx'
import { pageWords } from '../results/page-words.ts'
import { Panel, SubjectTabs } from '../results/panel.tsx'
import type { SubjectResult } from '../results/subject-result.ts'
import { Term } from '../results/term.tsx'
import { attributeOf } from '../uncertainty/driver-field.ts'
import { type AttributeRow, attributeRows, isDoubtful, STATUS_WORDS, STATUSES } from './attribute-rows.ts'
import { SourceText } from './source-text.tsx'

type Column = 'part' | 'name' | 'value' | 'status'

const COLUMNS: readonly (readonly [Column, string])[] = [
  ['part', 'Part'],
  ['name', 'Attribute'],
  ['value', 'Value'],
  ['status', 'Status'],
]

interface Props {
  readonly results: readonly SubjectResult[]
  /** What causes the spread of each result; empty if unknown. */
  readonly drivers: readonly (readonly Driver[])[]
  /** Adds a server of an archetype to the comparison; undefined if it is full. */
  readonly onAddHost: ((archetype: string) => void) | undefined
}

/** A share of the spread, and the input fields that would reduce it. */
interface Driver {
  readonly inputs: readonly string[]
  readonly share: number
}

/** Smaller shares of the spread are not shown. */
const LEAST_SHARE = 0.01

interface Sorting {
  readonly by: Column
  readonly isDescending: boolean
}

/** Every attribute behind the figures: value, bounds, status, source, and how to replace it. */
export function AttributesPanel({ results, drivers, onAddHost }: Props) {
  const [chosen, setChosen] = useState(0)
  const [only, setOnly] = useState<AttributeStatus | 'DOUBTFUL' | ''>('')
  const [sorting, setSorting] = useState<Sorting>()
  const index = Math.min(chosen, results.length - 1)
  const result = results[index]
  if (result === undefined) return null
  const effects = (drivers[index] ?? []).flatMap(({ inputs, share }) =>
    inputs.map((input) => ({ ...attributeOf(input), share })),
  )
  const effectOf = ({ attribute, label }: AttributeRow) =>
    effects
      .filter((each) => each.attribute === attribute && (each.kind ?? '') === label.replace(/-\d+$/, ''))
      .reduce((sum, { share }) => sum + share, 0)
  const rows = attributeRows(result, result.position).toSorted((one, other) => effectOf(other) - effectOf(one))
  const isShown = (row: AttributeRow) => only === '' || (only === 'DOUBTFUL' ? isDoubtful(row) : row.status === only)
  const shown = sorting === undefined ? rows.filter(isShown) : rows.filter(isShown).toSorted(byColumn(sorting))
  const filters = [
    ['', 'All', rows.length],
    ['DOUBTFUL', 'To check', rows.filter(isDoubtful).length],
    ...STATUSES.map(
      (status) => [status, STATUS_WORDS[status][0], rows.filter((row) => row.status === status).length] as const,
    ),
  ] as const
  return (
    <Panel id="attributes" title="Assumptions and sources" isLazy>
      <p class="lead">
        Every value behind the figures, with its source. What causes most of the <Term of="Spread">spread</Term> comes
        first. Replace values with your own where you know better.
      </p>
      <div class="toolbar">
        <SubjectTabs label="Attributes of" results={results} chosen={index} onChoose={setChosen} />
        <fieldset class="tabs" aria-label="Status">
          {filters.map(([status, word, count]) => (
            <button
              key={status}
              type="button"
              class="chip"
              aria-pressed={only === status}
              onClick={() => setOnly(status)}
            >
              {status !== '' && status !== 'DOUBTFUL' && <i class={`dot-status ${status}`} />}
              {word} <span class="count">{count}</span>
            </button>
          ))}
        </fieldset>
      </div>
      {result.host !== undefined && (
        <p class="note host">
          An instance has the parts of its host, {result.host}. To try other parts,{' '}
          {onAddHost === undefined ? (
            'add that server to the comparison'
          ) : (
            <button type="button" class="plain" onClick={() => onAddHost(result.host as string)}>
              add that server to the comparison
            </button>
          )}
          .
        </p>
      )}
      <table class="attributes">
        <caption class="unseen">Attributes of {result.name}</caption>
        <thead>
          <tr>
            {COLUMNS.map(([column, word]) => (
              <th
                key={column}
                scope="col"
                aria-sort={sortOf(column, sorting)}
                class={column === 'value' ? 'number' : ''}
              >
                <button type="button" class="sort" onClick={() => setSorting(nextSorting(column, sorting))}>
                  {word}
                  <span aria-hidden="true" class="arrow">
                    {sorting?.by === column ? (sorting.isDescending ? '↓' : '↑') : '↕'}
                  </span>
                </button>
              </th>
            ))}
            <th scope="col">Source</th>
            <th scope="col">Change</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((row) => (
            <Row key={row.id} row={row} effect={effectOf(row)} />
          ))}
        </tbody>
      </table>
      {shown.length === 0 && <p class="note">No value has this status.</p>}
      <dl class="statuses">
        {STATUSES.map((status) => (
          <div key={status}>
            <dt>
              <StatusWord status={status} />
            </dt>
            <dd>{STATUS_WORDS[status][1]}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  )
}

function Row({ row, effect }: { readonly row: AttributeRow; readonly effect: number }) {
  const { part, name, value, unit, bounds, status, source, warnings, replace } = row
  const matters = effect >= LEAST_SHARE
  return (
    <tr class={matters ? 'matters' : ''}>
      <td data-head="Part">{part}</td>
      <th scope="row">
        {name}
        {matters && <span class="tag">{Math.round(Math.min(1, effect) * 100)} % of the spread</span>}
      </th>
      <td data-head="Value" class="number">
        <span class="value">
          {value} {unit && <span class="unit">{unit}</span>}
        </span>
        {bounds && <span class="bounds">{bounds}</span>}
      </td>
      <td data-head="Status">
        <StatusWord status={status} />
      </td>
      <td data-head="Source" class={source === '' && warnings.length === 0 ? 'source blank' : 'source'}>
        <span>
          <SourceText source={source} />
          {warnings.map((warning) => (
            <span key={warning} class="warning">
              {pageWords(warning)}
            </span>
          ))}
        </span>
      </td>
      <td data-head="Change" class={replace === undefined ? 'blank' : ''}>
        {replace === undefined ? (
          <span class="muted">{status === 'INPUT' ? 'yours' : 'follows from other values'}</span>
        ) : 'field' in replace ? (
          <button type="button" class="plain" onClick={() => goToField(replace.field)}>
            Use your own value<span class="unseen">: {name}</span>
          </button>
        ) : (
          <span class="muted">{replace.words}</span>
        )}
      </td>
    </tr>
  )
}

function StatusWord({ status }: { readonly status: AttributeStatus }) {
  return (
    <span class={`status ${status}`}>
      <i class={`dot-status ${status}`} />
      {STATUS_WORDS[status][0]}
    </span>
  )
}

function sortOf(column: Column, sorting: Sorting | undefined): 'ascending' | 'descending' | 'none' {
  if (sorting?.by !== column) return 'none'
  return sorting.isDescending ? 'descending' : 'ascending'
}

/** Ascending, then descending, then unsorted. */
function nextSorting(column: Column, sorting: Sorting | undefined): Sorting | undefined {
  if (sorting?.by !== column) return { by: column, isDescending: false }
  return sorting.isDescending ? undefined : { by: column, isDescending: true }
}

function byColumn({ by, isDescending }: Sorting): (one: AttributeRow, other: AttributeRow) => number {
  const sign = isDescending ? -1 : 1
  return (one, other) => {
    if (by === 'status') return sign * (STATUSES.indexOf(one.status) - STATUSES.indexOf(other.status))
    if (by === 'value') {
      const [isText, isOtherText] = [Number.isNaN(one.number), Number.isNaN(other.number)]
      if (isText || isOtherText) return Number(isText) - Number(isOtherText)
      return sign * (one.number - other.number)
    }
    return sign * one[by].localeCompare(other[by], 'en')
  }
}
