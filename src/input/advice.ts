import { componentOfProperty, propertyWords } from '../engine/readings/leaf-label.ts'
import { camelCase } from '../engine/values/spelling.ts'
import { componentAdvice } from './component-input.ts'
import { serverAdvice, serviceAdvice, terminalAdvice } from './device-input.ts'
import type { Advice } from './fields.ts'
import { usageAdvice } from './usage-input.ts'

/** What the caller can do about an input; `advice` is undefined and `inputs` empty if there is nothing to set. */
type GivenAdvice = Advice | { readonly advice: undefined; readonly inputs: readonly [] }

/** Properties for which setting the property itself is not the best advice. */
const OWN: Readonly<Record<string, Advice>> = {
  ...componentAdvice,
  ...serverAdvice,
  ...usageAdvice,
  ...serviceAdvice,
  ...terminalAdvice,
}

/**
 * What a caller can set instead of a completed property, by its name in tables.
 *
 * @example
 * adviceOn('cpu_tdp') // { advice: 'Give the thermal design power of the CPU.', inputs: ['cpu.tdp'] }
 */
export function adviceOn(property: string | undefined): GivenAdvice {
  if (property === undefined) return NONE
  const own = OWN[property]
  if (own !== undefined) return own
  const words = propertyWords(property)
  const part = componentOfProperty(property)
  const field = part === undefined ? camelCase(property) : camelCase(property.slice(part.length + 1))
  const thing = part === undefined ? 'usage' : camelCase(part)
  return { advice: `Give the ${words.charAt(0).toLowerCase()}${words.slice(1)}.`, inputs: [`${thing}.${field}`] }
}

const NONE = { advice: undefined, inputs: [] } as const
