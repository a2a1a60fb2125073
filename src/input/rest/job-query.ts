import { BOUNDARIES, type Boundary } from '../../engine/assessment/impact.ts'
import { type Fault, FaultError } from '../fault.ts'
import { name, oneOf } from '../fields.ts'
import { type ImpactQuery, readImpactQuery } from './rest-query.ts'

/** How a file is to be assessed. */
export interface JobQuery extends Omit<ImpactQuery, 'verbose'> {
  readonly boundary: Boundary | undefined
  /** The id of a data release; undefined: the one that answers come from. */
  readonly release: string | undefined
  /** Columns by what the file calls them: `{ Rechner: 'label' }`. */
  readonly columns: Readonly<Record<string, string>> | undefined
}

const boundaries = oneOf(BOUNDARIES)

/** As many as a table may have. */
const MOST_COLUMNS = 1000

/** Reads the query of a job. Throws a FaultError with the faults, each under `query`. */
export function readJobQuery(query: URLSearchParams): JobQuery {
  const { criteria, duration, allocation, strict } = readImpactQuery(query)
  const faults: Fault[] = []
  const fault = (key: string, message: string, value: unknown) =>
    faults.push({ path: ['query', key], message, code: 'INVALID_VALUE', value })

  const given = query.get('boundary')
  const boundary = given ? boundaries.safeParse(given) : undefined
  if (boundary?.success === false) fault('boundary', `expected one of ${BOUNDARIES.join(', ')}`, given)

  const columns: Record<string, string> = {}
  const named = query.getAll('columns').filter((each) => each !== '')
  if (named.length > MOST_COLUMNS) fault('columns', `expected at most ${MOST_COLUMNS} columns`, named.length)
  for (const each of named.slice(0, MOST_COLUMNS)) {
    const at = each.lastIndexOf('=')
    const [theirs, ours] = [each.slice(0, at), each.slice(at + 1)]
    const isFine = at > 0 && ours !== '' && name.safeParse(theirs).success && name.safeParse(ours).success
    if (isFine) Object.defineProperty(columns, theirs, { value: ours, enumerable: true })
    else fault('columns', 'expected theirs=ours, as in Rechner=label', each)
  }
  if (faults.length > 0) throw new FaultError(faults)
  const release = query.get('release')?.trim()
  return {
    criteria,
    duration,
    allocation,
    strict,
    boundary: boundary?.data,
    release: release || undefined,
    columns: named.length > 0 ? columns : undefined,
  }
}
