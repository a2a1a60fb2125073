import { AssetInput } from '../../input/fleet-input.ts'
import { unknownFields } from '../../input/unknown-fields.ts'
import { assetTable } from '../table/asset-table.ts'
import type { ColumnMap } from '../table/columns.ts'
import { COLUMNS_LOOKED_AT, checkNotRead } from '../table/not-read.ts'
import { isEmpty } from '../table/read-cell.ts'
import { assetOf, columnsOf, isObject, mapFor, textOf } from './read-item.ts'

const OF_ITEMS: ReadonlySet<string> = new Set(['label', 'quantity', 'duration', 'allocation', 'boundary', 'asset'])

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
      lacks.place = false
      for (const key of Object.keys(item))
        if (!OF_ITEMS.has(key) && !Object.hasOwn(AssetInput.shape, key)) found.add(key)
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
      const cell = textOf(item[name])
      if (readAs === 'quantity' && !isEmpty(cell)) lacks.quantity = false
      if ((readAs === 'location' || readAs === 'region') && !isEmpty(cell)) lacks.place = false
      const { cells } = cellsOf.get(name) ?? {}
      if (cells === undefined) cellsOf.set(name, { readAs, cells: [cell] })
      else cells.push(cell)
    }
  }
  const names = [...cellsOf.keys()]
  const readAs = [...cellsOf.values()].map((each) => each.readAs)
  const open = [...names.keys()].filter((at) => readAs[at] === undefined)
  checkNotRead({ lacks, names, open, readAs }, (at) => cellsOf.get(names[at] as string)?.cells ?? [])
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
