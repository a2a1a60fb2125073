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
import { FaultError } from '../../src/input/fault.ts'
import { list, object, units } from '../../src/input/fields.ts'
import { AssetInput, tags as checkedTags, FleetItemInput, kindOf } from '../../src/input/fleet-input.ts'
import { builder } from '../builder.ts'
import { CRITERIA_ARGUMENT, CriterionEnum } from '../catalogue/criterion.ts'
import { type Context, type Scope, scopeOf } from '../context.ts'
import { entryPoints } from '../entry-points.ts'
import { fieldCost } from '../field-cost.ts'
import { enumType, inputType } from '../inputs/input-type.ts'
import { assess, STRICT, withOrigin } from './assess.ts'
import { AssessableInterface, impactFields } from './impact.ts'

/** What is wrong, as data: an error that a field gives would be taken for one that it throws. */
interface Faulty {
  readonly error: FaultError
}

/** All that is wrong with one item, as one fault. */
const Fault = builder.objectRef<Faulty>('Fault').implement({
  description: 'What is wrong with something that was asked for.',
  fields: (t) => ({
    code: t.string({
      description:
        'What kind of fault, for programs: NOT_FOUND, TOO_SMALL, INVALID_VALUE. That of the first, of several.',
      resolve: ({ error }) => error.faults[0]?.code ?? '',
    }),
    message: t.string({
      description: 'The same for people: every fault, with what was expected.',
      resolve: ({ error }) => error.message,
    }),
    path: t.stringList({
      description: 'Where the first fault is, inside the item: asset, server, configuration, cpu, units.',
      resolve: ({ error }) => (error.faults[0]?.path ?? []).map(String),
    }),
    nearest: t.stringList({
      description: 'The closest known names, best first, where a name is what is wrong.',
      resolve: ({ error }) => error.faults.flatMap(({ nearest = [] }) => nearest),
    }),
  }),
})

const FLEET = object({ items: list(FleetItemInput) })

/** Assets of all items together; the largest whole number that GraphQL has. */
const LARGEST_FLEET = 2_147_483_647

/** What an impact costs that is computed of each item, to order them or to see whether it is there. */
const IMPACT_COST = 20

const FleetItem = builder.objectRef<FleetEntry<FaultError>>('FleetItem').implement({
  description: 'So many of one asset: assessed, or with what is wrong with it.',
  fields: (t) => ({
    label: t.exposeString('label', { nullable: true, description: 'Your own name for it; no identity.' }),
    quantity: t.exposeInt('quantity', { description: 'How many of it.' }),
    asset: t.expose('asset', {
      type: AssessableInterface,
      nullable: true,
      description: 'One of it. Null where the item has a fault.',
    }),
    fault: t.field({
      type: Fault,
      nullable: true,
      description: 'What is wrong with the item, which the totals then leave out. Null where it was assessed.',
      resolve: ({ fault }) => fault && { error: fault },
    }),
    ...impactFields(t as never),
  }),
})

const FleetItemOrder = enumType<ItemOrder>('FleetItemOrder', 'In which order items are listed.', {
  GIVEN: 'In the order of the input.',
  TOTAL: 'By their total impact, the largest first; items without one come last.',
  EMBEDDED: 'By the impact of making them, the largest first; items without one come last.',
  USE: 'By the impact of their use, the largest first; items without one come last.',
})

const Coverage = builder.objectRef<EngineCoverage>('Coverage').implement({
  description: 'How much of a fleet has figures in a criterion.',
  fields: (t) => ({
    criterion: t.expose('criterion', { type: CriterionEnum, description: 'Which criterion.' }),
    assessed: t.exposeInt('assessed', {
      description: 'How many assets have a figure in each phase that the criterion is counted in, quantities counted.',
    }),
    missing: t.exposeInt('missing', {
      description: 'How many have not: the faulty ones, and those without a factor or a power in one of the phases.',
    }),
  }),
})

const GroupByEnum = enumType<GroupBy>('GroupBy', 'What items of a fleet are put together by.', {
  KIND: 'Their kind: laptop, server, cloudInstance, cpu, as in the column `kind` of a table.',
  LOCATION: 'The code of the place whose electricity they use: FRA.',
  PROVIDER: 'The id of their cloud provider.',
  INSTANCE_TYPE: 'The name of their instance type.',
  LABEL_PREFIX: 'Their label up to the first of - _ / . : and space: web of web-1.',
  TAG: 'The value of one of their tags; `tag` is its key.',
})

const FleetGroup = builder.objectRef<EngineGroup>('FleetGroup').implement({
  description: 'Items of a fleet that have something alike, and their total.',
  interfaces: [AssessableInterface],
  isTypeOf: (value) => value instanceof EngineGroup,
  fields: (t) => ({
    key: t.exposeStringList('key', {
      description:
        'What they have alike, in the order of `by`. An empty text: they have none, such as a provider of a laptop, or a fault keeps it unknown.',
    }),
    size: t.exposeFloat('size', { description: 'How many assets, quantities counted, faulty ones included.' }),
    assessed: t.float({
      description: 'How many of them the totals hold: all but the faulty.',
      resolve: ({ counted }) => counted.reduce((total, { quantity }) => total + quantity, 0),
    }),
  }),
})

const Fleet = builder.objectRef<AssessedFleet<FaultError>>('Fleet').implement({
  description: 'Many assets, each with its quantity, and their total.',
  interfaces: [AssessableInterface],
  isTypeOf: (value) => value instanceof AssessedFleet,
  fields: (t) => ({
    size: t.exposeInt('size', {
      description: 'Assets asked for, quantities counted; a quantity that is faulty counts as 0.',
    }),
    assessed: t.exposeInt('assessed', { description: 'Those of them that the totals hold: all but the faulty.' }),
    coverage: t.field({
      type: [Coverage],
      description: 'How many of the assets each criterion covers, in the order asked for.',
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
        'The items summed up by what they have alike, in the order of the first item of each group. Two values of `by` make a group of each pair.',
      // What is below the fleet counts as often as it has items, and there are no more groups than items.
      extensions: fieldCost({ listSize: () => 1, cost: () => 1 }),
      args: {
        by: t.arg({
          type: [GroupByEnum],
          required: true,
          description: 'What they have alike: at least one; repeats are dropped.',
        }),
        tag: t.arg.string({ description: 'The key of the tag that TAG takes the value of; with TAG only.' }),
      },
      resolve: (fleet, { by, tag }) => {
        const wanted = [...new Set(by)]
        if (wanted.length === 0) throw invalid(['by'], 'expected at least one of GroupBy', by)
        const isByTag = wanted.includes('TAG')
        if (isByTag && tag == null) throw invalid(['tag'], 'expected the key of a tag', tag)
        if (!isByTag && tag != null) throw invalid(['tag'], 'expected TAG in `by` beside the key of a tag', tag)
        return fleet.groupsBy(wanted, tag ?? '')
      },
    }),
    items: t.field({
      type: [FleetItem],
      description: 'One result per item.',
      // What is below the fleet counts as often as it has items.
      extensions: fieldCost({ listSize: () => 1, cost: ({ orderBy }) => (isGiven(orderBy) ? 0 : IMPACT_COST) }),
      args: {
        orderBy: t.arg({ type: FleetItemOrder, defaultValue: 'GIVEN', description: 'In which order.' }),
        criterion: t.arg({
          type: CriterionEnum,
          defaultValue: 'gwp',
          description: 'The criterion that they are ordered by, quantities counted, over their whole life.',
        }),
        first: t.arg.int({ description: 'How many of them at most, 0 or more; all when omitted.' }),
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
    description: 'Many assets at once. Equal assets are computed once; a faulty one does not spoil the others.',
    args: {
      items: t.arg({
        type: [inputType(FleetItemInput)],
        required: true,
        description: 'The assets and their quantities.',
      }),
      strict: t.arg.boolean(STRICT),
    },
    resolve: async (parent, { items, strict }, context) => {
      const makeOf = async (given: unknown): Promise<AssessedFleet<FaultError>> => {
        const read = readItem(scopeOf(parent, context), context, strict)
        const { items } = given as { readonly items: readonly ItemInput[] }
        const fleet = new AssessedFleet(await Promise.all(items.map(read)))
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
}

/** Reads one item after the other: equal assets are made once, and all quantities together are a number of GraphQL. */
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
    const { label, quantity: asked, asset } = given
    const quantity = asked ?? 1
    const item = { label: label ?? undefined, kind: kindOf(asset as AssetInput), tags: NO_TAGS, quantity }
    try {
      const tags = given.tags == null ? NO_TAGS : tagsOf(check(checkedTags, given.tags, ['tags']))
      return new FleetEntry({ ...item, tags, counted: count(quantity), found: await assetOf(asset, index) })
    } catch (error) {
      return new FleetEntry({ ...item, counted: 0, found: faultOf(error) })
    }
  }
}

const NO_TAGS: ReadonlyMap<string, string> = new Map()

function tagsOf(tags: readonly { readonly key: string; readonly value: string }[]): ReadonlyMap<string, string> {
  return new Map(tags.map(({ key, value }) => [key, value]))
}

/** A fault of the caller is an answer; anything else is thrown on. */
function faultOf(error: unknown): FaultError {
  if (error instanceof FaultError) return error
  throw error
}
