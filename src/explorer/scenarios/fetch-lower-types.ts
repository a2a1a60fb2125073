import {
  type Criterion,
  ExploreComparisonDocument,
  ExploreLowerTypesDocument,
  type ExploreLowerTypesQuery,
  type UsageInput,
} from '../../generated/explorer-operations.ts'
import { send } from '../api/send.ts'
import { assetOf, spanOf } from '../results/request-variables.ts'
import type { SubjectResult } from '../results/subject-result.ts'
import type { SubjectRequest } from '../subjects/subject-request.ts'
import type { AnsweredImpact } from './use-answers.ts'
import { fetchImpacts } from './use-answers.ts'

type Type = ExploreLowerTypesQuery['cloudInstanceTypes']['nodes'][number]

/** An instance type that does the same with a lower impact. */
export interface LowerType {
  readonly name: string
  readonly memory: number
  /** Whether its processor is of the same architecture; undefined if one is unknown. */
  readonly isSameArchitecture: boolean | undefined
  readonly impact: AnsweredImpact
  /** How often it is lower, 0 to 1; undefined if that cannot be compared. */
  readonly probability: number | undefined
}

/** More than twice the memory is another kind of machine. */
const MOST_MEMORY = 2
/** Number of types to examine, and to show. */
const MOST_TYPES = 100
const MOST_SHOWN = 5

/**
 * Types of the same provider with the same vCPU, one to two times the memory and a lower impact. The lowest is first.
 * The list has types of each architecture that no other type of it beats.
 */
export async function fetchLowerTypes(
  { request, facts, impacts }: SubjectResult,
  criterion: Criterion,
  signal: AbortSignal,
): Promise<readonly LowerType[]> {
  const { provider, instanceType, usage } = request.input as {
    readonly provider: string
    readonly instanceType: string
    readonly usage?: UsageInput
  }
  const [vcpu, memory] = ['vcpu', 'memory'].map((name) =>
    Number(facts.find((fact) => fact.name === name)?.attribute.value),
  )
  if (!vcpu || !memory) return []
  const filter = {
    providers: [provider],
    minVcpu: vcpu,
    maxVcpu: vcpu,
    minMemory: memory,
    maxMemory: MOST_MEMORY * memory,
  }
  const { release, duration } = request
  const options = { release, signal }
  const asked = {
    filter,
    criterion,
    first: MOST_TYPES,
    ...(usage && { usage }),
    ...(duration !== undefined && { duration }),
  }
  const { cloudInstanceTypes } = await send(ExploreLowerTypesDocument, asked, options)
  const own = cloudInstanceTypes.nodes.find(({ name }) => name === instanceType)
  const alike = cloudInstanceTypes.nodes.filter(
    (type) => type.gpus === (own?.gpus ?? 0) && serviceOf(type.name) === serviceOf(instanceType) && type !== own,
  )
  const front = unbeaten(alike).slice(0, MOST_SHOWN)
  if (front.length === 0) return []
  const requests = front.map(
    (type): SubjectRequest => ({
      ...request,
      criteria: [criterion],
      input: { ...request.input, instanceType: type.name },
    }),
  )
  const items = [request, ...requests].map((each, at) => ({
    label: String(at),
    asset: assetOf(each),
    quantity: each.quantity,
  }))
  const [found, { comparison }] = await Promise.all([
    fetchImpacts(requests, signal),
    duration === undefined
      ? { comparison: null }
      : send(ExploreComparisonDocument, { items, criterion, ...spanOf(request) }, options),
  ])
  const now = impacts.find((impact) => impact.criterion === criterion)?.total?.exact ?? 0
  const architecture = own && architectureOf(own)
  return front
    .flatMap((type, at): LowerType[] => {
      const impact = found[at]
      if (!impact?.total || impact.total.exact >= now) return []
      const pair = comparison?.pairs.find(({ a, b }) => a === '0' && b === String(at + 1))
      const other = architectureOf(type)
      return [
        {
          name: type.name,
          memory: type.memory,
          isSameArchitecture: architecture && other ? architecture === other : undefined,
          impact,
          probability: pair?.hasVerdict ? 1 - pair.probabilityALower : undefined,
        },
      ]
    })
    .toSorted((one, other) => (one.impact.total?.exact ?? 0) - (other.impact.total?.exact ?? 0))
}

/** Types with less impact stand first: a later one is beaten unless it has more memory, or another architecture. */
function unbeaten(types: readonly Type[]): readonly Type[] {
  return types.filter(
    (type, at) =>
      !types
        .slice(0, at)
        .some((lower) => lower.memory >= type.memory && architectureOf(lower) === architectureOf(type)),
  )
}

/** Processors of ARM, by their names. */
const ARM = /graviton|ampere|axion|cobalt|grace|thunderx|kunpeng|neoverse/i

/** What programs must be built for; undefined if the processor is unknown. */
function architectureOf({ instance }: Type): 'ARM' | 'x86' | undefined {
  const [cpu] = instance.components
  const name = cpu !== undefined && 'name' in cpu ? cpu.name?.value : undefined
  if (!name) return undefined
  return ARM.test(name) ? 'ARM' : 'x86'
}

/**
 * The part of a name that names a service of AWS: `db` of `db.m5.large`, `elasticsearch` of `m5.large.elasticsearch`.
 */
function serviceOf(name: string): string {
  const parts = name.split('.')
  if (parts.length < 3) return ''
  return /\d/.test(parts[0] ?? '') ? (parts.at(-1) ?? '') : (parts[0] ?? '')
}
