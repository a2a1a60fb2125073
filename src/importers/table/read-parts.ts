import { generationOf } from '../hardware/words-of-hardware.ts'
import type { Column } from './columns.ts'
import { plain } from './plain-name.ts'
import {
  AN_AMOUNT,
  amountsIn,
  isEmpty,
  isNumberOf,
  type PartRead,
  type ReadCell,
  readCell,
  readName,
  saysNone,
  sumOfParts,
  tellsGigabytes,
  unitsColumnOf,
} from './read-cell.ts'
import { type DecimalMark, ON_THEIR_OWN, readQuantity } from './table-reader.ts'
import { mediumIn } from './words-of-capacity.ts'

/** A cell with the heading of its column. */
export interface NamedCell {
  readonly name: string
  readonly cell: string
}

/** The cells of a numbered part: see `NumberedPart`. */
export interface PartCells extends NamedCell {
  readonly unit?: string
  readonly count?: NamedCell
  readonly types: readonly NamedCell[]
  readonly itself?: NamedCell
}

/** What numbered columns say. */
export interface ReadParts {
  /** What they say for our columns, and what the first of them is read as. */
  readonly columns: ReadonlyMap<Column, ReadCell & { readonly own: Column }>
  readonly faults: readonly PartFault[]
  /** The columns of drives that other columns describe. */
  readonly ignored: readonly string[]
  /** The first column of a drive of unknown medium, if any. */
  readonly assumed: readonly string[]
}

/** A cell with something unexpected, of a column of ours. */
export interface PartFault {
  readonly column: Column
  readonly name: string
  readonly expected: string
  readonly given: string
}

/** One amount or name in a numbered column. */
interface OnePart extends PartRead {
  /** Our column for it: that of the medium of a drive. */
  readonly column: Column
  readonly cells: PartCells
  /** The name of a processor. */
  readonly name?: string
  readonly isAssumed?: boolean
}

const EMPTY_SLOT =
  /^[([<]?((slot )?(empty|vacant|free|unused|unoccupied|unpopulated|uninstalled|open|blank)( slot)?|missing|not (used|occupied)|frei|unbelegt|unbestückt|nicht belegt|kein(e|er)? modul|libre|vacante?|non (peuplée?|utilisée?)|sin (instalar|módulo|usar)|liber[oa])[)\]>]?$/i

/** Whether a numbered cell says that there is no part: `Empty`, `not installed`, `0`. */
export function isEmptySlot(cell: string): boolean {
  return isEmpty(cell) || saysNone(cell) || EMPTY_SLOT.test(cell)
}

const OF_PROCESSOR =
  /\b(intel|amd|xeon|epyc|opteron|ryzen|threadripper|core i[3579]|pentium|celeron|atom|itanium|sparc|power ?\d+|ampere|altra|graviton|kunpeng|hygon|thunderx2?|cortex|apple m\d|gold|silver|platinum|bronze)\b/i
/** With the number of a model: `E5-2680 v4` and `X5650`, but not `2400 MHz`. */
const AS_MODEL = /^\p{L}.*\d{3}/u
const A_PROCESSOR = 'expected the name of a processor, such as Xeon Gold 6138,'

/** Whether a cell fits a numbered column; undefined if it says nothing. */
export function fitsPart(cell: string, column: Column, unit: string | undefined): boolean | undefined {
  if (isEmptySlot(cell)) return undefined
  if (column === 'cpu_name') return isProcessor(String(readName(cell, column).value))
  return amountsIn(cell).every((amount) => {
    const meant = column === 'ram_capacity' ? column : driveOf(column, mediumIn(amount))
    return isSure(amount, meant, unit) && isNumberOf(meant, amount, unit)
  })
}

/**
 * Reads the filled numbered columns of a server, by what they are read as. `isDescribed` says whether another column
 * already describes the drives of a column.
 */
export function readParts(
  slots: ReadonlyMap<Column, readonly PartCells[]>,
  isDescribed: (drive: Column, own: Column) => boolean,
  mark: DecimalMark | undefined,
): ReadParts {
  const found = new Map<Column, { readonly own: Column; readonly parts: OnePart[] }>()
  const faults: PartFault[] = []
  const ignored: string[] = []
  const assumed: string[] = []
  for (const [own, cells] of [...slots].flatMap(([own, group]) => group.map((cells) => [own, cells] as const))) {
    const { parts = [], fault } = readPart(own, cells, mark)
    if (fault !== undefined) faults.push({ column: own, ...fault })
    for (const part of parts) {
      const { column } = part
      if (column !== own && isDescribed(column, own)) ignored.push(cells.name)
      else {
        if (part.isAssumed === true) assumed.push(cells.name)
        found.set(column, { own, ...found.get(column), parts: [...(found.get(column)?.parts ?? []), part] })
      }
    }
  }
  const [first, ...others] = found.get('cpu_name')?.parts ?? []
  const other = others.find(({ name = '' }) => plain(name) !== plain(first?.name ?? ''))
  if (other !== undefined) {
    const { fault } = faultOf(other.cells, `expected ${first?.name}, as in ${first?.cells.name},`)
    faults.push({ column: 'cpu_name', ...fault })
  }
  const columns = [...found].map(([column, { own, parts }]) => [column, { own, ...oneOf(parts, column) }] as const)
  return { columns: new Map(columns), faults, ignored, assumed: assumed.slice(0, 1) }
}

/** Parts as one cell. */
function oneOf(parts: readonly OnePart[], column: Column): ReadCell {
  if (column !== 'cpu_name') return sumOfParts(parts, column)
  return { value: parts[0]?.name ?? '', also: [['cpu_units', parts.reduce((sum, { many }) => sum + many, 0)]] }
}

/** The parts in the cells of one slot, none if it is empty, or the fault. */
type PartsOrFault = { readonly parts?: readonly OnePart[]; readonly fault?: Omit<PartFault, 'column'> }

function readPart(own: Column, cells: PartCells, mark: DecimalMark | undefined): PartsOrFault {
  const { cell, name, count, types, itself } = cells
  const isCounted = count !== undefined && !isEmpty(count.cell)
  const many = isCounted ? readQuantity(count.cell, { isCounted: true }, ON_THEIR_OWN) : undefined
  if (isCounted && typeof many !== 'number') return faultOf(count, 'expected a whole number')
  if (many === 0) return {}
  if (isEmptySlot(cell)) {
    const expected = own === 'cpu_name' ? A_PROCESSOR : AN_AMOUNT
    return isEmpty(cell) && isCounted ? faultOf(cells, `${expected} beside "${count.cell}" in ${count.name},`) : {}
  }
  const number = [...(own === 'ram_capacity' ? [] : types), itself].find((each) => mayCount(each?.cell ?? ''))
  if (number !== undefined) return faultOf(number, `expected a type or a name, since ${name} is filled,`)
  const amounts = own === 'cpu_name' ? [cell] : amountsIn(cell)
  if (isCounted && amounts.length > 1) return faultOf(cells, `expected one amount beside ${count.name},`)
  const parts: OnePart[] = []
  for (const amount of amounts) {
    const { stated, fault, ...part } = own === 'cpu_name' ? processorIn(cells) : amountIn(own, cells, amount, mark)
    if (fault !== undefined) return { fault }
    if (isCounted && stated !== undefined && stated !== many)
      return faultOf(count, `expected ${stated}, as in ${name},`)
    parts.push({ column: own, value: 0, also: [], ...part, many: stated ?? Number(many ?? 1), cells })
  }
  return { parts }
}

/** What an amount or a name says, and how many such parts it states. */
type Stated = Partial<Omit<OnePart, 'many' | 'cells'>> & Pick<PartsOrFault, 'fault'> & { readonly stated?: number }

function processorIn(cells: PartCells): Stated {
  const { value, also } = readName(cells.cell, 'cpu_name')
  const name = String(value)
  if (!isProcessor(name)) return faultOf(cells, A_PROCESSOR)
  return { name, ...(also?.[0] && { stated: Number(also[0][1]) }) }
}

function amountIn(own: Column, cells: PartCells, amount: string, mark: DecimalMark | undefined): Stated {
  const { unit, types, itself } = cells
  const isDrive = own !== 'ram_capacity'
  const typed = isDrive ? [...types, itself].find((each) => mediumIn(each?.cell ?? '') !== undefined) : undefined
  const medium = mediumIn(amount) ?? mediumIn(typed?.cell ?? '')
  if (typed !== undefined && mediumIn(typed.cell) !== medium)
    return faultOf(typed, `expected ${medium === 'ssd_capacity' ? 'SSD' : 'HDD'}, as in ${cells.name},`)
  const column = isDrive ? driveOf(own, medium) : own
  const { value, also = [], expected = AN_AMOUNT } = readCell(amount, column, unit, mark)
  if (!isSure(amount, column, unit) || typeof value !== 'number' || value < 0) return faultOf(cells, expected)
  const units = unitsColumnOf(column)
  const stated = also.find(([each]) => each === units)?.[1]
  const generation = isDrive ? undefined : types.map((each) => generationOf(each.cell)).find(Boolean)
  return {
    column,
    value,
    also: [
      ...(generation === undefined ? [] : [['ram_generation', generation] as const]),
      ...also.filter(([each]) => each !== units),
    ],
    ...(stated !== undefined && { stated: Number(stated) }),
    isAssumed: own === 'capacity' && medium === undefined,
  }
}

/** Whether a cell beside the capacity of a part may say how many there are: `2`, `2 pcs`, `2x Samsung PM883`. */
function mayCount(cell: string): boolean {
  return cell !== '' && (typeof readQuantity(cell, { isCounted: true }, ON_THEIR_OWN) === 'number' || TIMES.test(cell))
}

const TIMES = /^\d{1,3}\s?[x×*]/i

/** Whether a cell may be the name of a processor: `Xeon Gold 6138`, but not `16`, `OK` or `2.4 GHz`. */
function isProcessor(cell: string): boolean {
  return OF_PROCESSOR.test(cell) || AS_MODEL.test(cell)
}

/** Whether a number without a unit is surely in GB. That of a drive may count. */
function isSure(amount: string, column: Column, unit: string | undefined): boolean {
  return unit !== undefined || column === 'ram_capacity' || tellsGigabytes(amount)
}

/** The column of a drive of this medium. */
function driveOf(own: Column, medium: Column | undefined): Column {
  return medium ?? (own === 'capacity' ? 'ssd_capacity' : own)
}

function faultOf({ name, cell }: NamedCell, expected: string): Required<Pick<PartsOrFault, 'fault'>> {
  return { fault: { name, expected, given: cell } }
}
