import type { Estimate, Range } from '../figures/range.ts'
import type { Warning } from '../figures/warning.ts'

/** A result with bounds, and what to keep in mind when reading it. */
export class Figure implements Range {
  readonly result: Estimate
  readonly warnings: readonly Warning[]

  constructor(result: Estimate, warnings: readonly Warning[]) {
    this.result = result
    this.warnings = warnings
  }

  get value(): number {
    return this.result.value
  }

  get min(): number {
    return this.result.min
  }

  get max(): number {
    return this.result.max
  }
}
