import { useEffect, useState } from 'preact/hooks'
import { numberText } from '../results/number-text.ts'
import type { Scale } from '../results/scale.ts'
import type { FleetQuery } from './fetch-fleet.ts'
import { FleetFaults, type Mend } from './fleet-faults.tsx'
import { FleetGroups } from './fleet-groups.tsx'
import { FleetRows } from './fleet-rows.tsx'
import { type JobQuestion, type JobReading, readJobResult, sizeOfResult } from './job-result.ts'
import { isSentWhole } from './run-job.ts'

interface Props {
  readonly question: JobQuestion
  readonly query: FleetQuery
  /** Of the impact that rows are compared in. */
  readonly title: string
  readonly unit: string
  readonly scale: Scale
  /** Number of faulty rows in the result. */
  readonly faulty: number
  /** Receives the groups and rows. */
  readonly onRead: (reading: JobReading) => void
  /** Corrects rows, and sends the file again; undefined without the file. */
  readonly onMend?: Mend | undefined
}

/** A larger result is read only on request, since all of it comes over the network. */
const MOST_BYTES = 100_000_000

/** The faults, groups and rows of a job, read from its result. */
export default function JobRows({ question, query, title, unit, scale, faulty, onRead, onMend }: Props) {
  const { id, file } = question
  // A job that has the file itself has found them, too.
  const unread = isSentWhole(file) ? [] : file.faults
  const [large, setLarge] = useState<number>()
  /** How often the reader asked for the rows. */
  const [asked, ask] = useState(0)
  const [share, setShare] = useState(0)
  const [fault, setFault] = useState<string>()
  const [reading, setReading] = useState<JobReading>()
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    const read = async () => {
      const size = asked > 0 ? 0 : await sizeOfResult(id, signal)
      if (size > MOST_BYTES) return setLarge(size)
      const read = await readJobResult(question, setShare, signal)
      setReading(read)
      onRead(read)
    }
    setFault(undefined)
    read().catch((error: Error) => signal.aborted || setFault(error.message))
    return () => controller.abort()
  }, [id, asked])
  if (reading === undefined) {
    return (
      <section class="panel" aria-label="Rows of the job">
        {fault !== undefined && (
          <p class="fault" role="alert">
            {fault}
          </p>
        )}
        {fault === undefined && (asked > 0 || large === undefined) ? (
          <p role="status">
            <progress value={share} max={1} aria-label="Reading the rows" /> Reading the rows…
          </p>
        ) : (
          <button type="button" class="quiet" onClick={() => ask((now) => now + 1)}>
            {large === undefined ? 'Read the rows again' : `Read the rows (${numberText(Math.round(large / 1e6))} MB)`}
          </button>
        )}
      </section>
    )
  }
  return (
    <>
      {faulty + unread.length > 0 && (
        <FleetFaults
          faults={[...unread, ...reading.faults]}
          count={faulty + unread.length}
          catalogue={question.catalogue}
          onMend={isSentWhole(file) ? undefined : onMend}
        />
      )}
      {reading.groupings.length > 0 && (
        <FleetGroups groupings={reading.groupings} scale={scale} isBill={reading.isBill} />
      )}
      <FleetRows
        query={query}
        rows={reading.rows}
        whole={isSentWhole(file) ? reading.rows.count : file.imported.length}
        catalogue={question.catalogue}
        title={title}
        unit={unit}
        scale={scale}
      >
        {null}
      </FleetRows>
    </>
  )
}
