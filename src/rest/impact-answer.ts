import type * as z from 'zod'
import type { Allocation, Criterion as CriterionName, ImpactFragment } from '../generated/rest-operations.ts'
import { type Fault, FaultError } from '../input/fault.ts'
import { readRest } from '../input/rest/read-rest.ts'
import { readImpactQuery } from '../input/rest/rest-query.ts'
import { perObject } from '../reference/per-object.ts'
import type { Json } from './json.ts'
import type { Message } from './reshape/attribute.ts'
import { reshapeImpacts } from './reshape/impacts.ts'
import type { RestCall } from './route.ts'

/** The variables that every impact operation takes, besides what it assesses. */
export interface ImpactVariables {
  readonly criteria: CriterionName[]
  readonly duration?: number
  readonly allocation: Allocation
  readonly verbose: boolean
  readonly strict?: true
}

const impactQueryOf = perObject(readImpactQuery)

/** What is assessed. Faults of a body that was made from the query are reported in the query. */
interface Described extends Pick<RestCall, 'query' | 'body' | 'defaultCriteria' | 'release'> {
  readonly bodyAt?: 'body' | 'query'
}

interface Assessed {
  readonly impacts: readonly ImpactFragment[]
  readonly warnings: readonly Message[]
}

/**
 * The answer of an impact route, `{impacts, verbose?, warnings?}`. Query and body are read first, and all faults of both are
 * reported together; then one operation runs.
 */
export async function impactAnswer<Body extends z.ZodType, Thing extends Assessed>(
  described: Described,
  schema: Body,
  assess: (body: z.output<Body>, variables: ImpactVariables) => Promise<Thing | null>,
  verboseOf: (thing: Thing) => Json,
): Promise<Json> {
  const { query, defaultCriteria, bodyAt = 'body' } = described
  const [{ verbose, strict, criteria = defaultCriteria, duration, allocation }, { value, unknownFields }] = readAll(
    () => impactQueryOf(query),
    () => readRest(schema, described.body, [bodyAt]),
    described.release,
  )
  const thing = await assess(value, {
    criteria: criteria.map((criterion) => criterion.toUpperCase() as CriterionName),
    ...(duration !== undefined && { duration }),
    allocation,
    verbose,
    ...(strict && { strict }),
  })
  if (thing === null) throw new Error('An operation without errors has no data')
  const warnings = [
    ...unknownFields.map((field) => `Unknown field ${field} was ignored`),
    ...thing.warnings.map(({ message }) => message),
  ]
  return {
    impacts: reshapeImpacts(thing.impacts),
    ...(verbose && { verbose: verboseOf(thing) }),
    ...(warnings.length > 0 && { warnings }),
  }
}

/** The results of all readings, or one error with the faults of all. */
function readAll<Values extends unknown[]>(...readings: { [At in keyof Values]: () => Values[At] }): Values {
  const faults: Fault[] = []
  const attempt = <Value>(read: () => Value): Value | undefined => {
    try {
      return read()
    } catch (error) {
      if (!(error instanceof FaultError)) throw error
      faults.push(...error.faults)
      return undefined
    }
  }
  const values = readings.map(attempt) as Values
  if (faults.length > 0) throw new FaultError(faults)
  return values
}
