import type { Criterion } from '../generated/explorer-operations.ts'
import { AssumptionsPanel } from './assumptions/assumptions-panel.tsx'
import { useEffects } from './assumptions/use-effects.ts'
import { AttributesPanel } from './attributes/attributes-panel.tsx'
import { CriterionPicture } from './charts/criterion-picture.tsx'
import { Legend } from './charts/legend.tsx'
import { partFigures } from './charts/part-figures.ts'
import { partOrder } from './charts/part-order.ts'
import { PartsPicture } from './charts/parts-picture.tsx'
import { PowerPicture } from './charts/power-picture.tsx'
import { TakeAlong } from './copy/take-along.tsx'
import type { Catalogue } from './form/catalogue.ts'
import type { SubjectResult } from './results/subject-result.ts'
import { SummaryPanel } from './results/summary-panel.tsx'
import type { Slot } from './results/use-results.ts'
import { criterionWords, unitWords } from './results/words.ts'
import type { ChangeView } from './state/use-view.ts'
import { MOST_SUBJECTS, type View } from './state/view.ts'

interface Props {
  readonly view: View
  readonly slots: readonly Slot[]
  readonly catalogue: Catalogue
  readonly change: ChangeView
}

/** Everything that is shown of the figures: the answer in short, the pictures, what matters, and where it comes from. */
export function ResultsPage({ view, slots, catalogue, change }: Props) {
  const results = slots.flatMap(({ result }) => result ?? [])
  const effects = useEffects(results, view.focus)
  const impacts = results.flatMap((result) => result.impacts)
  const infos = view.criteria.map((criterion) => {
    const info =
      impacts.find((each) => each.criterion === criterion) ??
      catalogue.criteria.find((each) => each.criterion === criterion)
    const { description = criterion, unit = '' } = info ?? {}
    return { criterion, words: criterionWords({ criterion, description }), unit: unitWords(unit) }
  })
  const { words = view.focus, unit = '' } = infos.find(({ criterion }) => criterion === view.focus) ?? {}
  const totals = results.map((result) => totalOf(result, view.focus))
  const parts = results.flatMap((result) => partFigures(result, view.focus))
  const figures = parts.flatMap(({ embedded, use }) => [embedded ?? [], use ?? []].flat())
  const order = partOrder(parts)
  const criteria = [view.focus, ...view.criteria.filter((criterion) => criterion !== view.focus)]
  return (
    <div class="results">
      {infos.length > 1 && (
        <fieldset class="tabs focus" aria-label="Criterion shown">
          {infos.map((info) => (
            <button
              key={info.criterion}
              type="button"
              class="chip"
              aria-pressed={info.criterion === view.focus}
              onClick={() => change((now) => ({ ...now, focus: info.criterion }))}
            >
              {info.words}
            </button>
          ))}
        </fieldset>
      )}
      <SummaryPanel
        subjects={view.subjects}
        slots={slots}
        results={results}
        effects={effects}
        criterion={view.focus}
        title={words}
        unit={unit}
      />
      {results.length > 0 && (
        <>
          <section class="panel" aria-labelledby="phases-title">
            <h2 id="phases-title">Embedded against use</h2>
            <Legend />
            <div class="columns">
              {criteria.map((criterion, index) => (
                <CriterionPicture
                  key={criterion}
                  criterion={criterion}
                  results={results}
                  isWide={index === 0 && criteria.length % 2 === 1}
                />
              ))}
            </div>
          </section>
          <AssumptionsPanel results={results} effects={effects} totals={totals} unit={unit} />
          <section class="panel" aria-labelledby="parts-title">
            <h2 id="parts-title">Part by part</h2>
            <p class="lead">
              {words}, in {unit}, on one scale. What a server draws besides its processors, memory and graphics cards is
              the rest of the whole.
            </p>
            <Legend />
            <div class="columns narrow">
              {results.map((result, index) => (
                <PartsPicture
                  key={index}
                  result={result}
                  index={index}
                  criterion={view.focus}
                  unit={unit}
                  figures={figures}
                  order={order}
                />
              ))}
            </div>
          </section>
          <PowerPicture results={results} />
          <AttributesPanel
            results={results}
            effects={effects}
            onAddHost={view.subjects.length < MOST_SUBJECTS ? (archetype) => addServer(change, archetype) : undefined}
          />
          <TakeAlong results={results} />
        </>
      )}
    </div>
  )
}

function addServer(change: ChangeView, archetype: string): void {
  change((now) => ({ ...now, subjects: [...now.subjects, { kind: 'server', said: { archetype } }] }))
}

function totalOf({ impacts }: SubjectResult, criterion: Criterion): number {
  const impact = impacts.find((each) => each.criterion === criterion)
  return (impact?.embedded?.exact ?? 0) + (impact?.use?.exact ?? 0)
}
