import { AssetInput } from '../../input/fleet-input.ts'
import { unknownFields } from '../../input/unknown-fields.ts'
import { assetTable, PLACES } from '../table/asset-table.ts'
import type { ColumnMap } from '../table/columns.ts'
import { findColumns } from '../table/find-columns.ts'
import { COLUMNS_LOOKED_AT, checkNotRead } from '../table/not-read.ts'
import { isEmpty } from '../table/read-cell.ts'
import { assetOf, columnsOf, type Item, isObject, mapFor, SETTINGS, textOf } from './read-item.ts'

const OF_ITEMS: ReadonlySet<string> = new Set([...SETTINGS, 'asset'])
/** What a field beside an asset can be mapped to. */
const IN_ITEMS: ReadonlySet<string> = new Set([...SETTINGS, ...PLACES])

/** The unread fields of items, each once. Throws an ImportError if one of them seems to hold what the items lack. */
export function notReadOf(items: readonly unknown[], map: ColumnMap = {}): readonly string[] {
  const found = new Set<string>()
  /** Columns that may matter, with what each is read as, and its cells. */
  const cellsOf = new Map<string, { readonly readAs: string | undefined; readonly cells: string[] }>()
  const lacks = { quantity: true, place: true }
  for (const item of items) {
    if (!isObject(item)) continue
    if (!isEmpty(textOf(item.quantity))) lacks.quantity = false
    const asset = assetOf(item)
    if (asset !== undefined) {
      if (hasPlace(asset)) lacks.place = false
      for (const key of Object.keys(item)) {
        if (OF_ITEMS.has(key) || Object.hasOwn(AssetInput.shape, key)) continue
        const readAs = Object.hasOwn(map, key) ? map[key] : undefined
        if (readAs === undefined || !IN_ITEMS.has(readAs)) found.add(key)
        if (readAs === undefined ? mayMatter(key) : COLUMNS_LOOKED_AT.has(readAs)) look(key, readAs, item)
      }
      for (const { path } of unknownFields(AssetInput, asset)) found.add(path.join('.'))
      continue
    }
    const header = columnsOf(item)
    if (header === undefined) continue
    const reader = tableOf(header, mapFor(header, map))
    if (reader === undefined) continue
    for (const [at, name] of header.entries()) {
      const readAs = reader.readAs[at]
      if (readAs === undefined) found.add(name)
      if (readAs === undefined ? !reader.open.includes(at) : !COLUMNS_LOOKED_AT.has(readAs)) continue
      look(name, readAs, item)
    }
  }
  const names = [...cellsOf.keys()]
  const readAs = [...cellsOf.values()].map((each) => each.readAs)
  const open = [...names.keys()].filter((at) => readAs[at] === undefined)
  checkNotRead({ lacks, names, open, readAs }, (at) => cellsOf.get(names[at] as string)?.cells ?? [])
  return [...found]

  function look(name: string, readAs: string | undefined, item: Item): void {
    const cell = textOf(item[name])
    if (readAs === 'quantity' && !isEmpty(cell)) lacks.quantity = false
    if ((readAs === 'location' || readAs === 'region') && !isEmpty(cell)) lacks.place = false
    const { cells } = cellsOf.get(name) ?? {}
    if (cells === undefined) cellsOf.set(name, { readAs, cells: [cell] })
    else cells.push(cell)
  }
}

/** Whether a field beside an asset may be its quantity or place, by its name. */
function mayMatter(name: string): boolean {
  const { at: known, open } = findColumns([name])
  return open.length > 0 || (['quantity', 'location', 'region'] as const).some((column) => known.has(column))
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
