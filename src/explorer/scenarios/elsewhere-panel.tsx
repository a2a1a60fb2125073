import { useState } from 'preact/hooks'
import { RangesPicture } from '../charts/ranges-picture.tsx'
import { type Catalogue, locationName } from '../form/catalogue.ts'
import { SubjectTabs } from '../results/panel.tsx'
import type { SubjectResult } from '../results/subject-result.ts'
import type { ChangeView } from '../state/use-view.ts'
import type { View } from '../state/view.ts'
import { subjectLetter } from '../subjects/subject.ts'
import { drawsPower } from '../subjects/subject-request.ts'
import { differenceWords } from './difference-words.ts'
import { useAnswers } from './use-answers.ts'
import { requestWith } from './what-if.ts'

/** Places from the cleanest electricity to the dirtiest, on five continents. */
const PLACES = ['SWE', 'FRA', 'BRA', 'GBR', 'ESP', 'DEU', 'USA', 'CHN', 'POL', 'IND']

export interface ScenarioProps {
  readonly view: View
  readonly results: readonly SubjectResult[]
  readonly catalogue: Catalogue
  readonly change: ChangeView
  readonly title: string
  readonly unit: string
}

/** The same equipment in ten places, the lowest first. */
export default function ElsewherePanel({ view, results, catalogue, change, title, unit }: ScenarioProps) {
  const [chosen, setChosen] = useState(0)
  const movable = results.filter(({ subject }) => drawsPower(subject))
  const result = movable[Math.min(chosen, movable.length - 1)]
  const places = PLACES.filter((code) => catalogue.locations.some((location) => location.code === code))
  const requests = places.flatMap((location) => {
    const request = result && requestWith({ location }, result.subject, view, catalogue, undefined)
    return request ?? []
  })
  const { impacts, isCurrent, fault } = useAnswers(requests)
  if (result === undefined) return <p class="note">None of these uses electricity, so the place has no effect.</p>
  const now = result.impacts.find(({ criterion }) => criterion === view.focus)
  const rows = places
    .map((code, at) => ({ code, name: locationName(code, catalogue), impact: impacts[at] }))
    .filter(({ impact }) => impact !== undefined)
    .toSorted((one, other) => (one.impact?.total?.exact ?? 0) - (other.impact?.total?.exact ?? 0))
    .map((row) => ({ ...row, note: differenceWords(now?.total?.exact, row.impact?.total?.exact) }))
  const [lowest] = rows
  const name = `${subjectLetter(result.position)} · ${result.name}`
  return (
    <>
      <p class="lead">The same equipment in ten places. Only the electricity changes.</p>
      <SubjectTabs label="Elsewhere" results={movable} chosen={movable.indexOf(result)} onChoose={setChosen} />
      {fault && <p class="fault">{fault}</p>}
      {rows.length === 0 && !fault && <p class="note">Computing…</p>}
      <div class={isCurrent ? 'scenario' : 'scenario stale'} aria-busy={!isCurrent}>
        {rows.length > 0 && (
          <RangesPicture
            title={`${title} of ${result.name} in ten places`}
            unit={unit}
            rows={[{ name: `${name}, unchanged`, impact: now }, ...rows]}
          />
        )}
      </div>
      {lowest && (
        <button
          type="button"
          class="quiet"
          onClick={() => change((now) => ({ ...now, whatIf: { ...now.whatIf, location: lowest.code } }))}
        >
          What if all of this ran in {lowest.name}?
        </button>
      )}
    </>
  )
}
