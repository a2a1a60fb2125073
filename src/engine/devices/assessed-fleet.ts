import type { Assessable, Asset } from '../assessment/asset.ts'
import { phasesCounted } from '../assessment/coverage.ts'
import { type Impact, type Span, WHOLE_LIFE } from '../assessment/impact.ts'
import type { Criterion } from '../values/criteria.ts'
import { CloudInstance } from './cloud-instance.ts'
import { Fleet } from './fleet.ts'

/** An item as it was asked for, and what came of it. */
interface ItemOutcome<Fault extends Error> {
  readonly label: string | undefined
  /** Its kind, as in the column `kind` of a table: `laptop`, `cloudInstance`. */
  readonly kind: string
  /** By key, as the caller gave them. */
  readonly tags: ReadonlyMap<string, string>
  readonly quantity: number
  /** The quantity, 0 where it is what is faulty. */
  readonly counted: number
  readonly found: Asset | Fault
}

/** So many of one asset, or what is wrong with it. */
export class FleetEntry<Fault extends Error> implements Pick<Assessable, 'impact'> {
  readonly label: string | undefined
  readonly kind: string
  readonly tags: ReadonlyMap<string, string>
  readonly quantity: number
  readonly counted: number
  readonly asset: Asset | undefined
  readonly fault: Fault | undefined
  readonly #impacts: Fleet

  constructor({ label, kind, tags, quantity, counted, found }: ItemOutcome<Fault>) {
    this.label = label
    this.kind = kind
    this.tags = tags
    this.quantity = quantity
    this.counted = counted
    this.asset = found instanceof Error ? undefined : found
    this.fault = found instanceof Error ? found : undefined
    this.#impacts = new Fleet(this.asset === undefined ? [] : [{ asset: this.asset, quantity }])
  }

  /** What it has alike with others of its group; an empty text where it has nothing. */
  alike(by: GroupBy, tag: string): string {
    switch (by) {
      case 'KIND':
        return this.kind
      case 'LOCATION':
        return this.asset?.usage.usageLocation.value ?? ''
      case 'PROVIDER':
        return this.asset instanceof CloudInstance ? this.asset.provider : ''
      case 'INSTANCE_TYPE':
        return this.asset instanceof CloudInstance ? this.asset.instanceType : ''
      case 'LABEL_PREFIX':
        return this.label?.split(END_OF_PREFIX)[0] ?? ''
      case 'TAG':
        return this.tags.get(tag) ?? ''
    }
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

/** What the items of a fleet are put together by. */
export type GroupBy = 'KIND' | 'LOCATION' | 'PROVIDER' | 'INSTANCE_TYPE' | 'LABEL_PREFIX' | 'TAG'

/** What ends the prefix of a label: `web` of `web-1`, `web/1` and `web 1`. */
const END_OF_PREFIX = /[-_/.: ]/

/** Items of a fleet that have something alike. */
export class FleetGroup extends Fleet {
  /** What they have alike, in the order asked for; empty texts where they have nothing. */
  readonly key: readonly string[]
  /** Assets asked for, quantities counted. */
  readonly size: number

  constructor(key: readonly string[], size: number, members: Fleet['members']) {
    super(members)
    this.key = key
    this.size = size
  }
}

export type ItemOrder = 'GIVEN' | 'TOTAL' | 'EMBEDDED' | 'USE'

/** A fleet with what is faulty in it. */
export class AssessedFleet<Fault extends Error> extends Fleet {
  readonly items: readonly FleetEntry<Fault>[]

  constructor(items: readonly FleetEntry<Fault>[]) {
    super(items.flatMap(memberOf))
    this.items = items
  }

  /**
   * The items put together by what they have alike, in the order of the first of each group. `tag`: the key of the tag that
   * TAG takes the value of. A faulty item has no place, provider and type.
   */
  groupsBy(by: readonly GroupBy[], tag = ''): readonly FleetGroup[] {
    const groups = new Map<string, { key: readonly string[]; size: number; members: Fleet['members'][number][] }>()
    for (const [index, item] of this.items.entries()) {
      const key = by.map((each) => item.alike(each, tag))
      const id = JSON.stringify(key)
      const group = groups.get(id) ?? { key, size: 0, members: [] }
      group.size += item.counted
      group.members.push(...memberOf(item, index))
      groups.set(id, group)
    }
    return Array.from(groups.values(), ({ key, size, members }) => new FleetGroup(key, size, members))
  }

  /** Assets asked for, quantities counted. */
  get size(): number {
    return this.items.reduce((total, { counted }) => total + counted, 0)
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

/** An item as part of a sum, and where the caller gave it; none where it has a fault. */
function memberOf({ asset, quantity }: FleetEntry<Error>, index: number): Fleet['members'] {
  return asset === undefined ? [] : [{ asset, quantity, at: `input.items[${index}]` }]
}

/** Infinities are equal to themselves, whose difference is no number. */
function compare(a: number, b: number): number {
  return a === b ? 0 : a - b
}
