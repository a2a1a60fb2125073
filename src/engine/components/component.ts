import { Asset, type MadeFigures } from '../assessment/asset.ts'
import { Figure } from '../assessment/impact.ts'
import { makingByModel, shareOfMaking } from '../formulas/manufacturing.ts'
import { powerOfUnits, shareOfPower } from '../formulas/power.ts'
import type { ConsumptionProfile } from '../use/consumption-profile.ts'
import { type PowerModel, Usage } from '../use/usage.ts'
import type { UsageBill } from '../use/usage-bill.ts'
import {
  type Attribute,
  described,
  input,
  leaf,
  type NumberAttribute,
  type TextAttribute,
} from '../values/attribute.ts'
import type { Cell } from '../values/cell.ts'
import type { Criterion } from '../values/criteria.ts'
import { isRecording, timesOne } from '../values/formula.ts'
import { type Estimate, exact } from '../values/range.ts'
import { union, type Warning, warning } from '../values/warning.ts'

export const COMPONENT_KINDS = [
  'ASSEMBLY',
  'CPU',
  'GPU',
  'RAM',
  'SSD',
  'HDD',
  'POWER_SUPPLY',
  'CASE',
  'MOTHERBOARD',
  'REST_OF_SERVER',
  'FUNCTIONAL_BLOCK',
] as const

export type ComponentKind = (typeof COMPONENT_KINDS)[number]

/** An attribute under its public name, in snake_case as in REST. */
export interface NamedAttribute {
  readonly name: string
  readonly attribute: Attribute
}

/** The device that a component is part of. */
export interface Whole extends PowerModel {
  again(): Whole
  componentNamed(label: string): Component | undefined
}

/** Where a component is: alone, or in a device under a label. An instance may have a share of that device. */
export interface Position {
  readonly label: string
  readonly device?: Usage
  readonly whole?: Whole
  /** The part of the component that counts, undefined for all of it. A cloud instance has less than its host. */
  readonly share?: Estimate | undefined
  /** The error of the manufacturing model, shared by all components of a server; undefined elsewhere. */
  readonly makingModel?: NumberAttribute | undefined
  /** What a component adds to the power of its server; undefined where that is the sum of the powers of its parts. */
  readonly powerInWhole?: PowerInWhole | undefined
}

/** The power of a server that is modelled as a whole. */
export interface PowerInWhole {
  /** What a component adds at a load, else as used: all units and its share of them, in W. Undefined if nothing. */
  partOf(component: Component, load: NumberAttribute | undefined): Estimate | undefined
  /** Whether a card adds more than its own power. */
  readonly countsOverhead: boolean
}

/** The warning of most components: their factors leave out the end of life. */
export const END_OF_LIFE_LEFT_OUT: readonly Warning[] = [
  warning('END_OF_LIFE_LEFT_OUT', 'End of life is not included in the calculation'),
]

/** The warning of a processor or memory that is in no server, where servers are modelled as a whole. */
const PART_ALONE: readonly Warning[] = [
  warning(
    'PART_ALONE',
    'Power of a part alone is not a share of a server. It is mostly 1.3 to 1.9 times what it adds to one.',
  ),
]

/** What the bill of materials of every component has. */
export interface ComponentBill {
  readonly kind: ComponentKind
  readonly usage: UsageBill
  readonly given: { readonly units?: number }
  readonly archetype?: { readonly units?: Cell }
  /** Whether servers are modelled as a whole, so that the power of such a component alone is not a part of theirs. */
  readonly isPartOfWhole?: boolean
  /** Path in the input, which names the component's values: `input.configuration.ram[1]`. */
  readonly at: string
}

const madeForAll = new WeakMap<ComponentBill, MadeFigures>()

/**
 * Declares that many things have a component with this very bill. Making it is then computed once for all of them,
 * except while a graph is recorded.
 */
export function shared<Bill extends ComponentBill>(bill: Bill): Bill {
  madeForAll.set(bill, [])
  return bill
}

/** A component, in a device or alone. */
export abstract class Component extends Asset implements PowerModel {
  abstract readonly kind: ComponentKind
  abstract readonly bill: ComponentBill
  readonly position: Position
  readonly share: Estimate | undefined
  private ownUsage: Usage | undefined
  private counted: NumberAttribute | undefined
  private named: readonly NamedAttribute[] | undefined
  protected readonly makingWarnings: readonly Warning[] = END_OF_LIFE_LEFT_OUT

  constructor(position: Position) {
    super()
    this.position = position
    this.share = position.share
  }

  /** Made when read: most parts of a device draw no power of their own. */
  override get usage(): Usage {
    this.ownUsage ??= new Usage(this.bill.usage, this, this.position.device)
    return this.ownUsage
  }

  override again(): Component {
    const { whole, label } = this.position
    if (whole !== undefined) return whole.again().componentNamed(label) as Component
    return new (this.constructor as new (bill: ComponentBill, position: Position) => Component)(
      this.bill,
      this.position,
    )
  }

  get label(): string {
    return this.position.label
  }

  /** The label as a symbol in a formula: ram_2. */
  get symbol(): string {
    return this.label.toLowerCase().replaceAll('-', '_')
  }

  get units(): NumberAttribute {
    const { given, archetype, kind } = this.bill
    this.counted ??= this.numberOf(given.units, 'units', archetype?.units) ?? ONE_OF[kind]
    return this.counted
  }

  /** Every known attribute, in display order. */
  get attributes(): readonly NamedAttribute[] {
    this.named ??= namedAttributes({ units: this.units, ...this.ownAttributes() })
    return this.named
  }

  protected override gatherWarnings(): readonly Warning[] {
    const { isPartOfWhole, usage } = this.bill
    const isModelledAlone = isPartOfWhole && this.position.whole === undefined && usage.given.avgPower === undefined
    const alone = isModelledAlone ? PART_ALONE : undefined
    return union(this.usage.warnings, alone, ...this.names().map((name) => name?.warnings))
  }

  /** Names that the caller may have entered. */
  protected names(): readonly (TextAttribute | undefined)[] {
    return []
  }

  protected abstract ownAttributes(): Record<string, Attribute | undefined>

  /** Impact of making all units of the component; undefined if a factor is missing. */
  protected abstract make(criterion: Criterion): Estimate | undefined

  protected override get madeForAll(): MadeFigures | undefined {
    return this.share === undefined && !isRecording() ? madeForAll.get(this.bill) : undefined
  }

  protected making(criterion: Criterion): Figure | undefined {
    const made = this.make(criterion)
    return made && new Figure(this.asPart(made), this.makingWarnings)
  }

  private asPart(made: Estimate): Estimate {
    const { makingModel } = this.position
    const modelled = makingModel === undefined ? made : timesOne(makingByModel, made, makingModel)
    return this.share === undefined ? modelled : shareOfMaking.of(modelled, this.share)
  }

  /** avg_power is per unit, except for CPU and RAM: their models cover all units. */
  protected ofAllUnits(power: Estimate): Estimate {
    const all = powerOfUnits.of(power, this.units)
    return this.share === undefined ? all : shareOfPower.of(all, this.share)
  }

  /** Power of all units in the device's own power, at the device's load, else as used. */
  countedPower(_load: NumberAttribute | undefined): Estimate | undefined {
    return undefined
  }

  /** Warns that the device leaves out the power of the component although it draws some; undefined if it does not. */
  get powerLeftOut(): Warning | undefined {
    return undefined
  }

  modelledPower(load?: NumberAttribute): NumberAttribute | undefined {
    const power = this.position.powerInWhole?.partOf(this, load)
    return power && described('COMPLETED', power, 'W', 'Part of the power of the server')
  }

  /** In a server whose power is modelled as a whole: what it adds there, unless its power was measured apart. */
  protected override powerAt(load: NumberAttribute | undefined): Estimate | undefined {
    const isMeasuredApart = this.isInRest && this.bill.usage.given.avgPower !== undefined
    return (isMeasuredApart ? undefined : this.position.powerInWhole?.partOf(this, load)) ?? super.powerAt(load)
  }

  /** Whether the power of the rest of a server includes that of such a component. */
  get isInRest(): boolean {
    return IN_REST.has(this.kind)
  }

  consumptionProfile(): ConsumptionProfile | undefined {
    return undefined
  }

  /** The caller's number under a name of the component's input (INPUT), else a typical one (ARCHETYPE). */
  protected numberOf(
    given: number | undefined,
    name: string,
    typical: Cell | undefined,
    unit?: string,
  ): NumberAttribute | undefined {
    const { at, kind } = this.bill
    return given === undefined ? typical?.in(unit) : input(at, name, given, unit, WORDED[kind])
  }
}

const IN_REST: ReadonlySet<ComponentKind> = new Set(['ASSEMBLY', 'SSD', 'HDD', 'POWER_SUPPLY', 'CASE', 'MOTHERBOARD'])

function namedAttributes(attributes: Record<string, Attribute | undefined>): readonly NamedAttribute[] {
  const named: NamedAttribute[] = []
  for (const name in attributes) {
    const attribute = attributes[name]
    if (attribute !== undefined) named.push({ name, attribute })
  }
  return named
}

/** Kinds whose properties have their own words. */
const WORDED: Readonly<Partial<Record<ComponentKind, string>>> = {
  CPU: 'cpu',
  GPU: 'gpu',
  RAM: 'ram',
  SSD: 'ssd',
  HDD: 'hdd',
  POWER_SUPPLY: 'power_supply',
  CASE: 'case',
}

/** The source of a number of units that the input leaves out. */
export const ONE = '1, because no number is given'

/** One unit, if neither the caller nor the archetype has a number. */
const ONE_OF = Object.fromEntries(
  COMPONENT_KINDS.map((kind) => [
    kind,
    leaf({ table: 'defaults', row: kind.toLowerCase(), column: 'units' }, 'ARCHETYPE', exact(1), undefined, ONE),
  ]),
) as Readonly<Record<ComponentKind, NumberAttribute>>
