import type * as z from 'zod'
import { ALLOCATIONS, BOUNDARIES } from '../engine/assessment/impact.ts'
import type { GroupBy } from '../engine/devices/assessed-fleet.ts'
import type { OwnSpan } from '../engine/devices/over-own-span.ts'
import { ASSETS, type AssetKind } from '../kinds.ts'
import { ComponentInput } from './component-input.ts'
import {
  CloudInstanceInput,
  EquipmentInput,
  IotDeviceInput,
  NetworkInput,
  ServerInput,
  StorageInput,
  TerminalInput,
} from './device-input.ts'
import { flag, list, name, object, oneKind, optional, positive, units, word } from './fields.ts'

/** One asset of any kind. */
export const AssetInput = oneKind(
  {
    server: optional(ServerInput, ASSETS.server.one),
    cloudInstance: optional(CloudInstanceInput, ASSETS.cloudInstance.one),
    terminal: optional(TerminalInput, ASSETS.terminal.one),
    equipment: optional(EquipmentInput, ASSETS.equipment.one),
    component: optional(ComponentInput, ASSETS.component.one),
    iotDevice: optional(IotDeviceInput, ASSETS.iotDevice.one),
    storage: optional(StorageInput, ASSETS.storage.one),
    network: optional(NetworkInput, ASSETS.network.one),
  } satisfies Record<AssetKind, z.ZodType>,
  'kind of asset',
).meta({ id: 'AssetInput', description: 'One asset, of exactly one kind.' })

export type AssetInput = z.output<typeof AssetInput>

/** The kind of an asset as in the column `kind` of a table: `laptop`, `server`, `cloudInstance`, `cpu`. */
export function kindOf(input: AssetInput): string {
  const [kind = '', described] = Object.entries(input).find(([, each]) => each !== undefined) ?? []
  const { kind: of } = input.terminal ?? input.equipment ?? {}
  if (of !== undefined) return of.toLowerCase()
  return kind === 'component' ? (Object.keys(described ?? {})[0] ?? kind) : kind
}

/** What the items of a fleet can be grouped by. */
export const GROUPINGS = [
  'KIND',
  'LOCATION',
  'PROVIDER',
  'INSTANCE_TYPE',
  'LABEL_PREFIX',
  'TAG',
] as const satisfies readonly GroupBy[]

/** Tags of one item: more than any provider allows. */
const MOST_TAGS = 100

const TagInput = object({
  key: name.meta({ description: 'Key of the tag', examples: ['team'] }),
  value: name.meta({ description: 'Value of the tag', examples: ['checkout'] }),
}).meta({ id: 'TagInput', description: 'A tag of your own. `groupBy` groups items by it.' })

/** Tags of an item, with unique keys. */
export const tags = list(TagInput)
  .refine((given) => given.length <= MOST_TAGS, { error: `expected at most ${MOST_TAGS} tags`, abort: true })
  .refine((given) => new Set(given.map(({ key }) => key)).size === given.length, { error: 'expected each key once' })
  .meta({ maxItems: MOST_TAGS })

/** A whole life has no hours of its own. */
const HOURS_OR_LIFE = [
  ({ duration, wholeLife = false }: { readonly duration?: unknown; readonly wholeLife?: unknown }) =>
    duration === undefined || wholeLife === false,
  { error: 'expected either `duration` or `wholeLife`, not both', path: ['wholeLife'] as string[] },
] as const

/** What an item of a fleet is assessed over, where that differs from the fleet. */
export const ItemSpan = object({
  duration: optional(positive, 'Hours to assess for this item, instead of those for the fleet', 35_040),
  wholeLife: optional(
    flag,
    'Whether to assess this item over its whole lifetime, instead of the duration of the fleet',
  ),
  allocation: optional(word(ALLOCATIONS), 'How the embodied impact of this item is allocated to its duration'),
  boundary: optional(
    word(BOUNDARIES).refine((boundary) => boundary === 'EQUIPMENT', {
      error: 'expected EQUIPMENT. To count data centres, set the boundary of the fleet',
    }),
    'EQUIPMENT: leave out the data centre of this item, even if the boundary of the fleet is DATA_CENTRE',
  ),
}).refine(...HOURS_OR_LIFE)

/** A number of units of one asset. */
export const FleetItemInput = object({
  label: optional(name, 'Your own name for the item, repeated in the result. Several items can share one', 'web'),
  tags: optional(tags, 'Your own tags of the item, each key once. `groupBy` groups the items by them'),
  quantity: units.default(1).meta({ description: 'Number of units', examples: [12] }),
  asset: AssetInput,
  ...ItemSpan.shape,
})
  .refine(...HOURS_OR_LIFE)
  .meta({ id: 'FleetItemInput', description: 'Several units of one asset.' })

export type FleetItemInput = z.output<typeof FleetItemInput>

/** The span of an item, where it differs from that of the fleet. */
export function spanOfItem({ duration, wholeLife, allocation, boundary }: z.output<typeof ItemSpan>): OwnSpan {
  return {
    ...(duration !== undefined && { duration }),
    ...(wholeLife && { duration: 'life' }),
    ...(allocation && { allocation }),
    ...(boundary && { boundary: 'EQUIPMENT' }),
  }
}
