import { chosenColumns } from '../bulk/chosen-columns.ts'
import { CRITERIA, type Criterion } from '../library/index.ts'
import { bar, dim, lineWidth, wrap } from './output/style.ts'
import { type Column, fitTable } from './output/table.ts'
import { countWords, exactWords, likelyWords, numberWords } from './output/words.ts'

type Row = Readonly<Record<string, unknown>>

/** Tables with more rows belong into a file. */
const MOST_ROWS = 100
/** Warnings listed below a table. */
const MOST_WARNINGS = 10

/** Columns shown if not empty: their headings, and which are dropped first on a narrow terminal. */
const SHOWN: Readonly<Record<string, Column>> = {
  file: { head: 'file', leftOut: 7 },
  label: { head: 'name', least: 26, isName: true },
  address: { head: 'address', leftOut: 12 },
  kind: { head: 'kind', leftOut: 8 },
  type: { head: 'type', leftOut: 11 },
  provider: { head: 'provider', leftOut: 10 },
  instance_type: { head: 'instance type', leftOut: 5 },
  ResourceId: { head: 'resource' },
  ConsumedQuantity: { head: 'consumed', isNumber: true, leftOut: 4 },
  quantity: { head: 'quantity', isNumber: true, leftOut: 3 },
  status: { head: 'status', leftOut: 9 },
  fault: { head: 'fault', leftOut: 2 },
  assessed_as: { head: 'read as', leftOut: 6 },
  assessed_in: { head: 'place', leftOut: 7 },
  assessed_hours: { head: 'hours', isNumber: true, leftOut: 13 },
  energy_kwh: { head: 'energy (kWh)', isNumber: true, leftOut: 9 },
  rows: { head: 'rows', isNumber: true, leftOut: 5 },
  assessed_rows: { head: 'assessed rows', isNumber: true, leftOut: 11 },
  unknown_rows: { head: 'unknown rows', isNumber: true, leftOut: 6 },
  currency: { head: 'currency', leftOut: 4 },
  cost: { head: 'cost', isNumber: true, leftOut: 3 },
  assessed_cost: { head: 'assessed cost', isNumber: true, leftOut: 7 },
}
const FIGURE = /^([a-z0-9]+)_total(_low)?$/

/** Selects what is shown of rows. */
interface RowChoice {
  /** All useful columns, at any width. */
  readonly isWide: boolean
  /** Columns that name the rows, by their names in the file. */
  readonly labels?: readonly string[]
  /** The columns to show. */
  readonly fields?: readonly string[]
  /** Columns that the rows are grouped by. */
  readonly by?: readonly string[]
}

/**
 * The rows of an answer as a table that fits the terminal: what they are, and their totals. Throws an
 * UnknownColumnError for a field that the rows lack.
 */
export function rowsText(given: readonly Row[], { isWide, labels = [], fields, by = [] }: RowChoice): string {
  const names = Object.keys(given[0] ?? {})
  // Plans name resources by address.
  const naming = [...labels, 'label', 'address']
  const rows: readonly Row[] = given.map((row) => ({
    ...row,
    label: naming.map((name) => row[name]).find(Boolean) ?? '',
  }))
  const isNews = rows.some(({ status }) => status !== 'assessed')
  const isShown = (name: string) => by.includes(name) || (columnOf(name) !== undefined && (name !== 'status' || isNews))
  const listed = [...new Set(['file', 'label', ...names.filter((name) => !labels.includes(name))])]
  const chosen = fields && names.length > 0 ? chosenColumns(fields, names, labels) : listed.filter(isShown)
  const used = chosen
    .filter((name) => rows.some((row) => (row[name] ?? '') !== ''))
    .filter((name) => name !== 'address' || rows.some((row) => row.address !== row.label))
    .filter(
      (name) => name !== 'kind' || fields !== undefined || rows.some(({ kind, assessed_as }) => kind !== assessed_as),
    )
  const first = used.find((name) => FIGURE.test(name))
  const most = Math.max(...rows.map((row) => Number(row[first ?? ''] ?? 0)))
  const columns = used.flatMap((name): readonly Column[] => {
    const column = columnOf(name, name.startsWith(first ?? ' ')) ?? { head: name }
    return name === first && fields === undefined ? [column, { head: '', leftOut: 8 }] : [column]
  })
  const shown = rows.slice(0, MOST_ROWS)
  const cells = shown.map((row) =>
    used.flatMap((name) => {
      const value = row[name] ?? ''
      const number = numberIn(name, value)
      const cell = number === undefined ? textOf(name, String(value)) : cellOf(row, name, number)
      return name === first && fields === undefined ? [cell, most > 0 ? bar(Number(value) / most) : ''] : [cell]
    }),
  )
  const width = isWide ? Number.POSITIVE_INFINITY : lineWidth()
  const table = fitTable(columns, cells, width)
  const bars = columns.length - used.length
  const count = `${countWords(rows.length, 'row')}${rows.length > shown.length ? `, the first ${shown.length} shown` : ''}`
  const shownColumns = Math.max(1, table.columns - (table.columns === columns.length ? bars : 0))
  const hint = isWide ? '-o FILE, --format csv' : '--wide, --fields, --format csv'
  return `${table.text}\n${warningsNote(rows)}${partialNote(rows)}${dim(`${count}, ${shownColumns} of ${names.length} columns (more: ${hint})`)}`
}

/** Between two warnings of a row. One about some of the criteria begins with their codes: `; adp, pe: `. */
const NEXT_WARNING = /; (?=[A-Z]|(?:all but )?(?:[a-z_]+, )*[a-z_]+: |[^;]{1,60} is ignored: )/

/** Each warning once, with how many rows have it, the most frequent first. */
function warningsNote(rows: readonly Row[]): string {
  const counts = new Map<string, number>()
  for (const { warnings } of rows) {
    for (const warning of String(warnings ?? '').split(NEXT_WARNING)) {
      if (warning !== '') counts.set(warning, (counts.get(warning) ?? 0) + 1)
    }
  }
  const sorted = [...counts].toSorted(([, a], [, b]) => b - a)
  const more = sorted.length - MOST_WARNINGS
  return [
    ...sorted.slice(0, MOST_WARNINGS).map(([text, count]) => `! ${countWords(count, 'row')}: ${text}`),
    ...(more > 0 ? [`! ${countWords(more, 'more warning')}; --format csv has all`] : []),
  ]
    .map((line) => `${dim(wrap(line, 2))}\n`)
    .join('')
}

/** Says which totals leave out phases of some units: `Partial: gwp of 3 rows ...` */
function partialNote(rows: readonly Row[]): string {
  const codes = Object.keys(rows[0] ?? {}).flatMap((name) =>
    FIGURE.exec(name)?.[2] === undefined ? (FIGURE.exec(name)?.[1] ?? []) : [],
  )
  const partial = codes.flatMap((code) => {
    const count = rows.filter((row) => isPartial(row, code)).length
    return count > 0 ? [`${code} of ${countWords(count, 'row')}`] : []
  })
  return partial.length === 0
    ? ''
    : `${dim(wrap(`Partial: ${partial.join(', ')}. Totals leave out unknown phases. The _coverage columns show which phases each row has.`, 2))}\n`
}

/** Whether the phases of a total cover different units. */
function isPartial(row: Row, code: string): boolean {
  const coverage = (phase: string) => Number(row[`${code}_${phase}_coverage`] ?? 0)
  return coverage('total') < Math.max(...['embedded', 'use', 'building'].map(coverage))
}

/** A cell as a number: an amount of the file is a text. */
function numberIn(name: string, value: unknown): number | undefined {
  const isAmount = SHOWN[name]?.isNumber === true && /^\d+(\.\d+)?$/.test(String(value))
  return typeof value === 'number' || isAmount ? Number(value) : undefined
}

/** A likely range takes one cell, and counts are not rounded. */
function cellOf(row: Row, name: string, value: number): string {
  if (FIGURE.exec(name)?.[2] !== undefined)
    return likelyWords({ low: value, high: Number(row[name.replace(/_low$/, '_high')]) })
  return name in SHOWN && name !== 'energy_kwh' ? exactWords(value) : numberWords(value)
}

/** Kinds in words: `cloudInstance` as `cloud instance`. */
function textOf(name: string, text: string): string {
  return name === 'assessed_as' ? text.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`) : text
}

function columnOf(name: string, isFirst = false): Column | undefined {
  const [, code, bound] = FIGURE.exec(name) ?? []
  if (code === undefined) return SHOWN[name]
  const unit = CRITERIA[code as Criterion]?.unit ?? ''
  if (bound === undefined) return { head: `${code} (${unit})`, isNumber: true, ...(isFirst ? {} : { leftOut: 10 }) }
  return { head: 'likely', isNumber: true, leftOut: isFirst ? 4 : 10 }
}
