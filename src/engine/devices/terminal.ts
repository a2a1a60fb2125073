import { type NumberAttribute, type TextAttribute, text } from '../figures/attribute.ts'
import type { Criterion } from '../figures/criteria.ts'
import type { DeviceFactors } from '../figures/figures.ts'
import { type Range, times } from '../figures/range.ts'
import { union } from '../figures/union.ts'
import { type PowerModel, Usage, type UsageBill } from '../use/usage.ts'
import { Asset, type ImpactFigure } from './assessable.ts'
import { deviceUnits, genericImpact } from './device.ts'

export const TERMINAL_KINDS = [
  'LAPTOP',
  'DESKTOP',
  'SMARTPHONE',
  'TABLET',
  'TELEVISION',
  'BOX',
  'VR_HEADSET',
  'MONITOR',
  'USB_STICK',
  'EXTERNAL_SSD',
  'EXTERNAL_HDD',
  'VR_CONTROLLER',
  'SMARTWATCH',
] as const

export type TerminalKind = (typeof TERMINAL_KINDS)[number]

/** All that a terminal or a peripheral is computed from. */
export interface TerminalBill {
  readonly kind: TerminalKind
  readonly archetype: string
  readonly units?: number
  readonly type?: { readonly value: string; readonly isTypical: boolean }
  /** Undefined where nothing is published of such a device. */
  readonly factors?: DeviceFactors
  readonly usage: UsageBill
  readonly warnings?: readonly string[]
}

/** A device that is known as a whole only: units * the published factor of its kind and type. */
export class Terminal extends Asset implements PowerModel {
  override readonly usage: Usage

  readonly bill: TerminalBill

  constructor(bill: TerminalBill) {
    super()
    this.bill = bill
    this.usage = new Usage(bill.usage, this, undefined)
  }

  override get warnings(): readonly string[] {
    return union(this.bill.warnings, super.warnings)
  }

  get kind(): TerminalKind {
    return this.bill.kind
  }

  get archetype(): string {
    return this.bill.archetype
  }

  get type(): TextAttribute | undefined {
    const { type } = this.bill
    return type && text(type.isTypical ? 'ARCHETYPE' : 'INPUT', type.value)
  }

  get units(): NumberAttribute {
    return deviceUnits(this.bill.units)
  }

  modelledPower(): undefined {
    return undefined
  }

  consumptionProfile(): undefined {
    return undefined
  }

  manufacture(criterion: Criterion): ImpactFigure | undefined {
    return this.bill.factors && genericImpact(this.bill.factors, criterion, this.units)
  }

  /** avg_power is that of one. */
  protected power(): Range | undefined {
    const power = this.usage.avgPower
    return power && times(power, this.units)
  }
}
