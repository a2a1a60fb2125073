import type { Settings } from '../../../schema/context.ts'
import { readBoth } from '../../input/fault.ts'
import { readJobQuery } from '../../input/rest/job-query.ts'
import { releaseNamed } from '../handle-rest.ts'

/**
 * How the file of a job is assessed, and by which release, by the query (`?criteria=gwp`). `known`: the columns that there are.
 * Throws a FaultError with all faults.
 */
export function readJob(text: string, settings: Settings, known: readonly string[]) {
  const query = new URLSearchParams(text)
  const named = query.get('release')?.trim()
  const [{ criteria, columns, duration, boundary, allocation, strict }, release] = readBoth(
    () => readJobQuery(query, known),
    () => (named ? releaseNamed(settings, named, ['query', 'release']) : settings.release),
  )
  const options = {
    criteria: criteria ?? settings.defaultCriteria,
    allocation,
    strict,
    ...(duration !== undefined && { duration }),
    ...(boundary !== undefined && { boundary }),
    ...(columns && { map: columns }),
  }
  return { options, release }
}
