import { idlePowerOfCard, powerOfCard } from '../formulas/power.ts'
import { meanOverLevels } from '../use/power-curve.ts'
import type { Usage } from '../use/usage.ts'
import { described, type NumberAttribute } from '../values/attribute.ts'

/** Constants for the power of cards without measurements. */
export interface GpuPowerConstants {
  /** Idle power, as a share of the thermal design power. */
  readonly idle: NumberAttribute
  /**
   * Power at full load, as a share of the thermal design power: by the card, and by what a tool or the device reports
   * as full load.
   */
  readonly full: NumberAttribute
  readonly fullByTool: NumberAttribute
  /** Percent, for an unknown load. */
  readonly load: NumberAttribute
}

/** What is known about the power of one card. */
interface GpuPowerKnowledge extends GpuPowerConstants {
  /** Thermal design power, in W. */
  readonly tdp: NumberAttribute
  /** W, if known; else a share of the thermal design power is used. */
  readonly idlePower: NumberAttribute | undefined
  readonly usage: Usage
}

/**
 * Power of one card in W at a load in percent, else as used: from its idle power to a share of its thermal design
 * power. Example: with 300 W, a share of 0.9 at full load and 30 W idle, it draws 150 W at 50 percent.
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
  return described(
    'COMPLETED',
    power,
    'W',
    'Interpolated between idle and full power, from the thermal design power and the load',
  )
}
