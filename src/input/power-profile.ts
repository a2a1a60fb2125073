/** Points of a measured profile, as a person writes them: a load in percent, and a power in W. */
type PointOfProfile = {
  readonly timeWorkload: number
  readonly powerWatt: number
}

const POINT = /^(\d+(?:\.\d+)?)%?[=:](\d+(?:\.\d+)?)w?$/i

/**
 * Reads a measured power profile. Undefined for a text of another form. The schema of the input checks the numbers.
 *
 * @example
 * readPowerProfile('0=52,50=224,100=457') // [{ timeWorkload: 0, powerWatt: 52 }, ...]
 * readPowerProfile('0:52 50:224 100:457') // the same
 */
export function readPowerProfile(text: string): readonly PointOfProfile[] | undefined {
  const points = text
    .trim()
    // A space before a unit, or behind the colon.
    .replace(/(?<=\d) (?=[%w])|(?<=[=:]) /gi, '')
    .split(/[\s,;]+/)
    .map((point) => POINT.exec(point))
  return points.every((point) => point !== null)
    ? points.map(([, load, power]) => ({ timeWorkload: Number(load), powerWatt: Number(power) }))
    : undefined
}
