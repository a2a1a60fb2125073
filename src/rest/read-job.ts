import type { Settings } from '../../schema/context.ts'
import { readJobQuery } from '../input/rest/job-query.ts'
import { releaseNamed } from './handle-rest.ts'

/** How the file of a job is assessed, and by which release, by the query (`?criteria=gwp`). Throws a FaultError. */
export function readJob(query: string, settings: Settings) {
  const { criteria, columns, release, duration, boundary, allocation, strict } = readJobQuery(
    new URLSearchParams(query),
  )
  const options = {
    criteria: criteria ?? settings.defaultCriteria,
    allocation,
    strict,
    ...(duration !== undefined && { duration }),
    ...(boundary !== undefined && { boundary }),
    ...(columns && { map: columns }),
  }
  return {
    options,
    release: release === undefined ? settings.release : releaseNamed(settings, release, ['query', 'release']),
  }
}
