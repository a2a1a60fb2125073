import { useEffect, useState } from 'preact/hooks'
import { KEY_REFUSED } from './api/api-key.ts'
import { AddSubject } from './form/add-subject.tsx'
import { ApiKeyForm } from './form/api-key-form.tsx'
import { type Catalogue, EMPTY_CATALOGUE, fetchCatalogue } from './form/catalogue.ts'
import { Conditions } from './form/conditions.tsx'
import { SubjectCard } from './form/subject-card.tsx'
import { Peek } from './results/peek.tsx'
import { useResults } from './results/use-results.ts'
import { ResultsPage } from './results-page.tsx'
import { useView } from './state/use-view.ts'
import { MOST_SUBJECTS } from './state/view.ts'
import { STARTING_SUBJECTS, type Subject } from './subjects/subject.ts'

/** The page: on one side what is chosen, on the other what it impacts. */
export function Explorer() {
  const [view, change] = useView()
  const [catalogue, setCatalogue] = useState<Catalogue>(EMPTY_CATALOGUE)
  const [catalogueFault, setCatalogueFault] = useState<string>()
  const [needsKey, setNeedsKey] = useState(false)
  useEffect(() => {
    window.addEventListener(KEY_REFUSED, () => setNeedsKey(true))
    fetchCatalogue().then(setCatalogue, (error: Error) => setCatalogueFault(error.message))
  }, [])
  const slots = useResults(view)
  const setSubjects = (make: (subjects: readonly Subject[]) => readonly Subject[], field?: string) =>
    change((now) => ({ ...now, subjects: make(now.subjects) }), field)
  const add = (subject: Subject) => setSubjects((subjects) => [...subjects, subject])
  const faults = slots.flatMap((slot) => slot.faults)
  const usage = slots.find(({ isCurrent }) => isCurrent)?.result?.usage.usageLocation
  return (
    <>
      <a class="skip" href="#results">
        Skip to the results
      </a>
      <header class="top">
        <p class="brand">
          <a href="/">impactql</a>
        </p>
        <h1>See an impact, and where it comes from</h1>
        <p class="intro">
          Choose what to assess, where it runs and for how long; every figure comes with its bounds, and every
          assumption with its source.
        </p>
        <nav aria-label="Elsewhere">
          <a href="/graphql">GraphQL</a>
          <a href="/docs">REST</a>
        </nav>
      </header>
      <div class="layout">
        {needsKey && <ApiKeyForm />}
        <form class="form" aria-label="What to assess" onSubmit={(event) => event.preventDefault()}>
          {catalogueFault && !needsKey && <p class="fault">{catalogueFault}</p>}
          {view.subjects.map((subject, index) => (
            <SubjectCard
              key={index}
              subject={subject}
              index={index}
              slot={slots[index]}
              catalogue={catalogue}
              canCopy={view.subjects.length < MOST_SUBJECTS}
              onChange={(next, field) =>
                setSubjects((subjects) => subjects.map((each, at) => (at === index ? next : each)), field)
              }
              onRemove={() => setSubjects((subjects) => subjects.filter((_, at) => at !== index))}
              onCopy={() => add(subject)}
            />
          ))}
          {view.subjects.length < MOST_SUBJECTS && (
            <AddSubject isFirst={view.subjects.length === 0} onAdd={(kind) => add(STARTING_SUBJECTS[kind])} />
          )}
          <Conditions
            view={view}
            catalogue={catalogue}
            faults={faults}
            locationNote={view.location === '' ? undefined : usage?.warnings[0]}
            change={change}
          />
          <Peek slots={slots} criterion={view.focus} />
        </form>
        <main id="results" tabIndex={-1}>
          {view.subjects.length === 0 ? (
            <section class="panel empty">
              <h2>Nothing chosen yet</h2>
              <p>
                Add a cloud instance, a server, a terminal or a component, or{' '}
                <a href="/explorer">start with an example</a>.
              </p>
            </section>
          ) : (
            <ResultsPage view={view} slots={slots} catalogue={catalogue} change={change} />
          )}
          <footer>
            {catalogue.release && (
              <p>
                Computed from data release {catalogue.release}. Nothing on this page comes from, or goes to, another
                host.
              </p>
            )}
          </footer>
        </main>
      </div>
    </>
  )
}
