import type { BillFormatName } from '../billing/bill-formats.ts'
import type { RowFault, RowOutcome } from '../imported.ts'

/** How the numbers of a file are written. */
export interface Writing {
  /** Whether one of them has a decimal comma: then a point may separate thousands. */
  readonly hasDecimalCommas: boolean
}

/** Numbers have one meaning each, whatever others are beside them: of JSON, and of Parquet. */
export const ON_THEIR_OWN: Writing = { hasDecimalCommas: false }

/** Columns of a bill that say what a line costs, by their place in the header. */
export interface BillColumns {
  /** A row has the cost of the first that has a number, of those for its charge. */
  readonly costs: readonly { readonly at: number; readonly of?: RegExp }[]
  readonly charge: number | undefined
  readonly service: number | undefined
  readonly currency: number | undefined
  /** When it was used. */
  readonly day: number | undefined
}

/** How the lines of a table become assets. Lines with equal key cells are the same asset. */
export interface TableReader {
  readonly format: 'csv' | BillFormatName
  /** Columns that decide what is assessed, by their place in the header. */
  readonly keys: readonly number[]
  /** Where the label stands, if anywhere. */
  readonly label: number | undefined
  /** Where the quantity stands, if anywhere, and what it may be. */
  readonly quantity: number | undefined
  /** Columns of numbers, that of the quantity among them. */
  readonly numbers: readonly number[]
  /** Whether a quantity is counted in wholes (machines) or measured (hours). */
  readonly isCounted: boolean
  /** The columns of the file, each by a name of its own. */
  readonly names: readonly string[]
  /** What each column of the file is read as; undefined where it is not. */
  readonly readAs: readonly (string | undefined)[]
  /** Columns that are not read, and may matter. */
  readonly open: readonly number[]
  /** What no column gives. */
  readonly lacks: { readonly kind?: boolean; readonly quantity: boolean; readonly place: boolean }
  /** Columns that are called like a kind, where no column gives the kind. */
  readonly kinds?: readonly number[]
  /** Columns whose names begin with `tag:`. */
  readonly tags: readonly number[]
  /** Of a bill. */
  readonly bill?: BillColumns
  /** The asset of the cells at `keys`. Its quantity is what one of the quantity column counts for, and is mostly 1. */
  read(cells: readonly string[], writing: Writing): RowOutcome
}

/** The largest Int of GraphQL. */
export const LARGEST_COUNT = 2_147_483_647
/** Of what is measured, which may be bytes for seconds. */
export const LARGEST_AMOUNT = 1e21
/** Characters of a cell that a message has. */
export const LONGEST_SHOWN = 60
/**
 * A number as it is written in a cell, for regular expressions of JavaScript and of DuckDB: with a point, or as in most of Europe
 * with a comma. `1,024` is neither: it may be a thousand and a bit, or a bit more than one. So may `1.024` beside decimal commas.
 * Spaces and apostrophes between thousands have one meaning.
 */
export const WRITTEN = {
  withPoint: String.raw`[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?`,
  withComma: String.raw`[+-]?(\d+,(\d{1,2}|\d{4,})|(0\d*|\d{4,}),\d{3})`,
  likeThousands: String.raw`[+-]?[1-9]\d{0,2}\.\d{3}`,
  grouped: String.raw`\d{1,3}([ \u00a0\u202f'\u2019]\d{3})+([.,]\d+)?`.replace(/\\u(....)/g, (_, code) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  ),
}
/** A number with a decimal comma, and what may stand behind it: `2,5 kW`. */
export const COMMA_AND_UNIT = String.raw`${WRITTEN.withComma}(\s*[A-Za-z%].*)?`
const WITH_POINT = new RegExp(`^${WRITTEN.withPoint}$`)
const WITH_COMMA = new RegExp(`^${WRITTEN.withComma}$`)
const WITH_COMMA_AND_UNIT = new RegExp(`^${COMMA_AND_UNIT}$`)
const GROUPED = new RegExp(`^${WRITTEN.grouped}$`)
const LIKE_THOUSANDS = new RegExp(`^${WRITTEN.likeThousands}$`)

const GROUPS = /[ \u00a0\u202f'\u2019]/g
/** What people write beside a count: `3 pcs`, `12 Stück`, `x4`, `5x`. */
export const COUNT_WORDS = String.raw`^x\s*|\s*(x|pcs?\.?|pieces?|units?|stk\.?|stück|pièces?|unités?|uds?\.?|unidades|piezas|pz\.?|pezzi|unità)$`
const AROUND_COUNT = new RegExp(COUNT_WORDS, 'gi')

/** What a quantity may be, in words: counted in wholes, or measured. */
export function quantityExpected(isCounted: boolean): string {
  const what = isCounted ? `a whole number, 0 to ${LARGEST_COUNT}` : `a number, 0 to ${LARGEST_AMOUNT}`
  return `quantity: expected ${what} but found `
}

/** A cell of the quantity column: 1 where it is empty. */
export function readQuantity(
  text: string,
  { isCounted }: Pick<TableReader, 'isCounted'>,
  writing: Writing,
): number | RowFault {
  const cell = text.trim()
  if (cell === '' && isCounted) return 1
  const value = numberOrText(isCounted ? cell.replace(AROUND_COUNT, '') : cell, writing)
  const isKnown = typeof value === 'number' && value >= 0 && value <= (isCounted ? LARGEST_COUNT : LARGEST_AMOUNT)
  if (isKnown && (!isCounted || Number.isInteger(value))) return value
  const message = `${quantityExpected(isCounted)}"${cell.slice(0, LONGEST_SHOWN)}"`
  return { code: 'BAD_USER_INPUT', message, path: ['quantity'] }
}

/**
 * A cell as a number where it is one, else the text, for a schema to refuse.
 *
 * Example: `16.5` and `16,5` are 16.5, `1,024` and `16 GB` are texts, `1.024` is one where others have decimal commas.
 */
export function numberOrText(text: string, { hasDecimalCommas }: Writing): number | string {
  if (hasDecimalCommas && LIKE_THOUSANDS.test(text)) return text
  if (WITH_POINT.test(text)) return Number(text)
  if (GROUPED.test(text)) return Number(text.replace(GROUPS, '').replace(',', '.'))
  return WITH_COMMA.test(text) ? Number(text.replace(',', '.')) : text
}

/** Whether a cell is a number with a decimal comma. */
export function hasDecimalComma(cell: string): boolean {
  return cell.includes(',') && WITH_COMMA_AND_UNIT.test(cell.trim())
}

/** The names of the columns that are not read. */
export function notRead({ names, readAs }: Pick<TableReader, 'names' | 'readAs'>): readonly string[] {
  return names.filter((_, at) => readAs[at] === undefined)
}
