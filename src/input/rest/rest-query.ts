import type * as z from 'zod'
import { ALLOCATIONS, type Allocation, BOUNDARIES, type Boundary } from '../../engine/assessment/impact.ts'
import { CRITERION_CODES, type Criterion } from '../../engine/values/criteria.ts'
import { checkInput } from '../check-input.ts'
import { type Fault, FaultError, readBoth } from '../fault.ts'
import { name, oneOf, percent, positive } from '../fields.ts'

/** How to assess a file. */
interface JobQuery extends Omit<ImpactQuery, 'verbose' | 'spellings'>, FileQuery {}

/** Options for files only. */
interface FileQuery {
  readonly boundary: Boundary | undefined
  /** Load of rows that state none, in percent. */
  readonly timeWorkload: number | undefined
  /** Whether to draw likely ranges. */
  readonly likely: boolean | undefined
  /** Columns by their names in the file: `{ Rechner: 'label' }`. */
  readonly columns: Readonly<Record<string, string>> | undefined
}

const boundaries = oneOf(BOUNDARIES)

/** What columns of a file can be read as. */
export interface KnownColumns {
  readonly names: readonly string[]
  /** Whether a text is one of them, alone or with a unit. */
  has(text: string): boolean
}

/** Maximum number of columns of a table. */
const MOST_COLUMNS = 1000

/**
 * Reads the query of a job. `known` lists the known columns. Throws a FaultError with all faults, each under `query`.
 */
export function readJobQuery(query: URLSearchParams, known: KnownColumns): JobQuery {
  const [{ criteria, asksForAll, duration, allocation, strict }, file] = readBoth(
    () => readImpactQuery(query),
    () => readFileQuery(query, known),
  )
  return { criteria, asksForAll, duration, allocation, strict, ...file }
}

function readFileQuery(query: URLSearchParams, known: KnownColumns): FileQuery {
  const faults: Fault[] = []
  const fault = (key: string, message: string, value: unknown) =>
    faults.push({ path: ['query', key], message, code: 'INVALID_VALUE', value })

  const given = query.get('boundary')
  const boundary = given ? boundaries.safeParse(given) : undefined
  if (boundary?.success === false) fault('boundary', `expected one of ${BOUNDARIES.join(', ')}`, given)

  const timeWorkload = readNumber(query, 'timeWorkload', percent, fault)

  const asked = query.get('likely')?.trim().toLowerCase() ?? ''
  if (asked !== '' && !YES.has(asked) && !NO.has(asked)) fault('likely', 'expected true or false', asked)

  const columns: Record<string, string> = {}
  const named = query.getAll('columns').filter((each) => each !== '')
  if (named.length > MOST_COLUMNS) fault('columns', `expected at most ${MOST_COLUMNS} columns`, named.length)
  for (const each of named.slice(0, MOST_COLUMNS)) {
    const at = each.lastIndexOf('=')
    const [theirs, ours] = [each.slice(0, at), each.slice(at + 1)]
    if (at <= 0 || !name.safeParse(theirs).success) fault('columns', 'expected theirs=ours, as in Computer=label', each)
    else if (!known.has(ours))
      fault('columns', `expected theirs=ours, where ours is one of ${known.names.join(', ')}`, each)
    else Object.defineProperty(columns, theirs, { value: ours, enumerable: true })
  }
  if (faults.length > 0) throw new FaultError(faults)
  return {
    boundary: boundary?.data,
    timeWorkload,
    likely: YES.has(asked) || undefined,
    columns: named.length > 0 ? columns : undefined,
  }
}

/** Options of every impact route. */
interface ImpactQuery {
  readonly verbose: boolean
  /** Whether to refuse an unknown place or name, instead of replacing it with a warning. */
  readonly strict: boolean
  /** Undefined: the default criteria. */
  readonly criteria: readonly Criterion[] | undefined
  /** Whether the request says `all` instead of codes. */
  readonly asksForAll: boolean
  /**
   * The spelling of each criterion in the request if it is not the code: `CTUh_c`, `GWP`. With several spellings, the
   * first.
   */
  readonly spellings: ReadonlyMap<Criterion, string>
  readonly duration: number | undefined
  readonly allocation: Allocation
}

/** Reads a number. Undefined where there is none or one that the type does not take, for which it calls `fault`. */
function readNumber(
  query: URLSearchParams,
  key: string,
  type: z.ZodType<number>,
  fault: (key: string, message: string, value: unknown) => void,
): number | undefined {
  const given = query.get(key)?.trim()
  if (!given) return undefined
  const { data, error } = type.safeParse(DECIMAL.test(given) ? Number(given) : Number.NaN)
  for (const { message } of error?.issues ?? []) fault(key, message, query.get(key))
  return data
}

const YES = new Set(['true', '1', 'yes', 'on', 't', 'y'])
const NO = new Set(['false', '0', 'no', 'off', 'f', 'n'])

/** A number in a query. */
export const DECIMAL = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i

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

  const duration = readNumber(query, 'duration', positive, fault)

  const givenAllocation = query.get('allocation')
  const allocation = givenAllocation ? allocations.safeParse(givenAllocation) : undefined
  if (allocation?.success === false) fault('allocation', `expected one of ${ALLOCATIONS.join(', ')}`, givenAllocation)

  const words = query
    .getAll('criteria')
    .flatMap((each) => each.split(','))
    .map((each) => each.trim())
    .filter((each) => each !== '')
  const asked = words.map((each) => each.toLowerCase())
  const unknown = asked.filter((each) => each !== 'all' && !isCriterion(each))
  for (const each of unknown) fault('criteria', `expected \`all\`, or some of ${CRITERION_CODES.join(', ')}`, each)

  if (faults.length > 0) throw new FaultError(faults)
  const asksForAll = asked.includes('all')
  const criteria = asksForAll ? CRITERION_CODES : asked.filter(isCriterion)
  return {
    verbose,
    strict,
    criteria: criteria.length > 0 ? [...new Set(criteria)] : undefined,
    asksForAll,
    spellings: spellingsOf(words),
    duration,
    allocation: allocation?.data ?? 'LINEAR',
  }
}

const AS_THEIR_CODES: ReadonlyMap<Criterion, string> = new Map()

function spellingsOf(words: readonly string[]): ReadonlyMap<Criterion, string> {
  if (words.every((word) => word === word.toLowerCase())) return AS_THEIR_CODES
  return new Map(words.toReversed().map((word) => [word.toLowerCase() as Criterion, word]))
}

function isCriterion(code: string): code is Criterion {
  return (CRITERION_CODES as readonly string[]).includes(code)
}

/** A required query parameter. */
export function requiredParameter(query: URLSearchParams, key: string): string {
  const value = query.get(key)?.trim()
  if (value) return checkInput(name, value, ['query', key])
  throw new FaultError([{ path: ['query', key], message: 'expected a value', code: 'MISSING', value: null }])
}
