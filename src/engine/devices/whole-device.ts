import { Figure, WHOLE_LIFE } from '../assessment/impact.ts'
import { makingOfUnits } from '../formulas/manufacturing.ts'
import { powerOfUnits } from '../formulas/power.ts'
import { Usage } from '../use/usage.ts'
import type { UsageBill } from '../use/usage-bill.ts'
import { type AttributeStatus, type NumberAttribute, type TextAttribute, text } from '../values/attribute.ts'
import type { Criterion } from '../values/criteria.ts'
import type { FactorQuantities, StageFactors } from '../values/factors.ts'
import type { Estimate } from '../values/range.ts'
import { NO_WARNINGS, union, type Warning, warning } from '../values/warning.ts'
import { Device, deviceUnits, GENERIC_DATA, genericImpact, type LabelledBill } from './device.ts'
import type { Making, OwnMaking, PublishedBoundary } from './making.ts'
import { partOfMaking } from './part-of-making.ts'
import { withStages } from './with-stages.ts'

/** Whose figures apply to a known model: those of its maker, or ours. */
export const FIGURES_OF = ['MAKER', 'MODEL'] as const
export type FiguresOf = (typeof FIGURES_OF)[number]

/** A figure that the maker published of a model. */
export interface MakersFigure {
  /** kg CO2 eq. of one device, or kWh a year. */
  readonly value: number
  readonly low?: number
  readonly high?: number
  readonly unit: 'kg CO2 eq.' | 'kWh/year'
  readonly covers: PublishedBoundary
  readonly maker: string
  /** With its configuration: `MacBook Air 13 (M2, 256 GB)`. */
  readonly model: string
  readonly year: number
  readonly method?: string
  readonly source?: string
}

/** A figure of the maker with ours for the same stages, and both in a sentence. */
interface ComparedFigure extends MakersFigure {
  readonly modelled: number
  readonly message: string
}

/** Figures of the maker that take the place of the modelled ones, for the phases that they cover. */
export interface MakersFigures<Bill> {
  readonly figures: readonly MakersFigure[]
  /** Climate change of making one device, or of making, transport and end of life. */
  readonly making?: { readonly of: MakersFigure; readonly figure: NumberAttribute }
  /** The device without them. */
  readonly modelled: Bill
}

/** The inputs of a device that is known as a whole. */
export interface WholeDeviceBill {
  readonly units?: number
  readonly model?: TextAttribute
  readonly manufacturer?: TextAttribute
  readonly type?: { readonly value: string; readonly status: AttributeStatus; readonly source?: string }
  /** Undefined for a model without such figures, or if the caller asks for the modelled ones. */
  readonly makers?: MakersFigures<WholeDeviceBill>
  /** The caller's figure of making. It takes precedence over that of the maker. */
  readonly own?: OwnMaking
  /** Undefined if nothing is published for such a device. */
  readonly factors?: FactorQuantities
  /** Transport and end of life of one device, if published apart from its manufacturing. */
  readonly stages?: StageFactors
  readonly usage: UsageBill
  readonly warnings?: readonly Warning[]
  /** Path in the input: `input`. */
  readonly at: string
}

const WHAT: Readonly<Record<MakersFigure['covers'], string>> = {
  MAKING: 'Manufacturing',
  EMBEDDED: 'Manufacturing, with transport and end of life,',
  USE: 'Electricity',
}

/** Three significant digits: `170`, `20.1`. */
function shortFigure(value: number): string {
  return String(Number(value.toPrecision(3)))
}

const NO_LOAD = [warning('NOT_USED', 'The load has no effect: the power of this device does not depend on it')]

/** A device known as a whole: units * the published factor of its kind and type, or a figure of this very model. */
export abstract class WholeDevice<Bill extends WholeDeviceBill> extends Device {
  override readonly usage: Usage
  readonly bill: Bill
  private counted: NumberAttribute | undefined
  private typed: TextAttribute | undefined
  private byMaker: readonly ComparedFigure[] | undefined

  constructor(bill: Bill, parts: readonly LabelledBill[] = []) {
    super(parts)
    this.bill = bill
    this.usage = new Usage(bill.usage, this, undefined)
  }

  override again(): WholeDevice<Bill> {
    return this.like(this.bill)
  }

  override get ownMaking(): OwnMaking | undefined {
    return this.bill.own
  }

  /** Such a device from another bill. */
  protected abstract like(bill: Bill): WholeDevice<Bill>

  protected override gatherWarnings(): readonly Warning[] {
    const ofMaker = this.appliedFigures.map(({ message }) => warning('MAKERS_FIGURE', message))
    return union(ofMaker, this.bill.warnings, this.usage.hasOwnLoad ? NO_LOAD : NO_WARNINGS, super.gatherWarnings())
  }

  override get units(): NumberAttribute {
    this.counted ??= deviceUnits(this.bill.units, this.bill.at)
    return this.counted
  }

  get type(): TextAttribute | undefined {
    const { type } = this.bill
    this.typed ??= type && text(type.status, type.value, undefined, type.source)
    return this.typed
  }

  get model(): TextAttribute | undefined {
    return this.bill.model
  }

  get manufacturer(): TextAttribute | undefined {
    return this.bill.manufacturer
  }

  /** What its maker published of it, each with what our model gives instead, and a sentence for people. */
  get makersFigures(): readonly ComparedFigure[] {
    this.byMaker ??= this.compareMakers()
    return this.byMaker
  }

  /** Those of its maker's figures that its own figures rest on: the caller's take precedence. */
  get appliedFigures(): readonly ComparedFigure[] {
    const isGiven = this.usage.isPowerGiven || this.bill.usage.given.useTimeRatio !== undefined
    return this.makersFigures.filter(({ covers }) => (covers === 'USE' ? !isGiven : this.bill.own === undefined))
  }

  private compareMakers(): readonly ComparedFigure[] {
    const { makers } = this.bill
    if (makers === undefined) return []
    const modelled = this.like({ ...(makers.modelled as Bill), units: 1 })
    return makers.figures.map((figure) => {
      const ours = modelled.modelledFor(figure)
      const what = WHAT[figure.covers]
      const unit = figure.unit === 'kWh/year' ? 'kWh a year.' : figure.unit
      const message = `${what} is the figure of ${figure.maker}, ${figure.year}, for the ${figure.model}: ${figure.value} ${unit} Our model gives ${shortFigure(ours)}.`
      return { ...figure, modelled: ours, message }
    })
  }

  /** Our figure of one device in the unit and the boundary of a published one. */
  private modelledFor({ covers }: MakersFigure): number {
    if (covers === 'USE') return this.energy(this.bill.usage.hoursPerYear.value)?.value ?? Number.NaN
    const embedded = this.impact('gwp', WHOLE_LIFE).embedded?.value ?? Number.NaN
    if (covers === 'EMBEDDED') return embedded
    const { transport, end_of_life: endOfLife } = this.bill.stages ?? {}
    return embedded - (transport?.gwp?.value ?? 0) - (endOfLife?.gwp?.value ?? 0)
  }

  modelledPower(): NumberAttribute | undefined {
    return undefined
  }

  protected making(criterion: Criterion): Figure | undefined {
    const { factors, stages, makers, own } = this.bill
    const stated = own ?? (makers?.making && { of: makers.making.figure, covers: makers.making.of.covers })
    const ofOne = stated ?? this.makingOfOne()
    const making = ofOne && partOfMaking(criterion, ofOne.of, factors)
    const made = making
      ? new Figure(makingOfUnits.of(making, this.units), stated ? NO_WARNINGS : GENERIC_DATA)
      : genericImpact(factors?.[criterion], this.units)
    return criterion === 'gwp' && ofOne?.covers === 'EMBEDDED' ? made : withStages(made, stages, criterion, this.units)
  }

  /** Climate change of making one device of its size; undefined where its size does not matter. */
  protected makingOfOne(): Making | undefined {
    return undefined
  }

  /** avg_power is per device. */
  protected override ofAllUnits(power: Estimate): Estimate {
    return powerOfUnits.of(power, this.units)
  }
}
