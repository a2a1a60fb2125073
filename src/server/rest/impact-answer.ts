import type * as z from 'zod'
import { after } from '../../catalogue/after.ts'
import type { Criterion } from '../../engine/values/criteria.ts'
import type { Warning } from '../../engine/values/warning.ts'
import type { Allocation, Criterion as CriterionName } from '../../generated/asset-operations.ts'
import { type Fault, FaultError } from '../../input/fault.ts'
import { readRest } from '../../input/rest/read-rest.ts'
import { readImpactQuery } from '../../input/rest/rest-query.ts'
import type { Json } from './json.ts'
import { type AskedCriteria, reshapeImpacts } from './reshape/impacts.ts'
import { inRestNames, toldOnce, type Warned } from './reshape/told-once.ts'
import type { RestCall } from './route.ts'

/** Variables of every impact operation besides the asset. */
export interface ImpactVariables {
  readonly criteria: CriterionName[]
  /** Criteria to show electricity factors for: those requested, and those that the caller set. */
  readonly factors: CriterionName[]
  readonly duration?: number
  readonly allocation: Allocation
  readonly verbose: boolean
  readonly strict?: true
}

/** The assessed thing. Faults of a body created from the query are reported in the query. */
interface Described extends Pick<RestCall, 'query' | 'body' | 'defaultCriteria' | 'release' | 'rounding'> {
  readonly bodyAt?: 'body' | 'query'
}

interface Assessed extends Warned {
  readonly warnings: readonly Warning[]
}

/**
 * Answers an impact route, `{impacts, verbose?, warnings?}`. It reads query and body first and reports all faults of
 * both, then runs one operation.
 */
export function impactAnswer<Body extends z.ZodType, Thing extends Assessed>(
  described: Described,
  schema: Body,
  assess: (body: z.output<Body>, variables: ImpactVariables) => Thing | null | Promise<Thing | null>,
  verboseOf: (thing: Thing, asked: AskedCriteria) => Json,
): Json | Promise<Json> {
  const { query, defaultCriteria, rounding, bodyAt = 'body' } = described
  const [
    { verbose, strict, criteria = defaultCriteria, spellings, duration, allocation },
    { value, unknownFields, leftOut, assumed },
  ] = readAll(
    () => readImpactQuery(query),
    () => readRest(schema, described.body(), [bodyAt]),
    described.release,
  )
  if (strict && leftOut.length + unknownFields.length > 0) {
    const unknown = unknownFields.map(({ path, value: sent }): Fault => {
      const message = `Unknown field "${path.join('.')}"`
      return { path: [bodyAt, ...path], message, code: 'INVALID_VALUE', value: sent }
    })
    throw new FaultError([...leftOut, ...unknown])
  }
  const codes = criteria.map((criterion) => criterion.toUpperCase() as CriterionName)
  const nameOf = (code: Criterion) => spellings.get(code) ?? code
  const has = (code: Criterion) => criteria.includes(code)
  const asked: AskedCriteria = { rounding, has, nameOf, spelling: criteria.map(nameOf).join(' ') }
  const assessed = assess(value, {
    criteria: codes,
    factors: [...new Set([...codes, ...criteriaOfFactors(value)])],
    ...(duration !== undefined && { duration }),
    allocation,
    verbose,
    ...(strict && { strict }),
  })
  return after(assessed, (thing): Json => {
    if (thing === null) throw new Error('GraphQL returned neither data nor errors')
    const warnings = [
      ...unknownFields.map(({ path }) => `Unknown field ${path.join('.')} was ignored`),
      ...leftOut.map(leftOutWarning),
      ...assumed.map(({ path, message }) => `${path.join('.')}: ${message}`),
      ...new Set([...thing.warnings.map(({ message }) => message), ...toldOnce(thing)].map(inRestNames)),
    ]
    return {
      impacts: reshapeImpacts(thing.impacts, asked),
      ...(verbose && { verbose: verboseOf(thing, asked) }),
      ...(warnings.length > 0 && { warnings }),
    }
  })
}

/** The criteria that a body sets electricity factors for. */
function criteriaOfFactors(body: unknown): readonly CriterionName[] {
  const { usage } = body as {
    readonly usage?: { readonly elecFactors?: readonly { readonly criterion: CriterionName }[] }
  }
  return usage?.elecFactors?.map(({ criterion }) => criterion) ?? []
}

const LONGEST_VALUE = 60

/** `model.type "tower" was left out: expected one of rack, blade` */
function leftOutWarning({ path, message, value }: Fault): string {
  const given = typeof value === 'string' ? ` "${value.slice(0, LONGEST_VALUE)}"` : ''
  return `${path.slice(1).join('.')}${given} was left out: ${message}`
}

/** The results of all reads, or one error with all their faults. */
function readAll<Values extends unknown[]>(...reads: { [At in keyof Values]: () => Values[At] }): Values {
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
  const values = reads.map(attempt) as Values
  if (faults.length > 0) throw new FaultError(faults)
  return values
}
