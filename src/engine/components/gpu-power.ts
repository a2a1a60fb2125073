import { idlePowerOfCard, powerOfCard } from '../formulas/power.ts'
import { meanOverLevels } from '../use/power-curve.ts'
import type { Usage } from '../use/usage.ts'
import { described, type NumberAttribute } from '../values/attribute.ts'

/** What the power of any card is computed from, where it is not measured. */
export interface GpuPowerConstants {
  /** Share of the thermal design power of an idle card. */
  readonly idle: NumberAttribute
  /** Share of it at full load: of the card, and of what a tool or the device shows as that. */
  readonly full: NumberAttribute
  readonly fullByTool: NumberAttribute
  /** Percent, where no load is known. */
  readonly load: NumberAttribute
}

/** What is known of the power of one card. */
interface GpuPowerKnowledge extends GpuPowerConstants {
  /** Thermal design power, in W. */
  readonly tdp: NumberAttribute
  /** W, where it is known; else it is a share of the thermal design power. */
  readonly idlePower: NumberAttribute | undefined
  readonly usage: Usage
}

/**
 * W of one card at a load in percent, else as it is used: between its idle power and a share of its thermal design power.
 * Example: 300 W, of which 0.9 are drawn at full load, and 30 W idle are 150 W at 50 percent.
 */
export function gpuPower(known: GpuPowerKnowledge, at: NumberAttribute | undefined): NumberAttribute {
  const { tdp, usage, full, fullByTool, load: anyLoad } = known
  const idle = known.idlePower ?? idlePowerOfCard.of(known.idle, tdp)
  const isOwn = usage.hasOwnLoad || (at !== undefined && usage.device === undefined)
  const most = isOwn ? full : fullByTool
  const workload = usage.workloadAt(at)
  const powerAt = (load: NumberAttribute) => powerOfCard.of(idle, load, most, tdp)
  const power =
    workload?.levels === undefined
      ? powerAt(workload?.load ?? anyLoad)
      : meanOverLevels(workload.levels, workload.at, powerAt)
  return described('COMPLETED', power, 'W', 'Between idle and full power, by the thermal design power and the load')
}
