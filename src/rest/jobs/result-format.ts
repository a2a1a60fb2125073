import { bestType } from '../../graphql/answers/accepted-types.ts'
import type { ResultFormat } from '../../jobs/places/job-folder.ts'

/** What a result is given as, by its format. */
export const RESULT_TYPES: Readonly<Record<ResultFormat, string>> = {
  csv: 'text/csv; charset=utf-8; header=present',
  json: 'application/json',
  parquet: 'application/vnd.apache.parquet',
}

/** The best of the formats that `Accept` names; CSV where any is accepted, undefined where none is. */
export function chooseResultFormat(accept: string | undefined): ResultFormat | undefined {
  const type = bestType(accept, Object.values(RESULT_TYPES))
  return (Object.keys(RESULT_TYPES) as ResultFormat[]).find((format) => RESULT_TYPES[format] === type)
}
