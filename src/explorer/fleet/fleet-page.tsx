import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks'
import type { Catalogue } from '../form/catalogue.ts'
import { countText } from '../results/number-text.ts'
import type { Conditions } from '../state/read-conditions.ts'
import { type ChangeView, parseView } from '../state/use-view.ts'
import type { View } from '../state/view.ts'
import { Dated } from './dated.tsx'
import { DropArea, EXAMPLE } from './drop-area.tsx'
import { EarlierJob } from './earlier-job.tsx'
import { type FleetQuery, fetchFleet, fetchLikely, isForPage, type LikelySums, MOST_GROUPS } from './fetch-fleet.ts'
import { FileList } from './file-list.tsx'
import { FleetDiff } from './fleet-diff.tsx'
import { FleetFaults, type Mend } from './fleet-faults.tsx'
import { FleetJob } from './fleet-job.tsx'
import type { FleetResult } from './fleet-result.ts'
import { FleetSummary } from './fleet-summary.tsx'
import { shellWord } from './fleet-words.ts'
import { HANDED_OVER, takeFiles } from './handed-over.ts'
import { joinFiles } from './join-files.ts'
import { keepFleet, keptFleetIn, openedFiles } from './kept-fleet.ts'
import { type FleetFile, MOST_BYTES } from './read-fleet.ts'
import { isSentWhole } from './run-job.ts'
import { type ChosenFile, useFleetFiles } from './use-fleet-files.ts'

interface Props {
  readonly view: View
  /** Undefined while one of them is invalid. */
  readonly conditions: Conditions | undefined
  readonly catalogue: Catalogue
  readonly change: ChangeView
  /** Receives what the files mean for the form; undefined without files. */
  readonly onFile: (file: FileOfForm | undefined) => void
}

export interface FileOfForm {
  /** Why the duration of the form has no effect; empty if it has one. */
  readonly withoutDuration: string
}

/** Figures, and what they were asked for. */
interface Shown {
  readonly asked: string
  readonly query: FleetQuery & { readonly view: View }
  readonly result: FleetResult
  /** The likely range of each sum; undefined while it is being drawn. */
  readonly likely: LikelySums | 'failed' | undefined
}

/** Many things from files: what their columns are, the totals, and the rows that cannot be used. */
export function FleetPage({ view, conditions, catalogue, change, onFile }: Props) {
  const { files, add, addBefore, restore, remove, swap, mapColumn, mend } = useFleetFiles()
  const [isCompared, setCompared] = useState(false)
  const [fault, setFault] = useState<string>()
  const [share, setShare] = useState<number>()
  const [shown, setShown] = useState<Shown>()
  const file = useMemo(() => fleetOf(files), [files])
  const isJob = useMemo(() => file !== undefined && !isForPage(file), [file])
  const isTimed = file?.rows.every(({ duration }) => duration !== undefined) === true && file.rows.length > 0
  const withoutDuration = file?.isBill
    ? 'Each line of the bill has its own duration'
    : isTimed
      ? 'Every row has its own duration'
      : ''
  const hasRows = file !== undefined && file.rows.length > 0
  useEffect(() => onFile(hasRows ? { withoutDuration } : undefined), [hasRows, withoutDuration])
  const canBeJob = file !== undefined && (file.source !== undefined || !isSentWhole(file))
  const canCompare = file?.parts.length === 2 && (!isJob || !isSentWhole(file))
  const { release } = catalogue
  const versions = useRef(0)
  const version = useMemo(() => ++versions.current, [file])
  const asked = JSON.stringify([version, conditions, view.criteria, view.focus, view.boundary, view.release, release])

  useEffect(() => {
    setFault(undefined)
    if (file === undefined || isJob || conditions === undefined || release === '') return
    const controller = new AbortController()
    const { signal } = controller
    const query = { file, conditions, view, release }
    setShare(0)
    fetchFleet(query, setShare, signal).then(
      (result) => {
        setShown({ asked, query, result, likely: undefined })
        setShare(undefined)
        const draw = (likely: Shown['likely']) => setShown((now) => (now?.asked === asked ? { ...now, likely } : now))
        fetchLikely(query, result, signal).then(draw, () => signal.aborted || draw('failed'))
      },
      (error: Error) => {
        if (signal.aborted) return
        setFault(error.message)
        setShare(undefined)
      },
    )
    return () => {
      controller.abort()
      setShare(undefined)
    }
  }, [asked])

  /** Adds files, and opens those that are kept fleets. */
  const onAdd = useCallback(async (added: readonly File[]) => {
    change((now) => ({ ...now, job: '' }), 'job')
    const others: File[] = []
    for (const each of added) {
      try {
        const kept = await keptFleetIn(each)
        if (kept === undefined) others.push(each)
        else {
          restore(openedFiles(kept))
          setCompared(kept.isCompared)
          change(() => parseView(kept.address))
        }
      } catch (error) {
        setFault((error as Error).message)
      }
    }
    if (others.length > 0) add(others)
  }, [])
  useEffect(() => {
    if (location.hash !== HANDED_OVER) return
    history.replaceState(null, '', location.pathname + location.search)
    takeFiles().then(onAdd, () => setFault('The dropped file did not arrive. Drop it here.'))
  }, [])
  // The focused element disappears with the first file, and with the last.
  const hadFiles = useRef(files.length > 0)
  const hasFiles = files.length > 0
  useEffect(() => {
    const isLost = hadFiles.current !== hasFiles && document.activeElement === document.body
    hadFiles.current = hasFiles
    if (isLost) document.getElementById(hasFiles ? 'fleet-file-title' : 'fleet-file')?.focus({ preventScroll: true })
  }, [hasFiles])
  // The corrected row has disappeared, so focus moves to its successor.
  const onMend: Mend = (mended) => {
    for (const [at, cells] of mended) {
      const { file } = readFiles(files)[at.file] ?? {}
      if (file !== undefined && at.line !== undefined) mend(file.name, at.line, cells)
    }
    document.getElementById('fleet-file-title')?.focus()
  }
  const isOld = shown !== undefined && shown.asked !== asked
  const faults =
    shown === undefined || isJob
      ? []
      : [...shown.query.file.faults, ...shown.result.faults].toSorted((one, other) => one.at.index - other.at.index)
  return (
    <div id="results" class="results fleet" tabIndex={-1}>
      {!hasFiles && (
        <section class="panel" aria-labelledby="fleet-title">
          <h2 id="fleet-title">A whole fleet from files</h2>
          <p class="lead">
            Tables (CSV), cloud bills (FOCUS, AWS CUR, Azure, Google), Terraform plans (
            <code>terraform show -json</code>), the hardware of a machine (<code>lshw -json</code>), or Kubernetes nodes
            (<code>kubectl get nodes -o json</code>). Rows without a location, load or duration get those above. The
            service assesses files with many rows as a job. It also takes Parquet files and files above{' '}
            {MOST_BYTES / 1e6} MB.
          </p>
          <p class="note">
            Two files are compared as before and after: tables of up to {MOST_BYTES / 1e6} MB each, and bills with up to{' '}
            {countText(MOST_GROUPS)} different machines. For larger ones, use the command:{' '}
            <code>impactql diff before.csv after.csv</code>
          </p>
          <DropArea onAdd={onAdd} />
          <details>
            <summary>What a table looks like</summary>
            <pre>{EXAMPLE}</pre>
          </details>
        </section>
      )}
      {!hasFiles && view.job !== '' && <EarlierJob key={view.job} view={view} catalogue={catalogue} change={change} />}
      {hasFiles && (
        <FileList
          files={files}
          onMap={mapColumn}
          onRemove={remove}
          isCompared={canCompare ? isCompared : undefined}
          onCompare={setCompared}
          onKeep={
            shown && !isOld && !isJob
              ? () => keepFleet(files, pinned(view, release), shown.result, isCompared)
              : undefined
          }
          onSwap={swap}
          onAddBefore={(name) => {
            addBefore(name)
            setCompared(true)
          }}
        >
          <DropArea onAdd={onAdd} />
        </FileList>
      )}
      {fault && (
        <p class="fault" role="alert">
          {fault}
        </p>
      )}
      {file && conditions === undefined && <p class="fault">Correct the marked fields.</p>}
      {share !== undefined && (
        <p role="status">
          <progress value={share} max={1} aria-label="Assessing the fleet" /> Assessing{' '}
          {countText(file?.rows.length ?? 0)} rows…
        </p>
      )}
      {file && isJob && !canBeJob && (
        <p class="fault" role="alert">
          These files are too large to assess together. Remove all but one.
          {file.parts.length === 2 && ' To compare these two, use the command: '}
          {file.parts.length === 2 && <code>impactql diff {file.parts.map(shellWord).join(' ')}</code>}
        </p>
      )}
      {file && isJob && canBeJob && isSentWhole(file) && (
        <p class="note">
          This page compares tables of up to {MOST_BYTES / 1e6} MB each, and bills with up to {countText(MOST_GROUPS)}{' '}
          different machines. To compare this file with another, use the command:{' '}
          <code>impactql diff before.csv {shellWord(file.name)}</code>
        </p>
      )}
      {file && isJob && canBeJob && (
        <FleetJob
          key={version}
          view={view}
          conditions={conditions}
          catalogue={catalogue}
          file={file}
          change={change}
          isCompared={canCompare && isCompared}
          onMend={onMend}
        />
      )}
      {file && !isJob && shown && (
        <Dated isOld={isOld}>
          {faults.length > 0 && <FleetFaults faults={faults} catalogue={catalogue} onMend={onMend} />}
          {shown.result.replaced.length > 0 && (
            <FleetFaults faults={shown.result.replaced} areCounted catalogue={catalogue} onMend={onMend} />
          )}
          {isCompared && shown.query.file.parts.length === 2 ? (
            <FleetDiff view={shown.query.view} catalogue={catalogue} query={shown.query} result={shown.result} />
          ) : (
            <FleetSummary
              view={shown.query.view}
              catalogue={catalogue}
              file={shown.query.file}
              query={shown.query}
              result={shown.result}
              likely={shown.likely}
              change={change}
            />
          )}
        </Dated>
      )}
    </div>
  )
}

/** A view that a later data release does not change. */
function pinned(view: View, release: string): View {
  return view.release === '' ? { ...view, release } : view
}

function readFiles(files: readonly ChosenFile[]) {
  return files.flatMap(({ file, read }) => (read === undefined || 'question' in read ? [] : [{ file, read }]))
}

/** What all files that can be read list; undefined while one of them is being read. */
function fleetOf(files: readonly ChosenFile[]): FleetFile | undefined {
  if (files.some(({ read, fault }) => read === undefined && fault === undefined)) return undefined
  return joinFiles(readFiles(files).map(({ read }) => read))
}
