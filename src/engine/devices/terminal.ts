import { Asset } from '../assessment/asset.ts'
import type { Figure } from '../assessment/impact.ts'
import { powerOfUnits } from '../formulas/power.ts'
import { type PowerModel, Usage } from '../use/usage.ts'
import type { UsageBill } from '../use/usage-bill.ts'
import { type AttributeStatus, type NumberAttribute, type TextAttribute, text } from '../values/attribute.ts'
import type { Criterion } from '../values/criteria.ts'
import type { FactorQuantities, StageFactors } from '../values/factors.ts'
import type { Estimate } from '../values/range.ts'
import { NO_WARNINGS, union, type Warning, warning } from '../values/warning.ts'
import { deviceUnits, genericImpact } from './device.ts'
import { withStages } from './with-stages.ts'

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

/** The inputs of a terminal or peripheral. */
export interface TerminalBill {
  readonly kind: TerminalKind
  readonly archetype: string
  readonly units?: number
  readonly type?: { readonly value: string; readonly status: AttributeStatus; readonly source?: string }
  /** Undefined if nothing is published for such a device. */
  readonly factors?: FactorQuantities
  /** Transport and end of life of one device, if published apart from its manufacturing. */
  readonly stages?: StageFactors
  readonly usage: UsageBill
  readonly warnings?: readonly Warning[]
  /** Path in the input: `input`. */
  readonly at: string
}

const NO_LOAD = [warning('NOT_USED', 'The load has no effect: the power of this device does not depend on it')]

/** A device known only as a whole: units * the published factor of its kind and type. */
export class Terminal extends Asset implements PowerModel {
  override readonly usage: Usage
  private counted: NumberAttribute | undefined
  private kindOfIt: TextAttribute | undefined

  readonly bill: TerminalBill

  constructor(bill: TerminalBill) {
    super()
    this.bill = bill
    this.usage = new Usage(bill.usage, this, undefined)
  }

  override again(): Terminal {
    return new Terminal(this.bill)
  }

  protected override gatherWarnings(): readonly Warning[] {
    return union(this.bill.warnings, this.usage.hasOwnLoad ? NO_LOAD : NO_WARNINGS, super.gatherWarnings())
  }

  get kind(): TerminalKind {
    return this.bill.kind
  }

  get archetype(): string {
    return this.bill.archetype
  }

  get type(): TextAttribute | undefined {
    const { type } = this.bill
    this.kindOfIt ??= type && text(type.status, type.value, undefined, type.source)
    return this.kindOfIt
  }

  get units(): NumberAttribute {
    this.counted ??= deviceUnits(this.bill.units, this.bill.at)
    return this.counted
  }

  modelledPower(): undefined {
    return undefined
  }

  consumptionProfile(): undefined {
    return undefined
  }

  protected making(criterion: Criterion): Figure | undefined {
    const { factors, stages } = this.bill
    return withStages(genericImpact(factors?.[criterion], this.units), stages, criterion, this.units)
  }

  /** avg_power is per device. */
  protected ofAllUnits(power: Estimate): Estimate {
    return powerOfUnits.of(power, this.units)
  }
}
