import type { AttributeStatus } from '../figures/attribute.ts'
import type { PowerProfile } from '../figures/figures.ts'
import { NO_WARNINGS, type Warning, warning } from '../figures/warning.ts'
import { fitPowerCurve } from './fit-power-curve.ts'
import { type CurveParameters, curveParameters, type PowerCurve, powerAt, type WorkloadPower } from './power-curve.ts'

/** How power follows load, where the curve comes from, and how well it fits the points it was made from. */
export interface ConsumptionProfile {
  readonly curve: PowerCurve | ConstantPower
  readonly status: AttributeStatus
  readonly source: string
  readonly warnings: readonly Warning[]
  /** The points that the curve was fitted to. */
  readonly points?: readonly WorkloadPower[]
  /** Root of the mean squared distance between curve and points, in W. */
  readonly residual?: number
}

/** The power of memory, in W, which does not follow the load. */
export interface ConstantPower {
  readonly a: number
}

/** The profile of a CPU is always a curve. */
export interface CpuConsumptionProfile extends ConsumptionProfile {
  readonly curve: PowerCurve
  readonly parameters: CurveParameters
}

/** Power in W at a load of 0 to 100 percent. */
export function profilePower({ curve }: ConsumptionProfile, loadPercentage: number): number {
  return 'b' in curve ? powerAt(curve, loadPercentage) : curve.a
}

/** What is known of a CPU's power: a profile of its range, its archetype's, measured points, its TDP in W. */
export interface PowerKnowledge {
  readonly profile?: PowerProfile
  readonly archetype: PowerCurve & { readonly source?: string }
  readonly measured?: readonly WorkloadPower[]
  readonly tdp?: number
}

/** Share of the TDP that processors draw at a load, in percent (Boavizta, from measurements by Teads). */
const TDP_SHARES = [
  [0, 0.12],
  [10, 0.32],
  [50, 0.75],
  [100, 1.02],
] as const

/**
 * The power curve of a CPU: fitted to measured points; else to shares of the TDP; else the profile of its model range;
 * else the archetype's. A fit starts from the profile (or the archetype's) and stays in its reach.
 */
export function consumptionProfile({ profile, archetype, measured, tdp }: PowerKnowledge): CpuConsumptionProfile {
  const base = profile ?? archetype
  const baseName = profile === undefined ? 'cpu-archetype' : `${profile.manufacturer} ${profile.modelRange}`
  if (measured !== undefined && measured.length > 0) {
    return fitted(base, measured, 'From the measured points', profile, `power-profiles.fit.measured.${baseName}`)
  }
  if (tdp !== undefined) {
    const points = TDP_SHARES.map(([loadPercentage, share]) => ({ loadPercentage, powerWatt: share * tdp }))
    return fitted(base, points, 'From TDP', profile, `power-profiles.fit.tdp.${baseName}.${tdp}`)
  }
  const { a, b, c, d } = base
  const curve = { a, b, c, d }
  const parameters = (source: string) => curveParameters(curve, `power-profiles.${baseName}`, source)
  if (profile === undefined) {
    const source = `Power profile of the CPU archetype${publishedBy(archetype.source)}`
    return { curve, parameters: parameters(source), status: 'ARCHETYPE', source, warnings: NO_WARNINGS }
  }
  const source = `Power profile of ${baseName}${publishedBy(profile.source)}`
  return { curve, parameters: parameters(source), status: 'COMPLETED', source, warnings: doubtsOf(profile) }
}

function fitted(
  base: PowerCurve,
  points: readonly WorkloadPower[],
  source: string,
  profile: PowerProfile | undefined,
  id: string,
): CpuConsumptionProfile {
  const curve = fitPowerCurve(base, points)
  const squares = points.map(({ loadPercentage, powerWatt }) => (powerAt(curve, loadPercentage) - powerWatt) ** 2)
  const residual = Math.sqrt(squares.reduce((total, square) => total + square, 0) / points.length)
  const parameters = curveParameters(curve, id, source)
  return { curve, parameters, status: 'COMPLETED', source, warnings: doubtsOf(profile), points, residual }
}

function publishedBy(source: string | undefined): string {
  return source === undefined ? '' : ` (${source})`
}

function doubtsOf(profile: PowerProfile | undefined): readonly Warning[] {
  return profile?.doubt === undefined ? NO_WARNINGS : [warning('DOUBTFUL_FIGURE', profile.doubt)]
}
