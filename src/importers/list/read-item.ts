import { WHOLE_LIFE } from '../../input/duration.ts'
import { AssetInput } from '../../input/fleet-input.ts'
import { checkAsset } from '../check-asset.ts'
import { ImportError } from '../import-error.ts'
import type { RowOutcome } from '../imported.ts'
import { assetTable, OPTIONS, PLACES, USAGE_TEXTS } from '../table/asset-table.ts'
import type { ColumnMap } from '../table/columns.ts'
import { countNamed, findColumns } from '../table/find-columns.ts'
import { targetOf } from '../table/map-target.ts'
import { countryOf } from '../table/place-names.ts'
import { isEmpty, readCell } from '../table/read-cell.ts'
import {
  type DecimalMark,
  ON_THEIR_OWN,
  readQuantity,
  type TableReader,
  trimmed,
  type Writing,
} from '../table/table-reader.ts'
import { A_TOTAL, isBareTotal, TotalRows } from '../table/total-rows.ts'
import { isLife } from '../table/units.ts'

export type Item = Readonly<Record<string, unknown>>

/** Fields of an item beside its asset. */
export const SETTINGS = ['label', 'quantity', 'duration', 'allocation', 'boundary'] as const

const COUNTED = { isCounted: true }
const MOST_COLUMNS = 200

/** The kinds of an asset, as GraphQL names them. */
const ASSET_KINDS = Object.keys(AssetInput.shape)

/**
 * Reads one item of a list: an item of a fleet (`{label, quantity, asset}`), an asset (`{server: {...}}`), or the
 * columns of a table (`{kind, cpu_name, ...}`).
 */
export function readItem(given: unknown, map: ColumnMap = {}, writing = ON_THEIR_OWN): RowOutcome {
  if (isObject(given) && hasTwoQuantities(given, map)) {
    const many = readQuantity(textOf(given.quantity), COUNTED, ON_THEIR_OWN)
    const two = fault('Two columns are mapped to quantity', ['quantity'])
    return { ...two, ...(typeof many === 'number' && { quantity: many }) }
  }
  const value = isObject(given) && assetOf(given) !== undefined ? settingsOf(given, map) : given
  if (!isObject(value)) return fault('expected an object: an item of a fleet, an asset, or the columns of a table', [])
  const label = typeof value.label === 'string' ? value.label.slice(0, 500) : ''
  const many = readQuantity(textOf(value.quantity), COUNTED, ON_THEIR_OWN)
  if (typeof many === 'object') return { fault: many }
  const outcome = readWhat(value, label, many, { map, writing })
  return 'fault' in outcome ? { ...outcome, quantity: many } : outcome
}

/** Whether an item has a quantity and a field mapped to that, or two such fields. */
function hasTwoQuantities(item: Item, map: ColumnMap): boolean {
  const names = new Set(['quantity', ...namesOfQuantity(map)])
  return [...names].filter((name) => Object.hasOwn(item, name) && textOf(item[name]).trim() !== '').length > 1
}

/** The fields that a map reads as the quantity. */
export function namesOfQuantity(map: ColumnMap): readonly string[] {
  return Object.keys(map).filter((theirs) => map[theirs] === 'quantity')
}

/** The fields that a map reads as something that depends on the quantity. */
export function namesOfTotals(map: ColumnMap): readonly string[] {
  return Object.keys(map).filter((theirs) => targetOf(map[theirs] ?? '')?.column === 'total_power')
}

/** Reads the items of a list in order, and leaves out those that sum up others, as sheets saved as JSON have them. */
export function itemReader(
  map?: ColumnMap,
  writing?: Writing,
  totals = new TotalRows(),
): (value: unknown) => RowOutcome {
  return (value) => {
    const outcome = readItem(value, map, writing)
    // An item in our own format is never a total.
    if (!isObject(value) || assetOf(value) !== undefined) {
      if ('asset' in outcome) totals.count(outcome.quantity)
      return outcome
    }
    const isSum = 'fault' in outcome ? isBareTotal(Object.values(value).map(textOf)) : totals.isTotal(outcome)
    return isSum ? A_TOTAL : outcome
  }
}

/** What separates decimals in the texts of an item of columns. Its numbers do not tell, since theirs is the point. */
export function marksInItem(given: unknown, map: ColumnMap = {}): readonly (DecimalMark | undefined)[] {
  if (!isObject(given) || !Object.values(given).some((value) => typeof value === 'string' && /[.,]/.test(value)))
    return []
  const header = assetOf(given) === undefined ? columnsOf(given) : undefined
  if (header === undefined) return []
  try {
    const { numbers, markIn } = tableOfItem(header, map)
    return numbers.map((at) => {
      const value = given[header[at] as string]
      return typeof value === 'string' ? markIn?.(value, at) : undefined
    })
  } catch (error) {
    // Its row reports the fault.
    if (!(error instanceof ImportError)) throw error
    return []
  }
}

/** An item with an asset, with the fields beside the asset under our names. */
function settingsOf(item: Item, map: ColumnMap): Item {
  const mapped = Object.entries(map).flatMap(([theirs, ours]) =>
    Object.hasOwn(item, theirs) ? [[theirs, targetOf(ours)?.column] as const] : [],
  )
  const settings = mapped.filter(
    ([theirs, ours]) =>
      SETTINGS.some((each) => each === ours) && !(ours === 'quantity' && textOf(item[theirs]).trim() === ''),
  )
  const places = mapped.flatMap(([theirs, ours]) => {
    const [column, place] = [PLACES.find((each) => each === ours), textOf(item[theirs])]
    return column === undefined || isEmpty(place) ? [] : [[USAGE_TEXTS[column], countryOf(place) ?? place] as const]
  })
  const asset = assetOf(item)
  return {
    ...item,
    ...Object.fromEntries(
      settings.map(([theirs, ours]) => [ours, ours === 'duration' ? durationIn(item, theirs, map) : item[theirs]]),
    ),
    ...(places.length > 0 && { asset: withUsage(asset, Object.fromEntries(places)) }),
  }
}

/** The duration in a field, as a table with such a column has it. Other values stay as they are, for a fault. */
function durationIn(item: Item, name: string, map: ColumnMap): unknown {
  const value = item[name]
  if (typeof value !== 'string' && typeof value !== 'number') return value
  const cell = trimmed(cellOf(value))
  if (isEmpty(cell)) return undefined
  if (isLife(cell)) return WHOLE_LIFE
  return readCell(cell, 'duration', findColumns([name], mapFor([name], map)).units.get('duration')).value
}

/** An asset with these fields of its use, if it does not state them itself. */
function withUsage(asset: unknown, usage: Item): unknown {
  if (!isObject(asset)) return asset
  return Object.fromEntries(
    Object.entries(asset).map(([kind, thing]) => {
      if (kind === 'component') return [kind, withUsage(thing, usage)]
      const own = isObject(thing) && isObject(thing.usage) ? thing.usage : {}
      return [kind, isObject(thing) ? { ...thing, usage: { ...usage, ...own } } : thing]
    }),
  )
}

/** The asset in an item, checked or not; undefined if the item holds columns. */
export function assetOf(item: Item): unknown {
  if (Object.hasOwn(item, 'asset')) return item.asset ?? {}
  const kinds = ASSET_KINDS.filter((kind) => Object.hasOwn(item, kind))
  return kinds.some((kind) => isObject(item[kind]))
    ? Object.fromEntries(kinds.map((kind) => [kind, item[kind]]))
    : undefined
}

/** How to read the columns of an item. */
interface ColumnsReading {
  readonly map: ColumnMap
  readonly writing: Writing
}

function readWhat(value: Item, label: string, quantity: number, reading: ColumnsReading): RowOutcome {
  const duration = value.duration ?? undefined
  const asset = assetOf(value)
  if (
    duration !== undefined &&
    duration !== WHOLE_LIFE &&
    !(typeof duration === 'number' && duration > 0 && duration <= 1e12) &&
    asset !== undefined
  )
    return fault('duration: expected a number of hours above 0, or life', ['duration'])
  if (asset === undefined) return readColumns(value, label, quantity, reading)
  for (const [name, words] of Object.entries(OPTIONS)) {
    const given = value[name] ?? undefined
    if (given !== undefined && !words.includes(given as never))
      return fault(`${name}: expected ${words.join(' or ')}`, [name])
  }
  const checked = checkAsset(Object.hasOwn(value, 'asset') ? value.asset : asset)
  if ('fault' in checked) return checked
  const { allocation, boundary } = value as { allocation?: 'LINEAR' | 'TOTAL'; boundary?: 'EQUIPMENT' | 'DATA_CENTRE' }
  return {
    label,
    quantity,
    asset: checked.asset,
    ...((typeof duration === 'number' || duration === WHOLE_LIFE) && { duration }),
    ...(allocation && { allocation }),
    ...(boundary && { boundary }),
  }
}

function readColumns(item: Item, label: string, quantity: number, { map, writing }: ColumnsReading): RowOutcome {
  const header = columnsOf(item)
  if (header === undefined)
    return fault(
      'expected an item of a fleet, an asset, or an object whose keys are columns of a table, such as kind',
      [],
    )
  try {
    const reader = tableOfItem(header, map)
    const cellAt = (at: number | undefined) => (at === undefined ? '' : textOf(item[header[at] as string]))
    const many = Object.hasOwn(item, 'quantity')
      ? quantity
      : readQuantity(cellAt(reader.quantity), COUNTED, ON_THEIR_OWN)
    if (typeof many === 'object') return { fault: many }
    const outcome = reader.read(
      reader.keys.map((at) => cellOf(item[header[at] as string])),
      writing,
    )
    return 'asset' in outcome
      ? { ...outcome, label: label || cellAt(reader.label).slice(0, 500), quantity: many }
      : outcome
  } catch (error) {
    if (!(error instanceof ImportError)) throw error
    return fault(error.message, [])
  }
}

/** The columns in an item; undefined if it has no known column. */
export function columnsOf(item: Item): readonly string[] | undefined {
  const header = Object.keys(item).slice(0, MOST_COLUMNS)
  const isKnown = (name: string) => name !== 'label' && name !== 'quantity' && countNamed([name]) > 0
  return header.some(isKnown) ? header : undefined
}

/** Headers whose tables are kept. */
const MOST_HEADERS = 100
/** Tables by their header as JSON, for each map, as long as the list is read: its items have few headers. */
const TABLES = new WeakMap<ColumnMap, Map<string, TableReader>>()

/** Items with these columns as a table. Throws an ImportError as `assetTable` does. */
export function tableOfItem(header: readonly string[], map: ColumnMap): TableReader {
  const tables = TABLES.get(map) ?? new Map<string, TableReader>()
  TABLES.set(map, tables)
  const key = JSON.stringify(header)
  const known = tables.get(key)
  if (known !== undefined) return known
  const table = assetTable(header, mapFor(header, map))
  if (tables.size >= MOST_HEADERS) tables.clear()
  tables.set(key, table)
  return table
}

/** The part of a map that concerns these columns, since items may differ in columns. */
function mapFor(header: readonly string[], map: ColumnMap): ColumnMap {
  return Object.fromEntries(Object.entries(map).filter(([theirs]) => header.includes(theirs)))
}

/** The text of a value as a cell. A number has one meaning, unlike the text 1.024. */
function cellOf(value: unknown): string {
  const text = textOf(value)
  return typeof value === 'number' && /\.\d{3}$/.test(text) ? `${text}0` : text
}

export function textOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  return typeof value === 'string'
    ? value
    : typeof value === 'number'
      ? String(value)
      : JSON.stringify(value).slice(0, 60)
}

export function isObject(value: unknown): value is Item {
  return value !== null && typeof value === 'object' && !Array.isArray(value)
}

function fault(message: string, path: readonly string[]): RowOutcome {
  return { fault: { code: 'BAD_USER_INPUT', message, path } }
}
