import { BOUNDARIES, type Boundary } from '../../engine/assessment/impact.ts'
import { type Fault, FaultError, readBoth } from '../fault.ts'
import { name, oneOf } from '../fields.ts'
import { type ImpactQuery, readImpactQuery } from './rest-query.ts'

/** How a file is to be assessed. */
export interface JobQuery extends Omit<ImpactQuery, 'verbose'>, FileQuery {}

/** What is asked of a file alone. */
interface FileQuery {
  readonly boundary: Boundary | undefined
  /** Columns by what the file calls them: `{ Rechner: 'label' }`. */
  readonly columns: Readonly<Record<string, string>> | undefined
}

const boundaries = oneOf(BOUNDARIES)

/** As many as a table may have. */
const MOST_COLUMNS = 1000

/** Reads the query of a job. `known`: the columns that there are. Throws a FaultError with all faults, each under `query`. */
export function readJobQuery(query: URLSearchParams, known: readonly string[]): JobQuery {
  const [{ criteria, duration, allocation, strict }, file] = readBoth(
    () => readImpactQuery(query),
    () => readFileQuery(query, known),
  )
  return { criteria, duration, allocation, strict, ...file }
}

function readFileQuery(query: URLSearchParams, known: readonly string[]): FileQuery {
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
    if (at <= 0 || !name.safeParse(theirs).success) fault('columns', 'expected theirs=ours, as in Rechner=label', each)
    else if (!known.includes(ours)) fault('columns', `expected theirs=ours, ours one of ${known.join(', ')}`, each)
    else Object.defineProperty(columns, theirs, { value: ours, enumerable: true })
  }
  if (faults.length > 0) throw new FaultError(faults)
  return { boundary: boundary?.data, columns: named.length > 0 ? columns : undefined }
}
