import { swingOf } from '../assumptions/fetch-effects.ts'
import { orderHolds } from '../assumptions/order-holds.ts'
import type { Effect } from '../assumptions/variation.ts'
import { DownloadButtons } from '../copy/download-buttons.tsx'
import type { Catalogue } from '../form/catalogue.ts'
import type { View } from '../state/view.ts'
import { subjectLetter } from '../subjects/subject-name.ts'
import { chanceWords } from '../uncertainty/chance-words.ts'
import type { Uncertainty } from '../uncertainty/use-uncertainty.ts'
import { roundedText } from './number-text.ts'
import { ownSetting, settingOf, settingWords, sharedSetting } from './setting-words.ts'
import type { SubjectResult } from './subject-result.ts'
import { SubjectTotal } from './subject-total.tsx'
import type { Slot } from './use-results.ts'
import { verdict } from './verdict.ts'
import { assumptionWords } from './words.ts'

interface Props {
  readonly view: View
  readonly catalogue: Catalogue
  readonly slots: readonly Slot[]
  readonly results: readonly SubjectResult[]
  readonly effects: readonly (readonly Effect[] | undefined)[]
  readonly uncertainty: Uncertainty | undefined
  readonly title: string
  readonly unit: string
  readonly onRetry: () => void
}

/** The answer in short: a figure for each subject and its conditions, how they compare, and what it depends on. */
export function SummaryPanel({ view, catalogue, slots, results, effects, uncertainty, title, unit, onRetry }: Props) {
  const { subjects, focus } = view
  const isCurrent = slots.every((slot) => slot.isCurrent)
  const chance = (letter: string) => (uncertainty ? chanceWords(uncertainty, letter) : '')
  const words = isCurrent ? verdict(results, focus, unit, orderHolds(results, effects, focus), chance) : undefined
  const shared = sharedSetting(results.map((result) => settingOf(result, catalogue)))
  const conditions = settingWords(shared)
  return (
    <section
      id="result"
      class="panel summary"
      aria-labelledby="summary-title"
      aria-busy={slots.some(({ isLoading }) => isLoading)}
    >
      <div class="panel-head">
        <h2 id="summary-title">
          {title} <span class="unit">{unit}</span>
        </h2>
        {isCurrent && <DownloadButtons results={results} catalogue={catalogue} />}
      </div>
      <p class="setting">
        {[
          conditions && `${conditions[0]?.toUpperCase()}${conditions.slice(1)}`,
          catalogue.release && `data release ${catalogue.release}`,
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      <ul class="totals">
        {subjects.map((subject, index) => {
          const result = slots[index]?.result
          return (
            <SubjectTotal
              key={index}
              subject={subject}
              index={index}
              slot={slots[index]}
              criterion={focus}
              unit={unit}
              setting={result ? settingWords(ownSetting(settingOf(result, catalogue), shared)) : ''}
              onRetry={onRetry}
            />
          )
        })}
      </ul>
      <div class="verdict" role="status">
        {words && (
          <p class="headline">
            {words.headline} <span class="certainty">{words.certainty}</span>
          </p>
        )}
        {isCurrent && <MattersMost results={results} effects={effects} unit={unit} />}
      </div>
    </section>
  )
}

function MattersMost({ results, effects, unit }: Pick<Props, 'results' | 'effects' | 'unit'>) {
  const tops = results.flatMap((result, index) => {
    const top = effects[index]?.find(({ isBounded }) => isBounded)
    if (top === undefined) return []
    const kind = result.components.find(({ label }) => label === top.part)?.kind ?? ''
    return [
      { name: result.name, letter: subjectLetter(index), top, words: assumptionWords(kind, top.attribute, top.title) },
    ]
  })
  const [first] = tops
  if (first === undefined) return null
  const same = (key: 'title' | 'low' | 'high') => tops.every(({ top }) => top[key] === first.top[key])
  const isShared = tops.length > 1 && tops.length === results.length && same('title') && same('low') && same('high')
  return (
    <p class="matters">
      {isShared ? (
        <>
          What matters most for {tops.length === 2 ? 'both' : 'all'} is <strong>{first.words}</strong>, which is
          assumed: between {first.top.low} and {first.top.high} the total of{' '}
          {tops.map(({ letter, top }) => `${letter} runs from ${range(top)}`).join(', of ')} {unit}.{' '}
        </>
      ) : (
        tops.map(({ letter, name, top, words }) => (
          <span key={letter} class="matters-one">
            What matters most for {results.length > 1 ? `${letter}, ${name},` : name} is <strong>{words}</strong>, which
            is assumed: between {top.low} and {top.high} the total runs from {range(top)} {unit}.{' '}
          </span>
        ))
      )}
      <a href="#assumptions">How this was found</a>
    </p>
  )
}

function range(effect: Effect): string {
  const low = Math.min(effect.atLow, effect.atHigh)
  return `${roundedText(low)} to ${roundedText(low + swingOf(effect))}`
}
