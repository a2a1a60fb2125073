import { Figure } from '../assessment/impact.ts'
import { type Component, END_OF_LIFE_LEFT_OUT } from '../components/component.ts'
import { atLeast, splitOfMaking, stageOfDevices } from '../formulas/manufacturing.ts'
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
  { factors, drives, devices, stages }: GenericServer,
): Figure | undefined {
  const lacking: Component[] = []
  const knownCards: Made[] = []
  const knownOthers: Made[] = []
  for (const component of components) {
    if (component.units.max === 0) continue
    const made = component.manufacture(criterion)
    if (made === undefined) lacking.push(component)
    else (component.kind === 'GPU' ? knownCards : knownOthers).push({ component, made })
  }
  const factor = factors[criterion]
  const split = factor && isSplit(criterion) ? splitOf(components, factor, factors) : undefined
  const standing = split ?? (factor && stageOfDevices.of(factor, devices))
  const known = sumOf(knownOthers)
  const device = standing && known ? atLeast.of(standing, known) : (standing ?? known)
  if (device === undefined && knownCards.length === 0) return undefined
  const terms = device === undefined ? [] : [device]
  for (const { made } of knownCards) terms.push(made.result)
  const symbols = () => [
    ...(device === undefined ? [] : ['device']),
    ...knownCards.map(({ component }) => component.symbol),
  ]
  let warnings = union(
    standing && GENERIC_DATA,
    split !== undefined && stages !== undefined ? END_OF_LIFE_LEFT_OUT : undefined,
  )
  for (const { made } of knownCards) warnings = union(warnings, made.warnings)
  for (const { made } of knownOthers) warnings = union(warnings, made.warnings)
  const leftOut = namesLeftOut(lacking, standing !== undefined, split === undefined ? drives : undefined)
  const made = new Figure(sum(terms, symbols), union(warnings, partsLeftOut(leftOut)))
  return split === undefined ? made : withStages(made, stages, criterion, devices)
}

/**
 * What the result leaves out of the parts without a factor. The figure of a whole server covers all but the cards, as
 * far as it includes so many drives.
 */
function namesLeftOut(
  lacking: readonly Component[],
  isCovered: boolean,
  drivesCovered: number | undefined,
): readonly string[] {
  const names: string[] = []
  let drives = 0
  for (const { kind, label, units } of lacking) {
    if (!isCovered || kind === 'GPU') names.push(label)
    else if (kind === 'SSD' || kind === 'HDD') drives += units.value
  }
  if (drivesCovered !== undefined && drives > drivesCovered) names.push(`${drives - drivesCovered} of ${drives} drives`)
  return names
}

interface Made {
  readonly component: Component
  readonly made: Figure
}

function sumOf(parts: readonly Made[]): Estimate | undefined {
  if (parts.length === 0) return undefined
  return sum(
    parts.map(({ made }) => made.result),
    () => parts.map(({ component }) => component.symbol),
  )
}

function isSplit(criterion: Criterion): boolean {
  return criterion === 'gwppb' || criterion === 'gwppf' || criterion === 'gwpplu'
}

/** One part of climate change; undefined if climate change of a part, or one of the factors, is unknown. */
function splitOf(components: readonly Component[], own: Estimate, factors: FactorQuantities): Estimate | undefined {
  const { gwppb: biogenic, gwppf: fossil, gwpplu: landUse } = factors
  const parts: Made[] = []
  for (const component of components) {
    if (component.units.max === 0 || component.kind === 'GPU') continue
    const made = component.manufacture('gwp')
    if (made === undefined) return undefined
    parts.push({ component, made })
  }
  const making = sumOf(parts)
  if (making === undefined || biogenic === undefined || fossil === undefined || landUse === undefined) return undefined
  return splitOfMaking.of(own, making, biogenic, fossil, landUse)
}

function partsLeftOut(names: readonly string[]): readonly Warning[] {
  if (names.length === 0) return []
  return [
    warning('PARTS_LEFT_OUT', `The result leaves out parts for which no figures are published: ${names.join(', ')}`),
  ]
}
