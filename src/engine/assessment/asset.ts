import type { Criterion } from '../figures/criteria.ts'
import { sum } from '../figures/formula.ts'
import type { Estimate } from '../figures/range.ts'
import { NO_WARNINGS, union, type Warning, warning } from '../figures/warning.ts'
import { buildingOfEnergy, energyOfFacility } from '../formulas/data-centre.ts'
import { embedded, shareOfLife } from '../formulas/share-of-life.ts'
import { energyOfUse, use } from '../formulas/use.ts'
import { water, waterOfElectricity } from '../formulas/water.ts'
import type { Interval } from '../use/interval.ts'
import { ALWAYS, type Usage } from '../use/usage.ts'
import { Figure } from './figure.ts'
import { type Boundary, Impact, type ImpactFigure, type Span } from './impact.ts'
import { Quantity } from './quantity.ts'

/** What a thing uses during an interval: power in W, and the impact of that; undefined where none is known. */
export interface IntervalUse {
  readonly power: Estimate | undefined
  readonly use: Estimate | undefined
}

/** Anything whose impacts can be assessed: a component, a device, a service, a fleet. */
export interface Assessable {
  impact(criterion: Criterion, span: Span): Impact
  /** The same thing, of which nothing is computed yet. */
  again(): Assessable
  /** Electricity used over a duration in hours, in kWh; undefined where no power is known. */
  energy(duration: number | undefined, boundary?: Boundary): Quantity | undefined
  /** Water used over a duration in hours, in litres: on site, and for electricity; undefined where either is not known. */
  water(duration: number | undefined): Quantity | undefined
  /** Impact of one kWh of what it uses; undefined where none is published. */
  intensity(criterion: Criterion, span: Span): Figure | undefined
  useIn(interval: Interval, criterion: Criterion): IntervalUse
  /** What was not understood of what the caller gave, and what was assumed instead. */
  readonly warnings: readonly Warning[]
  /** Whether a data centre stands around it. */
  readonly isInDataCentre: boolean
  /** Whether making it is assessed at all: of networks only the use is. */
  readonly isMade: boolean
}

const MARKET_BASED: readonly Warning[] = [
  warning(
    'MARKET_BASED_UNVERIFIED',
    'The electricity factor was given: whether a contract stands behind it is not known',
  ),
]

/** A thing with a life of its own: made once, then used. */
export abstract class Asset implements Assessable {
  abstract readonly usage: Usage
  private used: Estimate | undefined
  private usedByAll: Estimate | undefined
  private usedBy: Estimate | undefined
  private usedOver: Estimate | undefined

  abstract again(): Asset

  /** Impact of making the thing, over its whole life; undefined where a factor is missing. */
  abstract manufacture(criterion: Criterion): Figure | undefined

  /** Power of all units together, in W, by the power that the usage has. */
  protected abstract ofAllUnits(power: Estimate): Estimate

  protected power(): Estimate | undefined {
    const power = this.usage.avgPower
    return power && this.ofAllUnits(power)
  }

  get isInDataCentre(): boolean {
    return this.usage.facility !== undefined
  }

  get isMade(): boolean {
    return true
  }

  /** What was not understood of what the caller gave, and what was assumed instead. */
  get warnings(): readonly Warning[] {
    return this.usage.warnings
  }

  impact(criterion: Criterion, span: Span): Impact {
    return new Impact(this, criterion, span)
  }

  /** The embedded part of an impact: of making the thing, over the share of its life. */
  embedded(impact: Impact): ImpactFigure | undefined {
    const whole = this.manufacture(impact.criterion)
    if (whole === undefined) return undefined
    const share = this.#shareOfLife(impact.span)
    const result = share === undefined ? whole.result : embedded.of(whole.result, share)
    return impact.figure('EMBEDDED', result, whole.warnings)
  }

  /** The use part of an impact: factor * energy. */
  use(impact: Impact): ImpactFigure | undefined {
    const { duration, boundary } = impact.span
    const energy = this.electricity(duration, boundary)
    if (energy === undefined) return undefined
    const factor = this.usage.electricityFactor(impact.criterion)
    if (factor === undefined) return undefined
    return impact.figure('USE', use.of(factor, energy), union(factor.warnings, this.warningsOfEnergy(boundary)))
  }

  /** The share of the data centre's building, by the energy of the equipment; known of climate change alone. */
  building(impact: Impact): ImpactFigure | undefined {
    const { facility } = this.usage
    const energy = this.electricity(impact.span.duration, 'EQUIPMENT')
    if (impact.criterion !== 'gwp' || facility === undefined || energy === undefined) return undefined
    return impact.figure('BUILDING', buildingOfEnergy.of(facility.building, energy), facility.building.warnings)
  }

  energy(asked: number | undefined, boundary?: Boundary): Quantity | undefined {
    const result = this.electricity(asked, boundary)
    if (result === undefined) return undefined
    return new Quantity(result, 'kWh', this.warningsOfEnergy(boundary), this, (of) => of.energy(asked, boundary))
  }

  water(asked: number | undefined): Quantity | undefined {
    const ofIt = this.electricity(asked, 'EQUIPMENT')
    const ofAll = this.electricity(asked, 'DATA_CENTRE')
    const perKwh = this.#waterPerKwh()
    if (ofIt === undefined || ofAll === undefined || perKwh === undefined) return undefined
    const forElectricity = water.of(perKwh, ofAll)
    const { facility } = this.usage
    const result =
      facility === undefined
        ? forElectricity
        : sum([water.of(facility.wue, ofIt), forElectricity], () => ['on_site', 'for_electricity'])
    const warnings = union(this.warningsOfEnergy('DATA_CENTRE'), facility?.wue.warnings)
    return new Quantity(result, 'l', warnings, this, (of) => of.water(asked))
  }

  /** Litres per kWh: by the factor that was given, of the region's electricity, or by the factor of the location. */
  #waterPerKwh(): Estimate | undefined {
    const factor = this.usage.electricityFactor('wu')
    const ofRegion = this.usage.facility?.waterPerKwh
    if (ofRegion !== undefined && factor?.status !== 'INPUT') return ofRegion
    return factor && waterOfElectricity.of(factor)
  }

  intensity(criterion: Criterion): Figure | undefined {
    const factor = this.usage.electricityFactor(criterion)
    return (
      factor && new Figure(factor, factor.status === 'INPUT' ? union(factor.warnings, MARKET_BASED) : factor.warnings)
    )
  }

  /** The interval's power and factor where it has some, else those at its load and place. */
  useIn({ hours, load, avgPower, factors }: Interval, criterion: Criterion): IntervalUse {
    const each = avgPower ?? this.usage.avgPowerAt(load)
    if (each === undefined) return { power: undefined, use: undefined }
    const power = this.ofAllUnits(each)
    const factor = factors[criterion] ?? this.usage.electricityFactor(criterion)
    return { power, use: factor && use.of(factor, energyOfUse.of(power, ALWAYS, hours)) }
  }

  /** What to keep in mind of the energy that is used. */
  protected warningsOfEnergy(boundary: Boundary | undefined): readonly Warning[] {
    const ofPower = this.usage.avgPower?.warnings ?? NO_WARNINGS
    const ofFacility = boundary === 'DATA_CENTRE' ? this.usage.facility?.pue.warnings : undefined
    return union(ofPower, this.usage.usageLocation.warnings, ofFacility)
  }

  /** kWh over a duration in hours (that of the usage, or the lifetime, where undefined), of the data centre within that boundary. */
  protected electricity(asked: number | undefined, boundary: Boundary | undefined): Estimate | undefined {
    const energy = this.ofEquipment(asked)
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

  /** kWh of the equipment alone. */
  protected ofEquipment(asked: number | undefined): Estimate | undefined {
    if (this.usage.avgPower === undefined) return undefined
    const duration = this.usage.duration(asked)
    if (duration === undefined) return undefined
    if (this.usedOver !== duration) {
      const power = this.power()
      this.used = power && energyOfUse.of(power, this.usage.ratio, duration)
      this.usedOver = duration
    }
    return this.used
  }

  /** Undefined where all of it counts. */
  #shareOfLife({ duration: asked, allocation }: Span): Estimate | undefined {
    const duration = asked === undefined ? this.usage.givenDuration : this.usage.duration(asked)
    if (duration === undefined || allocation === 'TOTAL') return undefined
    const { lifetime } = this.usage
    return lifetime && shareOfLife.of(duration, lifetime)
  }
}
