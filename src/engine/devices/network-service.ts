import { Asset, type IntervalUse } from '../assessment/asset.ts'
import type { Boundary } from '../assessment/impact.ts'
import { energyOfVolume } from '../formulas/storage-and-network.ts'
import { type PowerModel, Usage, withoutEffect } from '../use/usage.ts'
import type { UsageBill } from '../use/usage-bill.ts'
import { input, type NumberAttribute } from '../values/attribute.ts'
import type { Estimate } from '../values/range.ts'
import { union, type Warning, warning } from '../values/warning.ts'

export const NETWORK_REACHES = ['REGION', 'BETWEEN_REGIONS', 'INTERNET'] as const

/** How far data are moved. */
export type NetworkReach = (typeof NETWORK_REACHES)[number]

/** All that moving data is computed from. */
export interface NetworkBill {
  readonly gigabytes: number
  readonly reach: NetworkReach
  /** kWh of whole networks per GB. */
  readonly kwhPerGb: NumberAttribute
  readonly usage: UsageBill
  /** Where the caller gave it: `input`. */
  readonly at: string
}

const NOT_BY_VOLUME: readonly Warning[] = [
  warning(
    'ENERGY_NOT_BY_VOLUME',
    'The energy of networks does not grow with the volume. This is a share of what they use, not a saving.',
  ),
]

const NO_USE: IntervalUse = { power: undefined, use: undefined }

/** What has no effect on the energy of a volume. */
const NOT_USED = ['avgPower', 'timeWorkload', 'workloadLevels', 'useTimeRatio', 'otherConsumptionRatio'] as const

/** So many GB moved, whatever the duration: the share of the use of networks; nothing is known of making them. */
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
    const unused = withoutEffect(this.bill.usage.given, NOT_USED, 'the energy of a network depends on the volume alone')
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

  /** A volume has no time in which it is moved: neither a load nor a power of an interval is its own. */
  override useIn(): IntervalUse {
    return NO_USE
  }

  protected override warningsOfEnergy(boundary: Boundary | undefined): readonly Warning[] {
    return union(NOT_BY_VOLUME, super.warningsOfEnergy(boundary))
  }
}
