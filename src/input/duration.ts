/** A duration that stands for the whole life of a thing. */
export const WHOLE_LIFE = 'life'

/** Hours, or the whole life of a thing. */
export type Duration = number | typeof WHOLE_LIFE

const UNITS = [
  { written: /\s*(?:y|years?)$/, hours: 8760 },
  { written: /\s*months?$/, hours: 730 },
  { written: /\s*(?:w|weeks?)$/, hours: 168 },
  { written: /\s*(?:d|days?)$/, hours: 24 },
  { written: /\s*(?:h|hours?)$/, hours: 1 },
] as const
const LONGEST = 1e12

/**
 * Parses a duration to hours, or `life`; undefined unless it is above 0. A year has 8,760 hours, and a month
 * a twelfth of them.
 *
 * @example
 * readDuration('4y') // 35040
 * readDuration('6 months') // 4380
 * readDuration('30 days') // 720
 * readDuration('12') // 12
 */
export function readDuration(text: string): Duration | undefined {
  const plain = text.trim().toLowerCase()
  if (plain === WHOLE_LIFE) return WHOLE_LIFE
  const unit = UNITS.find(({ written }) => written.test(plain))
  const number = unit === undefined ? plain : plain.replace(unit.written, '')
  const hours = number === '' ? Number.NaN : Number(number) * (unit?.hours ?? 1)
  return hours > 0 && hours <= LONGEST ? hours : undefined
}
