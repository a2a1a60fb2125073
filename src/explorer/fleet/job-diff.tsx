import { useEffect, useState } from 'preact/hooks'
import type { View } from '../state/view.ts'
import type { FleetQuery } from './fetch-fleet.ts'
import { FleetDiff } from './fleet-diff.tsx'
import { FleetFaults, type Mend } from './fleet-faults.tsx'
import type { FleetResult } from './fleet-result.ts'
import { type JobQuestion, readJobRows } from './job-result.ts'

interface Props {
  readonly question: JobQuestion
  readonly view: View
  readonly query: FleetQuery
  /** The totals of the job, without its rows. */
  readonly result: FleetResult
  readonly onMend?: Mend | undefined
}

/** The differences between two files that one job assessed, by the rows of its result. */
export default function JobDiff({ question, view, query, result, onMend }: Props) {
  const { file, catalogue } = question
  const [share, setShare] = useState(0)
  const [fault, setFault] = useState<string>()
  const [whole, setWhole] = useState<FleetResult>()
  useEffect(() => {
    const controller = new AbortController()
    readJobRows(question, setShare, controller.signal).then(
      (read) => setWhole({ ...result, ...read, otherFaults: 0 }),
      (error: Error) => controller.signal.aborted || setFault(error.message),
    )
    return () => controller.abort()
  }, [])
  if (fault !== undefined) {
    return (
      <p class="fault" role="alert">
        {fault}
      </p>
    )
  }
  if (whole === undefined) {
    return (
      <section class="panel" aria-label="Rows of the job">
        <p role="status">
          <progress value={share} max={1} aria-label="Reading the rows" /> Reading the rows…
        </p>
      </section>
    )
  }
  const faults = [...file.faults, ...whole.faults].toSorted((one, other) => one.at.index - other.at.index)
  return (
    <>
      {faults.length > 0 && <FleetFaults faults={faults} catalogue={catalogue} onMend={onMend} />}
      <FleetDiff view={view} catalogue={catalogue} query={query} result={whole} />
    </>
  )
}
