import type { Criterion } from '../src/engine/criteria.ts'
import type { Rounding } from '../src/engine/round-figure.ts'
import { type BatchObserver, createLoaders, type Loaders } from '../src/reference/loaders.ts'
import type { References } from '../src/reference/references.ts'

/** What all requests share: the reference tables, and how figures are asked for and shown by default. */
export interface World {
  readonly references: References
  readonly rounding: Rounding
  readonly defaultCriteria: readonly Criterion[]
}

/** What one request has of its own. */
export interface Context extends World {
  readonly loaders: Loaders
  /**
   * To be called now and then by what takes long: a promise to wait for where it is the turn of others. Throws when the time
   * of the operation is up.
   */
  readonly pause?: () => Promise<void> | undefined
}

/** A fresh context for one request: its look-ups are remembered for it alone. */
export function createContext(world: World, observe?: BatchObserver): Context {
  return { ...world, loaders: createLoaders(world.references, observe) }
}
