import { COLUMNS, NOT_READ } from '../../importers/table/columns.ts'
import { targetOf } from '../../importers/table/map-target.ts'
import type { TableHead } from '../../importers/table/table-head.ts'

interface Props {
  readonly head: TableHead
  /** Whether the columns need a decision before the file can be read. */
  readonly isAsked: boolean
  readonly onMap: (theirs: string, ours: string) => void
}

/** Further columns are not shown. */
const MOST_COLUMNS = 60

/** What each column of a table was recognised as, from its first rows; each can be changed. */
export function ColumnMapping({ head, isAsked, onMap }: Props) {
  const { columns, readAs, rows } = head
  const known = readAs.filter((each) => each !== null).length
  const shown = columns.slice(0, MOST_COLUMNS)
  return (
    <details class="columns-read" open={isAsked}>
      <summary>
        Columns: {known} of {columns.length} read
      </summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
      <section class="scroller" tabIndex={0} aria-label="Columns of the file">
        <table class="plain-table head-table">
          <caption class="unseen">The first rows of the file, and what each column is read as</caption>
          <thead>
            <tr>
              {shown.map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
            <tr>
              {shown.map((name, at) => (
                <td key={name}>
                  <select
                    aria-label={`Read ${name} as`}
                    class={readAs[at] === null ? 'not-read' : ''}
                    value={readAs[at] ?? NOT_READ}
                    disabled={readAs[at] === 'tag'}
                    onChange={({ currentTarget: { value } }) => onMap(name, value)}
                  >
                    {readAs[at] === 'tag' && <option value="tag">tag</option>}
                    <option value={NOT_READ}>not read</option>
                    {COLUMNS.flatMap((column) => [column, ...withUnits(column, readAs[at])]).map((column) => (
                      <option key={column} value={column}>
                        {columnWords(column)}
                      </option>
                    ))}
                  </select>
                </td>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((cells, row) => (
              <tr key={row}>
                {shown.map((name, at) => (
                  <td key={name}>{cells[at]}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {columns.length > shown.length && <p class="note">And {columns.length - shown.length} more columns.</p>}
    </details>
  )
}

const ABBREVIATIONS = /\b(cpu|gpu|hdd|pue|ram|ssd|tdp)\b/g

/** What people may have written numbers in, where files often lack the unit. */
const UNITS: Readonly<Record<string, readonly string[]>> = {
  ram_capacity: ['MB', 'GB'],
  share_memory: ['MB', 'GB'],
  capacity: ['GB', 'TB'],
  ssd_capacity: ['GB', 'TB'],
  hdd_capacity: ['GB', 'TB'],
  avg_power: ['W', 'kWh/year'],
  use_time_ratio: ['%', 'h/day'],
  lifetime: ['months', 'years'],
  duration: ['days', 'months', 'years'],
  elec_factor: ['g/kWh'],
}

/** A column with each unit, if it is what a column of the file is read as. */
function withUnits(column: string, readAs: string | null | undefined): readonly string[] {
  const chosen = targetOf(readAs ?? '')
  if (chosen?.column !== column) return []
  const units = (UNITS[column] ?? []).map((unit) => `${column}_${unit}`)
  return [...units, ...(chosen.unit !== undefined && !units.includes(readAs ?? '') ? [readAs as string] : [])]
}

/** A column in words: `cpu_tdp` is `CPU TDP`, and `ram_capacity_MB` is `RAM capacity in MB`. */
export function columnWords(target: string): string {
  const { column = target, unit } = targetOf(target) ?? {}
  if (unit !== undefined) return `${columnWords(column)} in ${unit}`
  const words = column.replaceAll('_', ' ').replace(ABBREVIATIONS, (word) => word.toUpperCase())
  return (words[0]?.toUpperCase() ?? '') + words.slice(1)
}
