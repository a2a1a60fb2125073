import type { Component, ComponentKind } from '../components/component.ts'
import { Cpu } from '../components/cpu.ts'
import type { Gpu } from '../components/gpu.ts'
import type { Ram } from '../components/ram.ts'
import { modelOfPower, otherPower, powerOfMemory, powerOfUnits, shareOfPower } from '../formulas/power.ts'
import {
  furtherDrives,
  powerAtWall,
  powerByTdp,
  powerInField,
  powerInRange,
  powerOfCardInServer,
} from '../formulas/server-power.ts'
import type { WorkloadPower } from '../use/power-curve.ts'
import { PowerProfile } from '../use/power-profile.ts'
import { type PowerShape, shareOfWorkload } from '../use/share-of-workload.ts'
import type { Usage } from '../use/usage.ts'
import { LOAD_UNIT, type WorkloadAttribute } from '../use/workload.ts'
import { input, leaf, type NumberAttribute } from '../values/attribute.ts'
import { record, sum } from '../values/formula.ts'
import { type Estimate, exact } from '../values/range.ts'
import { pathOf, type Warning, warning } from '../values/warning.ts'

/**
 * Power of servers with processors of one class, fitted to measured servers: W per W of thermal design power, W per GB
 * of memory, and W of the rest of a server, each idle and at full load.
 */
export interface PowerClass {
  readonly name: string
  readonly fullPerTdp: NumberAttribute
  readonly idlePerTdp: NumberAttribute
  readonly fullPerGb: NumberAttribute
  readonly idlePerGb: NumberAttribute
  readonly fullRest: NumberAttribute
  readonly idleRest: NumberAttribute
  readonly shape: PowerShape
}

/** What the power of a server is computed from, besides its parts and their use. */
export interface ServerPowerBill {
  readonly powerClass: PowerClass
  /** Power of servers in use, divided by that of benchmarked ones. */
  readonly field: NumberAttribute
  /** The error of the model, shared by all servers. */
  readonly model: NumberAttribute
  readonly supplyEfficiency: NumberAttribute
  /** Drives that benchmarked servers have. */
  readonly drivesInRest: NumberAttribute
  /** W of a further drive of each kind. */
  readonly ssd: NumberAttribute
  readonly hdd: NumberAttribute
}

/** What a part adds to the power of its server, all units of it, in W. */
interface Term {
  readonly kind: ComponentKind
  readonly power: Estimate
  /** Whether it is that of a benchmarked server, which the field and the model's error multiply. */
  readonly isBenchmarked: boolean
}

/** Errors of the model for servers with one processor, 1 if it is right: of all power, and of idle power besides. */
interface Errors {
  readonly own: NumberAttribute
  readonly idle: NumberAttribute
}

/** A server or a share of one, by its components; each has its share. */
type Parts = readonly Component[]

/** The order in which drives count as those of a benchmarked server: those that draw most come first. */
const DRIVES: readonly ComponentKind[] = ['HDD', 'SSD']

/**
 * Power of a whole server at the wall, in W: field * model * (processors + memory + rest) + drives + cards. Servers,
 * virtual machines and instances have shares of its terms.
 *
 * Example: an R740 with two Xeon Platinum 8180 and 192 GB draws 231.9 W at 50 percent with a field of 1.
 */
export class ServerPower {
  readonly #bill: ServerPowerBill
  readonly #host: () => Parts
  readonly #usage: Usage
  #errors: Errors | undefined
  #further: ReadonlyMap<string, Estimate> | undefined
  #measuredParts: Parts | undefined
  readonly #shares = new WeakMap<WorkloadAttribute | NumberAttribute, Estimate>()
  #atOwnLoad: ReadonlyMap<string, Term> | undefined
  #powerProfile: PowerProfile | undefined

  /** `host` gives the components of the whole server when they are needed. */
  constructor(bill: ServerPowerBill, host: () => Parts, usage: Usage) {
    this.#bill = bill
    this.#host = host
    this.#usage = usage
  }

  /** How the power is computed, in words. */
  get source(): string {
    return this.#profile === undefined ? MODEL : 'Measured profile of the server'
  }

  /** Power of a server or a share of one at a load, else as used. */
  power(parts: Parts, load: NumberAttribute | undefined): Estimate {
    if (this.#profile !== undefined) return this.#byProfile(parts, this.#profile, load)
    const terms = this.#termsAt(load)
    if (this.#isByRatio) return this.#byRatio(parts, terms)
    const benchmarked = sharesOf(parts, terms, true)
    const others = sharesOf(parts, terms, false)
    const inField = this.#inField(sum(benchmarked.powers, () => symbolsOf(benchmarked)))
    if (others.powers.length === 0) return inField
    return sum([inField, ...others.powers], () => ['in_field', ...symbolsOf(others)])
  }

  /** What a component of it adds, all units; undefined if nothing, or if the whole was measured. */
  partOf(component: Component, parts: Parts, load: NumberAttribute | undefined): Estimate | undefined {
    if (this.#profile !== undefined) return undefined
    if (this.#isByRatio && component.kind === 'REST_OF_SERVER') {
      return this.#otherByRatio(parts, this.#termsAt(load)).other
    }
    const term = load === undefined ? this.#termsAt(load).get(component.label) : this.#termNamed(component.label, load)
    if (term === undefined) return undefined
    const power = shared(term.power, component.share)
    return term.isBenchmarked ? this.#inField(power) : power
  }

  /** Whether a card adds more to the server than its own power. With a ratio for the rest, the ratio holds it. */
  get countsOverhead(): boolean {
    return !this.#isByRatio
  }

  /** Inputs about power that have no effect. */
  get warnings(): readonly Warning[] {
    const { given, at } = this.#usage.bill
    const warnings: Warning[] = []
    const ignored = (path: string, why: string) => warnings.push({ ...warning('NOT_USED', why), path: pathOf(path) })
    const isMeasured = this.#usage.isPowerGiven || this.#profile !== undefined
    if (given.otherConsumptionRatio !== undefined && (isMeasured || !this.#isByRatio))
      ignored(`${at}.otherConsumptionRatio`, isMeasured ? RATIO_OF_MEASURED : NO_RATIO)
    for (const { bill, isInRest } of this.#measured) {
      if (isInRest) ignored(`${bill.usage.at}.avgPower`, IN_THE_REST)
      else if (isMeasured) ignored(`${bill.usage.at}.avgPower`, PART_OF_MEASURED)
    }
    if (this.#profile === undefined) return warnings
    if (this.#usage.isPowerGiven) ignored(`${at}.powerProfile`, BESIDE_POWER)
    else if (this.#profile.length === 1 && this.#profile[0]?.loadPercentage === 0)
      warnings.push({ ...ONE_POINT_IDLE, path: pathOf(`${at}.powerProfile`) })
    return warnings
  }

  /** Power of the whole server by the model at a load in percent, in W, outside any graph; and of its cards alone. */
  #numbersAt(percent: number): { readonly whole: number; readonly cards: number } {
    return record(undefined, () => {
      let [whole, cards] = [0, 0]
      for (const { kind, power, isBenchmarked } of this.#terms(input('load', 'load', percent, LOAD_UNIT)).values()) {
        whole += isBenchmarked ? this.#bill.field.value * power.value : power.value
        if (kind === 'GPU') cards += power.value
      }
      return { whole, cards }
    })
  }

  /** A share of a server with a measured profile has its share of the threads. */
  #byProfile(parts: Parts, points: readonly WorkloadPower[], load: NumberAttribute | undefined): Estimate {
    this.#powerProfile ??= this.#profileOf(points)
    const power = this.#powerProfile.power(this.#usage.workloadAt(load))
    return shared(power, parts.find(({ kind }) => kind === 'CPU')?.share)
  }

  #profileOf(points: readonly WorkloadPower[]): PowerProfile {
    const { name: powerClass, shape } = this.#bill.powerClass
    const [idle, full] = [this.#numbersAt(0), this.#numbersAt(100)]
    const modelled = { idle: idle.whole, full: full.whole, cards: full.cards - idle.cards }
    return new PowerProfile({ points, at: this.#usage.bill.at, modelled, powerClass, shape, own: this.#error.own })
  }

  get #profile(): readonly WorkloadPower[] | undefined {
    return this.#usage.bill.given.powerProfile
  }

  /** Whether the caller measured the processors, but not the whole, and says what the rest draws in proportion. */
  get #isByRatio(): boolean {
    if (this.#usage.bill.given.otherConsumptionRatio === undefined || this.#profile !== undefined) return false
    return this.#measured.some(({ kind }) => kind === 'CPU')
  }

  /** Parts whose power the caller measured. */
  get #measured(): Parts {
    this.#measuredParts ??= this.#host().filter(({ bill }) => bill.usage.given.avgPower !== undefined)
    return this.#measuredParts
  }

  #byRatio(parts: Parts, terms: ReadonlyMap<string, Term>): Estimate {
    const { counted, other } = this.#otherByRatio(parts, terms)
    return sum([counted, other], () => ['counted', 'other'])
  }

  #otherByRatio(parts: Parts, terms: ReadonlyMap<string, Term>) {
    // None is that of a benchmarked server here.
    const measured = sharesOf(parts, terms, false)
    const counted = sum(measured.powers, () => symbolsOf(measured))
    return { counted, other: otherPower.of(counted, this.#usage.otherConsumptionRatio as NumberAttribute) }
  }

  get #error(): Errors {
    if (this.#errors === undefined) {
      const named = this.#host().find((each) => each instanceof Cpu)?.bill.name?.row?.name
      const of = named ?? this.#bill.powerClass.name
      this.#errors = { own: errorOf('server_power', of), idle: errorOf('server_power_idle', of) }
    }
    return this.#errors
  }

  #inField(power: Estimate): Estimate {
    const { field, model } = this.#bill
    return powerInField.of(field, modelOfPower.of(this.#error.own, model), power)
  }

  /** The terms of all components that add something, by label. */
  #termsAt(load: NumberAttribute | undefined): ReadonlyMap<string, Term> {
    if (load !== undefined) return this.#terms(load)
    this.#atOwnLoad ??= this.#terms(undefined)
    return this.#atOwnLoad
  }

  #terms(load: NumberAttribute | undefined): ReadonlyMap<string, Term> {
    const terms = new Map<string, Term>()
    for (const component of this.#host()) {
      const term = this.#termOf(component, load)
      if (term !== undefined) terms.set(component.label, term)
    }
    return terms
  }

  #termNamed(label: string, load: NumberAttribute): Term | undefined {
    const component = this.#host().find((each) => each.label === label)
    return component && this.#termOf(component, load)
  }

  #termOf(component: Component, load: NumberAttribute | undefined): Term | undefined {
    const { kind } = component
    const measured = (power: Estimate | undefined): Term | undefined => power && { kind, power, isBenchmarked: false }
    const { fullPerTdp, idlePerTdp, fullPerGb, idlePerGb, fullRest, idleRest } = this.#bill.powerClass
    switch (kind) {
      case 'CPU': {
        const { tdp, units, usage } = component as Cpu
        if (this.#isMeasured(usage)) return measured(this.#atWall(usage))
        if (tdp === undefined) return undefined
        const perTdp = this.#inRange(idlePerTdp, fullPerTdp, usage, load)
        return { kind, power: powerByTdp.of(perTdp, tdp, units), isBenchmarked: true }
      }
      case 'RAM': {
        const { capacity, units, usage } = component as Ram
        if (this.#isMeasured(usage)) return measured(this.#atWall(usage))
        const perGb = this.#inRange(idlePerGb, fullPerGb, usage, load)
        const power = powerOfMemory.of(perGb, capacity, units)
        return this.#isByRatio ? measured(this.#inField(power)) : { kind, power, isBenchmarked: true }
      }
      case 'GPU': {
        const card = component as Gpu
        const power = card.powerOfAll(load)
        return measured(power && this.countsOverhead ? powerOfCardInServer.of(power, card.bill.overhead) : power)
      }
      case 'REST_OF_SERVER':
        if (this.#isByRatio) return undefined
        return { kind, power: this.#inRange(idleRest, fullRest, this.#usage, load), isBenchmarked: true }
      case 'SSD':
      case 'HDD': {
        const further = this.#furtherDrives().get(component.label)
        if (further === undefined || this.#isByRatio) return undefined
        return measured(powerOfUnits.of(kind === 'SSD' ? this.#bill.ssd : this.#bill.hdd, further))
      }
      default:
        return undefined
    }
  }

  /** Whether the power of a part was measured, and counts. */
  #isMeasured(usage: Usage): boolean {
    return usage.bill.given.avgPower !== undefined && this.#profile === undefined
  }

  /** The measured power of a part, at the wall. With a ratio for the rest, the ratio holds the loss of the supply. */
  #atWall(usage: Usage): Estimate | undefined {
    const { avgPower } = usage
    return avgPower && !this.#isByRatio ? powerAtWall.of(avgPower, this.#bill.supplyEfficiency) : avgPower
  }

  #inRange(idle: Estimate, full: Estimate, usage: Usage, load: NumberAttribute | undefined): Estimate {
    return powerInRange.of(idle, this.#error.idle, full, this.#shareOf(usage.workloadAt(load), load))
  }

  /**
   * Made once per workload, or per load of the server: parts share it, and a part with its own load keeps it in every
   * interval.
   */
  #shareOf(workload: WorkloadAttribute | undefined, load: NumberAttribute | undefined): Estimate {
    const { shape } = this.#bill.powerClass
    if (workload === undefined) return shareOfWorkload(shape, workload)
    const of = load !== undefined && workload.load === load ? load : workload
    let share = this.#shares.get(of)
    if (share === undefined) {
      share = shareOfWorkload(shape, workload)
      this.#shares.set(of, share)
    }
    return share
  }

  /** Drives beyond those in the rest of the server, by the label of their entry. */
  #furtherDrives(): ReadonlyMap<string, Estimate> {
    if (this.#further !== undefined) return this.#further
    const further = new Map<string, Estimate>()
    const before: Component[] = []
    const { drivesInRest } = this.#bill
    for (const drive of DRIVES.flatMap((kind) => this.#host().filter((each) => each.kind === kind))) {
      const counted = sum(
        before.map(({ units }) => units),
        () => before.map(({ symbol }) => symbol),
      )
      if (counted.max + drive.units.max > drivesInRest.value) {
        further.set(drive.label, furtherDrives.of(counted, drive.units, drivesInRest))
      }
      before.push(drive)
    }
    this.#further = further
    return further
  }
}

/** An error of the model, 1 if it is right, with the spread of measured servers: `model.server_power.AMD EPYC 9654`. */
function errorOf(row: 'server_power' | 'server_power_idle', column: string): NumberAttribute {
  const of = { table: 'model', row, column, property: 'avg_power' } as const
  return leaf(of, 'COMPLETED', exact(1), '1', '1 (no correction) with the spread of measured servers around the model')
}

/** Powers of some parts, in the order of the parts. */
interface PowersOfParts {
  readonly of: Parts
  readonly powers: readonly Estimate[]
}

/** The shares that parts have of the terms of benchmarked servers, or of the others. Only parts that exist count. */
function sharesOf(parts: Parts, terms: ReadonlyMap<string, Term>, isBenchmarked: boolean): PowersOfParts {
  const of: Component[] = []
  const powers: Estimate[] = []
  for (const part of parts) {
    const term = terms.get(part.label)
    if (term?.isBenchmarked !== isBenchmarked) continue
    of.push(part)
    powers.push(shared(term.power, part.share))
  }
  return { of, powers }
}

function symbolsOf({ of }: PowersOfParts): readonly string[] {
  return of.map(({ kind, symbol }) => (kind === 'REST_OF_SERVER' ? 'other' : symbol))
}

function shared(power: Estimate, share: Estimate | undefined): Estimate {
  return share === undefined ? power : shareOfPower.of(power, share)
}

const MODEL = 'field * model * (processors + memory + rest) + drives + cards'
const NO_RATIO =
  'otherConsumptionRatio has no effect: the power of a server is that of measured servers as a whole. To use the ratio, give the power of the processors, too.'
const IN_THE_REST = 'The power of this part has no effect on the power of the server, which includes it already.'
const RATIO_OF_MEASURED = 'otherConsumptionRatio has no effect, because you gave the power of the whole server.'
const PART_OF_MEASURED =
  'The power of this part has no effect on the power of the server, because you gave that of the whole server.'
const BESIDE_POWER = 'The measured profile has no effect, because you gave the average power.'

const ONE_POINT_IDLE = warning(
  'ONE_POINT_IDLE',
  'The only point of the profile is idle. The power at full load is that of the model.',
)
