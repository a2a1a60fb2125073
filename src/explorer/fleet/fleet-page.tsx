import { useEffect, useRef, useState } from 'preact/hooks'
import type { Catalogue } from '../form/catalogue.ts'
import { isPlace } from '../form/catalogue.ts'
import { readNumber } from '../state/read-number.ts'
import type { ChangeView } from '../state/use-view.ts'
import { DURATION_UNITS, type View } from '../state/view.ts'
import { type FleetResult, fetchFleet } from './fetch-fleet.ts'
import { FleetSummary } from './fleet-summary.tsx'
import { type FleetFile, readFleet, withDefaults } from './read-fleet.ts'

interface Props {
  readonly view: View
  readonly catalogue: Catalogue
  readonly change: ChangeView
}

const EXAMPLE = `label,kind,quantity,provider,instance_type,cpu_name,cpu_units,ram_units,ram_capacity,location,load
db,server,2,,,Xeon Gold 6138,2,12,32,FRA,40
web,cloudInstance,10,aws,m5.xlarge,,,,,SWE,25
desks,laptop,120,,,,,,,DEU,
`

/** Many things from a file: their totals, the largest of them, and the rows that cannot be used. */
export function FleetPage({ view, catalogue, change }: Props) {
  const [file, setFile] = useState<FleetFile>()
  const [fault, setFault] = useState<string>()
  const [share, setShare] = useState<number>()
  const [result, setResult] = useState<FleetResult>()
  const asked = useRef<AbortController>(undefined)
  const conditions = readConditions(view, catalogue)

  const read = async (chosen: File | undefined) => {
    if (chosen === undefined) return
    setFault(undefined)
    setResult(undefined)
    await readFleet(chosen).then(setFile, (error: Error) => {
      setFile(undefined)
      setFault(error.message)
    })
  }
  useEffect(() => {
    asked.current?.abort()
    if (file === undefined || conditions === undefined) return
    const controller = new AbortController()
    asked.current = controller
    const { signal } = controller
    const { criteria, focus } = view
    const items = withDefaults(file.items, conditions)
    const { duration } = conditions
    setShare(0)
    fetchFleet({ items, places: file.places, criteria, focus, duration }, setShare, signal).then(
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
  }, [file, JSON.stringify(conditions), view.criteria.join(), view.focus])

  return (
    <div id="results" class="results fleet" tabIndex={-1}>
      <section class="panel" aria-labelledby="fleet-title">
        <h2 id="fleet-title">A whole fleet from a file</h2>
        <p class="lead">
          A table (CSV), a Terraform plan (<code>terraform show -json</code>), the hardware of a machine (
          <code>lshw -json</code>), or Kubernetes nodes (<code>kubectl get nodes -o json</code>). The location and the
          load above fill in for rows that have none; the duration is that above. The file is read in this page.
        </p>
        <div class="toolbar">
          <label class="inline" for="fleet-file">
            Fleet file
            <input
              id="fleet-file"
              type="file"
              accept=".csv,.json,.ndjson,.jsonl,.txt,text/csv,application/json"
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
        {share !== undefined && (
          <p role="status">
            <progress value={share} max={1} aria-label="Assessing the fleet" /> Assessing {file?.items.length} rows…
          </p>
        )}
      </section>
      {file && result && share === undefined && (
        <FleetSummary view={view} catalogue={catalogue} file={file} result={result} change={change} />
      )}
    </div>
  )
}

/** The conditions above, as numbers; undefined while one of them is wrong. */
function readConditions(view: View, catalogue: Catalogue) {
  const load = view.load.trim() === '' ? undefined : readNumber(view.load)
  const duration = view.duration.trim() === '' ? undefined : readNumber(view.duration)
  if (view.location !== '' && !isPlace(view.location, catalogue)) return undefined
  if (view.load.trim() !== '' && (load === undefined || load < 0 || load > 100)) return undefined
  if (view.duration.trim() !== '' && (duration === undefined || duration <= 0)) return undefined
  return {
    location: view.location,
    load,
    duration: duration === undefined ? undefined : duration * DURATION_UNITS[view.durationUnit],
  }
}
