import type { Uncertainty } from './fetch-uncertainty.ts'

/** How sure the lowest of several is: `In 96 of 100 cases B is lower than A.` Empty where that is not known. */
export function chanceWords({ comparison }: Uncertainty, lowest: string): string {
  const { items, pairs } = comparison ?? { items: [], pairs: [] }
  const others = items.filter(({ label }) => label !== lowest)
  const [other] = others
  if (other === undefined) return ''
  const chance =
    others.length > 1
      ? items.find(({ label }) => label === lowest)?.probabilityLowest
      : chanceLower(pairs, lowest, other.label)
  if (chance === undefined) return ''
  return others.length > 1
    ? `In ${ofHundred(chance)} cases ${lowest} is the lowest.`
    : `In ${ofHundred(chance)} cases ${lowest} is lower than ${other.label}.`
}

/** How likely one is lower than the other, 0 to 1. */
function chanceLower(
  pairs: NonNullable<Uncertainty['comparison']>['pairs'],
  one: string,
  other: string,
): number | undefined {
  const pair = pairs.find(({ a, b }) => (a === one && b === other) || (a === other && b === one))
  if (pair === undefined) return undefined
  return pair.a === one ? pair.probabilityALower : 1 - pair.probabilityALower
}

/** `96 of 100`; what is nearly certain is not called certain. */
export function ofHundred(share: number): string {
  const count = Math.round(share * 100)
  if (count === 100 && share < 1) return 'more than 99 of 100'
  if (count === 0 && share > 0) return 'fewer than 1 of 100'
  return `${count} of 100`
}
