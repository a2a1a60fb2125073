import type { NumberAttribute } from '../figures/attribute.ts'
import type { Criterion } from '../figures/criteria.ts'
import { type Range, times } from '../figures/range.ts'
import { Usage, type UsageBill } from '../use/usage.ts'
import type { ImpactFigure } from './assessable.ts'
import { Device, deviceUnits, type Part } from './device.ts'

/** All that a connected object is computed from. */
export interface IotDeviceBill {
  readonly archetype: string
  readonly units?: number
  readonly parts: readonly Part[]
  readonly usage: UsageBill
}

const LEFT_OUT: readonly string[] = [
  'Connected object, not including associated digital services (use of network, datacenter, virtual machines or other terminals not included)',
  'Do not include the impact of distribution',
]

/** A connected object: units * the sum of its functional blocks. */
export class IotDevice extends Device {
  override readonly usage: Usage

  readonly bill: IotDeviceBill

  constructor(bill: IotDeviceBill) {
    super(bill.parts)
    this.bill = bill
    this.usage = new Usage(bill.usage, this, undefined)
  }

  get archetype(): string {
    return this.bill.archetype
  }

  override get units(): NumberAttribute {
    return deviceUnits(this.bill.units)
  }

  modelledPower(): undefined {
    return undefined
  }

  manufacture(criterion: Criterion): ImpactFigure | undefined {
    const blocks = this.sumOfComponents(criterion)
    return blocks && { ...times(blocks, this.units), warnings: LEFT_OUT }
  }

  /** avg_power is that of one. */
  protected override power(): Range | undefined {
    const power = this.usage.avgPower
    return power && times(power, this.units)
  }
}
