import type { Criterion, ShownFigureFragment } from '../../generated/explorer-operations.ts'
import type { SubjectResult } from '../results/subject-result.ts'
import { partWords } from '../results/words.ts'
import type { Figure } from './bar-scale.ts'

/** Embedded and use of one part. */
export interface PartFigures {
  readonly name: string
  readonly embedded: Figure | undefined
  readonly use: Figure | undefined
  /** Whether it is what remains of the whole, and so computed on this page. */
  readonly isRest: boolean
}

/** A remainder below this share of the whole is rounding. */
const LEAST_SHARE = 1e-9

/** Every part of a subject in one criterion, and what the whole draws besides its parts. */
export function partFigures(result: SubjectResult, criterion: Criterion): readonly PartFigures[] {
  const parts = result.components.map((component) => {
    const impact = component.impacts.find((each) => each.criterion === criterion)
    return {
      name: partWords(component),
      embedded: impact?.embedded ?? undefined,
      use: impact?.use ?? undefined,
      isRest: false,
    }
  })
  const whole = result.impacts.find((each) => each.criterion === criterion)?.use
  const drawn = parts.flatMap(({ use }) => use ?? [])
  if (whole === null || whole === undefined || drawn.length === 0) return parts
  const rest = restOf(whole, drawn)
  if (rest.value <= LEAST_SHARE * whole.exact) return parts
  return [...parts, { name: 'All else: fans, drives, losses', embedded: undefined, use: rest, isRest: true }]
}

function restOf(whole: ShownFigureFragment, drawn: readonly ShownFigureFragment[]): Figure {
  const less = (key: 'exact' | 'exactMin' | 'exactMax') =>
    Number(drawn.reduce((left, figure) => left - figure[key], whole[key]).toPrecision(4))
  return { value: less('exact'), min: less('exactMin'), max: less('exactMax') }
}
