import { AttributesPanel } from './attributes/attributes-panel.tsx'
import { ChangesPanel, releasesToCompare } from './changes/changes-panel.tsx'
import { Legend, likelyFigure } from './charts/chart.tsx'
import { componentFigures, componentOrder } from './charts/component-figures.ts'
import { ComponentsPicture } from './charts/components-picture.tsx'
import { CriterionPicture } from './charts/criterion-picture.tsx'
import { PHASES } from './charts/phases.ts'
import { ReleaseOfFigures } from './charts/picture-files.tsx'
import { PowerPicture } from './charts/power-picture.tsx'
import { TakeAlong } from './copy/take-along.tsx'
import { PrintedAddress } from './fleet/print-only.tsx'
import type { Catalogue } from './form/catalogue.ts'
import { CriteriaChoice } from './form/criteria-choice.tsx'
import { Later, Panel, PanelNav, usePanelOfAddress } from './results/panel.tsx'
import { scaleOf } from './results/scale.ts'
import { withDistinctNames } from './results/setting-words.ts'
import { SummaryPanel } from './results/summary-panel.tsx'
import type { Slot } from './results/use-results.ts'
import { criterionWords, unitWords } from './results/words.ts'
import type { ChangeView } from './state/use-view.ts'
import { MOST_SUBJECTS, type View } from './state/view.ts'
import { ExplanationPanel } from './uncertainty/explanation-panel.tsx'
import { useUncertainty } from './uncertainty/fetch-uncertainty.ts'
import { UncertaintyPanel } from './uncertainty/uncertainty-panel.tsx'

interface Props {
  readonly view: View
  readonly slots: readonly Slot[]
  readonly catalogue: Catalogue
  readonly change: ChangeView
  readonly onRetry: () => void
}

/** Everything about the figures: the summary, the charts, what matters, and where it comes from. */
export function ResultsPage({ view, slots, catalogue, change, onRetry }: Props) {
  const results = withDistinctNames(
    slots.flatMap(({ result }) => result ?? []),
    catalogue,
  )
  const isSettled = slots.every(({ isLoading }) => !isLoading)
  const uncertainty = useUncertainty(results, view.focus, isSettled)
  usePanelOfAddress()
  const impacts = results.flatMap((result) => result.impacts)
  const infos = view.criteria.map((criterion) => {
    const info =
      impacts.find((each) => each.criterion === criterion) ??
      catalogue.criteria.find((each) => each.criterion === criterion)
    const { description = criterion, unit = '' } = info ?? {}
    return { criterion, words: criterionWords({ criterion, description }), unit: unitWords(unit) }
  })
  const { words = view.focus, unit = '' } = infos.find(({ criterion }) => criterion === view.focus) ?? {}
  const parts = results.flatMap((result) => componentFigures(result, view.focus))
  const largestPart = Math.max(0, ...parts.flatMap((part) => PHASES.map((phase) => part[phase]?.value ?? 0)))
  const ofParts = scaleOf(unit, largestPart)
  const figures = parts.flatMap((part) => PHASES.flatMap((phase) => likelyFigure(part[phase], ofParts.by) ?? []))
  const order = componentOrder(parts)
  const criteria = [view.focus, ...view.criteria.filter((criterion) => criterion !== view.focus)]
  const releases = releasesToCompare(catalogue)
  const hasCurve = results.some(({ usage }) => usage.powerCurve !== null)
  const hasInstance = results.some(({ subject }) => subject.kind === 'cloud')
  const scenario = { view, results, catalogue, change, title: words, unit }
  return (
    <ReleaseOfFigures.Provider value={catalogue.release}>
      <div class="results">
        <div class="focus">
          {infos.length > 1 && (
            <fieldset class="tabs" aria-label="Impact shown">
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
          <CriteriaChoice view={view} catalogue={catalogue} change={change} />
        </div>
        <SummaryPanel
          view={view}
          catalogue={catalogue}
          slots={slots}
          results={results}
          uncertainty={uncertainty}
          title={words}
          unit={unit}
          onRetry={onRetry}
        />
        <PrintedAddress />
        {results.length > 0 && (
          <>
            <PanelNav
              panels={[
                ['result', 'Result'],
                ['what-if', 'What if'],
                ['elsewhere', 'Elsewhere'],
                ...(hasInstance ? ([['lower', 'Lower']] as const) : []),
                ['phases', 'Embodied and use'],
                ['uncertainty', 'How certain'],
                ['parts', 'Parts'],
                ...(hasCurve ? ([['power', 'Power']] as const) : []),
                ['explanation', 'How computed'],
                ['attributes', 'Assumptions'],
                ...(releases ? ([['changes', 'What changed']] as const) : []),
                ['export', 'Export'],
              ]}
            />
            <Panel id="what-if" title="What if" isLazy isAsked={Object.keys(view.whatIf).length > 0}>
              <Later load={whatIfPanel} content={scenario} />
            </Panel>
            <Panel id="elsewhere" title="Elsewhere" isLazy>
              <Later load={elsewherePanel} content={scenario} />
            </Panel>
            {hasInstance && (
              <Panel id="lower" title="Lower impact at the same size" isLazy>
                <Later load={lowerPanel} content={scenario} />
              </Panel>
            )}
            <Panel id="phases" title="Embodied and use">
              <Legend hasBuilding={impacts.some(({ building }) => building)} />
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
            </Panel>
            <UncertaintyPanel
              results={results}
              uncertainty={uncertainty}
              criterion={view.focus}
              title={words}
              unit={unit}
              catalogue={catalogue}
            />
            <Panel id="parts" title="Part by part" isLazy>
              <p class="lead">
                {words}, in {ofParts.unit}, on one scale. “Everything else” is the use impact of a server apart from its
                processors, memory and graphics cards. It has no likely range.
              </p>
              <Legend hasBuilding={parts.some(({ building }) => building)} />
              <div class="columns narrow">
                {results.map((result, index) => (
                  <ComponentsPicture
                    key={index}
                    result={result}
                    criterion={view.focus}
                    {...ofParts}
                    figures={figures}
                    order={order}
                  />
                ))}
              </div>
            </Panel>
            {hasCurve && <PowerPicture results={results} />}
            <ExplanationPanel results={results} uncertainty={uncertainty} criterion={view.focus} unit={unit} />
            <AttributesPanel
              results={results}
              drivers={results.map((_, at) =>
                typeof uncertainty === 'object' ? (uncertainty.readings[at]?.drivers ?? []) : [],
              )}
              onAddHost={view.subjects.length < MOST_SUBJECTS ? (archetype) => addServer(change, archetype) : undefined}
            />
            {releases && (
              <ChangesPanel
                results={results}
                releases={releases}
                criterion={view.focus}
                unit={unit}
                catalogue={catalogue}
              />
            )}
            <TakeAlong results={results} release={catalogue.release} />
          </>
        )}
      </div>
    </ReleaseOfFigures.Provider>
  )
}

const elsewherePanel = () => import('./scenarios/elsewhere-panel.tsx')
const lowerPanel = () => import('./scenarios/lower-panel.tsx')
const whatIfPanel = () => import('./scenarios/what-if-panel.tsx')

function addServer(change: ChangeView, archetype: string): void {
  change((now) => ({ ...now, subjects: [...now.subjects, { kind: 'server', entered: { archetype } }] }))
}
