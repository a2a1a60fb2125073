import { useEffect, useState } from 'preact/hooks'
import { RangesPicture } from '../charts/ranges-picture.tsx'
import { SubjectTabs } from '../results/panel.tsx'
import type { SubjectResult } from '../results/subject-result.ts'
import { ofHundred } from '../results/verdict.ts'
import { type Subject, subjectLetter } from '../subjects/subject.ts'
import { differenceWords } from './difference-words.ts'
import type { ScenarioProps } from './elsewhere-panel.tsx'
import { fetchLowerTypes, type LowerType } from './fetch-lower-types.ts'

/** Instance types that do the same with a lower impact: how much is saved, and how certain that is. */
export default function LowerPanel({ view, results, change, title, unit }: ScenarioProps) {
  const [chosen, setChosen] = useState(0)
  const instances = results.filter(({ subject }) => subject.kind === 'cloud')
  const result = instances[Math.min(chosen, instances.length - 1)]
  const found = useLowerTypes(result, view.focus)
  if (result === undefined) return null
  const now = result.impacts.find(({ criterion }) => criterion === view.focus)
  const take = (type: string) =>
    change((each) => ({ ...each, subjects: [...each.subjects, withType(result.subject, type)] }))
  return (
    <>
      <p class="lead">
        Types of the same provider with the same number of vCPU and a lower figure. They have the same memory, or up to
        twice as much. The list leaves out a type if another one with the same architecture has a lower figure and at
        least as much memory.
      </p>
      <SubjectTabs label="Lower than" results={instances} chosen={instances.indexOf(result)} onChoose={setChosen} />
      {found === undefined && <p class="note">Computing…</p>}
      {typeof found === 'string' && <p class="fault">{found}</p>}
      {Array.isArray(found) && found.length === 0 && <p>No such type has a lower figure than {result.name}.</p>}
      {typeof found === 'object' && found.length > 0 && (
        <>
          <ul class="lower-types">
            {found.map(({ name, memory, impact, probability, isSameArchitecture }) => (
              <li key={name}>
                <strong>{name}</strong> saves{' '}
                <strong>{differenceWords(now?.total?.exact, impact.total?.exact).replace(' less', '')}</strong>
                {probability !== undefined && `, lower in ${ofHundred(probability)} runs of the model`}. {memory} GB.{' '}
                {isSameArchitecture === false && (
                  <span class="muted">Another architecture: programs must be built for it. </span>
                )}
                <button type="button" class="plain" onClick={() => take(name)}>
                  Compare<span class="unseen"> with {name}</span>
                </button>
              </li>
            ))}
          </ul>
          <RangesPicture
            title={`${title} of types that can replace ${result.name}`}
            unit={unit}
            rows={[
              { name: `${subjectLetter(result.position)} · ${result.name}`, impact: now },
              ...found.map(({ name, impact }) => ({ name, impact })),
            ]}
          />
        </>
      )}
    </>
  )
}

function withType({ kind, entered }: Subject, type: string): Subject {
  return { kind, entered: { ...entered, type } }
}

/** The types below a result; undefined while loading, a sentence if that fails. */
function useLowerTypes(
  result: SubjectResult | undefined,
  criterion: ScenarioProps['view']['focus'],
): readonly LowerType[] | string | undefined {
  const [found, setFound] = useState<{ readonly key: string; readonly types: readonly LowerType[] | string }>()
  const key = `${result?.key} ${criterion}`
  useEffect(() => {
    if (result === undefined) return
    const controller = new AbortController()
    fetchLowerTypes(result, criterion, controller.signal).then(
      (types) => setFound({ key, types }),
      (error: Error) => controller.signal.aborted || setFound({ key, types: error.message }),
    )
    return () => controller.abort()
  }, [key])
  return found?.key === key ? found.types : undefined
}
