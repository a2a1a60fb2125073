import type * as z from 'zod'
import { DEFAULT_CRITERIA } from '../engine/criteria.ts'
import type { Criterion as CriterionName, ImpactFragment } from '../generated/rest-operations.ts'
import { readRest } from '../input/read-rest.ts'
import { readImpactQuery } from '../input/rest-query.ts'
import type { Json } from './json.ts'
import { reshapeImpacts } from './reshape/impacts.ts'
import type { RestCall } from './route.ts'

/** The variables that every impact operation takes, besides what it assesses. */
export interface ImpactVariables {
  readonly criteria?: CriterionName[]
  readonly factors: CriterionName[]
  readonly duration?: number
  readonly allocation: 'LINEAR' | 'TOTAL'
  readonly verbose: boolean
}

/** What is to be assessed; a body that was put together from the query has its faults there. */
interface Described extends Pick<RestCall, 'query' | 'body'> {
  readonly bodyAt?: 'body' | 'query'
}

interface Assessed {
  readonly impacts: readonly ImpactFragment[]
  readonly warnings: readonly string[]
}

/**
 * The answer of an impact route: query and body are read, all faults of both told at once; then one operation is run and
 * its result given as `{impacts, verbose?, warnings?}`.
 */
export async function impactAnswer<Body extends z.ZodType, Thing extends Assessed>(
  { query, body, bodyAt = 'body' }: Described,
  schema: Body,
  assess: (body: z.output<Body>, variables: ImpactVariables) => Promise<Thing | null>,
  verboseOf: (thing: Thing) => Json,
): Promise<Json> {
  const { verbose, criteria, duration, allocation } = readImpactQuery(query)
  const { value, unknownFields } = readRest(schema, body, [bodyAt])
  const names = criteria?.map((criterion) => criterion.toUpperCase() as CriterionName)
  const thing = await assess(value, {
    ...(names && { criteria: names }),
    factors: names ?? DEFAULT_CRITERIA.map((criterion) => criterion.toUpperCase() as CriterionName),
    ...(duration !== undefined && { duration }),
    allocation,
    verbose,
  })
  if (thing === null) throw new Error('An operation without an error gave nothing')
  const warnings = [...unknownFields.map((field) => `Unknown field ${field} was passed over`), ...thing.warnings]
  return {
    impacts: reshapeImpacts(thing.impacts),
    ...(verbose && { verbose: verboseOf(thing) }),
    ...(warnings.length > 0 && { warnings }),
  }
}
