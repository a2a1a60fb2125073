import type { OutputFormat } from '../../bulk/copy-rows.ts'
import { bestType } from '../graphql/answers/media-types.ts'
import { HttpFault } from './http-fault.ts'

/** Media types of tables, by format. */
export const TABLE_TYPES: Readonly<Record<OutputFormat, string>> = {
  csv: 'text/csv; charset=utf-8; header=present',
  json: 'application/json',
  parquet: 'application/vnd.apache.parquet',
}

/**
 * The preferred format among those that `Accept` names; CSV if it accepts anything. Throws an HttpFault if it accepts
 * none.
 */
export function chooseTableFormat(accept: string | undefined): OutputFormat {
  const types = Object.values(TABLE_TYPES)
  const type = bestType(accept, types)
  const format = (Object.keys(TABLE_TYPES) as OutputFormat[]).find((each) => TABLE_TYPES[each] === type)
  if (format === undefined) throw new HttpFault(406, 'NOT_ACCEPTABLE', `A result is available as ${types.join(', ')}`)
  return format
}
