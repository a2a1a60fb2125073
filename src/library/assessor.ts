import type { Asset } from '../engine/assessment/asset.ts'
import {
  type Allocation,
  type Boundary,
  type ImpactFigure,
  type Span,
  USUAL_DURATION,
} from '../engine/assessment/impact.ts'
import { CRITERIA, type Criterion, DEFAULT_CRITERIA } from '../engine/figures/criteria.ts'
import type { Range } from '../engine/figures/range.ts'
import { union, type Warning } from '../engine/figures/warning.ts'
import { checkInput } from '../input/check-input.ts'
import { checkOptions } from '../input/check-options.ts'
import { AssetInput } from '../input/fleet-input.ts'
import { refuseUnknown } from '../input/refuse-unknown.ts'
import { createLoaders, type Loaders } from '../reference/loaders.ts'
import type { References } from '../reference/references.ts'
import type { Release } from '../reference/releases.ts'
import { resolveAsset } from '../reference/resolve/resolve-asset.ts'
import { spreadsOf } from '../reference/spreads.ts'
import { boundsOf } from './bounds-of.ts'
import { type Comparison, compareFigures } from './compare-figures.ts'
import { type ExplainedPart, explainAsset } from './explain-asset.ts'
import { type AssetFault, faultOf } from './fault-of.ts'
import { FigureReading, type SamplingOptions } from './figure-reading.ts'
import { type FigureRow, figureRow, type Phase } from './figures.ts'
import { Sums, type Totals } from './totals.ts'

/** How things are assessed. */
export interface AssessOptions {
  /** Codes of the criteria; gwp, adp and pe by default. */
  readonly criteria?: readonly Criterion[]
  /** Hours, above 0; the whole lifetime by default. */
  readonly duration?: number
  /** How far around a thing is counted: itself (EQUIPMENT, the default) or with its data centre (DATA_CENTRE). */
  readonly boundary?: Boundary
  /** How manufacturing counts over the duration: its share of the lifetime (LINEAR, the default) or all of it. */
  readonly allocation?: Allocation
  /** True: an unknown location, region or part name is refused, rather than replaced with a warning. */
  readonly strict?: boolean
}

/** A phase of an impact with its bounds, and what to keep in mind of it. */
export interface AssessedPhase extends Range {
  readonly warnings: readonly Warning[]
}

/** Impact of a thing in one criterion, unrounded; a phase without any factor is null, never 0. */
export interface AssessedImpact {
  readonly unit: string
  readonly embedded: AssessedPhase | null
  readonly use: AssessedPhase | null
  /** Of the building of the data centre, within that boundary; null where it stands in none. */
  readonly building: AssessedPhase | null
  /** The phases that have a figure, added up. */
  readonly total: Range | null
}

/** What is known of a thing's impacts. */
export interface Assessment {
  /** The data release that the figures come from, with a fingerprint where own tables are loaded. */
  readonly release: string
  readonly impacts: Readonly<Partial<Record<Criterion, AssessedImpact>>>
  /** Energy over the duration, in kWh; null where no power is known. */
  readonly energyKwh: number | null
  /** What was not understood, and what was assumed instead. */
  readonly warnings: readonly Warning[]
}

/** Which figure of a thing. */
export interface FigureOptions extends Omit<AssessOptions, 'criteria'> {
  /** gwp by default. */
  readonly criterion?: Criterion
  /** The total by default. */
  readonly phase?: Phase
}

/** So many of one thing. */
export interface FleetItem {
  readonly label?: string
  /** 1 by default. */
  readonly quantity?: number
  readonly asset: AssetInput
  /** Hours; goes before the duration of the fleet. */
  readonly duration?: number
}

/** An item with the figures of one of it and what to keep in mind of them, or with what is wrong with it. */
export type AssessedItem = { readonly label: string; readonly quantity: number } & (
  | { readonly figures: FigureRow; readonly warnings: readonly Warning[] }
  | { readonly fault: AssetFault }
)

/** So many things are looked up together: enough for one batch, and few enough that what they leave behind is young. */
const TOGETHER = 16

/**
 * Evaluates things by the tables of a data release. It holds no state but what it remembers of names, and may be shared by
 * all.
 *
 * @example
 * const releases = new Releases(loadReleases())
 * const assessor = new Assessor(releases.newest)
 * const { impacts } = await assessor.assess({ cloudInstance: { provider: 'aws', instanceType: 'm5.xlarge' } }, { duration: 8760 })
 * impacts.gwp.embedded.value // 8.00, in kg CO2 eq.
 */
export class Assessor {
  /** What answers name as their data release. */
  readonly release: string
  readonly references: References

  constructor({ label, references }: Release) {
    this.references = references
    this.release = label
  }

  /** Assesses one thing. Throws a FaultError where it cannot be; its code is NOT_FOUND where it is not known. */
  async assess(asset: AssetInput, options: AssessOptions = {}): Promise<Assessment> {
    checkOptions(options)
    const resolved = await this.resolve(asset, options)
    const { criteria = DEFAULT_CRITERIA } = options
    const span = spanOf(options)
    const impacts = criteria.map((criterion): readonly [Criterion, AssessedImpact] => {
      const { embedded, use, building, total } = resolved.impact(criterion, span)
      const phases = { embedded: phaseOf(embedded), use: phaseOf(use), building: phaseOf(building) }
      return [criterion, { unit: CRITERIA[criterion].unit, ...phases, total: total ? boundsOf(total) : null }]
    })
    const energy = resolved.energy(span.duration, span.boundary)
    return {
      release: this.release,
      impacts: Object.fromEntries(impacts),
      energyKwh: energy?.value ?? null,
      warnings: union(resolved.warnings, energy?.warnings),
    }
  }

  /** Assesses many things and adds them up. An item with a fault is shown as such, and stops no other. */
  async assessMany(
    items: readonly FleetItem[],
    options: AssessOptions = {},
  ): Promise<{ readonly items: readonly AssessedItem[]; readonly totals: Totals }> {
    const { criteria = DEFAULT_CRITERIA, boundary } = options
    const assessed = await this.figures(items, options)
    const sums = new Sums(criteria, boundary)
    for (const each of assessed) {
      if ('fault' in each) sums.addFaulty(1, each.quantity)
      else sums.add(each.figures, each.quantity)
    }
    return { items: assessed, totals: sums.totals() }
  }

  /** The figures of one of each of many things, in their order (see `figureColumns`). */
  async figures(items: readonly FleetItem[], options: AssessOptions = {}): Promise<readonly AssessedItem[]> {
    checkOptions(options)
    const assessed: AssessedItem[] = []
    for (let from = 0; from < items.length; from += TOGETHER) {
      assessed.push(...(await this.#figuresOf(items.slice(from, from + TOGETHER), options)))
    }
    return assessed
  }

  #figuresOf(items: readonly FleetItem[], options: AssessOptions): Promise<readonly AssessedItem[]> {
    const { criteria = DEFAULT_CRITERIA } = options
    const loaders = createLoaders(this.references)
    return Promise.all(
      items.map(async ({ label = '', quantity = 1, asset, duration = options.duration }): Promise<AssessedItem> => {
        try {
          // One of a thing, over what was checked already, is checked fast.
          if (quantity !== 1 || duration !== options.duration) checkOptions({ quantity, duration })
          const resolved = await this.resolve(asset, options, loaders)
          const span = { ...spanOf(options), duration }
          const energy = resolved.energy(duration, span.boundary)
          const figures = figureRow(resolved, criteria, span, energy)
          return { label, quantity, figures, warnings: union(resolved.warnings, energy?.warnings) }
        } catch (error) {
          // A quantity that cannot be counts none.
          return {
            label,
            quantity: quantity >= 0 && quantity < Number.POSITIVE_INFINITY ? quantity : 0,
            fault: faultOf(error),
          }
        }
      }),
    )
  }

  /** Every attribute that a thing is computed from, and what each part comes to. Throws as `assess` does. */
  async explain(asset: AssetInput, options: AssessOptions = {}): Promise<readonly ExplainedPart[]> {
    checkOptions(options)
    const { criteria = DEFAULT_CRITERIA } = options
    return explainAsset(await this.resolve(asset, options), criteria, spanOf(options))
  }

  /**
   * One figure of a thing, to be asked how likely which values are, what its spread comes from and how it is computed; null
   * where there is none. Throws as `assess` does.
   */
  async figure(asset: AssetInput, options: FigureOptions = {}): Promise<FigureReading | null> {
    checkOptions(options)
    const { criterion = 'gwp', phase = 'total' } = options
    const figure = (await this.resolve(asset, options)).impact(criterion, spanOf(options))[phase]
    return figure === undefined ? null : new FigureReading(figure, spreadsOf(this.references.tables))
  }

  /**
   * Which of some things has the lowest figure, and how sure that is; over a year by default. Throws as
   * `assess` does.
   */
  async compare(
    items: readonly Pick<FleetItem, 'label' | 'asset'>[],
    options: FigureOptions & SamplingOptions = {},
  ): Promise<Comparison> {
    const { criterion = 'gwp', duration = USUAL_DURATION } = options
    const figures = await Promise.all(
      items.map(async ({ label = '', asset }) => ({
        label,
        figure: await this.figure(asset, { ...options, duration }),
        unit: CRITERIA[criterion].unit,
      })),
    )
    return compareFigures(figures, options)
  }

  /** The thing itself, with its parts and all attributes. Throws as `assess` does. */
  async resolve(
    asset: AssetInput,
    { strict = false }: Pick<AssessOptions, 'strict'> = {},
    loaders: Loaders = createLoaders(this.references),
  ): Promise<Asset> {
    const resolved = await resolveAsset(loaders, checkInput(AssetInput, asset))
    if (strict) refuseUnknown(resolved.warnings)
    return resolved
  }
}

/** Over what, how and how far around things are assessed. */
export function spanOf({ duration, allocation = 'LINEAR', boundary }: Omit<AssessOptions, 'criteria'>): Span {
  return { duration, allocation, boundary }
}

function phaseOf(figure: ImpactFigure | undefined): AssessedPhase | null {
  return figure === undefined ? null : { ...boundsOf(figure), warnings: figure.warnings }
}
