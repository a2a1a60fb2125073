import { useEffect, useMemo, useState } from 'preact/hooks'
import type { JobStatus } from '../../bulk/jobs/job.ts'
import type { Criterion } from '../../generated/explorer-operations.ts'
import { apiKey, request } from '../api/send.ts'
import { FIGURES } from '../charts/phases.ts'
import { CopyButton } from '../copy/copy-button.tsx'
import { download } from '../copy/download.ts'
import type { Catalogue } from '../form/catalogue.ts'
import { countText } from '../results/number-text.ts'
import { Later } from '../results/panel.tsx'
import { scaleOf } from '../results/scale.ts'
import { criterionWords, unitWords } from '../results/words.ts'
import type { Conditions } from '../state/read-conditions.ts'
import type { ChangeView } from '../state/use-view.ts'
import type { View } from '../state/view.ts'
import { Dated } from './dated.tsx'
import type { LikelySums } from './fetch-fleet.ts'
import type { Mend } from './fleet-faults.tsx'
import { codeOf } from './fleet-result.ts'
import { FleetSummary } from './fleet-summary.tsx'
import { shellWord } from './fleet-words.ts'
import type { JobReading } from './job-result.ts'
import type { FleetFile } from './read-fleet.ts'
import { isSentWhole, jobFile, jobResult, NoJobsError, runJob } from './run-job.ts'

interface Props {
  readonly view: View
  readonly conditions: Conditions | undefined
  readonly catalogue: Catalogue
  readonly file: FleetFile
  readonly change: ChangeView
  /** Whether its two files are compared as before and after. */
  readonly isCompared?: boolean
  /** Corrects rows of the file; undefined without it. */
  readonly onMend?: Mend | undefined
}

/** A question, and the progress of its answer. */
interface Run {
  readonly number: number
  readonly view: View
  readonly conditions: Conditions
  readonly question: string
  readonly status?: JobStatus
  readonly fault?: string
}

/**
 * A file too large for the page: the service assesses it as a job, which starts when the file is chosen, and again on
 * request.
 */
export function FleetJob({ view, conditions, catalogue, file, change, isCompared = false, onMend }: Props) {
  const [run, setRun] = useState<Run>()
  const question = JSON.stringify([conditions, view.criteria, view.boundary, view.release])
  const start = () =>
    conditions && setRun((before) => ({ number: (before?.number ?? 0) + 1, view, conditions, question }))
  useEffect(() => {
    start()
  }, [])
  useEffect(() => {
    if (run === undefined || conditions === undefined) return
    const controller = new AbortController()
    const { duration } = conditions
    const query = new URLSearchParams({
      criteria: view.criteria.join(',').toLowerCase(),
      strict: 'true',
      likely: 'true',
      boundary: view.boundary,
      ...(duration !== undefined && { duration: String(duration) }),
      ...(view.release !== '' && { release: view.release }),
    })
    const show = (status: JobStatus) => {
      setRun((now) => now && { ...now, status })
      change((now) => ({ ...now, job: status.id }), 'job')
    }
    runJob(jobFile(file, conditions), query, show, controller.signal).then(show, (error: Error) => {
      if (!controller.signal.aborted) setRun((now) => now && { ...now, fault: faultWords(error, file) })
    })
    return () => controller.abort()
  }, [run?.number])

  const { status, fault } = run ?? {}
  const isRunning = run !== undefined && fault === undefined && status?.state !== 'done'
  return (
    <>
      {!isRunning && (run === undefined || run.question !== question || fault !== undefined) && (
        <section class="panel" aria-label="Job">
          {fault && <p class="fault">{fault}</p>}
          <button type="button" class="quiet" disabled={conditions === undefined} onClick={start}>
            {run === undefined ? 'Assess the file' : 'Assess the file again'}
          </button>
        </section>
      )}
      {isSentWhole(file) && (view.location !== '' || view.load !== '') && (
        <p class="note">The file is sent unchanged: the location and the load above do not apply to it.</p>
      )}
      {isRunning && (
        <JobProgress
          status={status}
          onCancel={() => {
            setRun(undefined)
            change((now) => ({ ...now, job: '' }), 'job')
          }}
        />
      )}
      {run && status?.totals && (
        <Dated isOld={run.question !== question}>
          <JobSummary
            {...run}
            status={status}
            catalogue={catalogue}
            file={file}
            change={change}
            isCompared={isCompared}
            onMend={onMend}
          />
        </Dated>
      )}
    </>
  )
}

interface ProgressProps {
  readonly status: JobStatus | undefined
  /** Whether it was sent before the page was opened. */
  readonly isEarlier?: boolean
  readonly onCancel?: () => void
}

/** How far a job is. */
export function JobProgress({ status, isEarlier = false, onCancel }: ProgressProps) {
  return (
    <section class="panel" aria-label="Job">
      <p role="status">
        <progress value={status?.progress ?? 0} max={1} aria-label="Assessing the fleet" />{' '}
        {status === undefined && isEarlier ? 'Fetching the result…' : progressWords(status)}
      </p>
      {onCancel && (
        <button type="button" class="quiet" onClick={onCancel}>
          Cancel
        </button>
      )}
    </section>
  )
}

interface SummaryProps extends Omit<Props, 'conditions'> {
  /** The conditions it was sent with. */
  readonly conditions: Conditions
  readonly status: JobStatus
}

const jobRows = () => import('./job-rows.tsx')
const jobDiff = () => import('./job-diff.tsx')

/** The totals of a job that is done, with its rows. */
export function JobSummary(props: SummaryProps) {
  const { view, conditions, catalogue, file, status, change, isCompared = false, onMend } = props
  const { id, release } = status
  const [reading, setReading] = useState<JobReading>()
  const rows = useMemo(() => {
    // What the rows lack was filled in before they were sent.
    const info = catalogue.criteria.find(({ criterion }) => criterion === view.focus)
    const unit = unitWords(info?.unit)
    const whole = status.totals?.impacts[codeOf(view.focus)]?.total?.value ?? 0
    const given = { location: '', load: undefined, duration: conditions.duration }
    return {
      question: { id, view, file, conditions, catalogue },
      query: { file, view, conditions: given, release },
      title: info ? criterionWords(info) : '',
      unit,
      scale: scaleOf(unit, whole),
      faulty: status.rowsFaulty,
      onRead: setReading,
      onMend,
    }
  }, [id])
  if (status.totals === null) return null
  const result = jobResult(status.totals, status.rowsFaulty, catalogue)
  if (isCompared) {
    // Both sides are rows of the files, which lack the conditions of the page.
    const query = { file, view, conditions, release }
    return <Later key={id} load={jobDiff} content={{ question: rows.question, view, query, result, onMend }} />
  }
  return (
    <FleetSummary
      view={view}
      catalogue={catalogue}
      file={file}
      result={result}
      reading={reading}
      likely={likelyOf(status.totals)}
      change={change}
      rows={<Later key={id} load={jobRows} content={rows} />}
    >
      <ResultLink id={status.id} />
      <p>
        <CopyButton isPlain text={location.href}>
          Copy link to this result
        </CopyButton>
      </p>
    </FleetSummary>
  )
}

function likelyOf({ impacts, energyRange }: NonNullable<JobStatus['totals']>): LikelySums {
  const totals = new Map(
    Object.entries(impacts).map(([code, sums]) => {
      const known = FIGURES.flatMap((phase) => (sums[phase]?.likely ? [[phase, sums[phase].likely] as const] : []))
      return [code.toUpperCase() as Criterion, Object.fromEntries(known)]
    }),
  )
  return { totals, energy: energyRange?.likely ?? undefined }
}

/** A link to the result rows; with an API key, it downloads them with the key. */
function ResultLink({ id }: { readonly id: string }) {
  const path = `/v2/jobs/${id}/result?csvSafe=true`
  const take = async () =>
    download('impacts.csv', 'text/csv', await (await request(path, { headers: { accept: 'text/csv' } })).text())
  return (
    <p>
      {apiKey() === undefined ? (
        <a href={path} download="impacts.csv">
          Every row with its figures
        </a>
      ) : (
        <button type="button" class="plain" onClick={take}>
          Every row with its figures
        </button>
      )}
    </p>
  )
}

const STEPS = { reading: 'Reading the file', evaluating: 'Assessing', writing: 'Writing the result' } as const

function progressWords(status: JobStatus | undefined): string {
  if (status === undefined) return 'Sending the file…'
  const step = status.step === null ? 'Waiting' : STEPS[status.step]
  const rows = status.rowsRead === null ? '' : ` of ${countText(status.rowsRead)} rows`
  return `${step}… ${Math.floor(status.progress * 100)} %${rows}`
}

function faultWords(error: Error, { name }: FleetFile): string {
  if (!(error instanceof NoJobsError)) return error.message
  return `${error.message} Use the command line: impactql assess ${shellWord(name)} -o impacts.csv`
}
