import { assessableOf } from '../catalogue/compared-item.ts'
import { hasFactors, offeredCriteria } from '../catalogue/has-factors.ts'
import { resolveAsset } from '../catalogue/kinds.ts'
import { createLoaders, type Loaders } from '../catalogue/loaders.ts'
import { originsIn } from '../catalogue/origins.ts'
import type { References } from '../catalogue/references.ts'
import { type Release, yearOf } from '../catalogue/releases.ts'
import { RepeatedParts } from '../catalogue/repeated-parts.ts'
import { unusedModel } from '../catalogue/resolve/resolve-model.ts'
import { comparedData, warningsAboutSameData } from '../catalogue/same-data.ts'
import { spreadsOf } from '../catalogue/spreads.ts'
import { whyMissing, whyNoFigures } from '../catalogue/why-no-figures.ts'
import type { Asset } from '../engine/assessment/asset.ts'
import { computedFor, Scope } from '../engine/assessment/computed-for.ts'
import type { Coverage } from '../engine/assessment/coverage.ts'
import {
  type Allocation,
  type Boundary,
  type ImpactFigure,
  type Span,
  USUAL_DURATION,
} from '../engine/assessment/impact.ts'
import { warningsAboutSpans } from '../engine/readings/comparison.ts'
import type { Likely } from '../engine/readings/likely.ts'
import { warningsAboutMethods } from '../engine/readings/methods-differ.ts'
import { CRITERIA, type Criterion, DEFAULT_CRITERIA } from '../engine/values/criteria.ts'
import type { Range } from '../engine/values/range.ts'
import { warningsShown } from '../engine/values/round-figure.ts'
import { union, type Warning } from '../engine/values/warning.ts'
import { checkInput, refuseUnknown } from '../input/check-input.ts'
import { checkOptions } from '../input/check-options.ts'
import { type Duration, WHOLE_LIFE } from '../input/duration.ts'
import { FaultError } from '../input/fault.ts'
import { AssetInput } from '../input/fleet-input.ts'
import { comparisonItems } from '../input/reading-input.ts'
import { isChecked } from './checked-assets.ts'
import { type Comparison, compareFigures } from './compare-figures.ts'
import { type ExplainedPart, explainAsset } from './explain-asset.ts'
import { type AssetFault, faultOf } from './fault-of.ts'
import { FigureReading, type SamplingOptions } from './figure-reading.ts'
import { boundsOf, type FigureRow, figureRow, type Phase } from './figure-row.ts'
import { QualityRater } from './quality-rater.ts'
import { type RowFacts, rowFacts } from './row-facts.ts'
import { AssetSampler, type AssetSamples, likelyRow, partsWithin, SampleSums } from './sample-sums.ts'
import { Sums, type Totals } from './totals.ts'

/** Options of an assessment. */
export interface AssessOptions {
  /** Codes of the criteria. Default: gwp, adp and pe. */
  readonly criteria?: readonly Criterion[]
  /** Hours to assess, above 0. Default: the whole lifetime. */
  readonly duration?: number
  /** Boundary: the equipment alone (EQUIPMENT, the default) or with its data centre (DATA_CENTRE). */
  readonly boundary?: Boundary
  /**
   * Allocation of the embodied impact to the duration: its share of the lifetime (LINEAR, the default), or every
   * lifetime that starts (TOTAL).
   */
  readonly allocation?: Allocation
  /**
   * Whether to refuse an unknown location, region or part name. By default, another value replaces it, with a warning.
   */
  readonly strict?: boolean
  /** Whether to compute likely ranges, for each item and for the sums. It takes about ten times as long. */
  readonly likely?: boolean
  /**
   * Whether to rate the data quality of each item, by its total in the first criterion. It takes some four times as
   * long.
   */
  readonly quality?: boolean
}

/** A phase of an impact with its bounds and warnings. */
export interface AssessedPhase extends AssessedTotal {
  readonly warnings: readonly Warning[]
}

/** A figure with its bounds. */
export interface AssessedTotal extends Range {
  /** Likely range: nine in ten samples are between low and high. Only if requested. */
  readonly likely?: Likely
}

/** Impact of an asset in one criterion, unrounded. A phase without a factor is null, never 0. */
export interface AssessedImpact extends Coverage {
  readonly unit: string
  readonly embedded: AssessedPhase | null
  readonly use: AssessedPhase | null
  /** Impact of the building of the data centre, with that boundary. Null outside data centres. */
  readonly building: AssessedPhase | null
  /** Sum of the phases with a figure. */
  readonly total: AssessedTotal | null
  /** Reason for a phase without a figure. Null if all phases have one. */
  readonly reason: string | null
}

/** Figures of an asset. */
export interface Assessment {
  /** Data release of the figures, with a fingerprint if own tables are loaded. */
  readonly release: string
  readonly impacts: Readonly<Partial<Record<Criterion, AssessedImpact>>>
  /** Scope of the figures in one sentence: duration, place, boundary, load and data release. */
  readonly computedFor: string
  /** Energy over the duration, in kWh. Null if no power is known. */
  readonly energy: number | null
  /** The same with its bounds and, if requested, likely range. Null if no power is known. */
  readonly energyRange: AssessedTotal | null
  /** @deprecated Use `energy`. */
  readonly energyKwh: number | null
  /** Warnings about inputs that were not understood, and the assumptions in their place. */
  readonly warnings: readonly Warning[]
}

/** Options that select a figure of an asset. */
export interface FigureOptions extends Omit<AssessOptions, 'criteria'> {
  /** Code of the criterion. Default: gwp. */
  readonly criterion?: Criterion
  /** Phase of the figure. Default: the total. */
  readonly phase?: Phase
}

/** An asset with its quantity. */
export interface FleetItem {
  readonly label?: string
  /** Number of units. Default: 1. */
  readonly quantity?: number
  readonly asset: AssetInput
  /** Hours to assess, or `life` for its whole life. This option and the next ones override those of the fleet. */
  readonly duration?: Duration
  readonly allocation?: Allocation
  /** EQUIPMENT, or DATA_CENTRE if that is the boundary of the fleet. */
  readonly boundary?: Boundary
  /** Warnings from the file that the item was read from. */
  readonly warnings?: readonly Warning[]
  /** Whether `quantity` counts billed hours. */
  readonly isBilled?: boolean
  /** Number of the item in a larger list, which names its inputs. */
  readonly place?: number
}

/** An asset or a fleet to compare, with a quantity. Exactly one of the two. */
export interface ComparedThing extends Pick<FleetItem, 'label' | 'quantity'> {
  readonly asset?: AssetInput
  readonly fleet?: readonly FleetItem[]
}

/** An item with the figures of one unit and their warnings, or with its fault. */
export type AssessedItem = { readonly label: string; readonly quantity: number } & (
  | {
      readonly figures: FigureRow
      readonly facts: RowFacts
      /** Low and high of each criterion and phase (see `likelyColumns`), if requested. */
      readonly likely?: Float64Array
      readonly warnings: readonly Warning[]
    }
  | { readonly fault: AssetFault }
)

/** Draws samples, and receives those of each thing by its position. */
interface Drawing {
  readonly sampler: AssetSampler
  readonly onSamples: (offset: number, samples: AssetSamples) => void
}

/** Number of things looked up together: enough for one batch, and few enough to keep garbage young. */
const TOGETHER = 16

/**
 * Assesses equipment with the tables of a data release. Its only state is a cache of names and parts, so you can share
 * it.
 *
 * @example
 * const releases = new Releases(loadReleases())
 * const assessor = new Assessor(releases.newest)
 * const { impacts } = await assessor.assess({ cloudInstance: { provider: 'aws', instanceType: 'm5.xlarge' } }, {
 * duration: 8760 }) impacts.gwp.embedded.value // 6.37, in kg CO2 eq.
 */
export class Assessor {
  /** Name of the data release, as in the results. */
  readonly release: string
  readonly references: References
  readonly #parts = new RepeatedParts()
  readonly #rater: QualityRater

  constructor({ label, references }: Release) {
    this.references = references
    this.release = label
    this.#rater = new QualityRater(yearOf(label))
  }

  /** Criteria with figures in this data release. */
  get criteria(): readonly Criterion[] {
    return offeredCriteria(this.references.tables)
  }

  /** Reason if the data release has no figures in a criterion. Undefined if it has some. */
  whyNot(criterion: Criterion): string | undefined {
    const { tables } = this.references
    return hasFactors(tables, criterion) ? undefined : whyNoFigures(tables, criterion)
  }

  /** Assesses one asset. Throws a FaultError if the input has a fault. Its code is NOT_FOUND for an unknown name. */
  async assess(asset: AssetInput, options: AssessOptions = {}): Promise<Assessment> {
    checkOptions(options)
    const resolved = await this.resolve(asset, options)
    const { criteria = DEFAULT_CRITERIA } = options
    const span = spanOf(options)
    const samples = options.likely ? new SampleSums(criteria, span.boundary) : undefined
    samples?.add(this.sampler(criteria, span.boundary).draw(resolved, span), 1)
    const impacts = criteria.map((criterion): readonly [Criterion, AssessedImpact] => {
      const figures = resolved.impact(criterion, span)
      const totalOf = (phases: readonly Phase[], figure: ImpactFigure): AssessedTotal => {
        return { ...boundsOf(figure), ...(samples && { likely: samples.likely(criterion, phases) }) }
      }
      const phaseOf = (phase: Phase): AssessedPhase | null => {
        const figure = figures[phase]
        return figure === undefined ? null : { ...totalOf([phase], figure), warnings: warningsShown(figure) }
      }
      const { total } = figures
      const known = partsWithin(span.boundary).filter((phase) => figures[phase] !== undefined)
      return [
        criterion,
        {
          unit: CRITERIA[criterion].unit,
          embedded: phaseOf('embedded'),
          use: phaseOf('use'),
          building: phaseOf('building'),
          total: total ? totalOf(known, total) : null,
          reason: whyMissing(resolved, figures, this.references.tables.removedCells) ?? null,
          ...figures.covered,
        },
      ]
    })
    const energy = resolved.energy(span.duration, span.boundary)
    return {
      release: this.release,
      impacts: Object.fromEntries(impacts),
      computedFor: computedFor(span, this.release, resolved.usagesOver(span)),
      energy: energy?.value ?? null,
      energyRange: energy ? { ...boundsOf(energy), ...(samples && { likely: samples.energy }) } : null,
      energyKwh: energy?.value ?? null,
      warnings: union(
        resolved.warnings,
        unusedModel(this.references, asset, this.release),
        energy?.warnings,
        resolved.renewals(span),
      ),
    }
  }

  /** Assesses many assets and adds them up. A faulty item is returned with its fault, and the others are assessed. */
  async assessMany(
    items: readonly FleetItem[],
    options: AssessOptions = {},
  ): Promise<{ readonly items: readonly AssessedItem[]; readonly totals: Totals }> {
    const { criteria = DEFAULT_CRITERIA, boundary, likely = false } = options
    const samples = likely ? new SampleSums(criteria, boundary) : undefined
    const assessed = await this.figures(items, options, samples && this.sampler(criteria, boundary), (index, drawn) =>
      samples?.add(drawn, items[index]?.quantity ?? 1),
    )
    const sums = new Sums(criteria, boundary)
    const scope = new Scope(spanOf(options), this.release)
    for (const each of assessed) {
      if ('fault' in each) sums.addFaulty(1, each.quantity, { path: [each.fault.path.join('.')] })
      else {
        sums.add(each.figures, each.quantity, each.facts)
        scope.add(each.facts.conditions)
      }
    }
    return { items: assessed, totals: sums.totals(scope, samples) }
  }

  /** Returns a sampler, which draws the figures of many assets one by one. */
  sampler(criteria: readonly Criterion[], boundary?: Boundary): AssetSampler {
    return new AssetSampler(criteria, boundary, spreadsOf(this.references.tables))
  }

  /**
   * The figures of one unit of each thing, in order (see `figureColumns`). `sampler` draws their likely ranges.
   * `onSamples` receives the samples of each, by position, and must not keep them.
   */
  async figures(
    items: readonly FleetItem[],
    options: AssessOptions = {},
    sampler?: AssetSampler,
    onSamples?: (index: number, samples: AssetSamples) => void,
  ): Promise<readonly AssessedItem[]> {
    checkOptions(options)
    const assessed: AssessedItem[] = []
    for (let from = 0; from < items.length; from += TOGETHER) {
      const together = items.slice(from, from + TOGETHER)
      const draw = sampler && {
        sampler,
        onSamples: (offset: number, samples: AssetSamples) => onSamples?.(from + offset, samples),
      }
      assessed.push(...(await this.#figuresOf(together, from, options, draw)))
    }
    return assessed
  }

  #figuresOf(
    items: readonly FleetItem[],
    from: number,
    options: AssessOptions,
    draw: Drawing | undefined,
  ): Promise<readonly AssessedItem[]> {
    const { criteria = DEFAULT_CRITERIA } = options
    // The place of an item is in the names of its inputs if samples are drawn, so no two parts are the same.
    const loaders = createLoaders(this.references, undefined, draw ? undefined : this.#parts)
    return Promise.all(
      items.map(async (item, offset): Promise<AssessedItem> => {
        const { label = '', quantity = 1, asset, isBilled = false, place = from + offset } = item
        try {
          const over = spanOptionsOf(item, options)
          const { duration, boundary } = over
          // Skip what the whole list has already checked.
          if (quantity !== 1 || duration !== options.duration) checkOptions({ quantity, duration })
          const checked = isChecked(asset) ? asset : checkInput(AssetInput, asset)
          const at = draw && `input.items[${place}]`
          const resolved = await this.#resolveChecked(checked, options, loaders, at)
          const span = spanOf(over)
          const energy = resolved.energy(duration, boundary)
          const ofAll = union(
            item.warnings,
            resolved.warnings,
            unusedModel(this.references, checked, this.release),
            energy?.warnings,
            resolved.renewals(span),
          )
          const row = figureRow(resolved, { criteria, span, boundary: options.boundary }, energy, ofAll)
          const { warnings } = row
          const known = rowFacts(asset, resolved, span, { isBilled, hasEnergy: energy !== undefined, warnings })
          const rated = options.quality ? resolved.impact(criteria[0] as Criterion, span).total : undefined
          const facts = rated === undefined ? known : { ...known, quality: this.#rater.rate(rated, asset, at) }
          const read = { label, quantity, figures: row.figures, facts, warnings }
          const samples = draw?.sampler.draw(resolved, span)
          if (samples === undefined) return read
          draw?.onSamples(offset, samples)
          return { ...read, likely: likelyRow(samples, row.figures, options.boundary) }
        } catch (error) {
          // Without a valid quantity it counts as one.
          return {
            label,
            quantity: quantity >= 0 && quantity < Number.POSITIVE_INFINITY ? quantity : 1,
            fault: faultOf(error),
          }
        }
      }),
    )
  }

  /** Returns every attribute behind the figures of an asset, and the impact of each part. Throws like `assess`. */
  async explain(asset: AssetInput, options: AssessOptions = {}): Promise<readonly ExplainedPart[]> {
    checkOptions(options)
    const { criteria = DEFAULT_CRITERIA } = options
    return explainAsset(await this.resolve(asset, options), criteria, spanOf(options))
  }

  /**
   * Returns one figure of an asset, with methods for its probability distribution, the causes of its spread, its
   * explanation and what-if. Null without a figure. Throws like `assess`.
   */
  async figure(asset: AssetInput, options: FigureOptions = {}): Promise<FigureReading | null> {
    checkOptions(options)
    const { criterion = 'gwp', phase = 'total' } = options
    const figure = (await this.resolve(asset, options)).impact(criterion, spanOf(options))[phase]
    const { tables } = this.references
    return figure === undefined ? null : new FigureReading(figure, spreadsOf(tables), originsIn(tables))
  }

  /**
   * Compares assets: which has the lowest figure, and how probable that is. Default: over a year. Throws like `assess`.
   */
  async compare(items: readonly ComparedThing[], options: FigureOptions & SamplingOptions = {}): Promise<Comparison> {
    checkOptions(options)
    const { criterion = 'gwp', phase = 'total', duration = USUAL_DURATION } = options
    const span = { ...spanOf(options), duration }
    const loaders = createLoaders(this.references)
    const checked = checkInput(
      comparisonItems,
      items.map((item, index) => labelled(item, index, options)),
    )
    const assets = await Promise.all(
      checked.map((item, index) =>
        assessableOf(item, `items[${index}]`, (asset, at) => this.resolve(asset, options, loaders, `input.${at}`)),
      ),
    )
    const usages = assets.map((asset) => asset.usagesOver(span))
    const things = assets.map((asset, index) => {
      const { label = '' } = items[index] ?? {}
      return { label, impact: asset.impact(criterion, span), warnings: asset.warnings }
    })
    const data = await comparedData(loaders, checked, criterion)
    const compared = compareFigures(things, data.numbers, options, spreadsOf(this.references.tables), phase)
    return {
      ...compared,
      computedFor: computedFor(span, this.release, usages.flat()),
      warnings: [
        ...warningsAboutSpans(
          usages.map((all) => all.map(([own]) => own)),
          options.duration,
        ),
        ...warningsAboutMethods(assets, criterion),
        ...warningsAboutSameData(checked, data, compared.pairs),
      ],
    }
  }

  /** Returns the asset itself, with its parts and all attributes. Throws like `assess`. */
  async resolve(
    asset: AssetInput,
    { strict = false }: Pick<AssessOptions, 'strict'> = {},
    loaders: Loaders = createLoaders(this.references),
    at?: string,
  ): Promise<Asset> {
    return this.#resolveChecked(checkInput(AssetInput, asset), { strict }, loaders, at)
  }

  async #resolveChecked(
    asset: AssetInput,
    { strict = false }: Pick<AssessOptions, 'strict'>,
    loaders: Loaders,
    at: string | undefined,
  ): Promise<Asset> {
    const resolved = await resolveAsset(loaders, asset, at)
    if (strict) refuseUnknown(resolved.warnings)
    return resolved
  }
}

/** Items as input, where a whole life is a field of its own. A boundary that is that of the fleet says nothing new. */
export function comparedItems(fleet: readonly FleetItem[], asked: Pick<AssessOptions, 'boundary'>) {
  return fleet.map(({ label: _, warnings: __, isBilled: ___, place: ____, duration, boundary, ...item }) => ({
    ...item,
    ...(duration === WHOLE_LIFE ? { wholeLife: true } : duration !== undefined && { duration }),
    ...(boundary !== undefined && boundary !== asked.boundary && { boundary }),
  }))
}

/** Things without a label get their number as a label. */
function labelled({ label, asset, fleet, quantity }: ComparedThing, index: number, options: AssessOptions) {
  return {
    label: label ?? `${index + 1}`,
    ...(asset && { asset }),
    ...(fleet && { fleet: comparedItems(fleet, options) }),
    ...(quantity !== undefined && { quantity }),
  }
}

/** Duration, allocation and boundary of an assessment, as the engine takes them. */
export function spanOf({ duration, allocation = 'LINEAR', boundary }: Omit<AssessOptions, 'criteria'>): Span {
  return { duration, allocation, boundary }
}

/** What an item is assessed over: its own span, or that of all. Throws a FaultError if it would widen the boundary. */
export function spanOptionsOf(item: Pick<FleetItem, 'duration' | 'allocation' | 'boundary'>, options: AssessOptions) {
  const { duration = options.duration, allocation = options.allocation, boundary = options.boundary } = item
  if (boundary === 'DATA_CENTRE' && options.boundary !== boundary) throw noBuildings()
  return {
    ...(duration !== undefined && duration !== WHOLE_LIFE && { duration }),
    ...(allocation !== undefined && { allocation }),
    ...(boundary !== undefined && { boundary }),
  }
}

function noBuildings(): FaultError {
  const message = 'expected EQUIPMENT: this answer is always for the equipment alone'
  return new FaultError([{ path: ['boundary'], message, code: 'INVALID_VALUE', value: 'DATA_CENTRE' }])
}
