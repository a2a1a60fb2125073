import fc from 'fast-check'
import { CRITERION_CODES } from '../../../src/engine/values/criteria.ts'
import { runs } from '../../runs.ts'
import { EXACT } from '../../selections.ts'
import { ask, type Data } from '../../world.ts'

export const ALL = CRITERION_CODES.map((code) => code.toUpperCase())
export const FIGURES = `embedded ${EXACT} use ${EXACT} total ${EXACT}`
export const ASSET = `query ($asset: AssetInput!, $criteria: [Criterion!], $duration: Float) {
  fleet(items: [{ asset: $asset }]) {
    items { asset { impacts(criteria: $criteria, duration: $duration) {
      criterion ${FIGURES} shown: embedded { value min max } shownUse: use { value min max }
    } } }
    impacts(criteria: $criteria, duration: $duration) { criterion ${FIGURES} }
  }
}`

interface Question {
  readonly criteria?: readonly string[]
  readonly duration?: number | null
}

export async function impactsOf(asset: object, { criteria = ALL, duration = null }: Question = {}): Promise<Data[]> {
  const { fleet } = await ask(ASSET, { asset, criteria, duration })
  return fleet.items[0].asset.impacts
}

/** Binary fractions add up differently in another order. */
const RELATIVE = 1e-9

export function isAbout(a: number, b: number): boolean {
  return Math.abs(a - b) <= RELATIVE * Math.max(Math.abs(a), Math.abs(b)) + 1e-300
}

export function isAtLeast(a: number, b: number): boolean {
  return a >= b - RELATIVE * Math.max(Math.abs(a), Math.abs(b))
}

export function check(
  property: fc.IAsyncPropertyWithHooks<never> | fc.IAsyncProperty<never>,
  byDay: number,
): Promise<void> {
  return fc.assert(property as fc.IAsyncProperty<never>, runs(byDay)) as Promise<void>
}
