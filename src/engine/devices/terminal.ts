import { Asset } from '../assessment/asset.ts'
import { Figure } from '../assessment/impact.ts'
import { makingByDiagonal, makingByStorage, makingOfUnits, splitOfMaking } from '../formulas/manufacturing.ts'
import { powerOfUnits } from '../formulas/power.ts'
import { type PowerModel, Usage } from '../use/usage.ts'
import type { UsageBill } from '../use/usage-bill.ts'
import { type AttributeStatus, type NumberAttribute, type TextAttribute, text } from '../values/attribute.ts'
import type { Cell } from '../values/cell.ts'
import type { Criterion } from '../values/criteria.ts'
import type { FactorQuantities, StageFactors } from '../values/factors.ts'
import { givenOrTypical } from '../values/given-or-typical.ts'
import type { Estimate } from '../values/range.ts'
import { NO_WARNINGS, union, type Warning, warning } from '../values/warning.ts'
import { deviceUnits, GENERIC_DATA, genericImpact } from './device.ts'
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

/** Forms of desktop computers. */
export const DESKTOP_FORMS = ['MINI', 'TOWER', 'ALL_IN_ONE', 'WORKSTATION'] as const
export type DesktopForm = (typeof DESKTOP_FORMS)[number]

/** How making a terminal of a kind depends on its size: see `makingByStorage` and `makingByDiagonal`. */
export type SizeOfTerminal = {
  readonly typical: Cell
  /** Of devices of one size: 1. */
  readonly spread: NumberAttribute
} & (
  | { readonly of: 'storage'; readonly base: NumberAttribute; readonly perGigabyte: NumberAttribute }
  | { readonly of: 'inches'; readonly atReference: NumberAttribute; readonly reference: NumberAttribute }
)

/** The inputs of a terminal or peripheral. */
export interface TerminalBill {
  readonly kind: TerminalKind
  readonly archetype: string
  readonly units?: number
  readonly storage?: number
  readonly inches?: number
  readonly year?: number
  readonly form?: TextAttribute
  /** Undefined for kinds whose size does not matter. */
  readonly size?: SizeOfTerminal
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

/** A device known only as a whole: units * the published factor of its kind and type, or what its size makes. */
export class Terminal extends Asset implements PowerModel {
  override readonly usage: Usage
  private counted: NumberAttribute | undefined
  private kindOfIt: TextAttribute | undefined
  private sized: NumberAttribute | undefined

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

  /** MINI, TOWER, ALL_IN_ONE or WORKSTATION, of a desktop computer. */
  get form(): TextAttribute | undefined {
    return this.bill.form
  }

  /** GB of storage. */
  get storage(): NumberAttribute | undefined {
    return this.sizeOr('storage', 'GB')
  }

  /** Diagonal of the screen, in inches. */
  get inches(): NumberAttribute | undefined {
    return this.sizeOr('inches', 'in')
  }

  /** Year of manufacture. */
  get year(): NumberAttribute | undefined {
    return givenOrTypical(this.bill.year, this.bill.at, 'year', undefined)
  }

  private sizeOr(of: SizeOfTerminal['of'], unit: string): NumberAttribute | undefined {
    const { size, at } = this.bill
    if (size?.of !== of) return givenOrTypical(this.bill[of], at, of, undefined, unit)
    this.sized ??= givenOrTypical(this.bill[of], at, of, size.typical, unit, 'terminal')
    return this.sized
  }

  modelledPower(): undefined {
    return undefined
  }

  consumptionProfile(): undefined {
    return undefined
  }

  protected making(criterion: Criterion): Figure | undefined {
    const { factors, stages } = this.bill
    const made = this.makingOfSize(criterion) ?? genericImpact(factors?.[criterion], this.units)
    return withStages(made, stages, criterion, this.units)
  }

  /** Climate change, and its parts in the proportions of the factors, by the size of the device. */
  private makingOfSize(criterion: Criterion): Figure | undefined {
    const { size, factors = {} } = this.bill
    const ofOne = size && this[size.of]
    if (size === undefined || ofOne === undefined) return undefined
    const { [criterion]: own, gwppb: biogenic, gwppf: fossil, gwpplu: landUse } = factors
    const making =
      size.of === 'storage'
        ? makingByStorage.of(size.base, size.perGigabyte, ofOne, size.spread)
        : makingByDiagonal.of(size.atReference, ofOne, size.reference, size.spread)
    if (criterion === 'gwp') return new Figure(makingOfUnits.of(making, this.units), GENERIC_DATA)
    if (own === undefined || (own !== biogenic && own !== fossil && own !== landUse)) return undefined
    if (biogenic === undefined || fossil === undefined || landUse === undefined) return undefined
    const part = splitOfMaking.of(own, making, biogenic, fossil, landUse)
    return new Figure(makingOfUnits.of(part, this.units), GENERIC_DATA)
  }

  /** avg_power is per device. */
  protected ofAllUnits(power: Estimate): Estimate {
    return powerOfUnits.of(power, this.units)
  }
}
