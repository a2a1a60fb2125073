import type { Assessable, Asset } from '../assessment/asset.ts'
import { phasesCounted } from '../assessment/coverage.ts'
import { type Impact, type Span, WHOLE_LIFE } from '../assessment/impact.ts'
import type { Criterion } from '../values/criteria.ts'
import { Fleet } from './fleet.ts'

/** An item as it was asked for, and what came of it. */
interface ItemOutcome<Fault extends Error> {
  readonly label: string | undefined
  readonly quantity: number
  /** The quantity, 0 where it is what is faulty. */
  readonly counted: number
  readonly found: Asset | Fault
}

/** So many of one asset, or what is wrong with it. */
export class FleetEntry<Fault extends Error> implements Pick<Assessable, 'impact'> {
  readonly label: string | undefined
  readonly quantity: number
  readonly counted: number
  readonly asset: Asset | undefined
  readonly fault: Fault | undefined
  readonly #impacts: Fleet

  constructor({ label, quantity, counted, found }: ItemOutcome<Fault>) {
    this.label = label
    this.quantity = quantity
    this.counted = counted
    this.asset = found instanceof Error ? undefined : found
    this.fault = found instanceof Error ? found : undefined
    this.#impacts = new Fleet(this.asset === undefined ? [] : [{ asset: this.asset, quantity }])
  }

  /** Quantity * impact; no phase has a figure where the item has a fault. */
  impact(criterion: Criterion, span: Span): Impact {
    return this.#impacts.impact(criterion, span)
  }
}

/** How much of a fleet a criterion covers, quantities counted. */
export interface Coverage {
  readonly criterion: Criterion
  readonly assessed: number
  readonly missing: number
}

export type ItemOrder = 'GIVEN' | 'TOTAL' | 'EMBEDDED' | 'USE'

/** A fleet with what is faulty in it. */
export class AssessedFleet<Fault extends Error> extends Fleet {
  readonly items: readonly FleetEntry<Fault>[]

  constructor(items: readonly FleetEntry<Fault>[]) {
    super(
      items.flatMap(({ asset, quantity }, index) =>
        asset === undefined ? [] : [{ asset, quantity, at: `input.items[${index}]` }],
      ),
    )
    this.items = items
  }

  /** Assets asked for, quantities counted. */
  get size(): number {
    return this.items.reduce((total, { counted }) => total + counted, 0)
  }

  /** Assets that were assessed, quantities counted. */
  get assessed(): number {
    return this.members.reduce((total, { quantity }) => total + quantity, 0)
  }

  /** How many of the assets have a figure in each phase of a criterion; those with a fault have none. */
  coverageOf(criterion: Criterion): Coverage {
    const phases = phasesCounted(criterion)
    const assessed = this.items.reduce((total, item) => {
      const impact = item.impact(criterion, WHOLE_LIFE)
      return phases.every((phase) => impact.phase(phase) !== undefined) ? total + item.counted : total
    }, 0)
    return { criterion, assessed, missing: this.size - assessed }
  }

  /** The items, those with the largest impact over their whole life first; equal ones stay as they were given. */
  itemsBy(order: ItemOrder, criterion: Criterion): readonly FleetEntry<Fault>[] {
    if (order === 'GIVEN') return this.items
    const valued = this.items.map((item) => {
      const impact = item.impact(criterion, WHOLE_LIFE)
      const figure = impact.phase(order)
      return { item, value: figure?.value ?? Number.NEGATIVE_INFINITY }
    })
    return valued.sort((a, b) => compare(b.value, a.value)).map(({ item }) => item)
  }
}

/** Infinities are equal to themselves, whose difference is no number. */
function compare(a: number, b: number): number {
  return a === b ? 0 : a - b
}
