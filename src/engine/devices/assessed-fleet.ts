import type { Assessable, Asset } from '../assessment/asset.ts'
import { phasesCounted } from '../assessment/coverage.ts'
import { type Impact, type Span, WHOLE_LIFE } from '../assessment/impact.ts'
import type { Criterion } from '../values/criteria.ts'
import { CloudInstance } from './cloud-instance.ts'
import { Fleet } from './fleet.ts'
import type { OwnSpan } from './over-own-span.ts'

/** An item of the request and its outcome. */
interface ItemOutcome<Fault extends Error> {
  readonly label: string | undefined
  /** Its kind, as in the column `kind` of a table: `laptop`, `cloudInstance`. */
  readonly kind: string
  /** By key, as in the input. */
  readonly tags: ReadonlyMap<string, string>
  readonly quantity: number
  /** The quantity; 0 if the quantity itself is faulty. */
  readonly counted: number
  /** Replaces the span of the fleet. */
  readonly span?: OwnSpan
  readonly found: Asset | Fault
}

/** A quantity of one asset, or the fault of the item. */
export class FleetEntry<Fault extends Error> implements Pick<Assessable, 'impact'> {
  readonly label: string | undefined
  readonly kind: string
  readonly tags: ReadonlyMap<string, string>
  readonly quantity: number
  readonly counted: number
  readonly span: OwnSpan
  readonly asset: Asset | undefined
  readonly fault: Fault | undefined
  #alone: Fleet | undefined

  constructor({ label, kind, tags, quantity, counted, span = {}, found }: ItemOutcome<Fault>) {
    this.label = label
    this.kind = kind
    this.tags = tags
    this.quantity = quantity
    this.counted = counted
    this.span = span
    this.asset = found instanceof Error ? undefined : found
    this.fault = found instanceof Error ? found : undefined
  }

  /** What the item shares with others of its group; empty if it has no such value. */
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

  /** Quantity times impact; no phase has a figure if the item has a fault. */
  impact(criterion: Criterion, span: Span): Impact {
    const { asset, quantity, span: own } = this
    this.#alone ??= new Fleet(asset === undefined ? [] : [{ asset, quantity, span: own }])
    return this.#alone.impact(criterion, span)
  }
}

/** How much of a fleet a criterion covers; quantities count. */
export interface Coverage {
  readonly criterion: Criterion
  readonly assessed: number
  readonly missing: number
}

/** What the items of a fleet are grouped by. */
export type GroupBy = 'KIND' | 'LOCATION' | 'PROVIDER' | 'INSTANCE_TYPE' | 'LABEL_PREFIX' | 'TAG'

/** Ends the prefix of a label: `web` of `web-1`, `web/1` and `web 1`. */
const END_OF_PREFIX = /[-_/.: ]/

/** Items of a fleet that share a value. */
export class FleetGroup extends Fleet {
  /** The shared values, in the order requested; empty texts for missing ones. */
  readonly key: readonly string[]
  /** Assets requested; quantities count. */
  readonly size: number

  constructor(key: readonly string[], size: number, members: Fleet['members']) {
    super(members)
    this.key = key
    this.size = size
  }
}

export type ItemOrder = 'GIVEN' | 'TOTAL' | 'EMBEDDED' | 'USE'

/** A fleet together with its faulty items. */
export class AssessedFleet<Fault extends Error> extends Fleet {
  readonly items: readonly FleetEntry<Fault>[]

  constructor(items: readonly FleetEntry<Fault>[]) {
    super(items.flatMap(memberOf))
    this.items = items
  }

  /**
   * Groups the items by shared values, in the order of each group's first item. `tag` is the key whose value TAG reads.
   * A faulty item has no place, provider or type.
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

  /** Assets requested; quantities count. */
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

  /** The items, with the largest impact over their whole life first. Equal ones keep the order of the input. */
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

/** An item as part of a sum, with its path in the input; empty if it has a fault. */
function memberOf({ asset, quantity, span }: FleetEntry<Error>, index: number): Fleet['members'] {
  return asset === undefined ? [] : [{ asset, quantity, span, at: `input.items[${index}]` }]
}

/** Subtracting equal infinities would give NaN, so equality is tested first. */
function compare(a: number, b: number): number {
  return a === b ? 0 : a - b
}
