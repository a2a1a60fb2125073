import { checkSite } from '../../src/catalogue/check-site.ts'
import { RowSearch } from '../../src/catalogue/matching/row-search.ts'
import { perObject } from '../../src/catalogue/per-object.ts'
import { resolveCloudInstance } from '../../src/catalogue/resolve/resolve-cloud-instance.ts'
import type { CloudInstanceType as TypeRow } from '../../src/catalogue/tables.ts'
import { USUAL_DURATION } from '../../src/engine/assessment/impact.ts'
import { CloudInstance as EngineInstance } from '../../src/engine/devices/cloud-instance.ts'
import { type Choice, paretoFront } from '../../src/engine/readings/pareto-front.ts'
import type { Criterion } from '../../src/engine/values/criteria.ts'
import { under } from '../../src/input/fault.ts'
import { InstanceTypeFilter } from '../../src/input/instance-type-filter.ts'
import { UsageInput } from '../../src/input/usage-input.ts'
import { type Scope, scopeOf } from '../context.ts'
import { entryPoints } from '../entry-points.ts'
import { fieldCost, SEARCH_COST } from '../field-cost.ts'
import { enumType, inputType } from '../inputs/input-type.ts'
import { spanOf } from '../results/impact.ts'
import { CloudInstanceType, CloudInstanceTypeConnection, cloudInstanceTypeEntity } from './cloud-instance-type.ts'
import { LARGEST_PAGE, oldPageArguments, pageOf } from './connection.ts'
import { CriterionEnum } from './criterion.ts'

type TableOrder = 'NAME' | 'VCPU' | 'MEMORY'
type ImpactOrder = 'IMPACT' | 'IMPACT_PER_VCPU' | 'IMPACT_PER_GB'
type Order = TableOrder | ImpactOrder

const CloudInstanceTypeOrder = enumType<Order>('CloudInstanceTypeOrder', 'Sort order of instance types.', {
  NAME: 'By provider and name.',
  VCPU: 'By number of threads, the lowest first.',
  MEMORY: 'By memory, the smallest first.',
  IMPACT: 'By total impact, the lowest first. Types without a figure come last.',
  IMPACT_PER_VCPU: 'By total impact per thread, the lowest first. Types without a figure come last.',
  IMPACT_PER_GB: 'By total impact per GB of memory, the lowest first. Types without a figure come last.',
})

/** Cost of assessing one type. */
const ASSESS_COST = 15

/** An instance type with its total impact. */
interface Rated extends Choice {
  readonly row: TypeRow
}

/** The types of a table in each order that depends on nothing else. */
const typesInOrder = perObject((types: readonly TypeRow[]): Readonly<Record<TableOrder, RowSearch<TypeRow>>> => {
  const searched = (rows: readonly TypeRow[]) => new RowSearch(rows, ({ instanceType }) => instanceType)
  const byName = types.toSorted((a, b) => compare(a.provider, b.provider) || compare(a.instanceType, b.instanceType))
  return {
    NAME: searched(byName),
    VCPU: searched(ascending(byName, ({ vcpu }) => vcpu)),
    MEMORY: searched(ascending(byName, ({ memory }) => memory)),
  }
})

entryPoints((t) => ({
  cloudInstanceType: t.field({
    type: CloudInstanceType,
    nullable: true,
    description: 'An instance type of a cloud provider. Without a match, an error lists the closest names.',
    extensions: fieldCost({ cost: () => SEARCH_COST }),
    args: {
      provider: t.arg.id({ required: true, description: 'Id of the provider, in upper or lower case.' }),
      name: t.arg.id({ required: true, description: 'Name of the type, in upper or lower case: m5.xlarge.' }),
    },
    resolve: (parent, { provider: id, name }, context) => {
      const scope = scopeOf(parent, context)
      const provider = under(['provider'], () => scope.references.provider(id))
      const row = under(['name'], () => scope.references.cloudInstance(provider, name))
      return cloudInstanceTypeEntity(row, scope)
    },
  }),
  cloudInstanceTypes: t.field({
    type: CloudInstanceTypeConnection,
    description: 'Instance types of all cloud providers, filtered and sorted.',
    extensions: fieldCost({
      listSize: ({ first }) => Math.min(first ?? 20, LARGEST_PAGE),
      cost: ({ filter, orderBy }, { releases }) =>
        SEARCH_COST +
        (isByImpact(orderBy) || filter?.paretoOptimal === true
          ? ASSESS_COST * releases.newest.tables.cloudInstances.length
          : 0),
    }),
    args: {
      filter: t.arg({ type: inputType(InstanceTypeFilter), description: 'Filter for instance types. Default: all.' }),
      orderBy: t.arg({ type: CloudInstanceTypeOrder, description: 'Sort order. Default: by name.' }),
      usage: t.arg({
        type: inputType(UsageInput),
        description:
          'How the instances are used, to sort by impact. A region that none of the listed providers has is an error.',
      }),
      criterion: t.arg({ type: CriterionEnum, defaultValue: 'gwp', description: 'Impact criterion to sort by.' }),
      duration: t.arg.float({
        description: 'Hours to assess, above 0. Default: 8,760 (a year), because lifetimes differ.',
      }),
      ...oldPageArguments(t),
    },
    resolve: async (parent, { filter, orderBy, usage, criterion, duration, ...page }, context) => {
      const scope = scopeOf(parent, context)
      const { check } = context
      const wanted = withProviders(filter == null ? {} : check(InstanceTypeFilter, filter, ['filter']), scope)
      const used = usage == null ? {} : { usage: check(UsageInput, usage, ['usage']) }
      const order = orderBy ?? 'NAME'
      const { release, references } = scope
      const inOrder = typesInOrder(references.tables.cloudInstances)[isByImpact(order) ? 'NAME' : order]
      const rows = inOrder.find(wanted.search).filter((row) => isWanted(row, wanted))
      const entityOf = (row: TypeRow) => cloudInstanceTypeEntity(row, scope)
      const span = spanOf({ duration: duration ?? USUAL_DURATION }, context)
      const isPareto = wanted.paretoOptimal === true
      if (!isByImpact(order) && !isPareto) return pageOf(rows, page, entityOf, [release.id, wanted, order])
      under(['usage'], () => checkSite(references, used.usage ?? {}, () => wanted.providers))
      const impacts = await Promise.all(rows.map((row) => totalOf(row, used, scope, criterion ?? 'gwp', span)))
      const rated = rows.map((row, at): Rated => ({ row, impact: impacts[at], amounts: [row.vcpu, row.memory] }))
      const front = new Set(isPareto ? paretoFront(rated) : rated)
      const kept = rated.filter((each) => front.has(each))
      const ranked = isByImpact(order) ? ascending(kept, figureIn(order)) : kept
      const list = [release.id, wanted, order, used, criterion, duration]
      return pageOf(ranked, page, ({ row }) => entityOf(row), list)
    },
  }),
}))

/** The filter with the ids of its providers as the tables have them. Throws a NotFoundError for an unknown one. */
function withProviders(wanted: InstanceTypeFilter, { references }: Scope): InstanceTypeFilter {
  const { providers, ...others } = wanted
  const idOf = (id: string, at: number) => under(['filter', 'providers', at], () => references.provider(id).id)
  return providers === undefined ? wanted : { ...others, providers: providers.map(idOf) }
}

function isByImpact(order: unknown): order is ImpactOrder {
  return typeof order === 'string' && order.startsWith('IMPACT')
}

async function totalOf(
  { provider, instanceType }: TypeRow,
  used: { readonly usage?: UsageInput },
  { loaders }: Scope,
  criterion: Criterion,
  span: ReturnType<typeof spanOf>,
): Promise<number | undefined> {
  const bill = await resolveCloudInstance(loaders, { provider, instanceType, ...used })
  return new EngineInstance(bill).impact(criterion, span).total?.value
}

function isWanted(
  { provider, vcpu, memory, gpuUnits }: TypeRow,
  { providers, minVcpu = 0, maxVcpu = Infinity, minMemory = 0, maxMemory = Infinity, gpu }: InstanceTypeFilter,
): boolean {
  return (
    (providers === undefined || providers.includes(provider)) &&
    vcpu >= minVcpu &&
    vcpu <= maxVcpu &&
    memory >= minMemory &&
    memory <= maxMemory &&
    (gpu === undefined || gpuUnits > 0 === gpu)
  )
}

/** What an order sorts types by; those without a figure come last. */
function figureIn(order: ImpactOrder): (rated: Rated) => number {
  return ({ row, impact = Number.POSITIVE_INFINITY }) => {
    if (order === 'IMPACT') return impact
    return impact / (order === 'IMPACT_PER_VCPU' ? row.vcpu : row.memory)
  }
}

/** The lowest first; equal ones stay in their order. */
function ascending<Each>(all: readonly Each[], numberOf: (each: Each) => number): readonly Each[] {
  return all.toSorted((a, b) => numberOf(a) - numberOf(b))
}

/** In code point order. */
function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
