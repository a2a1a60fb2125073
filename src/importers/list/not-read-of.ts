import { AssetInput } from '../../input/fleet-input.ts'
import { unknownFields } from '../../input/unknown-fields.ts'
import { PLACES } from '../table/asset-table.ts'
import { type ColumnMap, NOT_READ } from '../table/columns.ts'
import { findColumns } from '../table/find-columns.ts'
import { isUnused } from '../table/heading-of.ts'
import { targetOf } from '../table/map-target.ts'
import {
  type CellOfRow,
  COLUMNS_LOOKED_AT,
  checkNotRead,
  isFitted,
  isMisfit,
  judgedAs,
  namesCards,
  notesOnParts,
  weightOf,
} from '../table/not-read.ts'
import { isEmpty } from '../table/read-cell.ts'
import { type EitherPower, trimmed } from '../table/table-reader.ts'
import { assetOf, columnsOf, type Item, isObject, SETTINGS, tableOfItem, textOf } from './read-item.ts'

const OF_ITEMS: ReadonlySet<string> = new Set([...SETTINGS, 'asset'])
/** What a field beside an asset can be mapped to. */
const IN_ITEMS: ReadonlySet<string> = new Set([...SETTINGS, ...PLACES])

/**
 * The unread fields of items, each once, and the map with guessed fields left out that hold something else. Throws an
 * ImportError if an unread field seems to hold what the items lack.
 */
export function notReadOf(items: readonly unknown[], asked: ColumnMap = {}) {
  const unread = new Map<string, string>()
  const map = fittingMap(items, asked, unread)
  const isLeftOut = (name: string) => Object.hasOwn(map, name) && !Object.hasOwn(asked, name)
  const found = new Set<string>()
  /** Columns that may matter, with what each is read as, and its cells. */
  const cellsOf = new Map<string, { readonly readAs: string | undefined; readonly rows: CellOfRow[] }>()
  const guessed = new Set<string>()
  const unitless = new Set<string>()
  const powers = new Map<string, EitherPower['wattsOf']>()
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
        if (readAs === undefined ? mayMatter(key) : COLUMNS_LOOKED_AT.has(readAs))
          look(key, readAs, { cell: textOf(item[key]) })
      }
      for (const { path } of unknownFields(AssetInput, asset)) found.add(path.join('.'))
      continue
    }
    const header = columnsOf(item)
    if (header === undefined) continue
    const reader = tableOf(header, map)
    if (reader === undefined) {
      hasKind = true
      continue
    }
    for (const { at, wattsOf } of reader.eitherPowers ?? []) powers.set(header[at] ?? '', wattsOf)
    if (reader.lacks.kind && reader.implied === undefined) lacks.kind = true
    else hasKind = true
    const textAs = (column: string) => textOf(item[header[reader.readAs.indexOf(column)] ?? ''])
    const beside = {
      kind: reader.implied ?? textAs('kind'),
      quantity: textAs('quantity'),
      hasCards: namesCards(reader.readAs),
    }
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
      look(name, readAs, { cell: textOf(item[name]), ...beside })
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
  const others = checkNotRead(
    {
      ...columns,
      guessed: among(guessed),
      unitless: among(unitless),
      eitherPowers: names.flatMap((name, at) => {
        const wattsOf = powers.get(name)
        return wattsOf === undefined ? [] : [{ at, wattsOf }]
      }),
    },
    (at) => rowsOf(at).map(({ cell }) => cell),
    rowsOf,
  )
  const notes = [...unread.values(), ...others]
  return { notRead: [...found], map, ...(notes.length > 0 && { notes }) }

  function rowsOf(at: number): readonly CellOfRow[] {
    return cellsOf.get(names[at] as string)?.rows ?? []
  }

  function look(name: string, readAs: string | undefined, row: CellOfRow): void {
    const { cell } = row
    if (readAs === 'quantity' && !isEmpty(cell)) lacks.quantity = false
    if ((readAs === 'location' || readAs === 'region') && !isEmpty(cell)) lacks.place = false
    const { rows } = cellsOf.get(name) ?? {}
    if (rows === undefined) cellsOf.set(name, { readAs, rows: [row] })
    else rows.push(row)
  }
}

/**
 * A map that leaves out the guessed fields, too, whose values are mostly others: see `misfitsOf`. It also leaves out
 * the numbered fields that any item makes unclear, and adds a note on each to `notes`.
 */
function fittingMap(items: readonly unknown[], map: ColumnMap, notes: Map<string, string>): ColumnMap {
  /** Values that fit less those that do not, with the fields that are judged together. */
  const votes = new Map<string, { readonly names: Set<string>; weight: number; needsFit: boolean }>()
  const leftOut = new Set<string>()
  for (const item of items) {
    const header = isObject(item) && assetOf(item) === undefined ? columnsOf(item) : undefined
    if (header === undefined) continue
    const reader = tableOf(header, map)
    if (reader === undefined) continue
    const { guessed = [], readAs, several, ifFits = [], fits, unclear = [] } = reader
    for (const [each, note] of unclear.map((each) => [each, notesOnParts(header, [each])] as const)) {
      if (!notes.has(header[each.at] ?? '')) notes.set(header[each.at] ?? '', note.join())
      for (const at of each.unread) leftOut.add(header[at] ?? '')
    }
    const cellOf = (at: number) => trimmed(textOf((item as Item)[header[at] as string]))
    for (const at of guessed) {
      if (!isFitted(readAs[at]) || isEmpty(cellOf(at))) continue
      const judged = judgedAs(reader, at)
      const vote = votes.get(judged) ?? { names: new Set(), weight: 0, needsFit: false }
      votes.set(judged, vote)
      vote.names.add(header[at] as string)
      vote.needsFit ||= at === several || ifFits.includes(at)
      vote.weight += weightOf(fits?.(cellOf(at), at, cellOf(readAs.indexOf('kind'))))
    }
  }
  for (const { names, weight, needsFit } of votes.values())
    if (isMisfit(weight, needsFit)) for (const name of names) leftOut.add(name)
  if (leftOut.size === 0) return map
  return fittingMap(items, { ...map, ...Object.fromEntries([...leftOut].map((name) => [name, NOT_READ])) }, notes)
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
    return tableOfItem(header, map)
  } catch {
    return undefined
  }
}
