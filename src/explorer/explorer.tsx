import type { ComponentChildren } from 'preact'
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { KEY_REFUSED, keepApiKey, keyFault } from './api/send.ts'
import type { FileOfForm } from './fleet/fleet-page.tsx'
import { useDrop } from './fleet/use-drop.ts'
import { type Catalogue, EMPTY_CATALOGUE, fetchCatalogue, isLocation } from './form/catalogue.ts'
import { Conditions } from './form/conditions.tsx'
import { FieldRow } from './form/field-row.tsx'
import { meantLocation } from './form/locations.ts'
import { SubjectCard } from './form/subject-card.tsx'
import { lazy } from './lazy.tsx'
import { Later } from './results/panel.tsx'
import { Peek } from './results/peek.tsx'
import { useResults } from './results/use-results.ts'
import { ResultsPage } from './results-page.tsx'
import { readConditions } from './state/read-conditions.ts'
import { unreadParts } from './state/unread-parts.ts'
import { type ChangeView, useView } from './state/use-view.ts'
import { FIRST_VIEWS, MOST_SUBJECTS, type Mode, type View } from './state/view.ts'
import {
  kindName,
  STARTING_SUBJECTS,
  SUBJECT_KINDS,
  type Subject,
  type SubjectKind,
  subjectName,
} from './subjects/subject.ts'

const askedPanel = () => import('./home/asked-panel.tsx')
const FleetPage = lazy(() => import('./fleet/fleet-page.tsx').then((part) => part.FleetPage))

const MODES: readonly (readonly [Mode, string])[] = [
  ['compare', 'Compare'],
  ['fleet', 'Fleet'],
]

/** Switches between comparing things and assessing a file; each mode keeps its state. */
function ModeChoice({ view, change }: { readonly view: View; readonly change: ChangeView }) {
  const left = useRef<Partial<Record<Mode, View>>>({})
  const choose = (mode: Mode) => {
    left.current[view.mode] = view
    change(() => left.current[mode] ?? FIRST_VIEWS[mode])
  }
  return (
    <fieldset class="mode" aria-label="Task">
      {MODES.map(([mode, title]) => (
        <button
          key={mode}
          type="button"
          aria-pressed={view.mode === mode}
          onClick={() => mode !== view.mode && choose(mode)}
        >
          {title}
        </button>
      ))}
    </fieldset>
  )
}

/** Opens files that are dropped on a comparison as a fleet; the back button returns to the comparison. */
function DropOnComparison() {
  useDrop(openAsFleet)
  return null
}

const openAsFleet = (files: readonly File[]) => {
  import('./fleet/handed-over.ts')
    .then(({ openFleet }) => openFleet(files))
    .catch(() => {
      // The fleet finds no files there, and says so.
      location.assign('/explorer?mode=fleet#dropped')
    })
}

/** The page: the mode, then what is compared on one side, and its impacts on the other. */
export function Explorer() {
  const [asked, change] = useView()
  const [catalogue, setCatalogue] = useState<Catalogue>(EMPTY_CATALOGUE)
  const [catalogueFault, setCatalogueFault] = useState<string>()
  const [needsKey, setNeedsKey] = useState(false)
  const { release } = asked
  useEffect(() => {
    let isWanted = true
    const load = () =>
      fetchCatalogue(release).then(
        (found) => {
          if (!isWanted) return
          setCatalogue(found)
          setCatalogueFault(undefined)
        },
        (error: Error) => isWanted && setCatalogueFault(error.message),
      )
    load()
    addEventListener('online', load)
    return () => {
      isWanted = false
      removeEventListener('online', load)
    }
  }, [release])
  useEffect(() => {
    const askForKey = () => setNeedsKey(true)
    addEventListener(KEY_REFUSED, askForKey)
    return () => removeEventListener(KEY_REFUSED, askForKey)
  }, [])
  const view = useMemo(() => withKnownCriteria(asked, catalogue), [asked, catalogue.criteria])
  const unread = useMemo(() => unreadParts(location.search, catalogue), [asked, catalogue.criteria])
  useReadLocations(view, catalogue, change)
  const isFleet = view.mode === 'fleet'
  const title = titleOf(view)
  useEffect(() => {
    document.title = title
  }, [title])
  const [fleetFile, setFleetFile] = useState<FileOfForm>()
  // The hidden mode sends no requests.
  const compared = useMemo(() => (isFleet ? { ...view, subjects: [] } : view), [view])
  const { slots, retry } = useResults(compared, catalogue)
  const given = readConditions(view, catalogue)
  const faults = [...given.faults, ...slots.flatMap((slot) => slot.faults)]
  return (
    <>
      <h1>{isFleet ? 'Assess a whole fleet' : 'Compare the carbon footprint of IT equipment'}</h1>
      <p class="intro">
        Servers, cloud instances, laptops, components: what producing and using them does to the climate, with a likely
        range for every figure and a source for every assumption.
      </p>
      {needsKey && <ApiKeyForm />}
      <ModeChoice view={view} change={change} />
      <Question isFolded={isFleet && fleetFile !== undefined && given.faults.length === 0}>
        <Conditions
          view={view}
          catalogue={catalogue}
          faults={faults}
          withoutDuration={isFleet ? (fleetFile?.withoutDuration ?? '') : ''}
          change={change}
        />
      </Question>
      {unread.length > 0 && (
        <p class="fault" role="alert">
          This page does not know these parts of its address, so they have no effect:{' '}
          {unread.map((part) => `“${part}”`).join(', ')}
        </p>
      )}
      {catalogueFault && !needsKey && <p class="fault">{catalogueFault}</p>}
      {isFleet ? (
        <FleetPage
          view={view}
          conditions={given.faults.length === 0 ? given.conditions : undefined}
          catalogue={catalogue}
          change={change}
          onFile={setFleetFile}
        />
      ) : (
        <div class="layout">
          <DropOnComparison />
          <form class="form" aria-label="What to compare" onSubmit={(event) => event.preventDefault()}>
            <SubjectCards view={view} slots={slots} catalogue={catalogue} change={change} />
            <Peek slots={slots} criterion={view.focus} />
          </form>
          <div id="results" tabIndex={-1}>
            {view.subjects.length === 0 && askedPhrase() !== '' ? (
              <Later load={askedPanel} content={{ phrase: askedPhrase(), catalogue }} />
            ) : view.subjects.length === 0 ? (
              <section class="panel empty">
                <h2>Nothing chosen yet</h2>
                <p>
                  Add a cloud instance, a server, a device or a component, or{' '}
                  <a href="/explorer">start with an example</a>.
                </p>
              </section>
            ) : (
              <ResultsPage view={view} slots={slots} catalogue={catalogue} change={change} onRetry={retry} />
            )}
          </div>
        </div>
      )}
    </>
  )
}

/** Narrow screens show the figures of a file first. */
const NARROW = '(max-width: 40rem)'

interface QuestionProps {
  /** Whether there is a file, which comes first on a narrow screen. */
  readonly isFolded: boolean
  readonly children: ComponentChildren
}

/** The form of the shared conditions. */
function Question({ isFolded, children }: QuestionProps) {
  const fold = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    if (fold.current) fold.current.open = !(isFolded && matchMedia(NARROW).matches)
  }, [isFolded])
  return (
    <form class="question" aria-label="Question" onSubmit={(event) => event.preventDefault()}>
      <details ref={fold} open>
        <summary class={isFolded ? '' : 'needless'}>Change location, load or duration</summary>
        {children}
      </details>
    </form>
  )
}

interface CardsProps {
  readonly view: View
  readonly slots: ReturnType<typeof useResults>['slots']
  readonly catalogue: Catalogue
  readonly change: ChangeView
}

function SubjectCards({ view, slots, catalogue, change }: CardsProps) {
  const [focused, setFocused] = useState<number>()
  const setSubjects = (make: (subjects: readonly Subject[]) => readonly Subject[], field?: string) =>
    change((now) => ({ ...now, subjects: make(now.subjects) }), field)
  const add = (subject: Subject) => {
    setFocused(view.subjects.length)
    setSubjects((subjects) => [...subjects, subject])
  }
  const remove = (index: number) => {
    // The focus moves to the subject that takes its place, or to the one before if it was the last.
    setFocused(Math.min(index, view.subjects.length - 2))
    setSubjects((subjects) => subjects.filter((_, at) => at !== index))
  }
  useEffect(() => {
    if (focused === undefined) return
    const card = document.getElementById(`subject-${focused}`) ?? document.querySelector<HTMLElement>('.add button')
    card?.scrollIntoView({ block: 'nearest' })
    card?.focus({ preventScroll: true })
    setFocused(undefined)
  }, [focused])
  const hasRoom = view.subjects.length < MOST_SUBJECTS
  return (
    <>
      {view.subjects.map((subject, index) => (
        <SubjectCard
          key={index}
          subject={subject}
          index={index}
          slot={slots[index]}
          catalogue={catalogue}
          canCopy={hasRoom}
          onChange={(make, field) =>
            setSubjects((subjects) => subjects.map((each, at) => (at === index ? make(each) : each)), field)
          }
          onRemove={() => remove(index)}
          onCopy={() => add(subject)}
        />
      ))}
      {hasRoom && <AddSubject isFirst={view.subjects.length === 0} onAdd={(kind) => add(STARTING_SUBJECTS[kind])} />}
      {!hasRoom && (
        <p class="note" role="status">
          You can compare {MOST_SUBJECTS} items at most{tooMany()}.{' '}
          <a href="/explorer?mode=fleet">Assess more as a fleet</a>.
        </p>
      )}
    </>
  )
}

/** The view without criteria that the service does not have. */
function withKnownCriteria(view: View, { criteria }: Catalogue): View {
  const known = view.criteria.filter((each) => criteria.some(({ criterion }) => criterion === each))
  if (known.length === 0 || known.length === view.criteria.length) return view
  return { ...view, criteria: known, focus: known.includes(view.focus) ? view.focus : (known[0] as View['focus']) }
}

/** What the address asks for in words: `/explorer?q=m5.xlarge in France`. */
function askedPhrase(): string {
  return new URLSearchParams(location.search).get('q')?.trim() ?? ''
}

/** With more than this, the title of the page counts the others. */
const MOST_IN_TITLE = 3

/** The title for tabs, bookmarks and the history: `m5.xlarge vs m6g.xlarge · impactql`. */
function titleOf({ mode, subjects }: View): string {
  const names = subjects.slice(0, MOST_IN_TITLE).map(subjectName)
  const others = subjects.length > MOST_IN_TITLE ? ` and ${subjects.length - MOST_IN_TITLE} more` : ''
  const what = mode === 'fleet' ? 'Fleet' : names.join(' vs ') || 'Explorer'
  return `${what}${others} · impactql`
}

/** The message for an address with too many things. */
function tooMany(): string {
  const count = new URLSearchParams(location.search).getAll('s').length
  return count > MOST_SUBJECTS ? `. The link lists ${count}. The page shows the first ${MOST_SUBJECTS}` : ''
}

/** Replaces informal places in addresses (`UK`, `eu-west-3`) by their code, if there is one. */
function useReadLocations(view: View, catalogue: Catalogue, change: ChangeView): void {
  useEffect(() => {
    if (catalogue.locations.length === 0) return
    const texts = new Set([view.location, ...view.subjects.map(({ entered }) => entered.location ?? '')])
    for (const text of texts) {
      if (text === '' || isLocation(text, catalogue)) continue
      meantLocation(text, catalogue)
        .then((code) => code !== undefined && change((now) => withLocation(now, text, code), 'location'))
        .catch(() => undefined)
    }
  }, [catalogue.locations, view.location, view.subjects])
}

function withLocation(view: View, text: string, code: string): View {
  const replace = (subject: Subject): Subject =>
    subject.entered.location === text ? { ...subject, entered: { ...subject.entered, location: code } } : subject
  return { ...view, location: view.location === text ? code : view.location, subjects: view.subjects.map(replace) }
}

interface Props {
  readonly isFirst: boolean
  readonly onAdd: (kind: SubjectKind) => void
}

/** Buttons that add to the comparison, one for each kind. */
function AddSubject({ isFirst, onAdd }: Props) {
  return (
    <fieldset class="add" aria-label={isFirst ? 'What do you want to assess?' : 'Compare with another'}>
      <p class="group-name" aria-hidden="true">
        {isFirst ? 'What do you want to assess?' : 'Compare with'}
      </p>
      <div class="add-kinds">
        {SUBJECT_KINDS.map((kind) => (
          <button key={kind} type="button" class="quiet" onClick={() => onAdd(kind)}>
            <span aria-hidden="true">+ </span>
            {kindName(kind, true)}
          </button>
        ))}
      </div>
    </fieldset>
  )
}

/** Asks for an API key, then reloads everything; the address keeps the reader's choices. */
function ApiKeyForm() {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.focus(), [])
  const fault = keyFault()
  return (
    <form
      class="api-key"
      aria-labelledby="api-key-title"
      onSubmit={(event) => {
        event.preventDefault()
        keepApiKey(input.current?.value.trim() ?? '')
        location.reload()
      }}
    >
      <h2 id="api-key-title">This service needs an API key</h2>
      <FieldRow
        id="api-key"
        label="API key"
        fault={fault === undefined ? undefined : { message: fault }}
        note="This tab keeps the key until you close the tab, and sends it only to this service."
      >
        <input
          ref={input}
          id="api-key"
          type="password"
          autocomplete="off"
          required
          pattern="\s*[!-~]+\s*"
          title="Letters, digits and symbols, without spaces"
          aria-invalid={fault !== undefined}
          aria-describedby={fault === undefined ? 'api-key-note' : 'api-key-fault'}
        />
      </FieldRow>
      <button type="submit" class="quiet">
        Use this key
      </button>
    </form>
  )
}
