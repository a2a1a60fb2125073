import type { RestArchetypeQuery } from '../../generated/rest-operations.ts'
import { decimal, type Json } from '../json.ts'

type Groups = NonNullable<RestArchetypeQuery['archetype']>
type Entry = Groups[number]['entries'][number]

/** Groups of cells: `{"CPU": {"units": {"default": 2.0, "min": 1.0, "max": 4.0}}}`; an unknown cell is `{}`. */
export function reshapeArchetype(groups: Groups): Json {
  return Object.assign(
    {},
    ...groups.map(({ name, entries }) => {
      if (name === null) return cells(entries)
      if (name === 'CONSUMPTION_PROFILE') return { [name]: { params: { default: parameters(entries) } } }
      const [only] = entries
      return { [name]: entries.length === 1 && only?.name === '' ? cell(only) : cells(entries) }
    }),
  )
}

function cells(entries: readonly Entry[]): Record<string, Json> {
  return Object.fromEntries(entries.map((entry) => [entry.name, cell(entry)]))
}

/** The parameters of a power curve, which stand in one cell. */
function parameters(entries: readonly Entry[]): Record<string, Json> {
  return Object.fromEntries(entries.flatMap(({ name, number }) => (number === null ? [] : [[name, decimal(number)]])))
}

function cell({ number, min, max, text }: Entry): Json {
  if (text !== null) return { default: text }
  if (number === null) return {}
  if (min === null || max === null) return { default: decimal(number) }
  return { default: decimal(number), min: decimal(min), max: decimal(max) }
}
