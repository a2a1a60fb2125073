import { AssetInput } from '../../input/fleet-input.ts'
import { unknownFields } from '../../input/unknown-fields.ts'
import { assetTable } from '../table/asset-table.ts'
import type { ColumnMap } from '../table/columns.ts'
import { checkNotRead } from '../table/not-read.ts'
import { assetOf, columnsOf, isObject, mapFor, textOf } from './read-item.ts'

const OF_ITEMS: ReadonlySet<string> = new Set(['label', 'quantity', 'duration', 'allocation', 'boundary', 'asset'])

/** The unread fields of items, each once. Throws an ImportError if one of them seems to hold what the items lack. */
export function notReadOf(items: readonly unknown[], map: ColumnMap = {}): readonly string[] {
  const found = new Set<string>()
  /** Columns that may matter, with their cells. */
  const open = new Map<string, string[]>()
  const lacks = { quantity: true, place: true }
  for (const item of items) {
    if (!isObject(item)) continue
    if (Object.hasOwn(item, 'quantity')) lacks.quantity = false
    const asset = assetOf(item)
    if (asset !== undefined) {
      lacks.place = false
      for (const key of Object.keys(item))
        if (!OF_ITEMS.has(key) && !Object.hasOwn(AssetInput.shape, key)) found.add(key)
      for (const path of unknownFields(AssetInput, asset)) found.add(path.join('.'))
      continue
    }
    const header = columnsOf(item)
    if (header === undefined) continue
    const reader = tableOf(header, mapFor(header, map))
    if (reader === undefined) continue
    if (!reader.lacks.quantity) lacks.quantity = false
    if (!reader.lacks.place) lacks.place = false
    for (const [at, name] of header.entries()) if (reader.readAs[at] === undefined) found.add(name)
    for (const at of reader.open) {
      const name = header[at] as string
      const cells = open.get(name) ?? []
      cells.push(textOf(item[name]))
      open.set(name, cells)
    }
  }
  const names = [...open.keys()]
  checkNotRead({ lacks, names, open: [...names.keys()] }, (at) => open.get(names[at] as string) ?? [])
  return [...found]
}

/** Undefined if the item is faulty: its row says why. */
function tableOf(header: readonly string[], map: ColumnMap) {
  try {
    return assetTable(header, map)
  } catch {
    return undefined
  }
}
