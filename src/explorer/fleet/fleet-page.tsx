import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import type { Catalogue } from '../form/catalogue.ts'
import type { Conditions } from '../state/read-conditions.ts'
import type { ChangeView } from '../state/use-view.ts'
import type { View } from '../state/view.ts'
import { fetchFleet, isForPage } from './fetch-fleet.ts'
import { FleetJob } from './fleet-job.tsx'
import type { FleetResult } from './fleet-result.ts'
import { FleetSummary } from './fleet-summary.tsx'
import { type FleetFile, readFleet } from './read-fleet.ts'

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

/** Many things from a file: their totals, the largest of them, and the rows that cannot be used. */
export function FleetPage({ view, conditions, catalogue, change }: Props) {
  const [file, setFile] = useState<FleetFile>()
  const [fault, setFault] = useState<string>()
  const [share, setShare] = useState<number>()
  const [result, setResult] = useState<FleetResult>()
  const asked = useRef<AbortController>(undefined)
  /** How many files were chosen: each has a job of its own. */
  const count = useRef(0)
  const isJob = useMemo(() => file !== undefined && !isForPage(file), [file])

  const read = async (chosen: File | undefined) => {
    if (chosen === undefined) return
    setFault(undefined)
    setResult(undefined)
    setFile(undefined)
    count.current++
    await readFleet(chosen).then(setFile, (error: Error) => {
      setFile(undefined)
      setFault(error.message)
    })
  }
  useEffect(() => {
    asked.current?.abort()
    if (file === undefined || isJob || conditions === undefined) return
    const controller = new AbortController()
    asked.current = controller
    const { signal } = controller
    const { criteria, focus, release } = view
    setShare(0)
    fetchFleet({ rows: file.rows, conditions, criteria, focus, release }, setShare, signal).then(
      (found) => {
        setResult(found)
        setFault(undefined)
        setShare(undefined)
      },
      (error: Error) => {
        if (signal.aborted) return
        setFault(error.message)
        setShare(undefined)
      },
    )
    return () => controller.abort()
  }, [file, JSON.stringify(conditions), view.criteria.join(), view.focus, view.release])

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
        <div class="toolbar">
          <label class="inline" for="fleet-file">
            Fleet file
            <input
              id="fleet-file"
              type="file"
              accept=".csv,.json,.ndjson,.jsonl,.parquet,.txt,text/csv,application/json"
              aria-describedby={fault ? 'fleet-fault' : undefined}
              aria-invalid={fault ? true : undefined}
              onChange={({ currentTarget }) => read(currentTarget.files?.[0])}
            />
          </label>
          <button
            type="button"
            class="quiet"
            onClick={() => read(new File([EXAMPLE], 'example.csv', { type: 'text/csv' }))}
          >
            Try an example
          </button>
        </div>
        <details>
          <summary>What a table looks like</summary>
          <pre>{EXAMPLE}</pre>
        </details>
        {fault && (
          <p class="fault" id="fleet-fault">
            {fault}
          </p>
        )}
        {file && conditions === undefined && <p class="fault">Correct the marked fields.</p>}
        {share !== undefined && (
          <p role="status">
            <progress value={share} max={1} aria-label="Assessing the fleet" /> Assessing {file?.rows.length} rows…
          </p>
        )}
      </section>
      {file && isJob && (
        <FleetJob
          key={count.current}
          view={view}
          conditions={conditions}
          catalogue={catalogue}
          file={file}
          change={change}
        />
      )}
      {file && result && conditions && share === undefined && (
        <FleetSummary view={view} catalogue={catalogue} file={file} result={result} change={change} />
      )}
    </div>
  )
}
