import { Asset, type IntervalUse } from '../assessment/asset.ts'
import type { Boundary } from '../assessment/impact.ts'
import { energyOfVolume } from '../formulas/storage-and-network.ts'
import { type PowerModel, Usage, withoutEffect } from '../use/usage.ts'
import type { UsageBill } from '../use/usage-bill.ts'
import { input, type NumberAttribute } from '../values/attribute.ts'
import type { Estimate } from '../values/range.ts'
import { union, type Warning, warning } from '../values/warning.ts'

export const NETWORK_REACHES = ['REGION', 'BETWEEN_REGIONS', 'INTERNET'] as const

/** How far data travel. */
export type NetworkReach = (typeof NETWORK_REACHES)[number]

/** The inputs of a data transfer. */
export interface NetworkBill {
  readonly gigabytes: number
  readonly reach: NetworkReach
  /** kWh per GB, over whole networks. */
  readonly kwhPerGb: NumberAttribute
  readonly usage: UsageBill
  /** Path in the input: `input`. */
  readonly at: string
}

const NOT_BY_VOLUME: readonly Warning[] = [
  warning(
    'ENERGY_NOT_BY_VOLUME',
    'The figure allocates a part of the energy of networks to this volume of data. Networks use almost the same energy at any volume, so sending less data saves less energy than the figure suggests.',
  ),
]

const NO_USE: IntervalUse = { power: undefined, use: undefined }

/** Inputs without effect on the energy of a volume. */
const NOT_USED = ['avgPower', 'timeWorkload', 'workloadLevels', 'useTimeRatio', 'otherConsumptionRatio'] as const

/**
 * A volume of data in GB, independent of the duration: its share of the networks' use. Their manufacturing is unknown.
 */
export class NetworkService extends Asset implements PowerModel {
  override readonly usage: Usage
  readonly bill: NetworkBill
  #gigabytes: NumberAttribute | undefined
  #moving: Estimate | undefined

  constructor(bill: NetworkBill) {
    super()
    this.bill = bill
    this.usage = new Usage(bill.usage, this, undefined)
  }

  override again(): NetworkService {
    return new NetworkService(this.bill)
  }

  get reach(): NetworkReach {
    return this.bill.reach
  }

  get gigabytes(): NumberAttribute {
    const { gigabytes, at } = this.bill
    this.#gigabytes ??= input(at, 'gigabytes', gigabytes, 'GB')
    return this.#gigabytes
  }

  protected override gatherWarnings(): readonly Warning[] {
    const unused = withoutEffect(
      this.bill.usage.given,
      NOT_USED,
      'the figure of a network depends only on the volume of data',
    )
    return union(NOT_BY_VOLUME, unused, super.gatherWarnings())
  }

  modelledPower(): undefined {
    return undefined
  }

  consumptionProfile(): undefined {
    return undefined
  }

  override get isMade(): boolean {
    return false
  }

  protected making(): undefined {
    return undefined
  }

  protected ofAllUnits(power: Estimate): Estimate {
    return power
  }

  protected override ofEquipment(): Estimate {
    this.#moving ??= energyOfVolume.of(this.gigabytes, this.bill.kwhPerGb)
    return this.#moving
  }

  /** A volume has no time of transfer, so an interval's load and power do not apply. */
  override useIn(): IntervalUse {
    return NO_USE
  }

  protected override warningsOfEnergy(boundary: Boundary | undefined): readonly Warning[] {
    return union(NOT_BY_VOLUME, super.warningsOfEnergy(boundary))
  }
}
