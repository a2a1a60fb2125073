import type { Criterion } from '../../generated/explorer-operations.ts'
import type { SubjectResult } from '../results/subject-result.ts'
import { componentWords } from '../results/words.ts'
import type { RangedFigure } from './chart.tsx'
import { PHASES, type Phase } from './phases.ts'

/** The phases of one part. */
export interface ComponentFigures extends Readonly<Record<Phase, RangedFigure | undefined>> {
  readonly name: string
}

type ExactFigure = Readonly<Record<'exact' | 'exactMin' | 'exactMax', number>>

/** A rest below this share of the whole is a rounding error. */
const LEAST_SHARE = 1e-9

/**
 * Every part of a subject in one criterion, and what the whole has besides its parts: of its life, of its use, and
 * around it.
 */
export function componentFigures(result: SubjectResult, criterion: Criterion): readonly ComponentFigures[] {
  const impacts = result.components.map((part) => part.impacts.find((each) => each.criterion === criterion))
  const parts = result.components.map((component, index) => ({
    name: componentWords(component),
    embedded: impacts[index]?.embedded ?? undefined,
    use: impacts[index]?.use ?? undefined,
    building: undefined,
  }))
  const whole = result.impacts.find((each) => each.criterion === criterion)
  const made = impacts.flatMap((impact) => impact?.embedded ?? [])
  const drawn = impacts.flatMap((impact) => impact?.use ?? [])
  // If a part has no factor, the whole rests on other figures than its parts.
  const ofLife = made.length === parts.length ? restOf(whole?.embedded, made) : undefined
  const ofUse = restOf(whole?.use, drawn)
  const none = { embedded: undefined, use: undefined, building: undefined }
  return [
    ...parts,
    ...(ofLife ? [{ ...none, name: 'Transport and end of life', embedded: ofLife }] : []),
    ...(ofUse ? [{ ...none, name: 'Everything else: fans, drives, losses', use: ofUse }] : []),
    ...(parts.length > 0 && whole?.building
      ? [{ ...none, name: 'Building of the data centre', building: whole.building }]
      : []),
  ]
}

/**
 * The rest of the whole; undefined if there is none, or if a part is unknown. It has no likely range: those of parts
 * cannot be subtracted.
 */
function restOf(whole: ExactFigure | null | undefined, parts: readonly ExactFigure[]): RangedFigure | undefined {
  if (whole === null || whole === undefined || parts.length === 0) return undefined
  const less = (key: 'exact' | 'exactMin' | 'exactMax') =>
    Number(parts.reduce((left, figure) => left - figure[key], whole[key]).toPrecision(4))
  const rest = { value: less('exact'), min: less('exactMin'), max: less('exactMax') }
  return rest.value <= LEAST_SHARE * whole.exact ? undefined : rest
}

/** Names of the parts of all subjects, most important first: a common order for comparison. */
export function componentOrder(parts: readonly ComponentFigures[]): readonly string[] {
  const sizes = new Map<string, number>()
  for (const { name, ...part } of parts) {
    const size = PHASES.reduce((sum, phase) => sum + (part[phase]?.value ?? 0), sizes.get(name) ?? 0)
    sizes.set(name, size)
  }
  return [...sizes].toSorted(([, one], [, other]) => other - one).map(([name]) => name)
}
