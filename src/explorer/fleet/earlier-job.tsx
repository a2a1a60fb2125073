import { useEffect, useMemo, useState } from 'preact/hooks'
import type { JobStatus } from '../../bulk/jobs/job.ts'
import type { Catalogue } from '../form/catalogue.ts'
import { readConditions } from '../state/read-conditions.ts'
import { type ChangeView, CORRECTED } from '../state/use-view.ts'
import type { View } from '../state/view.ts'
import { Dated } from './dated.tsx'
import { JobProgress, JobSummary } from './fleet-job.tsx'
import { viewOfJob } from './job-view.ts'
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
  /** What it was run with. */
  const [asked, setAsked] = useState<View>()
  const { conditions } = useMemo(() => readConditions(asked ?? view, catalogue), [asked])
  useEffect(() => {
    const controller = new AbortController()
    setStatus(undefined)
    setFault(undefined)
    followJob(view.job, setStatus, controller.signal).then(setStatus, (error: Error) => {
      if (!controller.signal.aborted) setFault(error.message)
    })
    return () => controller.abort()
  }, [view.job])
  const isReady = catalogue.release !== ''
  useEffect(() => {
    if (!isReady || !status?.totals || asked !== undefined) return
    const { totals, release } = status
    setAsked(viewOfJob(view, { totals, release }, catalogue))
    change((now) => viewOfJob(now, { totals, release }, catalogue), CORRECTED)
  }, [status, isReady])
  const day = status && new Intl.DateTimeFormat('en', { dateStyle: 'long' }).format(new Date(status.sentAt))
  if (fault !== undefined) {
    return (
      <section class="panel" aria-labelledby="fleet-no-job-title">
        <h2 id="fleet-no-job-title">This result cannot be shown</h2>
        <p class="fault" role="alert">
          {fault}
        </p>
        <p class="note">The service keeps results for a while only. Add the file above to assess it again.</p>
      </section>
    )
  }
  if (!status?.totals || asked === undefined) return <JobProgress status={status} isEarlier />
  const { location, load, duration, durationUnit, boundary, release, criteria } = view
  const isOld =
    JSON.stringify([location, load, duration, durationUnit, boundary, release, criteria]) !==
    JSON.stringify([
      ...[asked.location, asked.load, asked.duration, asked.durationUnit],
      ...[asked.boundary, asked.release, asked.criteria],
    ])
  return (
    <Dated
      isOld={isOld}
      advice="These figures are for other conditions than those above. Add the file again to assess it with those above."
    >
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
