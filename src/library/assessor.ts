import { assessableOf } from '../catalogue/compared-item.ts'
import { hasFactors, offeredCriteria } from '../catalogue/has-factors.ts'
import { resolveAsset } from '../catalogue/kinds.ts'
import { createLoaders, type Loaders } from '../catalogue/loaders.ts'
import type { References } from '../catalogue/references.ts'
import type { Release } from '../catalogue/releases.ts'
import { spreadsOf } from '../catalogue/spreads.ts'
import { whyNoFigures } from '../catalogue/why-no-figures.ts'
import type { Asset } from '../engine/assessment/asset.ts'
import { computedFor } from '../engine/assessment/computed-for.ts'
import {
  type Allocation,
  type Boundary,
  type ImpactFigure,
  type Span,
  USUAL_DURATION,
} from '../engine/assessment/impact.ts'
import { A_YEAR_ASSUMED } from '../engine/readings/comparison.ts'
import type { Likely } from '../engine/readings/likely.ts'
import { CRITERIA, type Criterion, DEFAULT_CRITERIA } from '../engine/values/criteria.ts'
import type { Range } from '../engine/values/range.ts'
import { union, type Warning } from '../engine/values/warning.ts'
import { checkInput, refuseUnknown } from '../input/check-input.ts'
import { checkOptions } from '../input/check-options.ts'
import { FaultError } from '../input/fault.ts'
import { AssetInput } from '../input/fleet-input.ts'
import { comparisonItems } from '../input/reading-input.ts'
import { type Comparison, compareFigures } from './compare-figures.ts'
import { type ExplainedPart, explainAsset } from './explain-asset.ts'
import { type AssetFault, faultOf } from './fault-of.ts'
import { FigureReading, type SamplingOptions } from './figure-reading.ts'
import { boundsOf, type FigureRow, figureRow, type Phase } from './figure-row.ts'
import { type RowFacts, rowFacts } from './row-facts.ts'
import { AssetSampler, type AssetSamples, likelyRow, partsWithin, SampleSums } from './sample-sums.ts'
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
  /** True: likely ranges are drawn, of many things each and all together. It takes some ten times as long. */
  readonly likely?: boolean
}

/** A phase of an impact with its bounds, and what to keep in mind of it. */
export interface AssessedPhase extends AssessedTotal {
  readonly warnings: readonly Warning[]
}

/** A figure with its bounds. */
export interface AssessedTotal extends Range {
  /** Nine in ten of its samples lie between low and high; there where it is asked for. */
  readonly likely?: Likely
}

/** Impact of a thing in one criterion, unrounded; a phase without any factor is null, never 0. */
export interface AssessedImpact {
  readonly unit: string
  readonly embedded: AssessedPhase | null
  readonly use: AssessedPhase | null
  /** Of the building of the data centre, within that boundary; null where it stands in none. */
  readonly building: AssessedPhase | null
  /** The phases that have a figure, added up. */
  readonly total: AssessedTotal | null
}

/** What is known of a thing's impacts. */
export interface Assessment {
  /** The data release that the figures come from, with a fingerprint where own tables are loaded. */
  readonly release: string
  readonly impacts: Readonly<Partial<Record<Criterion, AssessedImpact>>>
  /** What they were computed for, in one sentence: duration, place, boundary, load and data release. */
  readonly computedFor: string
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
  /** Hours; goes before the duration of the fleet, as the others go before those of it. */
  readonly duration?: number
  readonly allocation?: Allocation
  /** EQUIPMENT, or DATA_CENTRE where that is the boundary of the fleet. */
  readonly boundary?: Boundary
  /** What is known to keep in mind of it: that of a file that it was read from. */
  readonly warnings?: readonly Warning[]
  /** Which of several it is, where these are not all of them: what it was given is called after that. */
  readonly place?: number
}

/** An asset or a fleet that is compared, and how many of it: exactly one of the two. */
export interface ComparedThing extends Pick<FleetItem, 'label' | 'quantity'> {
  readonly asset?: AssetInput
  readonly fleet?: readonly FleetItem[]
}

/** An item with the figures of one of it and what to keep in mind of them, or with what is wrong with it. */
export type AssessedItem = { readonly label: string; readonly quantity: number } & (
  | {
      readonly figures: FigureRow
      readonly facts: RowFacts
      /** Low and high of each criterion and phase (see `likelyColumns`), where they were asked for. */
      readonly likely?: Float64Array
      readonly warnings: readonly Warning[]
    }
  | { readonly fault: AssetFault }
)

/** What draws samples, and what gets those of each thing by its place. */
interface Drawing {
  readonly sampler: AssetSampler
  readonly onSamples: (offset: number, samples: AssetSamples) => void
}

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
 * impacts.gwp.embedded.value // 6.16, in kg CO2 eq.
 */
export class Assessor {
  /** What answers name as their data release. */
  readonly release: string
  readonly references: References

  constructor({ label, references }: Release) {
    this.references = references
    this.release = label
  }

  /** The criteria that its release has figures in. */
  get criteria(): readonly Criterion[] {
    return offeredCriteria(this.references.tables)
  }

  /** Why its release has no figures in a criterion; undefined where it has some. */
  whyNot(criterion: Criterion): string | undefined {
    const { tables } = this.references
    return hasFactors(tables, criterion) ? undefined : whyNoFigures(tables, criterion)
  }

  /** Assesses one thing. Throws a FaultError where it cannot be; its code is NOT_FOUND where it is not known. */
  async assess(asset: AssetInput, options: AssessOptions = {}): Promise<Assessment> {
    checkOptions(options)
    const resolved = await this.resolve(asset, options)
    const { criteria = DEFAULT_CRITERIA } = options
    const span = spanOf(options)
    const samples = options.likely ? new SampleSums(criteria, span.boundary) : undefined
    samples?.add(this.sampler(criteria).draw(resolved, span), 1)
    const impacts = criteria.map((criterion): readonly [Criterion, AssessedImpact] => {
      const figures = resolved.impact(criterion, span)
      const totalOf = (phases: readonly Phase[], figure: ImpactFigure): AssessedTotal => {
        return { ...boundsOf(figure), ...(samples && { likely: samples.likely(criterion, phases) }) }
      }
      const phaseOf = (phase: Phase): AssessedPhase | null => {
        const figure = figures[phase]
        return figure === undefined ? null : { ...totalOf([phase], figure), warnings: figure.warnings }
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
        },
      ]
    })
    const energy = resolved.energy(span.duration, span.boundary)
    return {
      release: this.release,
      impacts: Object.fromEntries(impacts),
      computedFor: computedFor(span, this.release, resolved.usages),
      energyKwh: energy?.value ?? null,
      warnings: union(resolved.warnings, energy?.warnings, resolved.renewals(span)),
    }
  }

  /** Assesses many things and adds them up. An item with a fault is shown as such, and stops no other. */
  async assessMany(
    items: readonly FleetItem[],
    options: AssessOptions = {},
  ): Promise<{ readonly items: readonly AssessedItem[]; readonly totals: Totals }> {
    const { criteria = DEFAULT_CRITERIA, boundary, likely = false } = options
    const samples = likely ? new SampleSums(criteria, boundary) : undefined
    const assessed = await this.figures(items, options, samples && this.sampler(criteria), (index, drawn) =>
      samples?.add(drawn, items[index]?.quantity ?? 1),
    )
    const sums = new Sums(criteria, boundary)
    for (const each of assessed) {
      if ('fault' in each) sums.addFaulty(1, each.quantity)
      else {
        sums.add(each.figures, each.quantity)
        if (isAssumed(each.warnings)) sums.assumed += each.quantity
      }
    }
    return { items: assessed, totals: sums.totals(computedFor(spanOf(options), this.release, undefined), samples) }
  }

  /** What draws the figures of many things, one after the other. */
  sampler(criteria: readonly Criterion[]): AssetSampler {
    return new AssetSampler(criteria, spreadsOf(this.references.tables))
  }

  /**
   * The figures of one of each of many things, in their order (see `figureColumns`). `sampler`: what draws their likely ranges;
   * `onSamples` is called with the samples of each, by its place among the items, and keeps none of them.
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
    const loaders = createLoaders(this.references)
    return Promise.all(
      items.map(async (item, offset): Promise<AssessedItem> => {
        const { label = '', quantity = 1, asset, place = from + offset } = item
        const { duration = options.duration, allocation = options.allocation, boundary = options.boundary } = item
        try {
          if (boundary === 'DATA_CENTRE' && options.boundary !== boundary) throw noBuildings()
          // One of a thing, over what was checked already, is checked fast.
          if (quantity !== 1 || duration !== options.duration) checkOptions({ quantity, duration })
          const resolved = await this.resolve(asset, options, loaders, draw && `input.items[${place}]`)
          const span = spanOf({
            ...(duration !== undefined && { duration }),
            ...(allocation !== undefined && { allocation }),
            ...(boundary !== undefined && { boundary }),
          })
          const energy = resolved.energy(duration, boundary)
          const row = figureRow(resolved, { criteria, span, boundary: options.boundary }, energy)
          const read = {
            label,
            quantity,
            figures: row.figures,
            facts: rowFacts(asset, resolved, span),
            warnings: union(item.warnings, resolved.warnings, energy?.warnings, row.warnings, resolved.renewals(span)),
          }
          const samples = draw?.sampler.draw(resolved, span)
          if (samples === undefined) return read
          draw?.onSamples(offset, samples)
          return { ...read, likely: likelyRow(samples, options.boundary) }
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
  async compare(items: readonly ComparedThing[], options: FigureOptions & SamplingOptions = {}): Promise<Comparison> {
    checkOptions(options)
    const { criterion = 'gwp', phase = 'total', duration = USUAL_DURATION } = options
    const span = { ...spanOf(options), duration }
    const loaders = createLoaders(this.references)
    const assets = await Promise.all(
      checkInput(comparisonItems, items.map(labelled)).map((item, index) =>
        assessableOf(item, `items[${index}]`, (asset, at) => this.resolve(asset, options, loaders, `input.${at}`)),
      ),
    )
    const things = assets.map((asset, index) => {
      return { label: items[index]?.label ?? '', impact: asset.impact(criterion, span) }
    })
    return {
      ...compareFigures(things, options, spreadsOf(this.references.tables), phase),
      computedFor: computedFor(
        span,
        this.release,
        assets.flatMap(({ usages }) => usages),
      ),
      warnings: options.duration === undefined ? A_YEAR_ASSUMED : [],
    }
  }

  /** The thing itself, with its parts and all attributes. Throws as `assess` does. */
  async resolve(
    asset: AssetInput,
    { strict = false }: Pick<AssessOptions, 'strict'> = {},
    loaders: Loaders = createLoaders(this.references),
    at?: string,
  ): Promise<Asset> {
    const resolved = await resolveAsset(loaders, checkInput(AssetInput, asset), at)
    if (strict) refuseUnknown(resolved.warnings)
    return resolved
  }
}

/** Whether something that was given is not known, and was replaced. */
export function isAssumed(warnings: readonly Warning[]): boolean {
  return warnings.some(({ code }) => code.startsWith('UNKNOWN_'))
}

/** What has no label is called after its number. */
function labelled({ label, asset, fleet, quantity }: ComparedThing, index: number) {
  return {
    label: label ?? `${index + 1}`,
    ...(asset && { asset }),
    ...(fleet && { fleet: fleet.map((item) => ({ asset: item.asset, quantity: item.quantity ?? 1 })) }),
    ...(quantity !== undefined && { quantity }),
  }
}

/** Over what, how and how far around things are assessed. */
export function spanOf({ duration, allocation = 'LINEAR', boundary }: Omit<AssessOptions, 'criteria'>): Span {
  return { duration, allocation, boundary }
}

function noBuildings(): FaultError {
  const message = 'expected EQUIPMENT, as the answer is for that boundary'
  return new FaultError([{ path: ['boundary'], message, code: 'INVALID_VALUE', value: 'DATA_CENTRE' }])
}
