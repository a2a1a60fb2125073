import type { ComponentChildren } from 'preact'
import { useRef } from 'preact/hooks'
import { notReadWords } from '../../importers/not-read-words.ts'
import { NOT_READ } from '../../importers/table/columns.ts'
import { countText } from '../results/number-text.ts'
import { ColumnMapping, columnWords } from './column-mapping.tsx'
import { sentence } from './fleet-words.ts'
import type { FleetFile } from './read-fleet.ts'
import type { ChosenFile } from './use-fleet-files.ts'

interface Props {
  readonly files: readonly ChosenFile[]
  readonly onMap: (name: string, theirs: string, ours: string) => void
  readonly onRemove: (name: string) => void
  /**
   * Whether two files are compared as before and after, rather than read as one fleet; undefined unless there are two.
   */
  readonly isCompared: boolean | undefined
  readonly onCompare: (isCompared: boolean) => void
  readonly onSwap: () => void
  /** Downloads everything as one file that opens here again; undefined while there are no figures. */
  readonly onKeep: (() => void) | undefined
  readonly onAddBefore: (name: string) => void
  /** Where further files are added. */
  readonly children: ComponentChildren
}

/**
 * What was read from each file, its faults, and the questions to answer first. A file without questions takes one line.
 */
export function FileList(props: Props) {
  const { files, onMap, onRemove, isCompared, onCompare, onSwap, onKeep, onAddBefore, children } = props
  // It stays open, because the reader may be working in it.
  const wasAsked = useRef(false)
  wasAsked.current ||= files.some(
    ({ read, fault }) => fault !== undefined || (read !== undefined && 'question' in read),
  )
  const [first] = files
  const isPlan = files.length === 1 && first?.read !== undefined && !('question' in first.read) && first.read.isPlan
  return (
    <section class="panel" aria-labelledby="fleet-file-title">
      <div class="panel-head">
        <h2 id="fleet-file-title" tabIndex={-1}>
          {titleOf(files)}
        </h2>
        <span class="buttons">
          {isPlan && (
            <button type="button" class="quiet" onClick={() => onAddBefore(first.file.name)}>
              Compare before and after
            </button>
          )}
          {onKeep && (
            <button
              type="button"
              class="quiet"
              title="Saves one file with everything, which you can open here again"
              onClick={onKeep}
            >
              Save this fleet
            </button>
          )}
        </span>
      </div>
      {files.map(
        ({ file: { name }, read }) =>
          read && !('question' in read) && read.notRead.length > 0 && <NotRead key={name} file={read} />,
      )}
      {files.flatMap(({ read }) =>
        read && !('question' in read)
          ? read.notes.map((note) => (
              <p key={note} class="not-read">
                {note}
              </p>
            ))
          : [],
      )}
      {isCompared !== undefined && (
        <fieldset class="tabs" aria-label="What the two files are">
          <button type="button" class="chip" aria-pressed={!isCompared} onClick={() => onCompare(false)}>
            One fleet
          </button>
          <button type="button" class="chip" aria-pressed={isCompared} onClick={() => onCompare(true)}>
            Before and after
          </button>
          {isCompared && (
            <button type="button" class="quiet" onClick={onSwap}>
              Swap
            </button>
          )}
        </fieldset>
      )}
      <details class="files" open={wasAsked.current}>
        <summary>Change files or columns</summary>
        <ul class="file-list">
          {files.map(({ file: { name }, read, fault }) => (
            <li key={name} aria-label={name}>
              <div class="panel-head">
                <p>
                  <strong>{name}</strong>
                  {read && !('question' in read) && `: ${sizeWords(read)}`}
                </p>
                <button type="button" class="quiet" onClick={() => onRemove(name)}>
                  Remove<span class="unseen"> {name}</span>
                </button>
              </div>
              {fault && (
                <p class="fault" role="alert">
                  {sentence(fault)}
                </p>
              )}
              {read && 'question' in read && (
                <div class="question-of-file" role="alert">
                  <p>
                    {sentence(read.question)} <a href="/guide/importing">All columns</a>
                  </p>
                  {read.proposal && <Proposed {...read.proposal} onMap={(theirs, ours) => onMap(name, theirs, ours)} />}
                </div>
              )}
              {read?.head && (
                <ColumnMapping
                  head={read.head}
                  isAsked={'question' in read}
                  onMap={(theirs, ours) => onMap(name, theirs, ours)}
                />
              )}
            </li>
          ))}
        </ul>
        {children}
      </details>
    </section>
  )
}

/** A question comes first, then what was read, then what could not be. */
function titleOf(files: readonly ChosenFile[]): string {
  const asked = files.flatMap(({ read }) => (read !== undefined && 'question' in read ? read : []))
  const some = files.length === 1 ? 'the file' : 'the files'
  if (asked.some(({ proposal }) => proposal)) return 'One question before the figures'
  if (asked.length > 0) return 'What does each column hold?'
  const read = files.flatMap(({ read }) => (read !== undefined && !('question' in read) ? read : []))
  if (read.length === 0 && files.some(({ fault }) => fault === undefined)) return `Reading ${some}…`
  if (read.length === 1) return `${read[0]?.name} · ${sizeWords(read[0] as FleetFile)}`
  if (read.length > 1) {
    const rows = read.reduce((sum, { imported }) => sum + imported.length, 0)
    return `${files.length} files, ${countText(rows)} rows`
  }
  return files.length === 1 ? 'The file cannot be read' : `${files.length} files cannot be read`
}

/** Any unread column of a table may matter; a bill has dozens that say nothing about machines. */
function NotRead({ file: { notRead, isBill } }: { readonly file: FleetFile }) {
  if (!isBill) return <p class="not-read">{notReadWords(notRead)}</p>
  return (
    <details>
      <summary>{notRead.length === 1 ? '1 column is' : `${notRead.length} columns are`} not needed</summary>
      <p class="note">{notRead.join(', ')}</p>
    </details>
  )
}

function sizeWords({ isRead, imported }: FleetFile): string {
  if (!isRead) return 'read by the service, as a job'
  return `${countText(imported.length)} ${imported.length === 1 ? 'row' : 'rows'}`
}

interface ProposedProps {
  readonly column: string
  readonly readAs: string
  readonly others?: readonly string[]
  readonly onMap: (theirs: string, ours: string) => void
}

/** What a column seems to be: one click accepts it, another leaves the column out. */
function Proposed({ column, readAs, others = [], onMap }: ProposedProps) {
  return (
    <div class="toolbar">
      <button type="button" class="primary" onClick={() => onMap(column, readAs)}>
        Read {column} as {inSentence(columnWords(readAs))}
      </button>
      {others.map((other) => (
        <button key={other} type="button" class="primary" onClick={() => onMap(column, other)}>
          Read {column} as {inSentence(columnWords(other))}
        </button>
      ))}
      <button type="button" class="quiet" onClick={() => onMap(column, NOT_READ)}>
        Leave {column} out
      </button>
    </div>
  )
}

/** Words within a sentence: `RAM capacity` keeps its capitals, `Quantity` does not. */
function inSentence(words: string): string {
  return /^\p{Lu}{2}/u.test(words) ? words : (words[0]?.toLowerCase() ?? '') + words.slice(1)
}
