/** An uncertain quantity: its value and the bounds it lies in. `min <= value <= max` holds for all that the engine makes. */
export interface Range {
  readonly value: number
  readonly min: number
  readonly max: number
}

/** The range that formulas take and give. One class, so that reading its members is quick wherever they come from. */
export class Estimate implements Range {
  readonly value: number
  readonly min: number
  readonly max: number

  constructor(value: number, min: number, max: number) {
    this.value = value
    this.min = min
    this.max = max
  }
}

/** A quantity without uncertainty: `exact(3)` is 3 with the bounds 3 and 3. */
export function exact(value: number): Estimate {
  return new Estimate(value, value, value)
}

/** A quantity with its bounds; bounds on the wrong side of the value are moved to it. */
export function range(value: number, min: number, max: number): Estimate {
  return new Estimate(value, min < value ? min : value, max > value ? max : value)
}
