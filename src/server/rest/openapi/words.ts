import type { JsonSchema } from '../../../input/rest/json-schemas.ts'

/** Groups of operations, in display order; generated clients of /v1 are divided by them. */
export const TAGS = {
  server: 'Servers, described part by part or by an archetype',
  cloud: 'Cloud instances: their share of the server that hosts them',
  terminal: 'Laptops, desktops, phones, televisions and other terminals',
  peripheral: 'Monitors, drives and controllers',
  component: 'Parts of a device, or separate parts',
  iot: 'IoT devices, by their functional blocks',
  consumption_profile: 'Power of a processor at each load',
  utils: 'Reference lists: criteria, locations, names of components',
  v2: 'Assets of any kind, with data centres, uncertainty, comparisons, timelines and jobs. Fields have the same names as in GraphQL',
} as const

export type Tag = keyof typeof TAGS

/** Abbreviations in names. */
const ABBREVIATIONS: ReadonlySet<string> = new Set(['cpu', 'gpu', 'ram', 'ssd', 'hdd', 'usb', 'vr'])

/** A kind as a title: `external_ssd` is `External SSD`, `power_supply` is `Power supply`. */
export function kindWords(kind: string): string {
  const words = kind.split('_').map((word) => (ABBREVIATIONS.has(word) ? word.toUpperCase() : word))
  const text = words.join(' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** A decimal number. */
export const number = { type: 'number', format: 'double' } as const
export const text = { type: 'string' } as const
/** One of a few words. */
export const oneOf = (words: readonly string[]) => ({ type: 'string', enum: [...words] })
export const texts = { type: 'array', items: text } as const

/** A schema of the document, by its name. */
export function ref(name: string): JsonSchema {
  return { $ref: `#/components/schemas/${name}` }
}

/** An object with these properties, some of them required. */
export function object(description: string, properties: Record<string, JsonSchema>, required: readonly string[]) {
  return { type: 'object', description, properties, required }
}

/** `power_supply` is `PowerSupply` in the names of operations. */
export function pascalCase(name: string): string {
  return name.replace(/(^|_)([a-z])/g, (_, __, letter: string) => letter.toUpperCase())
}
