import { useEffect, useMemo, useState } from 'preact/hooks'
import type { JobStatus } from '../../bulk/jobs/job.ts'
import type { Catalogue } from '../form/catalogue.ts'
import { readConditions } from '../state/read-conditions.ts'
import type { ChangeView } from '../state/use-view.ts'
import type { View } from '../state/view.ts'
import { Dated } from './dated.tsx'
import { JobProgress, JobSummary } from './fleet-job.tsx'
import { unreadFile } from './read-fleet.ts'
import { followJob } from './run-job.ts'

interface Props {
  readonly view: View
  readonly catalogue: Catalogue
  readonly change: ChangeView
}

/** The result of the job that the address names, without its file. */
export function EarlierJob({ view, catalogue, change }: Props) {
  const [status, setStatus] = useState<JobStatus>()
  const [fault, setFault] = useState<string>()
  const [asked] = useState(view)
  const { conditions } = useMemo(() => readConditions(asked, catalogue), [])
  useEffect(() => {
    const controller = new AbortController()
    setStatus(undefined)
    setFault(undefined)
    followJob(view.job, setStatus, controller.signal).then(setStatus, (error: Error) => {
      if (!controller.signal.aborted) setFault(error.message)
    })
    return () => controller.abort()
  }, [view.job])
  const day = status && new Intl.DateTimeFormat('en', { dateStyle: 'long' }).format(new Date(status.sentAt))
  if (fault !== undefined) {
    return (
      <p class="fault" role="alert">
        {fault} Results are kept for a while only. Add the file to assess it again.
      </p>
    )
  }
  if (!status?.totals) return <JobProgress status={status} isEarlier />
  const { location, load, duration, durationUnit, boundary, release, criteria } = view
  const isOld =
    JSON.stringify([location, load, duration, durationUnit, boundary, release, criteria]) !==
    JSON.stringify([
      ...[asked.location, asked.load, asked.duration, asked.durationUnit],
      ...[asked.boundary, asked.release, asked.criteria],
    ])
  return (
    <Dated isOld={isOld}>
      <JobSummary
        view={asked}
        conditions={conditions}
        catalogue={catalogue}
        file={{ ...unreadFile(`Job of ${day}`), parts: [] }}
        status={status}
        change={change}
      />
    </Dated>
  )
}
