import { useState } from 'preact/hooks'
import { type Catalogue, locationName } from '../form/catalogue.ts'
import { countText } from '../results/number-text.ts'
import { columnWords } from './column-mapping.tsx'
import { sentence } from './fleet-words.ts'
import { nearSuggestion } from './near-suggestion.ts'
import type { FleetFault, RowPlace } from './read-fleet.ts'

/** Further faulty rows are only counted. */
const MOST_FAULTS = 50

type Cells = Readonly<Record<string, string>>

/** Corrects cells of rows. */
export type Mend = (mended: readonly (readonly [at: RowPlace, cells: Cells])[]) => void

interface Props {
  readonly faults: readonly FleetFault[]
  /** Number of faulty rows, if more than are listed. */
  readonly count?: number
  /** Whether the totals count the rows, with something else in place of an unknown name. */
  readonly areCounted?: boolean
  readonly catalogue: Pick<Catalogue, 'locations'>
  /** Corrects rows; undefined if only the file can be corrected. */
  readonly onMend?: Mend | undefined
}

/** Faulty rows with their fault and cells, editable in place. */
export function FleetFaults({ faults, count = faults.length, areCounted = false, catalogue, onMend }: Props) {
  const title = areCounted ? 'fleet-replaced-title' : 'fleet-faults-title'
  const shown = faults.slice(0, MOST_FAULTS)
  const isMendable = ({ at, cells }: FleetFault) => onMend !== undefined && at.line !== undefined && cells.length > 0
  const near = faults.flatMap((fault) => {
    const cells = onMend && isMendable(fault) ? typingErrorsIn(fault, catalogue) : undefined
    return cells ? [[fault.at, cells] as const] : []
  })
  return (
    <section class="panel" aria-labelledby={title}>
      <div class="panel-head">
        <h2 id={title} tabIndex={-1}>
          {areCounted ? namesWords(count) : `${rowsWords(count)} not in the totals`}
        </h2>
        {onMend && near.length > 1 && (
          <button
            type="button"
            class="quiet"
            title="Corrects the words that differ from a known one by a letter or two. Correct the other rows yourself."
            onClick={() => onMend(near)}
          >
            Correct {countText(near.length)} typing errors
          </button>
        )}
      </div>
      <ul class="fault-list">
        {shown.map((fault) => (
          <li key={`${fault.at.where} ${fault.message}`}>
            <p>
              <strong>{nameOf(fault)}</strong>: {sentence(onMend ? withoutSuggestions(fault) : fault.message)}
            </p>
            {onMend && isMendable(fault) && (
              <MendForm fault={fault} catalogue={catalogue} onMend={(cells) => onMend([[fault.at, cells]])} />
            )}
          </li>
        ))}
      </ul>
      {count > shown.length && <p class="note">And {countText(count - shown.length)} more.</p>}
      <p class="note">
        {areCounted && 'The totals include these rows, both on this page and on the command line. '}
        {shown.some(isMendable) ? 'Or correct' : 'Correct'} the file itself and choose it again
        {onMend ? ': it replaces the previous one.' : '.'}
      </p>
    </section>
  )
}

interface MendProps {
  readonly fault: FleetFault
  readonly catalogue: Props['catalogue']
  readonly onMend: (cells: Cells) => void
}

function MendForm({ fault, catalogue, onMend }: MendProps) {
  const { cells } = fault
  const [typed, setTyped] = useState<Cells>({})
  const mend = (own: Cells) => onMend(cellsWith(cells, ({ column }) => own[column]))
  return (
    <form
      class="mend"
      aria-label={`Correct ${nameOf(fault)}`}
      onSubmit={(event) => {
        event.preventDefault()
        mend(typed)
      }}
    >
      {cells.map(({ column, value, nearest }, at) => (
        <div key={column} class="mend-cell">
          <label>
            <span>{columnWords(column)}</span>
            <input
              type="text"
              autoComplete="off"
              value={typed[column] ?? value}
              onInput={({ currentTarget }) => setTyped((now) => ({ ...now, [column]: currentTarget.value }))}
            />
          </label>
          {at === cells.length - 1 && (
            <button type="submit" class="quiet">
              Apply
            </button>
          )}
          {nearest.length > 0 && <span class="note">or apply</span>}
          {nearest.map((name) => (
            <button key={name} type="button" class="chip" onClick={() => mend({ ...typed, [column]: name })}>
              {locationName(name, catalogue)}
            </button>
          ))}
        </div>
      ))}
    </form>
  )
}

/** The cells with their typing errors corrected; undefined if one of them needs the reader's choice. */
function typingErrorsIn({ cells }: FleetFault, catalogue: Props['catalogue']): Cells | undefined {
  const meant = cells.flatMap(({ column, value, nearest }) => {
    const name = nearSuggestion(value, nearest, (each) => locationName(each, catalogue))
    return name === undefined ? [] : [[column, name] as const]
  })
  return meant.length === cells.length ? Object.fromEntries(meant) : undefined
}

/** The cells to correct, each with another text or as it was. */
function cellsWith(
  cells: FleetFault['cells'],
  textOf: (cell: FleetFault['cells'][number]) => string | undefined,
): Cells {
  return Object.fromEntries(cells.map((cell) => [cell.column, textOf(cell) ?? cell.value]))
}

/** The message without the names that have a button each. */
function withoutSuggestions({ message, cells }: FleetFault): string {
  return cells.some(({ nearest }) => nearest.length > 0) ? message.replace(/\.? Did you mean [^?]*\?/, '.') : message
}

/** Where a faulty row stands, and what it is called: `line 5, web`. */
function nameOf({ at, label }: FleetFault): string {
  return `${at.where}${label ? `, ${label}` : ''}`
}

function namesWords(count: number): string {
  return count === 1 ? '1 row has an unknown name' : `${countText(count)} rows have unknown names`
}

export function rowsWords(count: number): string {
  return `${countText(count)} ${count === 1 ? 'row is' : 'rows are'}`
}
