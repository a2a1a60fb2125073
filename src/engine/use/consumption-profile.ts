import type { AttributeStatus, NumberAttribute } from '../values/attribute.ts'
import { mean } from '../values/range.ts'
import type { PowerProfile } from '../values/table-rows.ts'
import { NO_WARNINGS, type Warning, warning } from '../values/warning.ts'
import { fitPowerCurve } from './fit-power-curve.ts'
import { type CurveParameters, curveParameters, type PowerCurve, powerAt, type WorkloadPower } from './power-curve.ts'

/** How power follows load, where the curve comes from, and how well it fits its points. */
export interface ConsumptionProfile {
  readonly curve: PowerCurve | ConstantPower
  /** The parameters of a curve. */
  readonly parameters?: CurveParameters
  readonly status: AttributeStatus
  readonly source: string
  readonly warnings: readonly Warning[]
  /** The points that the curve is fitted to. */
  readonly points?: readonly WorkloadPower[]
  /** Distance from the points, in W: see `residualOf`. */
  readonly residual?: number
}

/** The power of memory, in W, which does not depend on the load. */
export interface ConstantPower {
  readonly a: number
}

/** The profile of a CPU, always a curve. */
export interface CpuConsumptionProfile extends ConsumptionProfile {
  readonly curve: PowerCurve
  readonly parameters: CurveParameters
}

/** Power in W at a load of 0 to 100 percent. */
export function profilePower({ curve, parameters }: ConsumptionProfile, loadPercentage: number): number {
  return 'b' in curve && parameters !== undefined ? powerAt(curve, parameters.least, loadPercentage) : curve.a
}

/** Constants for the power of processors: `cpu_power_...`. */
export interface CpuPowerConstants {
  /** Lower limit of the power of any processor, in W. */
  readonly least: NumberAttribute
  /** Share of the TDP drawn at a load in percent. */
  readonly sharesOfTdp: readonly { readonly loadPercentage: number; readonly share: number }[]
}

/** What is known about a CPU's power: the profile of its range, its archetype's, measured points, its TDP in W. */
export interface PowerKnowledge {
  readonly profile?: PowerProfile
  readonly archetype: PowerCurve & { readonly source?: string }
  readonly measured?: readonly WorkloadPower[]
  readonly tdp?: number
  readonly constants: CpuPowerConstants
}

/**
 * The power curve of a CPU, from the best data available: measured points, shares of the TDP, the profile of its model
 * range, the archetype's profile. A fit starts from the profile (or the archetype's) and stays within its reach.
 */
export function consumptionProfile(knowledge: PowerKnowledge): CpuConsumptionProfile {
  const { profile, archetype, measured, tdp, constants } = knowledge
  const base = profile ?? archetype
  const baseName = profile === undefined ? 'cpu-archetype' : `${profile.manufacturer} ${profile.modelRange}`
  if (measured !== undefined && measured.length > 0) {
    return fitted(knowledge, measured, 'From the measured points', 'fit_to_measured', `fit.measured.${baseName}`)
  }
  if (tdp !== undefined) {
    return fitted(knowledge, pointsOfTdp(tdp, constants), 'From TDP', 'fit_to_tdp', `fit.tdp.${baseName}.${tdp}`)
  }
  const { a, b, c, d } = base
  const curve = { a, b, c, d }
  const parameters = (source: string) =>
    curveParameters(curve, constants.least, { table: 'power-profiles', row: baseName }, source)
  if (profile === undefined) {
    const source = `Power profile of the CPU archetype${publishedBy(archetype.source)}`
    return { curve, parameters: parameters(source), status: 'ARCHETYPE', source, warnings: NO_WARNINGS }
  }
  const source = `Power profile of ${baseName}${publishedBy(profile.source)}`
  return { curve, parameters: parameters(source), status: 'COMPLETED', source, warnings: doubtsOf(profile) }
}

/**
 * Estimated power of a processor from its thermal design power, in W. Example: one of 65 W draws 48.75 W at 50 percent.
 */
function pointsOfTdp(tdp: number, { sharesOfTdp }: CpuPowerConstants): readonly WorkloadPower[] {
  return sharesOfTdp.map(({ loadPercentage, share }) => ({ loadPercentage, powerWatt: share * tdp }))
}

function fitted(
  { profile, archetype, constants: { least } }: PowerKnowledge,
  points: readonly WorkloadPower[],
  source: string,
  property: 'fit_to_measured' | 'fit_to_tdp',
  row: string,
): CpuConsumptionProfile {
  const curve = fitPowerCurve(profile ?? archetype, points)
  const parameters = curveParameters(curve, least, { table: 'power-profiles', row, property }, source)
  const residual = residualOf(curve, least, points)
  return { curve, parameters, status: 'COMPLETED', source, warnings: doubtsOf(profile), points, residual }
}

/** Root mean square distance between a curve and points, in W. Example: 3 W and 4 W off give 3.54 W. */
function residualOf(curve: PowerCurve, least: NumberAttribute, points: readonly WorkloadPower[]): number {
  return Math.sqrt(mean(points.map((each) => (powerAt(curve, least, each.loadPercentage) - each.powerWatt) ** 2)))
}

function publishedBy(source: string | undefined): string {
  return source === undefined ? '' : ` (${source})`
}

function doubtsOf(profile: PowerProfile | undefined): readonly Warning[] {
  return profile?.doubt === undefined ? NO_WARNINGS : [warning('DOUBTFUL_FIGURE', profile.doubt)]
}
