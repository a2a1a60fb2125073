import { resolveAsset } from '../../src/catalogue/kinds.ts'
import type { Asset } from '../../src/engine/assessment/asset.ts'
import {
  AssessedFleet,
  type Coverage as EngineCoverage,
  FleetGroup as EngineGroup,
  FleetEntry,
  type GroupBy,
  type ItemOrder,
} from '../../src/engine/devices/assessed-fleet.ts'
import { FAULT_CODES, type FaultCode, FaultError } from '../../src/input/fault.ts'
import { list, object, units } from '../../src/input/fields.ts'
import {
  AssetInput,
  tags as checkedTags,
  FleetItemInput,
  ItemSpan,
  kindOf,
  spanOfItem,
} from '../../src/input/fleet-input.ts'
import { builder } from '../builder.ts'
import { connectionOf, pageArguments, pageOf } from '../catalogue/connection.ts'
import { CRITERIA_ARGUMENT, CriterionEnum } from '../catalogue/criterion.ts'
import { type Context, type Scope, scopeOf } from '../context.ts'
import { entryPoints } from '../entry-points.ts'
import { fieldCost } from '../field-cost.ts'
import { enumType, inputType } from '../inputs/input-type.ts'
import { assess, STRICT, withOrigin } from './assess.ts'
import { AssessableInterface, impactFields } from './impact.ts'

/** A fault as data: GraphQL would treat a returned error as thrown. */
interface Faulty {
  readonly error: FaultError
}

const FaultCodeEnum = enumType<FaultCode>(
  'FaultCode',
  'Code of a fault, for programs. New ones may be added.',
  FAULT_CODES,
)

/** All faults of one item, as one fault. */
const Fault = builder.objectRef<Faulty>('Fault').implement({
  description: 'Error in an item of a request.',
  fields: (t) => ({
    faultCode: t.field({
      type: FaultCodeEnum,
      description: 'Code of the first fault, for programs.',
      resolve: ({ error }) => error.faults[0]?.code ?? 'INVALID_VALUE',
    }),
    code: t.string({
      description: 'Code of the first fault, for programs: NOT_FOUND, TOO_SMALL, INVALID_VALUE.',
      deprecationReason: 'Use `faultCode`',
      resolve: ({ error }) => error.faults[0]?.code ?? '',
    }),
    message: t.string({
      description: 'Human-readable message: every fault, with the expected value.',
      resolve: ({ error }) => error.message,
    }),
    path: t.stringList({
      description:
        'Path of the first fault in the item, such as `["asset", "server", "configuration", "cpu", "units"]`.',
      resolve: ({ error }) => (error.faults[0]?.path ?? []).map(String),
    }),
    nearest: t.stringList({
      description: 'Closest known names, best first, if a name is unknown.',
      resolve: ({ error }) => error.faults.flatMap(({ nearest = [] }) => nearest),
    }),
  }),
})

const FLEET = object({ items: list(FleetItemInput) })

/** Assets of all items together; the largest whole number in GraphQL. */
const LARGEST_FLEET = 2_147_483_647

/** Items read together, for batches of look-ups. More would only keep the promises of all of them in memory. */
const MOST_AT_ONCE = 400

/** Cost of an impact computed for each item, to sort them or to check that it exists. */
const IMPACT_COST = 20

const FleetItem = builder.objectRef<FleetEntry<FaultError>>('FleetItem').implement({
  description: 'An item of a fleet: an asset with its quantity, assessed or faulty.',
  fields: (t) => ({
    label: t.exposeString('label', {
      nullable: true,
      description: 'Your own name for the item. Several items can share one.',
    }),
    quantity: t.exposeInt('quantity', { description: 'Quantity: the number of assets.' }),
    asset: t.expose('asset', {
      type: AssessableInterface,
      nullable: true,
      description: 'One asset of the item. Null if the item is faulty.',
    }),
    fault: t.field({
      type: Fault,
      nullable: true,
      description: 'Fault of the item. The totals leave faulty items out. Null if the item was assessed.',
      resolve: ({ fault }) => fault && { error: fault },
    }),
    ...impactFields(t as never),
  }),
})

const FleetItemOrder = enumType<ItemOrder>('FleetItemOrder', 'Sort order of items.', {
  GIVEN: 'In the order of the input.',
  TOTAL: 'By total impact, the largest first. Items without a figure come last.',
  EMBEDDED: 'By embodied impact, the largest first. Items without a figure come last.',
  USE: 'By use impact, the largest first. Items without a figure come last.',
})

const Coverage = builder.objectRef<EngineCoverage>('Coverage').implement({
  description: 'Number of assets of a fleet with and without figures in one criterion.',
  fields: (t) => ({
    criterion: t.expose('criterion', { type: CriterionEnum, description: 'Impact criterion.' }),
    assessed: t.exposeInt('assessed', {
      description: 'Number of assets with a figure in each phase of the criterion. An item of quantity 3 counts as 3.',
    }),
    missing: t.exposeInt('missing', {
      description: 'Number of other assets: the faulty ones, and those without a factor or a power in a phase.',
    }),
  }),
})

const GroupByEnum = enumType<GroupBy>('GroupBy', 'Property to group the items of a fleet by.', {
  KIND: 'Kind of asset, such as `laptop`, `server`, `cloudInstance` or `cpu`.',
  LOCATION: 'Code of the location that the electricity comes from, such as FRA.',
  PROVIDER: 'Id of the cloud provider.',
  INSTANCE_TYPE: 'Name of the instance type.',
  LABEL_PREFIX: 'Start of the label, before the first `-`, `_`, `/`, `.`, `:` or space. Example: `web` for `web-1`.',
  TAG: 'Value of the tag that the argument `tag` names.',
})

const FleetItemConnection = connectionOf(FleetItem, 'items of a fleet')

const FleetGroup = builder.objectRef<EngineGroup>('FleetGroup').implement({
  description: 'A group of items of a fleet, with its total.',
  interfaces: [AssessableInterface],
  isTypeOf: (value) => value instanceof EngineGroup,
  fields: (t) => ({
    key: t.exposeStringList('key', {
      description:
        'Values that the items of the group share, one for each property listed in `by`. A value is empty if the items have none. Faulty items have no location, provider or instance type.',
    }),
    size: t.exposeFloat('size', { description: 'Number of assets: the sum of the quantities, faulty items included.' }),
    assessed: t.exposeFloat('assessed', {
      description: 'Number of assets in the totals: all except the faulty ones.',
    }),
  }),
})

/** Orders of items. */
const ORDER = {
  orderBy: { type: FleetItemOrder, defaultValue: 'GIVEN', description: 'Sort order.' },
  criterion: {
    type: CriterionEnum,
    defaultValue: 'gwp',
    description: 'Impact criterion to sort by: the impact of the whole quantity of each item, over the whole lifetime.',
  },
} as const

/** Fields below the fleet count once per item. */
const ITEMS_COST = fieldCost({ listSize: () => 1, cost: ({ orderBy }) => (isGiven(orderBy) ? 0 : IMPACT_COST) })

const Fleet = builder.objectRef<AssessedFleet<FaultError>>('Fleet').implement({
  description: 'A fleet: many assets with their quantities, and their total.',
  interfaces: [AssessableInterface],
  isTypeOf: (value) => value instanceof AssessedFleet,
  fields: (t) => ({
    size: t.exposeInt('size', {
      description: 'Number of assets in the request: the sum of the quantities. A faulty quantity counts as 0.',
    }),
    assessed: t.exposeInt('assessed', { description: 'Number of assets in the totals: all except the faulty ones.' }),
    coverage: t.field({
      type: [Coverage],
      description: 'Coverage of each criterion, in the order of the request.',
      extensions: fieldCost({
        listSize: ({ criteria }, { defaultCriteria }) => (criteria ?? defaultCriteria).length,
        cost: ({ criteria }, { defaultCriteria }) => IMPACT_COST * (criteria ?? defaultCriteria).length,
      }),
      args: {
        criteria: t.arg(CRITERIA_ARGUMENT),
      },
      resolve: (fleet, { criteria }, { defaultCriteria }) =>
        Array.from(new Set(criteria ?? defaultCriteria), (criterion) => fleet.coverageOf(criterion)),
    }),
    groupBy: t.field({
      type: [FleetGroup],
      description:
        'Groups of items with their totals, in the order of their first items. With two properties, each pair of values is a group.',
      // Fields below the fleet count once per item, and there are at most as many groups.
      extensions: fieldCost({ listSize: () => 1, cost: () => 1 }),
      args: {
        by: t.arg({
          type: [GroupByEnum],
          required: true,
          description: 'Properties to group by, at least one. Repeated ones count once.',
        }),
        tag: t.arg.string({
          description: 'Key of the tag to group by. Required if `by` contains TAG, and not allowed otherwise.',
        }),
      },
      resolve: (fleet, { by, tag }) => {
        const wanted = [...new Set(by)]
        if (wanted.length === 0) throw invalid(['by'], 'expected at least one of GroupBy', by)
        const isByTag = wanted.includes('TAG')
        if (isByTag && tag == null) throw invalid(['tag'], 'expected the key of a tag', tag)
        if (!isByTag && tag != null)
          throw invalid(['tag'], 'expected TAG in the list `by`, because `tag` is given', tag)
        return fleet.groupsBy(wanted, tag ?? '')
      },
    }),
    itemsConnection: t.field({
      type: FleetItemConnection,
      description: 'Results in pages. Send the same items for each page.',
      extensions: ITEMS_COST,
      args: {
        orderBy: t.arg({ ...ORDER.orderBy, required: true }),
        criterion: t.arg({ ...ORDER.criterion, required: true }),
        ...pageArguments(t),
      },
      resolve: (fleet, { orderBy, criterion, ...page }) => {
        const items = fleet.itemsBy(orderBy, criterion)
        const list = ['items', items.length, orderBy, ...(orderBy === 'GIVEN' ? [] : [criterion])]
        return pageOf(items, page, (item) => item, list)
      },
    }),
    items: t.field({
      type: [FleetItem],
      description: 'Results, one for each item. `itemsConnection` gives them in pages.',
      extensions: ITEMS_COST,
      args: {
        orderBy: t.arg(ORDER.orderBy),
        criterion: t.arg(ORDER.criterion),
        first: t.arg.int({ description: 'Maximum number of items to return, 0 or more. Default: all.' }),
      },
      resolve: (fleet, { orderBy, criterion, first }) => {
        if (first != null && first < 0) {
          const message = 'expected a whole number, 0 or more'
          throw new FaultError([{ path: ['first'], message, code: 'TOO_SMALL', value: first }])
        }
        const ordered = fleet.itemsBy(orderBy ?? 'GIVEN', criterion ?? 'gwp')
        return first == null ? ordered : ordered.slice(0, first)
      },
    }),
  }),
})

entryPoints((t) => ({
  fleet: t.field({
    type: Fleet,
    nullable: true,
    description:
      'Assesses many assets at once. The service computes identical assets once. A faulty item does not affect the others.',
    args: {
      items: t.arg({
        type: [inputType(FleetItemInput)],
        required: true,
        description: 'Assets with their quantities.',
      }),
      strict: t.arg.boolean(STRICT),
    },
    resolve: async (parent, { items, strict }, context) => {
      const makeOf = async (given: unknown): Promise<AssessedFleet<FaultError>> => {
        const read = readItem(scopeOf(parent, context), context, strict)
        const { items } = given as { readonly items: readonly ItemInput[] }
        const entries: FleetEntry<FaultError>[] = []
        for (let first = 0; first < items.length; first += MOST_AT_ONCE) {
          const some = items.slice(first, first + MOST_AT_ONCE)
          entries.push(...(await Promise.all(some.map((item, n) => read(item, first + n)))))
        }
        const fleet = new AssessedFleet(entries)
        return withOrigin(fleet, { schema: FLEET, input: given, make: makeOf }, context)
      }
      return makeOf({ items })
    },
  }),
}))

function invalid(path: readonly string[], message: string, value: unknown): FaultError {
  return new FaultError([{ path, message, code: 'INVALID_VALUE', value }])
}

function isGiven(orderBy: unknown): boolean {
  return orderBy === undefined || orderBy === null || orderBy === 'GIVEN'
}

interface ItemInput {
  readonly label?: string | null
  readonly tags?: unknown
  readonly quantity?: number | null
  readonly asset: unknown
  readonly duration?: unknown
  readonly wholeLife?: unknown
  readonly allocation?: unknown
  readonly boundary?: unknown
}

/** Reads items one after the other. Equal assets are created once, and all quantities together fit a GraphQL number. */
function readItem(scope: Scope, context: Context, strict: boolean | null | undefined) {
  const { check } = context
  const equal = new Map<string, Promise<Asset | FaultError>>()
  const assetOf = (asset: unknown, index: number): Promise<Asset | FaultError> => {
    const key = JSON.stringify(asset)
    const known = equal.get(key)
    if (known !== undefined) return known
    const made = assess({ scope, context, path: ['asset'], strict }, async () =>
      resolveAsset(scope.loaders, check(AssetInput, asset), `input.items[${index}]`),
    ).catch(faultOf)
    equal.set(key, made)
    return made
  }
  let size = 0
  const count = (asked: number): number => {
    const quantity = check(units, asked, ['quantity'])
    if (size + quantity > LARGEST_FLEET) {
      const message = `expected a quantity that keeps the fleet at ${LARGEST_FLEET} assets or fewer`
      throw new FaultError([{ path: ['quantity'], message, code: 'TOO_BIG', value: asked }])
    }
    size += quantity
    return quantity
  }
  return async (given: ItemInput, index: number): Promise<FleetEntry<FaultError>> => {
    const { label, quantity: asked, asset, duration, wholeLife, allocation, boundary } = given
    const quantity = asked ?? 1
    const item = { label: label ?? undefined, kind: kindOf(asset as AssetInput), tags: NO_TAGS, quantity }
    try {
      const tags = given.tags == null ? NO_TAGS : tagsOf(check(checkedTags, given.tags, ['tags']))
      const span = spanOfItem(check(ItemSpan, { duration, wholeLife, allocation, boundary }))
      return new FleetEntry({ ...item, tags, counted: count(quantity), span, found: await assetOf(asset, index) })
    } catch (error) {
      return new FleetEntry({ ...item, counted: 0, found: faultOf(error) })
    }
  }
}

const NO_TAGS: ReadonlyMap<string, string> = new Map()

function tagsOf(tags: readonly { readonly key: string; readonly value: string }[]): ReadonlyMap<string, string> {
  return new Map(tags.map(({ key, value }) => [key, value]))
}

/** A caller's fault is an answer; other errors are thrown again. */
function faultOf(error: unknown): FaultError {
  if (error instanceof FaultError) return error
  throw error
}
