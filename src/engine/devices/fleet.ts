import { type Assessable, type IntervalUse, Quantity } from '../assessment/asset.ts'
import { countUnits, phasesCounted, type UnitCounts } from '../assessment/coverage.ts'
import { type Boundary, Figure, Impact, type ImpactFigure, type Phase, type Span } from '../assessment/impact.ts'
import { impactOfMany, meanIntensity } from '../formulas/fleet.ts'
import { powerOfUnits } from '../formulas/power.ts'
import type { Usage } from '../use/usage.ts'
import type { Interval } from '../use/usage-bill.ts'
import { input, type NumberAttribute } from '../values/attribute.ts'
import type { Criterion } from '../values/criteria.ts'
import { sum } from '../values/formula.ts'
import type { Estimate } from '../values/range.ts'
import { NO_WARNINGS, pathOf, union, type Warning, warning } from '../values/warning.ts'
import { isEmpty, OverOwnSpan, type OwnSpan } from './over-own-span.ts'

/** A quantity of one thing. */
interface FleetMember {
  readonly asset: Assessable
  readonly quantity: number
  /** Replaces the span of the fleet for this member. */
  readonly span?: OwnSpan
  /** Path in the input: `input.items[3]`. */
  readonly at?: string
}

/** A warning names at most this many members that a total leaves out, and counts the rest. */
const MOST_NAMED = 5

/**
 * A group of things: the sum of quantity times impact over those with a figure. Each impact says how many units its
 * phases cover (`covered`). A phase has no figure if no member has one.
 */
export class Fleet implements Assessable {
  readonly members: readonly FleetMember[]
  /** Each distinct asset once for each span of its own, with its total quantity. */
  readonly #assets: readonly Counted[]
  /** Remembered for the life of the fleet, since two phases and a total need them. */
  #warnings: readonly Warning[] | undefined
  readonly #impacts = new Map<string, readonly Impact[]>()

  constructor(members: readonly FleetMember[]) {
    this.members = members
    const counted = new Map<Assessable, { at: string; quantity: number }>()
    const overOwn = new Map<Assessable, Map<string, Assessable>>()
    for (const [index, { asset, quantity, span = {}, at = `input.items[${index}]` }] of members.entries()) {
      const over = isEmpty(span) ? asset : overOwnSpan(asset, span, at, overOwn)
      const known = counted.get(over)
      if (known === undefined) counted.set(over, { at, quantity })
      else known.quantity += quantity
    }
    this.#assets = Array.from(counted, ([asset, { at, quantity }]) => {
      return { asset, quantity: input(at, 'quantity', quantity) }
    })
  }

  again(): Fleet {
    const fresh = new Map(this.members.map(({ asset }) => [asset, asset]))
    for (const asset of fresh.keys()) fresh.set(asset, asset.again())
    return new Fleet(this.members.map((member) => ({ ...member, asset: fresh.get(member.asset) ?? member.asset })))
  }

  impact(criterion: Criterion, span: Span): Impact {
    return new Impact(this, criterion, span)
  }

  embedded(impact: Impact): ImpactFigure | undefined {
    return this.#total(impact, 'EMBEDDED')
  }

  use(impact: Impact): ImpactFigure | undefined {
    return this.#total(impact, 'USE')
  }

  building(impact: Impact): ImpactFigure | undefined {
    return this.#total(impact, 'BUILDING')
  }

  countUnits(impact: Impact, phases: readonly Phase[]): UnitCounts {
    const impacts = this.#impactsOver(impact.criterion, impact.span)
    const counted = this.#assets.map(({ quantity }, index) => ({
      impact: impacts[index] as Impact,
      units: quantity.value,
    }))
    return countUnits(counted, phases)
  }

  /** Each distinct asset once for each span of its own, with its quantity. */
  get counted(): readonly FleetMember[] {
    return this.#assets.map(({ asset, quantity }) => ({ asset, quantity: quantity.value }))
  }

  /** Number of assets in all. */
  get assessed(): number {
    return this.members.reduce((total, { quantity }) => total + quantity, 0)
  }

  get warnings(): readonly Warning[] {
    this.#warnings ??= union(...this.#assets.map(({ asset }) => asset.warnings))
    return this.#warnings
  }

  /** Whether any asset runs in a data centre. */
  get isInDataCentre(): boolean {
    return this.#assets.some(({ asset }) => asset.isInDataCentre)
  }

  usagesOver(span: Span): readonly (readonly [Span, Usage])[] {
    return this.#assets.flatMap(({ asset }) => asset.usagesOver(span))
  }

  /** Whether the manufacturing of any asset is assessed. */
  get isMade(): boolean {
    return this.#assets.some(({ asset }) => asset.isMade)
  }

  energy(duration: number | undefined, boundary?: Boundary, durationAt?: string): Quantity | undefined {
    const read = (of: Assessable) => of.energy(duration, boundary, durationAt)
    return this.#totalOf(read, 'kWh')
  }

  water(duration: number | undefined, durationAt?: string): Quantity | undefined {
    return this.#totalOf((of) => of.water(duration, durationAt), 'l')
  }

  /** Mean impact per kWh over the assets. */
  intensity(criterion: Criterion, span: Span): Figure | undefined {
    const each = this.#assets.map(({ asset }) => asset.intensity(criterion, span))
    const known = each.filter((figure) => figure !== undefined)
    const lowest = known.toSorted((a, b) => a.min - b.min)[0]
    const highest = known.toSorted((a, b) => b.max - a.max)[0]
    const { use } = this.impact(criterion, span)
    const energy = this.energy(span.duration, span.boundary)
    if (known.length < each.length || lowest === undefined || highest === undefined) return undefined
    if (use === undefined || energy === undefined) return undefined
    const warnings = union(...known.map((figure) => figure.warnings))
    if (known.every(({ result }) => result === lowest.result)) return new Figure(lowest.result, warnings)
    return new Figure(meanIntensity.of(use.result, energy.result, lowest.result, highest.result), warnings)
  }

  /** Uses each asset as the interval says. */
  useIn(interval: Interval, criterion: Criterion): IntervalUse {
    const powers: Estimate[] = []
    const uses: Estimate[] = []
    for (const { asset, quantity } of this.#assets) {
      const { power, use } = asset.useIn(interval, criterion)
      if (power !== undefined) powers.push(powerOfUnits.of(power, quantity))
      if (use !== undefined) uses.push(impactOfMany.of(use, quantity))
    }
    return { power: sumOfKnown(powers), use: sumOfKnown(uses) }
  }

  #totalOf(read: (of: Assessable) => Quantity | undefined, unit: string): Quantity | undefined {
    const parts: Estimate[] = []
    const warnings = new Set<readonly Warning[]>()
    let lacking = 0
    for (const { asset, quantity } of this.#assets) {
      const figure = read(asset)
      if (figure === undefined) lacking += quantity.value
      else {
        parts.push(impactOfMany.of(figure.result, quantity))
        warnings.add(figure.warnings)
      }
    }
    const total = sumOfKnown(parts)
    return total && new Quantity(total, unit, union(...warnings, this.#lacks(lacking)), this, read, read)
  }

  /** What a sum other than an impact leaves out. */
  #lacks(units: number): readonly Warning[] {
    if (units === 0) return NO_WARNINGS
    const size = this.#assets.reduce((all, { quantity }) => all + quantity.value, 0)
    return [warning('PARTIAL_SUM', `The sum leaves out ${units} of ${size} units, because their value is unknown`)]
  }

  #total(impact: Impact, phase: Phase): ImpactFigure | undefined {
    if (!phasesCounted(impact.criterion, impact.span.boundary).includes(phase)) return undefined
    const parts: Estimate[] = []
    const warnings = new Set<readonly Warning[]>()
    const impacts = this.#impactsOver(impact.criterion, impact.span)
    for (const [index, { quantity }] of this.#assets.entries()) {
      const figure = impacts[index]?.phase(phase)
      if (figure === undefined) continue
      parts.push(impactOfMany.of(figure.result, quantity))
      warnings.add(figure.warnings)
    }
    const total = sumOfKnown(parts)
    return (
      total && impact.figure(phase, total, union(...warnings, phase === 'EMBEDDED' ? this.#neverMade() : undefined))
    )
  }

  /** Paths of the assets whose manufacturing is not assessed. */
  #neverMade(): readonly Warning[] {
    const places = this.members.flatMap(({ asset, at }, index) => (asset.isMade ? [] : (at ?? `input.items[${index}]`)))
    if (places.length === 0) return NO_WARNINGS
    const named = places.slice(0, MOST_NAMED).join(', ')
    const more = places.length > MOST_NAMED ? ` and ${places.length - MOST_NAMED} more` : ''
    const message = `The embedded impact leaves out items that have no figure for manufacturing: ${named}${more}`
    return [{ ...warning('MAKING_LEFT_OUT', message), path: pathOf(places[0] ?? 'input.items') }]
  }

  #impactsOver(criterion: Criterion, span: Span): readonly Impact[] {
    const key = `${criterion} ${span.duration} ${span.allocation} ${span.boundary}`
    let impacts = this.#impacts.get(key)
    if (impacts === undefined) {
      impacts = this.#assets.map(({ asset }) => asset.impact(criterion, span))
      this.#impacts.set(key, impacts)
    }
    return impacts
  }
}

/** The asset over a span of its own, which the member at a path has; the same one each time, by the first path. */
function overOwnSpan(
  asset: Assessable,
  span: OwnSpan,
  at: string,
  known: Map<Assessable, Map<string, Assessable>>,
): Assessable {
  const spans = known.get(asset) ?? new Map<string, Assessable>()
  known.set(asset, spans)
  const key = `${span.duration} ${span.allocation} ${span.boundary}`
  const over = spans.get(key) ?? new OverOwnSpan(asset, span, at)
  spans.set(key, over)
  return over
}

/** The sum of the known parts; undefined if there are none. */
function sumOfKnown(parts: readonly Estimate[]): Estimate | undefined {
  return parts.length === 0 ? undefined : sum(parts, () => parts.map((_, index) => `item_${index + 1}`))
}

interface Counted {
  readonly asset: Assessable
  readonly quantity: NumberAttribute
}
