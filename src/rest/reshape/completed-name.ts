import { CRITERION_CODES } from '../../engine/figures/criteria.ts'
import type { NamedAttributeFragment, RestArchetypeQuery } from '../../generated/rest-operations.ts'
import { decimal, type Json } from '../json.ts'
import { reshapeAttributes } from './attribute.ts'

/** The keys of a CPU and of a GPU in the order that clients know; what a name does not complete is null. */
const CPU_KEYS = [
  'core_units',
  'die_size',
  'die_size_per_core',
  'manufacturer',
  'model_range',
  'family',
  'name',
  'tdp',
  'threads',
]
const GPU_KEYS = [
  'name',
  'manufacturer',
  'weight',
  'heatsink_weight',
  'pwb_surface',
  'pwb_weight',
  'casing_weight',
  'gpu_surface',
  'vram',
  'vram_dies',
  'vram_surface',
  'transport_boat',
  'transport_truck',
  'transport_plane',
]

/** Figures of a GPU that are written whole. */
const WHOLE = new Set(['vram', 'vram_dies'])

/** Criteria for which known clients have no electricity factor. */
const NOT_SENT: ReadonlySet<string> = new Set(['fw', 'fe'])

const NO_USAGE: Json = {
  use_time_ratio: null,
  hours_life_time: null,
  avg_power: null,
  time_workload: null,
  usage_location: null,
  elec_factors: Object.fromEntries(CRITERION_CODES.filter((code) => !NOT_SENT.has(code)).map((code) => [code, null])),
}

/** What the name of a CPU completes: the values alone. */
export function reshapeCompletedCpu(attributes: readonly NamedAttributeFragment[]): Json {
  const shown = attributes.filter(({ name, attribute }) => name === 'name' || attribute.status === 'COMPLETED')
  const values = Object.entries(reshapeAttributes(shown)).map(([name, attribute]) => [
    name,
    (attribute as { readonly value: Json }).value,
  ])
  return withNulls(CPU_KEYS, Object.fromEntries(values))
}

/** What the name of a GPU completes: the figures of its row. */
export function reshapeCompletedGpu(groups: NonNullable<RestArchetypeQuery['archetype']>): Json {
  const values = groups
    .flatMap(({ entries }) => entries)
    .map(({ name, number, text }): [string, Json] => [name, number === null ? text : write(name, number)])
  return withNulls(GPU_KEYS, Object.fromEntries(values))
}

function write(name: string, number: number): Json {
  return WHOLE.has(name) && Number.isInteger(number) ? number : decimal(number)
}

function withNulls(keys: readonly string[], values: Readonly<Record<string, Json>>): Json {
  return { units: null, usage: NO_USAGE, ...Object.fromEntries(keys.map((key) => [key, values[key] ?? null])) }
}
