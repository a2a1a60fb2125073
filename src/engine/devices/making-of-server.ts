import { Figure } from '../assessment/impact.ts'
import { type Component, END_OF_LIFE_LEFT_OUT } from '../components/component.ts'
import { greaterOf, splitOfMaking, stageOfDevices } from '../formulas/manufacturing.ts'
import type { Criterion } from '../values/criteria.ts'
import type { FactorQuantities, StageFactors } from '../values/factors.ts'
import { sum } from '../values/formula.ts'
import type { Estimate } from '../values/range.ts'
import { union, type Warning, warning } from '../values/warning.ts'
import { GENERIC_DATA } from './device.ts'
import { withStages } from './with-stages.ts'

/** Figures of a whole server, which replace parts without a factor. It has no cards. */
interface GenericServer {
  readonly factors: FactorQuantities
  /** Number of drives in the whole server's figure. */
  readonly drives: number
  /** Number of servers, or an instance's share of one. */
  readonly devices: Estimate
  /** Undefined in a release without transport and end of life. */
  readonly stages?: StageFactors
}

/** The parts that climate change is the sum of. */
const SPLITS = ['gwppb', 'gwppf', 'gwpplu'] as const satisfies readonly Criterion[]

/**
 * Making a server with parts that have no factor for a criterion.
 *
 * - The figure of a whole server replaces those parts, as far as it includes such parts. Cards with a factor are added.
 * - The result is at least what is known about the other parts.
 * - The parts of climate change take their proportions from the whole server, applied to making everything but the
 * cards.
 *   Unlike the figure of a whole server, they hold neither transport nor end of life.
 *
 * Undefined if every part is unknown.
 */
export function makingOfServer(
  components: readonly Component[],
  criterion: Criterion,
  generic: GenericServer,
): Figure | undefined {
  const others: Component[] = []
  const lacking: Component[] = []
  const knownCards: Made[] = []
  const knownOthers: Made[] = []
  for (const component of components) {
    if (component.units.max === 0) continue
    const isCard = component.kind === 'GPU'
    if (!isCard) others.push(component)
    const made = component.manufacture(criterion)
    if (made === undefined) lacking.push(component)
    else (isCard ? knownCards : knownOthers).push({ component, made })
  }
  const split = splitOf(others, criterion, generic.factors)
  const factor = generic.factors[criterion]
  const standing = split ?? (factor && stageOfDevices.of(factor, generic.devices))
  const known = sumOf(knownOthers)
  const device = standing && known ? greaterOf.of(standing, known) : (standing ?? known)
  if (device === undefined && knownCards.length === 0) return undefined
  const isCovered = ({ kind }: Component) => standing !== undefined && kind !== 'GPU'
  const leftOut = lacking.filter((each) => !isCovered(each)).map(({ label }) => label)
  if (split === undefined) leftOut.push(...drivesBeyond(lacking.filter(isCovered), generic.drives))
  const terms = [
    ...(device ? [['device', device] as const] : []),
    ...knownCards.map(({ component, made }) => [component, made.result] as const),
  ]
  const result = sum(
    terms.map(([, term]) => term),
    () => terms.map(([of]) => (of === 'device' ? of : of.symbol)),
  )
  const ofParts = [...knownCards, ...knownOthers].map(({ made }) => made.warnings)
  const { stages } = generic
  const ofMaking = split !== undefined && stages !== undefined ? END_OF_LIFE_LEFT_OUT : undefined
  const made = new Figure(result, union(standing && GENERIC_DATA, ofMaking, ...ofParts, partsLeftOut(leftOut)))
  return split === undefined ? made : withStages(made, stages, criterion, generic.devices)
}

interface Made {
  readonly component: Component
  readonly made: Figure
}

function madeOf(component: Component, criterion: Criterion): readonly Made[] {
  const made = component.manufacture(criterion)
  return made === undefined ? [] : [{ component, made }]
}

function sumOf(parts: readonly Made[]): Estimate | undefined {
  if (parts.length === 0) return undefined
  return sum(
    parts.map(({ made }) => made.result),
    () => parts.map(({ component }) => component.symbol),
  )
}

/** One part of climate change; undefined for other criteria, or if climate change or one of its parts is unknown. */
function splitOf(
  components: readonly Component[],
  criterion: Criterion,
  factors: FactorQuantities,
): Estimate | undefined {
  const own = SPLITS.some((code) => code === criterion) ? factors[criterion] : undefined
  if (own === undefined) return undefined
  const { gwppb: biogenic, gwppf: fossil, gwpplu: landUse } = factors
  const parts = components.flatMap((component) => madeOf(component, 'gwp'))
  const making = parts.length < components.length ? undefined : sumOf(parts)
  if (making === undefined || biogenic === undefined || fossil === undefined || landUse === undefined) return undefined
  return splitOfMaking.of(own, making, biogenic, fossil, landUse)
}

/** `6 of 8 drives`, if the whole server's figure includes fewer. */
function drivesBeyond(components: readonly Component[], drives: number): readonly string[] {
  const all = components
    .filter(({ kind }) => kind === 'SSD' || kind === 'HDD')
    .reduce((count, { units }) => count + units.value, 0)
  return all > drives ? [`${all - drives} of ${all} drives`] : []
}

function partsLeftOut(names: readonly string[]): readonly Warning[] {
  if (names.length === 0) return []
  return [
    warning('PARTS_LEFT_OUT', `The result leaves out parts for which no figures are published: ${names.join(', ')}`),
  ]
}
