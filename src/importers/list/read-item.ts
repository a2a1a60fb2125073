import { AssetInput } from '../../input/fleet-input.ts'
import { checkAsset } from '../check-asset.ts'
import type { Reading } from '../imported.ts'
import { assetTable } from '../table/asset-table.ts'
import { COLUMNS, plain } from '../table/columns.ts'
import { ON_THEIR_OWN, readQuantity } from '../table/table-reader.ts'

type Item = Readonly<Record<string, unknown>>

const COUNTED = { isCounted: true }
const PLAIN_COLUMNS: ReadonlySet<string> = new Set(COLUMNS.map(plain))
const MOST_COLUMNS = 200

/** The kinds of an asset, as GraphQL names them. */
const ASSET_KINDS = Object.keys(AssetInput.shape)

/**
 * One item of a list: an item of a fleet (`{label, quantity, asset}`), an asset (`{server: {...}}`), or the columns of a
 * table (`{kind, cpu_name, ...}`).
 */
export function readItem(value: unknown): Reading {
  if (!isObject(value)) return fault('expected an object: an item of a fleet, an asset, or the columns of a table', [])
  const label = typeof value.label === 'string' ? value.label.slice(0, 500) : ''
  const many = readQuantity(textOf(value.quantity), COUNTED, ON_THEIR_OWN)
  if (typeof many === 'object') return { fault: many }
  const reading = readWhat(value, label, many)
  return 'fault' in reading ? { ...reading, quantity: many } : reading
}

function readWhat(value: Item, label: string, quantity: number): Reading {
  const duration = value.duration ?? undefined
  if (
    duration !== undefined &&
    !(typeof duration === 'number' && duration > 0 && duration <= 1e12) &&
    isObject(value.asset)
  )
    return fault('duration: expected a number of hours above 0', ['duration'])
  if (Object.hasOwn(value, 'asset')) return readAsset(value.asset)
  const kinds = ASSET_KINDS.filter((kind) => Object.hasOwn(value, kind))
  if (kinds.some((kind) => isObject(value[kind]))) {
    return readAsset(Object.fromEntries(kinds.map((kind) => [kind, value[kind]])))
  }
  return readColumns(value, label, quantity)

  function readAsset(asset: unknown): Reading {
    const checked = checkAsset(asset)
    if ('fault' in checked) return checked
    return { label, quantity, asset: checked.asset, ...(typeof duration === 'number' && { duration }) }
  }
}

function readColumns(item: Item, label: string, quantity: number): Reading {
  const header = Object.keys(item).slice(0, MOST_COLUMNS)
  if (!header.some((name) => PLAIN_COLUMNS.has(plain(name)) && name !== 'label' && name !== 'quantity'))
    return fault('expected an item of a fleet, an asset, or the columns of a table', [])
  const reader = assetTable(header)
  const reading = reader.read(
    reader.keys.map((at) => textOf(item[header[at] as string])),
    ON_THEIR_OWN,
  )
  return 'asset' in reading ? { ...reading, label, quantity } : reading
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  return typeof value === 'string'
    ? value
    : typeof value === 'number'
      ? String(value)
      : JSON.stringify(value).slice(0, 60)
}

function isObject(value: unknown): value is Item {
  return value !== null && typeof value === 'object' && !Array.isArray(value)
}

function fault(message: string, path: readonly string[]): Reading {
  return { fault: { code: 'BAD_USER_INPUT', message, path } }
}
