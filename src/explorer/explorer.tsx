import { useEffect, useMemo, useState } from 'preact/hooks'
import { KEY_REFUSED } from './api/api-key.ts'
import { FleetPage } from './fleet/fleet-page.tsx'
import { AddSubject } from './form/add-subject.tsx'
import { ApiKeyForm } from './form/api-key-form.tsx'
import { type Catalogue, EMPTY_CATALOGUE, fetchCatalogue, isPlace } from './form/catalogue.ts'
import { Conditions } from './form/conditions.tsx'
import { ModeChoice } from './form/mode-choice.tsx'
import { meantPlace } from './form/places.ts'
import { SubjectCard } from './form/subject-card.tsx'
import { Peek } from './results/peek.tsx'
import { useResults } from './results/use-results.ts'
import { ResultsPage } from './results-page.tsx'
import { readConditions } from './state/read-conditions.ts'
import { type ChangeView, useView } from './state/use-view.ts'
import { MOST_SUBJECTS, type View } from './state/view.ts'
import { STARTING_SUBJECTS, type Subject } from './subjects/subject.ts'

/** The page: first the question, then on one side what is compared, on the other what it impacts. */
export function Explorer() {
  const [view, change] = useView()
  const [catalogue, setCatalogue] = useState<Catalogue>(EMPTY_CATALOGUE)
  const [catalogueFault, setCatalogueFault] = useState<string>()
  const [needsKey, setNeedsKey] = useState(false)
  const { release } = view
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
  useReadPlaces(view, catalogue, change)
  const isFleet = view.mode === 'fleet'
  // Nothing is asked of what is not shown.
  const compared = useMemo(() => (isFleet ? { ...view, subjects: [] } : view), [view])
  const { slots, retry } = useResults(compared, catalogue)
  const given = readConditions(view, catalogue)
  const faults = [...given.faults, ...slots.flatMap((slot) => slot.faults)]
  return (
    <>
      <h1>Compare the carbon footprint of IT equipment</h1>
      <p class="intro">
        Servers, cloud instances, laptops, parts: what making and using them does to the climate, with bounds for every
        figure and a source for every assumption.
      </p>
      {needsKey && <ApiKeyForm />}
      <form class="question" aria-label="Question" onSubmit={(event) => event.preventDefault()}>
        <Conditions view={view} catalogue={catalogue} faults={faults} change={change} />
        <ModeChoice view={view} change={change} />
      </form>
      {catalogueFault && !needsKey && <p class="fault">{catalogueFault}</p>}
      {isFleet ? (
        <FleetPage
          view={view}
          conditions={given.faults.length === 0 ? given.conditions : undefined}
          catalogue={catalogue}
          change={change}
        />
      ) : (
        <div class="layout">
          <form class="form" aria-label="What to compare" onSubmit={(event) => event.preventDefault()}>
            <SubjectCards view={view} slots={slots} catalogue={catalogue} change={change} />
            <Peek slots={slots} criterion={view.focus} />
          </form>
          <div id="results" tabIndex={-1}>
            {view.subjects.length === 0 ? (
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

interface CardsProps {
  readonly view: View
  readonly slots: ReturnType<typeof useResults>['slots']
  readonly catalogue: Catalogue
  readonly change: ChangeView
}

function SubjectCards({ view, slots, catalogue, change }: CardsProps) {
  const [added, setAdded] = useState<number>()
  const setSubjects = (make: (subjects: readonly Subject[]) => readonly Subject[], field?: string) =>
    change((now) => ({ ...now, subjects: make(now.subjects) }), field)
  const add = (subject: Subject) => {
    setAdded(view.subjects.length)
    setSubjects((subjects) => [...subjects, subject])
  }
  useEffect(() => {
    const card = added === undefined ? null : document.getElementById(`subject-${added}`)
    if (card === null) return
    card.scrollIntoView({ block: 'nearest' })
    card.focus({ preventScroll: true })
    setAdded(undefined)
  }, [added])
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
          onRemove={() => setSubjects((subjects) => subjects.filter((_, at) => at !== index))}
          onCopy={() => add(subject)}
        />
      ))}
      {hasRoom && <AddSubject isFirst={view.subjects.length === 0} onAdd={(kind) => add(STARTING_SUBJECTS[kind])} />}
    </>
  )
}

/** Addresses may name a place as people do (`UK`, `eu-west-3`): it is replaced by its code where there is one. */
function useReadPlaces(view: View, catalogue: Catalogue, change: ChangeView): void {
  useEffect(() => {
    if (catalogue.locations.length === 0) return
    const texts = new Set([view.location, ...view.subjects.map(({ entered }) => entered.location ?? '')])
    for (const text of texts) {
      if (text === '' || isPlace(text, catalogue)) continue
      meantPlace(text, catalogue)
        .then((code) => code !== undefined && change((now) => withPlace(now, text, code), 'place'))
        .catch(() => undefined)
    }
  }, [catalogue.locations, view.location, view.subjects])
}

function withPlace(view: View, text: string, code: string): View {
  const replace = (subject: Subject): Subject =>
    subject.entered.location === text ? { ...subject, entered: { ...subject.entered, location: code } } : subject
  return { ...view, location: view.location === text ? code : view.location, subjects: view.subjects.map(replace) }
}
