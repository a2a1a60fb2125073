import { Asset } from '../assessment/asset.ts'
import { Figure, WHOLE_LIFE } from '../assessment/impact.ts'
import { makingByDiagonal, makingByStorage, makingOfUnits, splitOfMaking } from '../formulas/manufacturing.ts'
import { powerOfUnits } from '../formulas/power.ts'
import { type PowerModel, Usage } from '../use/usage.ts'
import type { UsageBill } from '../use/usage-bill.ts'
import { type AttributeStatus, leaf, type NumberAttribute, type TextAttribute, text } from '../values/attribute.ts'
import type { Cell } from '../values/cell.ts'
import type { Criterion } from '../values/criteria.ts'
import type { FactorQuantities, StageFactors } from '../values/factors.ts'
import { givenOrTypical } from '../values/given-or-typical.ts'
import { perObject } from '../values/per-object.ts'
import { type Estimate, exact } from '../values/range.ts'
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
  /** EMBEDDED: with transport and end of life. */
  readonly covers: 'MAKING' | 'EMBEDDED'
} & (
  | { readonly of: 'storage'; readonly base: NumberAttribute; readonly perGigabyte: NumberAttribute }
  | { readonly of: 'inches'; readonly atReference: NumberAttribute; readonly reference: NumberAttribute }
)

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
  readonly covers: 'MAKING' | 'EMBEDDED' | 'USE'
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
export interface MakersFigures {
  readonly figures: readonly MakersFigure[]
  /** Climate change of making one device, or of making, transport and end of life. */
  readonly making?: { readonly of: MakersFigure; readonly figure: NumberAttribute }
  /** The terminal without them. */
  readonly modelled: TerminalBill
}

/** The inputs of a terminal or peripheral. */
export interface TerminalBill {
  readonly kind: TerminalKind
  readonly archetype: string
  readonly units?: number
  readonly storage?: number
  readonly inches?: number
  readonly year?: number
  readonly form?: TextAttribute
  readonly model?: TextAttribute
  readonly manufacturer?: TextAttribute
  /** Undefined for a model without such figures, or if the caller asks for the modelled ones. */
  readonly makers?: MakersFigures
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

const WHAT: Readonly<Record<MakersFigure['covers'], string>> = {
  MAKING: 'Manufacturing',
  EMBEDDED: 'Manufacturing, with transport and end of life,',
  USE: 'Electricity',
}

/** A factor at its value. */
const withoutBounds = perObject(({ leaf: of, status, value, unit, source }: NumberAttribute) =>
  of === undefined ? exact(value) : leaf(of, status, exact(value), unit, source),
)

/** Three significant digits: `170`, `20.1`. */
function shortFigure(value: number): string {
  return String(Number(value.toPrecision(3)))
}

const NO_LOAD = [warning('NOT_USED', 'The load has no effect: the power of this device does not depend on it')]

/** A device known only as a whole: units * the published factor of its kind and type, or what its size makes. */
export class Terminal extends Asset implements PowerModel {
  override readonly usage: Usage
  private counted: NumberAttribute | undefined
  private kindOfIt: TextAttribute | undefined
  private sized: NumberAttribute | undefined
  private byMaker: readonly ComparedFigure[] | undefined

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
    const { avgPower, useTimeRatio } = this.bill.usage.given
    const isGiven = avgPower !== undefined || useTimeRatio !== undefined
    const ofMaker = this.makersFigures
      .filter(({ covers }) => covers !== 'USE' || !isGiven)
      .map(({ message }) => warning('MAKERS_FIGURE', message))
    return union(ofMaker, this.bill.warnings, this.usage.hasOwnLoad ? NO_LOAD : NO_WARNINGS, super.gatherWarnings())
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

  private compareMakers(): readonly ComparedFigure[] {
    const { makers } = this.bill
    if (makers === undefined) return []
    const modelled = new Terminal({ ...makers.modelled, units: 1 })
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
    const { factors, stages, makers } = this.bill
    const ofMaker = this.inProportion(criterion, makers?.making?.figure)
    const making = ofMaker ?? this.inProportion(criterion, this.makingBySize())
    const made = making
      ? new Figure(makingOfUnits.of(making, this.units), ofMaker ? NO_WARNINGS : GENERIC_DATA)
      : genericImpact(factors?.[criterion], this.units)
    // Figures of makers, and of devices by size, can hold transport and end of life.
    const covers = makers?.making?.of.covers ?? this.bill.size?.covers
    return criterion === 'gwp' && covers === 'EMBEDDED' ? made : withStages(made, stages, criterion, this.units)
  }

  /** Climate change of making one device of its size. */
  private makingBySize(): Estimate | undefined {
    const { size } = this.bill
    const ofOne = size && this[size.of]
    if (size === undefined || ofOne === undefined) return undefined
    return size.of === 'storage'
      ? makingByStorage.of(size.base, size.perGigabyte, ofOne, size.spread)
      : makingByDiagonal.of(size.atReference, ofOne, size.reference, size.spread)
  }

  /** Climate change of making one device, or one of its parts in the proportions of the factors. */
  private inProportion(criterion: Criterion, making: Estimate | undefined): Estimate | undefined {
    if (making === undefined || criterion === 'gwp') return making
    if (criterion !== 'gwppb' && criterion !== 'gwppf' && criterion !== 'gwpplu') return undefined
    const { [criterion]: own, gwppb: biogenic, gwppf: fossil, gwpplu: landUse } = this.bill.factors ?? {}
    if (own === undefined || biogenic === undefined || fossil === undefined || landUse === undefined) return undefined
    // The bounds are those of making: the parts keep their proportions.
    const [part, ...parts] = [own, biogenic, fossil, landUse].map(withoutBounds) as [
      Estimate,
      Estimate,
      Estimate,
      Estimate,
    ]
    return splitOfMaking.of(part, making, ...parts)
  }

  /** avg_power is per device. */
  protected ofAllUnits(power: Estimate): Estimate {
    return powerOfUnits.of(power, this.units)
  }
}
