import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import type { Criterion } from '../../generated/explorer-operations.ts'
import { notReadWords } from '../../importers/not-read-words.ts'
import { NOT_READ } from '../../importers/table/columns.ts'
import type { Catalogue } from '../form/catalogue.ts'
import type { Conditions } from '../state/read-conditions.ts'
import type { ChangeView } from '../state/use-view.ts'
import type { View } from '../state/view.ts'
import { type FleetQuery, fetchFleet, fetchLikely, isForPage, type LikelyTotal } from './fetch-fleet.ts'
import { columnWords, FleetColumns } from './fleet-columns.tsx'
import { FleetFaults } from './fleet-faults.tsx'
import { FleetJob } from './fleet-job.tsx'
import type { FleetResult } from './fleet-result.ts'
import { FleetSummary } from './fleet-summary.tsx'
import { useFleetFile } from './use-fleet-file.ts'

interface Props {
  readonly view: View
  /** Undefined while one of them is wrong. */
  readonly conditions: Conditions | undefined
  readonly catalogue: Catalogue
  readonly change: ChangeView
}

const EXAMPLE = `label,kind,quantity,provider,instance_type,cpu_name,cpu_units,ram_units,ram_capacity,location,load,hours
db,server,2,,,Xeon Gold 6138,2,12,32,FRA,40,
web,cloudInstance,10,aws,m5.xlarge,,,,,SWE,25,2190
desks,laptop,120,,,,,,,DEU,,
`

/** Many things from a file: what its columns are, the totals, and the rows that cannot be used. */
export function FleetPage({ view, conditions, catalogue, change }: Props) {
  const { read, version, fault: fileFault, choose, mapColumn, mend } = useFleetFile()
  const [fault, setFault] = useState<string>()
  const [share, setShare] = useState<number>()
  const [result, setResult] = useState<FleetResult>()
  const [likely, setLikely] = useState<ReadonlyMap<Criterion, LikelyTotal> | 'failed'>()
  const asked = useRef<AbortController>(undefined)
  const file = read && 'question' in read ? undefined : read
  const question = read && 'question' in read ? read : undefined
  const isJob = useMemo(() => file !== undefined && !isForPage(file), [file])
  const { release } = catalogue

  useEffect(() => {
    asked.current?.abort()
    setLikely(undefined)
    if (file === undefined || isJob || conditions === undefined || release === '') return
    const controller = new AbortController()
    asked.current = controller
    const { signal } = controller
    const query: FleetQuery = { file, conditions, view, release }
    setShare(0)
    fetchFleet(query, setShare, signal).then(
      (found) => {
        setResult(found)
        setFault(undefined)
        setShare(undefined)
        fetchLikely(query, found, signal).then(setLikely, () => signal.aborted || setLikely('failed'))
      },
      (error: Error) => {
        if (signal.aborted) return
        setFault(error.message)
        setShare(undefined)
      },
    )
    return () => controller.abort()
  }, [file, JSON.stringify(conditions), view.criteria.join(), view.focus, view.boundary, view.release, release])

  // What is mended is gone: what was found in its place is where to go on.
  const onMend: typeof mend = (line, cells) => {
    mend(line, cells)
    document.getElementById('fleet-file-title')?.focus()
  }
  const shownFault = fileFault ?? fault
  const isShown = file !== undefined && !isJob && result !== undefined && conditions !== undefined
  const faults = isShown ? [...file.faults, ...result.faults] : []
  return (
    <div id="results" class="results fleet" tabIndex={-1}>
      <section class="panel" aria-labelledby="fleet-title">
        <h2 id="fleet-title">A whole fleet from a file</h2>
        <p class="lead">
          A table (CSV), a cloud bill (FOCUS, as CSV), a Terraform plan (<code>terraform show -json</code>), the
          hardware of a machine (<code>lshw -json</code>), or Kubernetes nodes (<code>kubectl get nodes -o json</code>
          ). Rows without a location, load or duration get those above. The service assesses files with many rows as a
          job. It also takes Parquet files and files above 20 MB.
        </p>
        <DropArea fault={shownFault} onChoose={choose} />
        <details>
          <summary>What a table looks like</summary>
          <pre>{EXAMPLE}</pre>
        </details>
        {shownFault && (
          <p class="fault" id="fleet-fault">
            {shownFault}
          </p>
        )}
        {file && conditions === undefined && <p class="fault">Correct the marked fields.</p>}
        {share !== undefined && (
          <p role="status">
            <progress value={share} max={1} aria-label="Assessing the fleet" /> Assessing {file?.rows.length} rows…
          </p>
        )}
      </section>
      {read && (question !== undefined || file?.head !== undefined || (file?.notRead.length ?? 0) > 0) && (
        <section class="panel" aria-labelledby="fleet-file-title">
          <h2 id="fleet-file-title" tabIndex={-1}>
            {question === undefined ? 'What was read of the file' : 'One question before the figures'}
          </h2>
          {question && (
            <div class="question-of-file" role="alert">
              <p>{question.question}.</p>
              {question.proposal && <Proposed {...question.proposal} onMap={mapColumn} />}
            </div>
          )}
          {file && file.notRead.length > 0 && <p class="not-read">{notReadWords(file.notRead)}</p>}
          {read.head && <FleetColumns head={read.head} isAsked={question !== undefined} onMap={mapColumn} />}
        </section>
      )}
      {file && isJob && (
        <FleetJob key={version} view={view} conditions={conditions} catalogue={catalogue} file={file} change={change} />
      )}
      {faults.length > 0 && share === undefined && <FleetFaults faults={faults} onMend={onMend} />}
      {isShown && share === undefined && (
        <FleetSummary view={view} catalogue={catalogue} file={file} result={result} likely={likely} change={change} />
      )}
    </div>
  )
}

interface ProposedProps {
  readonly column: string
  readonly readAs: string
  readonly onMap: (theirs: string, ours: string) => void
}

/** What a column that is not read seems to be: one click takes it, another leaves the column out. */
function Proposed({ column, readAs, onMap }: ProposedProps) {
  return (
    <div class="toolbar">
      <button type="button" class="primary" onClick={() => onMap(column, readAs)}>
        Read {column} as {columnWords(readAs).toLowerCase()}
      </button>
      <button type="button" class="quiet" onClick={() => onMap(column, NOT_READ)}>
        Leave {column} out
      </button>
    </div>
  )
}

interface DropProps {
  readonly fault: string | undefined
  readonly onChoose: (file: File) => void
}

/** Where a file is chosen, dropped or pasted. */
function DropArea({ fault, onChoose }: DropProps) {
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      const isField = event.target instanceof Element && event.target.closest('input, select, textarea') !== null
      const text = event.clipboardData?.getData('text/plain') ?? ''
      const file = event.clipboardData?.files[0]
      if (isField || (text === '' && file === undefined)) return
      event.preventDefault()
      onChoose(file ?? new File([text], 'pasted.csv', { type: 'text/csv' }))
    }
    document.addEventListener('paste', paste)
    return () => document.removeEventListener('paste', paste)
  }, [onChoose])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the field inside of it does the same
    <div
      class={isOver ? 'drop over' : 'drop'}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        const file = event.dataTransfer?.files[0]
        if (file) onChoose(file)
      }}
    >
      <label class="inline" for="fleet-file">
        Fleet file
        <input
          id="fleet-file"
          type="file"
          accept=".csv,.tsv,.json,.ndjson,.jsonl,.parquet,.txt,text/csv,application/json"
          aria-describedby={fault ? 'fleet-fault' : 'fleet-drop-note'}
          aria-invalid={fault ? true : undefined}
          // A file of the same name is a choice, too: it may have changed.
          onClick={({ currentTarget }) => {
            currentTarget.value = ''
          }}
          onChange={({ currentTarget }) => {
            const [file] = currentTarget.files ?? []
            if (file) onChoose(file)
          }}
        />
      </label>
      <span class="note" id="fleet-drop-note">
        or drop it here, or paste a table from a spreadsheet
      </span>
      <button
        type="button"
        class="quiet"
        onClick={() => onChoose(new File([EXAMPLE], 'example.csv', { type: 'text/csv' }))}
      >
        Try an example
      </button>
    </div>
  )
}
