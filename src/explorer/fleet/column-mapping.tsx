import { COLUMNS, NOT_READ } from '../../importers/table/columns.ts'
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
                    {COLUMNS.map((column) => (
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

/** A column in words: `cpu_tdp` is `CPU TDP`. */
export function columnWords(column: string): string {
  const words = column.replaceAll('_', ' ').replace(ABBREVIATIONS, (word) => word.toUpperCase())
  return (words[0]?.toUpperCase() ?? '') + words.slice(1)
}
