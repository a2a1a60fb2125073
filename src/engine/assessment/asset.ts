import { buildingOfEnergy, energyOfFacility, water, waterOfElectricity } from '../formulas/data-centre.ts'
import { embedded, livesBegun, shareOfLife } from '../formulas/share-of-life.ts'
import { energyOfUse, use } from '../formulas/use.ts'
import { ALWAYS, type Usage } from '../use/usage.ts'
import type { Interval } from '../use/usage-bill.ts'
import type { NumberAttribute } from '../values/attribute.ts'
import { CRITERION_INDEX, type Criterion } from '../values/criteria.ts'
import { sum } from '../values/formula.ts'
import type { Estimate } from '../values/range.ts'
import { NO_WARNINGS, union, type Warning, warning } from '../values/warning.ts'
import { type Boundary, Figure, Impact, type ImpactFigure, type Span } from './impact.ts'

/** A figure that is not an impact, such as energy in kWh or water in litres, with a way to compute it again. */
export class Quantity extends Figure {
  readonly unit: string
  readonly of: Assessable
  readonly #read: (of: Assessable) => Quantity | undefined
  /** Gives the same quantity for each part of a sum; undefined if the figure is not a sum. */
  readonly ofEach: ((of: Assessable) => Quantity | undefined) | undefined

  constructor(
    result: Estimate,
    unit: string,
    warnings: readonly Warning[],
    of: Assessable,
    read: (of: Assessable) => Quantity | undefined,
    ofEach?: (of: Assessable) => Quantity | undefined,
  ) {
    super(result, warnings)
    this.unit = unit
    this.of = of
    this.#read = read
    this.ofEach = ofEach
  }

  /** Recomputes the figure on a fresh copy of the thing. */
  again(): Quantity | undefined {
    return this.ofAnother(this.of.again())
  }

  /** The same quantity for another thing. */
  ofAnother(thing: Assessable): Quantity | undefined {
    return this.#read(thing)
  }
}

/** What a thing uses during an interval: power in W, and its impact. Undefined if unknown. */
export interface IntervalUse {
  readonly power: Estimate | undefined
  readonly use: Estimate | undefined
}

/** Anything whose impacts can be assessed: a component, a device, a service, a fleet. */
export interface Assessable {
  impact(criterion: Criterion, span: Span): Impact
  /** A copy of the thing with nothing computed yet. */
  again(): Assessable
  /** Electricity used over a duration in hours, in kWh; undefined if the power is unknown. `durationAt`: see Span. */
  energy(duration: number | undefined, boundary?: Boundary, durationAt?: string): Quantity | undefined
  /**
   * Water used over a duration in hours, in litres: on site, and to generate the electricity. Undefined if either is
   * unknown.
   */
  water(duration: number | undefined, durationAt?: string): Quantity | undefined
  /** Impact per kWh used; undefined if no factor is published. */
  intensity(criterion: Criterion, span: Span): Figure | undefined
  useIn(interval: Interval, criterion: Criterion): IntervalUse
  /** Input that was not understood, and what was assumed instead. */
  readonly warnings: readonly Warning[]
  /** Whether it runs in a data centre. */
  readonly isInDataCentre: boolean
  /** Whether manufacturing is assessed. For networks, only use is. */
  readonly isMade: boolean
  /** How it is used, and over which span; for a group, each distinct usage once. */
  usagesOver(span: Span): readonly (readonly [Span, Usage])[]
}

const MARKET_BASED: readonly Warning[] = [
  warning(
    'MARKET_BASED_UNVERIFIED',
    'You gave the electricity factor. impactql cannot check whether it is that of your supply contract.',
  ),
]

const LIVES = new Intl.NumberFormat('en', { maximumFractionDigits: 2 })

function renewedWarning(lives: number): Warning {
  const times = LIVES.format(lives)
  return warning('RENEWED', `The duration is longer than a lifetime. Manufacturing counts ${times} times`)
}

/** Manufacturing figures by the index of their criterion: undefined until computed, null if a factor is missing. */
export type MadeFigures = (Figure | null | undefined)[]

/** A thing with a life of its own: made, used, and replaced if a duration exceeds its lifetime. */
export abstract class Asset implements Assessable {
  abstract readonly usage: Usage
  private used: Estimate | undefined
  private usedByAll: Estimate | undefined
  private usedBy: Estimate | undefined
  private usedOver: Estimate | undefined
  private warned: readonly Warning[] | undefined
  private manufactured: MadeFigures | undefined
  private renewed: { readonly lives: number; readonly warnings: readonly Warning[] } | undefined

  abstract again(): Asset

  /** Impact of making the thing, over its whole life; undefined if a factor is missing. */
  manufacture(criterion: Criterion): Figure | undefined {
    this.manufactured ??= this.madeForAll ?? []
    const at = CRITERION_INDEX[criterion]
    let figure = this.manufactured[at]
    if (figure === undefined) {
      figure = this.making(criterion) ?? null
      this.manufactured[at] = figure
    }
    return figure ?? undefined
  }

  /** Where `manufacture` remembers figures for all things like this one; undefined if it is on its own. */
  protected get madeForAll(): MadeFigures | undefined {
    return undefined
  }

  /** Computes what `manufacture` remembers. */
  protected abstract making(criterion: Criterion): Figure | undefined

  /** Power of all units together, in W, from the power stated in the usage. */
  protected abstract ofAllUnits(power: Estimate): Estimate

  /** Power of all units together at a load in percent, else as used, in W. */
  protected powerAt(load: NumberAttribute | undefined): Estimate | undefined {
    const power = this.usage.avgPowerAt(load)
    return power && this.ofAllUnits(power)
  }

  get isInDataCentre(): boolean {
    return this.usage.facility !== undefined
  }

  get isMade(): boolean {
    return true
  }

  usagesOver(span: Span): readonly (readonly [Span, Usage])[] {
    return [[span, this.usage]]
  }

  /** Input that was not understood, and what was assumed instead. */
  get warnings(): readonly Warning[] {
    this.warned ??= this.gatherWarnings()
    return this.warned
  }

  protected gatherWarnings(): readonly Warning[] {
    return this.usage.warnings
  }

  impact(criterion: Criterion, span: Span): Impact {
    return new Impact(this, criterion, span)
  }

  /** The embedded part of an impact: manufacturing, times the share of the lifetime. */
  embedded(impact: Impact): ImpactFigure | undefined {
    const whole = this.manufacture(impact.criterion)
    if (whole === undefined) return undefined
    const lives = this.livesIn(impact.span)
    const result = lives === undefined ? whole.result : embedded.of(whole.result, lives)
    return impact.figure(
      'EMBEDDED',
      result,
      lives === undefined ? whole.warnings : this.warnedOf(lives, whole.warnings),
    )
  }

  /** The use part of an impact: factor times energy. */
  use(impact: Impact): ImpactFigure | undefined {
    const { duration, boundary, durationAt } = impact.span
    const energy = this.electricity(duration, boundary, durationAt)
    if (energy === undefined) return undefined
    const factor = this.usage.electricityFactor(impact.criterion)
    if (factor === undefined) return undefined
    return impact.figure('USE', use.of(factor, energy), union(factor.warnings, this.warningsOfEnergy(boundary)))
  }

  /** The share of the data centre's building, by the energy of the equipment; known for climate change only. */
  building(impact: Impact): ImpactFigure | undefined {
    const { facility } = this.usage
    const { duration, durationAt } = impact.span
    const energy = this.electricity(duration, 'EQUIPMENT', durationAt)
    if (impact.criterion !== 'gwp' || facility === undefined || energy === undefined) return undefined
    return impact.figure('BUILDING', buildingOfEnergy.of(facility.building, energy), facility.building.warnings)
  }

  energy(asked: number | undefined, boundary?: Boundary, askedAt?: string): Quantity | undefined {
    const result = this.electricity(asked, boundary, askedAt)
    if (result === undefined) return undefined
    const read = (of: Assessable) => of.energy(asked, boundary, askedAt)
    return new Quantity(result, 'kWh', this.warningsOfEnergy(boundary), this, read)
  }

  water(asked: number | undefined, askedAt?: string): Quantity | undefined {
    const ofIt = this.electricity(asked, 'EQUIPMENT', askedAt)
    const ofAll = this.electricity(asked, 'DATA_CENTRE', askedAt)
    const perKwh = this.waterPerKwh()
    if (ofIt === undefined || ofAll === undefined || perKwh === undefined) return undefined
    const forElectricity = water.of(perKwh, ofAll)
    const { facility } = this.usage
    const result =
      facility === undefined
        ? forElectricity
        : sum([water.of(facility.wue, ofIt), forElectricity], () => ['on_site', 'for_electricity'])
    const warnings = union(this.warningsOfEnergy('DATA_CENTRE'), facility?.wue.warnings)
    return new Quantity(result, 'l', warnings, this, (of) => of.water(asked, askedAt))
  }

  /** Litres per kWh: the caller's factor, else that of the region's electricity, else that of the location. */
  private waterPerKwh(): Estimate | undefined {
    const factor = this.usage.electricityFactor('wu')
    const ofRegion = this.usage.facility?.waterPerKwh
    if (ofRegion !== undefined && factor?.status !== 'INPUT') return ofRegion
    return factor ? waterOfElectricity.of(factor) : this.usage.waterOfElectricity
  }

  intensity(criterion: Criterion): Figure | undefined {
    const factor = this.usage.electricityFactor(criterion)
    return (
      factor && new Figure(factor, factor.status === 'INPUT' ? union(factor.warnings, MARKET_BASED) : factor.warnings)
    )
  }

  /** Uses the interval's own power and factor if it has them, else those at its load and place. */
  useIn({ hours, load, avgPower, factors }: Interval, criterion: Criterion): IntervalUse {
    const power = avgPower === undefined ? this.powerAt(load) : this.ofAllUnits(avgPower)
    if (power === undefined) return { power: undefined, use: undefined }
    const factor = factors[criterion] ?? this.usage.electricityFactor(criterion)
    return { power, use: factor && use.of(factor, energyOfUse.of(power, ALWAYS, hours)) }
  }

  /** Warnings about the energy used. */
  protected warningsOfEnergy(boundary: Boundary | undefined): readonly Warning[] {
    const ofPower = this.usage.avgPower?.warnings ?? NO_WARNINGS
    const ofFacility = boundary === 'DATA_CENTRE' ? this.usage.facility?.pue.warnings : undefined
    return union(ofPower, this.usage.usageLocation.warnings, ofFacility)
  }

  /**
   * Electricity in kWh over a duration in hours, within the boundary. Without a duration: that of the usage, or the
   * lifetime.
   */
  protected electricity(
    asked: number | undefined,
    boundary: Boundary | undefined,
    askedAt: string | undefined,
  ): Estimate | undefined {
    const energy = this.ofEquipment(asked, askedAt)
    if (energy === undefined || boundary !== 'DATA_CENTRE') return energy
    const { facility } = this.usage
    if (facility === undefined) return energy
    if (this.usedByAll === undefined || this.usedBy !== energy) {
      const besides = energyOfFacility.of(energy, facility.pue)
      this.usedByAll = sum([energy, besides], () => ['equipment', 'facility'])
      this.usedBy = energy
    }
    return this.usedByAll
  }

  /** Electricity of the equipment alone, in kWh. */
  protected ofEquipment(asked: number | undefined, askedAt: string | undefined): Estimate | undefined {
    if (this.usage.avgPower === undefined) return undefined
    const duration = this.usage.duration(asked, askedAt)
    if (duration === undefined) return undefined
    if (this.usedOver !== duration) {
      const power = this.powerAt(undefined)
      this.used = power && energyOfUse.of(power, this.usage.ratio, duration)
      this.usedOver = duration
    }
    return this.used
  }

  /** How many lives count; undefined if it is exactly one. */
  private livesIn({ duration: asked, allocation, durationAt }: Span): Estimate | undefined {
    const duration = asked === undefined ? this.usage.givenDuration : this.usage.duration(asked, durationAt)
    const { lifetime, lifeCap } = this.usage
    if (duration === undefined || lifetime === undefined) return undefined
    if (allocation === 'LINEAR') return shareOfLife.of(duration, lifetime, lifeCap)
    return lifeCap.max > 1 ? livesBegun.of(duration, lifetime, lifeCap) : undefined
  }

  /** Warns that the thing is replaced within the duration, and how often; empty if it is not. */
  renewals(span: Span): readonly Warning[] {
    const lives = this.isMade ? this.livesIn(span) : undefined
    return lives === undefined ? NO_WARNINGS : this.warnedOf(lives, NO_WARNINGS)
  }

  private warnedOf({ value: lives }: Estimate, warnings: readonly Warning[]): readonly Warning[] {
    if (lives <= 1) return warnings
    if (this.renewed?.lives !== lives) this.renewed = { lives, warnings: [renewedWarning(lives)] }
    return union(warnings, this.renewed.warnings)
  }
}
