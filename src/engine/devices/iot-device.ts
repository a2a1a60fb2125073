import { Figure } from '../assessment/impact.ts'
import { makingOfUnits } from '../formulas/manufacturing.ts'
import { powerOfUnits } from '../formulas/power.ts'
import { Usage } from '../use/usage.ts'
import type { UsageBill } from '../use/usage-bill.ts'
import type { NumberAttribute } from '../values/attribute.ts'
import type { Criterion } from '../values/criteria.ts'
import type { Estimate } from '../values/range.ts'
import { type Warning, warning } from '../values/warning.ts'
import { Device, deviceUnits, type LabelledBill } from './device.ts'

/** The inputs of an IoT device. */
export interface IotDeviceBill {
  readonly archetype: string
  readonly units?: number
  readonly componentBills: readonly LabelledBill[]
  readonly usage: UsageBill
  /** Path in the input: `input`. */
  readonly at: string
}

const LEFT_OUT: readonly Warning[] = [
  warning(
    'SERVICES_LEFT_OUT',
    'The result covers only the device, not the networks, data centres and other terminals that it needs',
  ),
  warning('DISTRIBUTION_LEFT_OUT', 'Transport to where it is used is not included in the calculation'),
]

/** An IoT device: units * the sum of its functional blocks. */
export class IotDevice extends Device {
  override readonly usage: Usage
  #units: NumberAttribute | undefined

  readonly bill: IotDeviceBill

  constructor(bill: IotDeviceBill) {
    super(bill.componentBills)
    this.bill = bill
    this.usage = new Usage(bill.usage, this, undefined)
  }

  override again(): IotDevice {
    return new IotDevice(this.bill)
  }

  get archetype(): string {
    return this.bill.archetype
  }

  override get units(): NumberAttribute {
    this.#units ??= deviceUnits(this.bill.units, this.bill.at)
    return this.#units
  }

  modelledPower(): undefined {
    return undefined
  }

  protected making(criterion: Criterion): Figure | undefined {
    const blocks = this.sumOfComponents(criterion)
    return blocks && new Figure(makingOfUnits.of(blocks.result, this.units), LEFT_OUT)
  }

  /** avg_power is per device. */
  protected override ofAllUnits(power: Estimate): Estimate {
    return powerOfUnits.of(power, this.units)
  }
}
