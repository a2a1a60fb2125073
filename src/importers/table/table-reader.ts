import type { BillFormatName, PlacedCost } from '../billing/bill-formats.ts'
import type { RowFault, RowOutcome } from '../imported.ts'
import type { Unclear } from './numbered-parts.ts'

/** How a table writes numbers. */
export interface Writing {
  /** Whether any number of a bill has a decimal comma: a point may then separate thousands. */
  readonly hasDecimalCommas: boolean
  /** What separates decimals in a table of assets, if other numbers tell: see `readCell`. */
  readonly mark?: DecimalMark
}

/** What separates decimals. */
export type DecimalMark = '.' | ','

/** For JSON, Parquet, and tables of assets whose numbers do not tell. */
export const ON_THEIR_OWN: Writing = { hasDecimalCommas: false }

/**
 * How a table of assets writes numbers, by what separates decimals in some of them for certain. Numbers with both marks
 * tell nothing.
 */
export function writingOfMarks(marks: Iterable<DecimalMark | undefined>): Writing {
  let mark: DecimalMark | undefined
  for (const each of marks) {
    if (each === undefined || each === mark) continue
    if (mark !== undefined) return ON_THEIR_OWN
    mark = each
  }
  return mark === undefined ? ON_THEIR_OWN : { ...ON_THEIR_OWN, mark }
}

/** Columns of a bill with the cost of a line, by position in the header. */
export interface BillColumns {
  /** A row has the first of these costs that is a number, among those for its charge. */
  readonly costs: readonly PlacedCost[]
  /** A list of credits: see `creditsIn`. */
  readonly credits?: number | undefined
  readonly charge: number | undefined
  readonly service: number | undefined
  readonly currency: number | undefined
  /** Date of use. */
  readonly day: number | undefined
}

/** Whether a cell fits its column. `SURE` settles it for all; undefined says nothing. */
export type CellFit = boolean | 'SURE' | undefined

/** A column of a power that may be that of one asset or of all assets of its row, and the watts of its cells. */
export interface EitherPower {
  readonly at: number
  wattsOf(cell: string): number | undefined
}

/** How the lines of a table become assets. Lines with equal key cells are the same asset. */
export interface TableReader {
  readonly format: 'csv' | BillFormatName
  /** Columns that determine the asset, by position in the header. */
  readonly keys: readonly number[]
  /** Position of the label, if any. */
  readonly label: number | undefined
  /** Position of the quantity, if any, and its valid values. */
  readonly quantity: number | undefined
  /** Numeric columns, including the quantity. */
  readonly numbers: readonly number[]
  /** For a table of assets: what separates decimals in a cell of these columns for certain, if anything. */
  markIn?(cell: string, at: number): DecimalMark | undefined
  /** Whether a quantity is a whole count (machines) or a measure (hours). */
  readonly isCounted: boolean
  /** The columns of the file, each with a unique name. */
  readonly names: readonly string[]
  /** What each column of the file is read as; undefined for an unread one. */
  readonly readAs: readonly (string | undefined)[]
  /** Unread columns that may matter. */
  readonly open: readonly number[]
  /** Columns whose names alone suggest a meaning, by position: `Storage`. */
  readonly guessed?: readonly number[]
  /** The numbered columns of parts, by position. Those that are read alike are judged together. */
  readonly numbered?: readonly number[]
  /** Columns that are not read because the meaning of another is unknown: see `NumberedColumns`. */
  readonly unclear?: readonly Unclear[]
  /** The guessed column of several drives, by position. It counts only if cells fit: others hold numbers of drives. */
  readonly several?: number
  /**
   * The guessed columns that count only if a cell fits, by position: a state that may say what is no longer in use, and
   * what concerns few kinds, such as the size of a screen.
   */
  readonly ifFits?: readonly number[]
  /**
   * Whether a cell of a numeric column holds a number of that column, in a row with this cell of the kind. Undefined if
   * such a row does not read it.
   */
  fits?(cell: string, at: number, kind: string): CellFit
  /** Columns of measures without a unit in the heading or a map, by position. */
  readonly unitless?: readonly number[]
  /** The columns of powers that may be those of one asset or of all assets of a row. */
  readonly eitherPowers?: readonly EitherPower[]
  /** The kind of all rows, if columns of instances or servers alone imply it. */
  readonly implied?: string
  /** What no column states. */
  readonly lacks: { readonly kind?: boolean; readonly quantity: boolean; readonly place: boolean }
  /** Columns named like a kind, if no column states the kind. */
  readonly kinds?: readonly number[]
  /** Columns whose names start with `tag:`. */
  readonly tags: readonly number[]
  /** For a bill. */
  readonly bill?: BillColumns
  /** For rows without a quantity: the columns to read instead of others, by position. */
  readonly otherwise?: ReadonlyMap<number, number>
  /** The asset of the cells at `keys`. Its quantity is the factor for the quantity column, usually 1. */
  read(cells: readonly string[], writing: Writing): RowOutcome
}

/** The largest Int of GraphQL. */
export const LARGEST_COUNT = 2_147_483_647
/** For measures, which may be bytes times seconds. */
export const LARGEST_AMOUNT = 1e21
/** Characters of a cell that a message repeats. */
export const LONGEST_SHOWN = 60
/**
 * Number formats as regular expressions for JavaScript and DuckDB: with a decimal point, or a decimal comma as in most
 * of Europe. `1,024` is neither, since it may be a thousand or just above one. So may `1.024` next to decimal commas.
 * Spaces and apostrophes only separate thousands, and so does a point or a comma before another separator.
 */
export const WRITTEN = {
  withPoint: String.raw`[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?`,
  withComma: String.raw`[+-]?(\d+,(\d{1,2}|\d{4,})|(0\d*|\d{4,}),\d{3})`,
  likeThousands: String.raw`[+-]?[1-9]\d{0,2}\.\d{3}`,
  bySpaces: String.raw`\d{1,3}([ \u00a0\u202f'\u2019]\d{3})+([.,]\d+)?`.replace(/\\u(....)/g, (_, code) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  ),
  byPoints: String.raw`[+-]?[1-9]\d{0,2}((\.\d{3})+,\d+|(\.\d{3}){2,})`,
  byCommas: String.raw`[+-]?[1-9]\d{0,2}((,\d{3})+\.\d+|(,\d{3}){2,})`,
}
/** A number with a decimal comma, and an optional unit: `2,5 kW`. */
export const COMMA_AND_UNIT = String.raw`${WRITTEN.withComma}(\s*[A-Za-z%].*)?`
const WITH_POINT = new RegExp(`^${WRITTEN.withPoint}$`)
const WITH_COMMA = new RegExp(`^${WRITTEN.withComma}$`)
const WITH_COMMA_AND_UNIT = new RegExp(`^${COMMA_AND_UNIT}$`)
const BY_SPACES = new RegExp(`^${WRITTEN.bySpaces}$`)
const BY_POINTS = new RegExp(`^${WRITTEN.byPoints}$`)
const BY_COMMAS = new RegExp(`^${WRITTEN.byCommas}$`)
const LIKE_THOUSANDS = new RegExp(`^${WRITTEN.likeThousands}$`)

const GROUPS = /[ \u00a0\u202f'\u2019]/g
/** Words next to a count: `3 pcs`, `12 Stück`, `x4`, `5x`. */
export const COUNT_WORDS = String.raw`^x\s*|\s*(x|pcs?\.?|pieces?|units?|stk\.?|stück|pièces?|unités?|uds?\.?|unidades|piezas|pz\.?|pezzi|unità)$`
const AROUND_COUNT = new RegExp(COUNT_WORDS, 'gi')

/** The valid values of a quantity in words: a count or a measure. */
export function quantityExpected(isCounted: boolean): string {
  const what = isCounted ? `a whole number, 0 to ${LARGEST_COUNT}` : `a number, 0 to ${LARGEST_AMOUNT}`
  return `quantity: expected ${what} but found `
}

/** Reads a cell of the quantity column; 1 if empty. */
export function readQuantity(
  text: string,
  { isCounted }: Pick<TableReader, 'isCounted'>,
  writing: Writing,
): number | RowFault {
  const cell = trimmed(text)
  if (cell === '' && isCounted) return 1
  const number = isCounted ? cell.replace(AROUND_COUNT, '') : cell
  // Nobody counts in decimals: 1.000 is a thousand for some, one with three digits for others.
  const value = isCounted && LIKE_THOUSANDS.test(number) ? number : numberOrText(number, writing)
  const isKnown = typeof value === 'number' && value >= 0 && value <= (isCounted ? LARGEST_COUNT : LARGEST_AMOUNT)
  if (isKnown && (!isCounted || Number.isInteger(value))) return value
  const message = `${quantityExpected(isCounted)}"${cell.slice(0, LONGEST_SHOWN)}"`
  return { code: 'BAD_USER_INPUT', message, path: ['quantity'] }
}

/** Characters of a cell that anything but a label or a tag is read from. */
const LONGEST_READ = 1000

/**
 * A cell as it is read: without spaces around it. Of a page of text it is the beginning with `…`, which is neither a
 * number nor a name.
 */
export function trimmed(cell: string): string {
  const text = cell.trim()
  return text.length > LONGEST_READ ? `${text.slice(0, LONGEST_READ)}…` : text
}

/**
 * A cell as a number if it is one, else the text, for a schema to refuse.
 *
 * Example: `16.5` and `16,5` are 16.5, `1.234,5` is 1234.5, `1,024` and `16 GB` are texts. `1.024` is a text if other
 * cells have decimal commas.
 */
export function numberOrText(text: string, { hasDecimalCommas }: Writing): number | string {
  if (hasDecimalCommas && LIKE_THOUSANDS.test(text)) return text
  if (WITH_POINT.test(text)) return Number(text)
  if (WITH_COMMA.test(text)) return Number(text.replace(',', '.'))
  if (BY_SPACES.test(text)) return Number(text.replace(GROUPS, '').replace(',', '.'))
  if (BY_POINTS.test(text)) return Number(text.replaceAll('.', '').replace(',', '.'))
  return BY_COMMAS.test(text) ? Number(text.replaceAll(',', '')) : text
}

/** Whether a cell is a number with a decimal comma. */
export function hasDecimalComma(cell: string): boolean {
  return cell.includes(',') && WITH_COMMA_AND_UNIT.test(cell.trim())
}

/** The names of unread columns. */
export function notRead({ names, readAs }: Pick<TableReader, 'names' | 'readAs'>): readonly string[] {
  return names.filter((_, at) => readAs[at] === undefined)
}

/** The cells of a row, with others instead if it has only the other quantity. */
export function cellsToRead(
  cells: readonly string[],
  { quantity = -1, otherwise }: Pick<TableReader, 'quantity' | 'otherwise'>,
): readonly string[] {
  const other = otherwise?.get(quantity)
  if (otherwise === undefined || other === undefined || !isNone(cells[quantity]) || isNone(cells[other])) return cells
  return cells.map((cell, at) => cells[otherwise.get(at) ?? at] ?? cell)
}

function isNone(cell = ''): boolean {
  return /^(null)?$/i.test(cell.trim())
}
