import { AssetInput } from '../../input/fleet-input.ts'
import { unknownFields } from '../../input/unknown-fields.ts'
import { assetTable, PLACES } from '../table/asset-table.ts'
import { type ColumnMap, NOT_READ } from '../table/columns.ts'
import { findColumns, isUnused } from '../table/find-columns.ts'
import { targetOf } from '../table/map-target.ts'
import { COLUMNS_LOOKED_AT, checkNotRead, isFitted, isMisfit, weightOf } from '../table/not-read.ts'
import { isEmpty } from '../table/read-cell.ts'
import { type TableReader, trimmed } from '../table/table-reader.ts'
import { assetOf, columnsOf, type Item, isObject, mapFor, SETTINGS, textOf } from './read-item.ts'

const OF_ITEMS: ReadonlySet<string> = new Set([...SETTINGS, 'asset'])
/** What a field beside an asset can be mapped to. */
const IN_ITEMS: ReadonlySet<string> = new Set([...SETTINGS, ...PLACES])

/**
 * The unread fields of items, each once, and the map with guessed fields left out that hold something else. Throws an
 * ImportError if an unread field seems to hold what the items lack.
 */
export function notReadOf(items: readonly unknown[], asked: ColumnMap = {}) {
  const map = fittingMap(items, asked)
  const isLeftOut = (name: string) => Object.hasOwn(map, name) && !Object.hasOwn(asked, name)
  const found = new Set<string>()
  /** Columns that may matter, with what each is read as, and its cells. */
  const cellsOf = new Map<string, { readonly readAs: string | undefined; readonly cells: string[] }>()
  const guessed = new Set<string>()
  const unitless = new Set<string>()
  const lacks = { kind: false, quantity: true, place: true }
  let hasKind = false
  for (const item of items) {
    if (!isObject(item)) continue
    if (!isEmpty(textOf(item.quantity))) lacks.quantity = false
    const asset = assetOf(item)
    if (asset !== undefined) {
      hasKind = true
      if (hasPlace(asset)) lacks.place = false
      for (const key of Object.keys(item)) {
        if (OF_ITEMS.has(key) || Object.hasOwn(AssetInput.shape, key)) continue
        const readAs = Object.hasOwn(map, key) ? targetOf(map[key] ?? '')?.column : undefined
        if (readAs === undefined || !IN_ITEMS.has(readAs)) found.add(key)
        if (readAs === undefined ? mayMatter(key) : COLUMNS_LOOKED_AT.has(readAs)) look(key, readAs, item)
      }
      for (const { path } of unknownFields(AssetInput, asset)) found.add(path.join('.'))
      continue
    }
    const header = columnsOf(item)
    if (header === undefined) continue
    const reader = tableOf(header, mapFor(header, map))
    if (reader === undefined) {
      hasKind = true
      continue
    }
    if (reader.lacks.kind && reader.implied === undefined) lacks.kind = true
    else hasKind = true
    const isOfMachines = reader.readAs.some((each) => each === 'instance_type' || each === 'share_vcpu')
    for (const [at, name] of header.entries()) {
      const readAs = reader.readAs[at]
      if (readAs === undefined) found.add(name)
      const isGuessed = reader.guessed?.includes(at) === true
      if (isGuessed) guessed.add(name)
      if (reader.unitless?.includes(at)) unitless.add(name)
      const isOpen = reader.open.includes(at) || (isLeftOut(name) && (isOfMachines || !isUnused(name)))
      const isLooked = readAs === undefined ? isOpen : COLUMNS_LOOKED_AT.has(readAs)
      if (!isLooked && !(isGuessed && readAs === 'label')) continue
      look(name, readAs, item)
    }
  }
  const names = [...cellsOf.keys()]
  const readAs = [...cellsOf.values()].map((each) => each.readAs)
  const open = [...names.keys()].filter((at) => readAs[at] === undefined)
  const label = readAs.indexOf('label')
  const among = (some: ReadonlySet<string>) => [...names.keys()].filter((at) => some.has(names[at] as string))
  const columns = {
    lacks: { ...lacks, kind: lacks.kind && !hasKind },
    names,
    open,
    readAs,
    ...(label >= 0 && { label }),
  }
  checkNotRead(
    { ...columns, guessed: among(guessed), unitless: among(unitless) },
    (at) => cellsOf.get(names[at] as string)?.cells ?? [],
  )
  return { notRead: [...found], map }

  function look(name: string, readAs: string | undefined, item: Item): void {
    const cell = textOf(item[name])
    if (readAs === 'quantity' && !isEmpty(cell)) lacks.quantity = false
    if ((readAs === 'location' || readAs === 'region') && !isEmpty(cell)) lacks.place = false
    const { cells } = cellsOf.get(name) ?? {}
    if (cells === undefined) cellsOf.set(name, { readAs, cells: [cell] })
    else cells.push(cell)
  }
}

/** A map that leaves out the guessed fields of numbers, too, whose values are mostly others: see `misfitsOf`. */
function fittingMap(items: readonly unknown[], map: ColumnMap): ColumnMap {
  const readers = new Map<string, TableReader | undefined>()
  /** Values that fit less those that do not, by field. */
  const fitting = new Map<string, number>()
  const needFit = new Set<string>()
  for (const item of items) {
    const header = isObject(item) && assetOf(item) === undefined ? columnsOf(item) : undefined
    if (header === undefined) continue
    const key = JSON.stringify(header)
    if (!readers.has(key)) readers.set(key, tableOf(header, mapFor(header, map)))
    const { guessed = [], readAs = [], several, ended, fits } = readers.get(key) ?? {}
    const cellOf = (at: number) => trimmed(textOf((item as Item)[header[at] as string]))
    for (const at of guessed) {
      if (!isFitted(readAs[at]) || isEmpty(cellOf(at))) continue
      const name = header[at] as string
      if (at === several || at === ended) needFit.add(name)
      const fit = fits?.(cellOf(at), at, cellOf(readAs.indexOf('kind')))
      fitting.set(name, (fitting.get(name) ?? 0) + weightOf(fit))
    }
  }
  const misfits = [...fitting].flatMap(([name, weight]) =>
    isMisfit(weight, needFit.has(name)) ? [[name, NOT_READ] as const] : [],
  )
  return misfits.length === 0 ? map : fittingMap(items, { ...map, ...Object.fromEntries(misfits) })
}

/** Whether a field beside an asset may be its quantity or place, by its name. */
function mayMatter(name: string): boolean {
  const { at: known, open } = findColumns([name])
  const isRead = (['quantity', 'location', 'region'] as const).some((column) => known.has(column))
  return isRead || open.length > 0 || (known.has('instance_state') && !isUnused(name))
}

/** Whether an asset says where it is used. */
function hasPlace(asset: unknown): boolean {
  if (!isObject(asset)) return false
  const { usage } = asset
  if (isObject(usage) && (usage.usageLocation ?? usage.region) !== undefined) return true
  return Object.values(asset).some(hasPlace)
}

/** Undefined if the item is faulty: its row says why. */
function tableOf(header: readonly string[], map: ColumnMap) {
  try {
    return assetTable(header, map)
  } catch {
    return undefined
  }
}
