import { ALLOCATIONS, type Allocation } from '../../engine/assessment/impact.ts'
import { CRITERION_CODES, type Criterion } from '../../engine/figures/criteria.ts'
import { checkInput } from '../check-input.ts'
import { type Fault, FaultError } from '../fault.ts'
import { name, oneOf, positive } from '../fields.ts'

/** What every impact route may be asked, besides the thing itself. */
export interface ImpactQuery {
  readonly verbose: boolean
  /** Whether an unknown place or name is refused, rather than replaced with a warning. */
  readonly strict: boolean
  /** Undefined: the default criteria. */
  readonly criteria: readonly Criterion[] | undefined
  readonly duration: number | undefined
  readonly allocation: Allocation
}

const YES = new Set(['true', '1', 'yes', 'on', 't', 'y'])
const NO = new Set(['false', '0', 'no', 'off', 'f', 'n'])

const DECIMAL = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i

const allocations = oneOf(ALLOCATIONS)

/** Reads the query of an impact route. Throws a FaultError with the faults, each under `query`. */
export function readImpactQuery(query: URLSearchParams): ImpactQuery {
  const faults: Fault[] = []
  const fault = (key: string, message: string, value: unknown) =>
    faults.push({ path: ['query', key], message, code: 'INVALID_VALUE', value })

  const yesOrNo = (key: string, usual: boolean): boolean => {
    const word = query.get(key)?.trim().toLowerCase()
    if (!word) return usual
    if (!YES.has(word) && !NO.has(word)) fault(key, 'expected true or false', query.get(key))
    return YES.has(word)
  }
  const verbose = yesOrNo('verbose', true)
  const strict = yesOrNo('strict', false)

  const givenDuration = query.get('duration')?.trim()
  const duration = givenDuration ? (DECIMAL.test(givenDuration) ? Number(givenDuration) : Number.NaN) : undefined
  const checked = positive.optional().safeParse(duration)
  for (const { message } of checked.error?.issues ?? []) fault('duration', message, query.get('duration'))

  const givenAllocation = query.get('allocation')
  const allocation = givenAllocation ? allocations.safeParse(givenAllocation) : undefined
  if (allocation?.success === false) fault('allocation', `expected one of ${ALLOCATIONS.join(', ')}`, givenAllocation)

  const codes = query
    .getAll('criteria')
    .flatMap((each) => each.split(','))
    .map((each) => each.trim().toLowerCase())
  const asked = codes.filter((each) => each !== '')
  const unknown = asked.filter((each) => each !== 'all' && !isCriterion(each))
  for (const each of unknown) fault('criteria', `expected all or some of ${CRITERION_CODES.join(', ')}`, each)

  if (faults.length > 0) throw new FaultError(faults)
  const criteria = asked.includes('all') ? CRITERION_CODES : asked.filter(isCriterion)
  return {
    verbose,
    strict,
    criteria: criteria.length > 0 ? [...new Set(criteria)] : undefined,
    duration,
    allocation: allocation?.data ?? 'LINEAR',
  }
}

function isCriterion(code: string): code is Criterion {
  return (CRITERION_CODES as readonly string[]).includes(code)
}

/** A parameter of a query that must be there. */
export function requiredParameter(query: URLSearchParams, key: string): string {
  const value = query.get(key)?.trim()
  if (value) return checkInput(name, value, ['query', key])
  throw new FaultError([{ path: ['query', key], message: 'expected a value', code: 'MISSING', value: null }])
}
