import type { Estimate } from '../figures/range.ts'
import type { Warning } from '../figures/warning.ts'
import type { Assessable } from './asset.ts'
import { Figure } from './figure.ts'

/** A figure of a thing that is no impact (energy in kWh, water in litres), and how it is computed again. */
export class Quantity extends Figure {
  readonly unit: string
  readonly of: Assessable
  readonly #read: (of: Assessable) => Quantity | undefined

  constructor(
    result: Estimate,
    unit: string,
    warnings: readonly Warning[],
    of: Assessable,
    read: (of: Assessable) => Quantity | undefined,
  ) {
    super(result, warnings)
    this.unit = unit
    this.of = of
    this.#read = read
  }

  /** The same of a thing of which nothing is computed yet. */
  again(): Quantity | undefined {
    return this.#read(this.of.again())
  }
}
