import { Figure } from '../assessment/impact.ts'
import { END_OF_LIFE_LEFT_OUT } from '../components/component.ts'
import { stageOfDevices } from '../formulas/manufacturing.ts'
import type { Criterion } from '../values/criteria.ts'
import { DEVICE_STAGES, type StageFactors } from '../values/factors.ts'
import { sum } from '../values/formula.ts'
import { perObject } from '../values/per-object.ts'
import type { Estimate } from '../values/range.ts'
import { union, type Warning, warning } from '../values/warning.ts'

/**
 * Adds transport and end of life to the making of a device: `making + transport + end_of_life`. A stage without a
 * factor for the criterion is left out. A release without such stages returns making alone. `devices` is their number,
 * or the share of one; one if undefined.
 */
export function withStages(
  making: Figure | undefined,
  stages: StageFactors | undefined,
  criterion: Criterion,
  devices: Estimate | undefined,
): Figure | undefined {
  if (making === undefined || stages === undefined) return making
  const transport = stages.transport?.[criterion]
  const endOfLife = stages.end_of_life?.[criterion]
  const warnings = warningsOf(making.warnings, transport, endOfLife)
  if (transport === undefined && endOfLife === undefined) {
    return warnings === making.warnings ? making : new Figure(making.result, warnings)
  }
  const terms = [making.result]
  if (transport !== undefined) terms.push(ofDevices(transport, devices))
  if (endOfLife !== undefined) terms.push(ofDevices(endOfLife, devices))
  const symbols = () => ['making', ...DEVICE_STAGES.filter((stage) => stages[stage]?.[criterion] !== undefined)]
  return new Figure(sum(terms, symbols), warnings)
}

function ofDevices(stage: Estimate, devices: Estimate | undefined): Estimate {
  return devices === undefined ? stage : stageOfDevices.of(stage, devices)
}

/**
 * The warnings of components about missing stages, unless the device has these. A factor of a whole device leaves
 * nothing out.
 */
function warningsOf(
  warnings: readonly Warning[],
  transport: Estimate | undefined,
  endOfLife: Estimate | undefined,
): readonly Warning[] {
  if (LEFT_OUT === undefined || !warnings.includes(LEFT_OUT)) return warnings
  const others = endOfLife === undefined ? warnings : withEndOfLife(warnings)
  return transport === undefined ? withoutTransport(others) : others
}

const [LEFT_OUT] = END_OF_LIFE_LEFT_OUT

const TRANSPORT_LEFT_OUT: readonly Warning[] = [
  warning('DISTRIBUTION_LEFT_OUT', 'Transport to where it is used is not included in the calculation'),
]

const withEndOfLife = perObject((warnings: readonly Warning[]) => warnings.filter((each) => each !== LEFT_OUT))
const withoutTransport = perObject((warnings: readonly Warning[]) => union(warnings, TRANSPORT_LEFT_OUT))
