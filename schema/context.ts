import type { Criterion } from '../src/engine/figures/criteria.ts'
import type { Rounding } from '../src/engine/figures/round-figure.ts'
import { checkInput } from '../src/input/check-input.ts'
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
  /** Checks an input before anything is looked up for it; hands on what was checked where it was read. */
  readonly check: typeof checkInput
  /**
   * To be called now and then by what takes long: a promise to wait for where it is the turn of others. Throws when the time
   * of the operation is up.
   */
  readonly pause?: () => Promise<void> | undefined
}

export interface ContextOptions {
  readonly observe?: BatchObserver | undefined
  /** Whether all inputs are outputs of the same schemas that they would be checked by. */
  readonly inputIsChecked?: boolean
}

/** A fresh context for one request: its look-ups are remembered for it alone. */
export function createContext(world: World, { observe, inputIsChecked = false }: ContextOptions = {}): Context {
  const { references, rounding, defaultCriteria } = world
  const loaders = createLoaders(references, observe)
  return { references, rounding, defaultCriteria, loaders, check: inputIsChecked ? handOn : checkInput }
}

const handOn: typeof checkInput = (_, input) => input as never
