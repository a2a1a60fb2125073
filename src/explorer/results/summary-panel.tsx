import type { Criterion } from '../../generated/explorer-operations.ts'
import { CopyButton } from '../copy/copy-button.tsx'
import { DownloadButtons } from '../copy/download-buttons.tsx'
import { type Catalogue, withPlaceNames } from '../form/catalogue.ts'
import type { View } from '../state/view.ts'
import { subjectLetter } from '../subjects/subject.ts'
import type { Uncertainty } from '../uncertainty/fetch-uncertainty.ts'
import { openPanel } from './panel.tsx'
import { scaleOf } from './scale.ts'
import { ownSetting, settingOf, settingWords, sharedSetting } from './setting-words.ts'
import { type SubjectResult, shownTotal } from './subject-result.ts'
import { SubjectTotal } from './subject-total.tsx'
import { Term } from './term.tsx'
import type { Slot } from './use-results.ts'
import { chanceWords, verdict } from './verdict.ts'
import { leafWords } from './words.ts'

interface Props {
  readonly view: View
  readonly catalogue: Catalogue
  readonly slots: readonly Slot[]
  readonly results: readonly SubjectResult[]
  readonly uncertainty: Uncertainty | 'failed' | undefined
  readonly title: string
  readonly unit: string
  readonly onRetry: () => void
}

/** More figures scroll, so that the verdict stays near. */
const MOST_UNSCROLLED = 12

/** The summary: each subject's figure and conditions, how they compare, and what they depend on. */
export function SummaryPanel({ view, catalogue, slots, results, uncertainty: found, title, unit, onRetry }: Props) {
  const { subjects, focus } = view
  const isCurrent = slots.every((slot) => slot.isCurrent)
  const uncertainty = found === 'failed' ? undefined : found
  const chance = (letter: string) => (uncertainty ? chanceWords(uncertainty, letter) : '')
  const incomparable = uncertainty?.comparison?.pairs.find(({ hasVerdict }) => !hasVerdict)?.reason ?? undefined
  const scale = scaleOf(unit, Math.max(0, ...results.map((result) => shownTotal(result, focus)?.value ?? 0)))
  const words = isCurrent ? verdict(results, focus, scale, chance, incomparable) : undefined
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
          <Term of={title}>{title}</Term> <span class="unit">{scale.unit}</span>
        </h2>
        {isCurrent && (
          <div class="downloads">
            <CopyButton text={location.href}>Copy link</CopyButton>
            <DownloadButtons results={results} catalogue={catalogue} />
          </div>
        )}
      </div>
      <p class="setting">
        {conditions && `${conditions[0]?.toUpperCase()}${conditions.slice(1)}`}
        {conditions && catalogue.release && ' · '}
        {catalogue.release && (
          <>
            <Term of="Data release">data release</Term> {catalogue.release}
          </>
        )}
      </p>
      <ul
        class={subjects.length > MOST_UNSCROLLED ? 'totals many' : 'totals'}
        tabIndex={subjects.length > MOST_UNSCROLLED ? 0 : undefined}
      >
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
              scale={scale}
              setting={result ? settingWords(ownSetting(settingOf(result, catalogue), shared)) : ''}
              onRetry={onRetry}
            />
          )
        })}
      </ul>
      {isCurrent && <ComputedFor results={results} criterion={focus} catalogue={catalogue} />}
      <div class="verdict" role="status">
        {words && (
          <p class="headline">
            {words.headline} <span class="certainty">{words.certainty}</span>
          </p>
        )}
        {isCurrent && uncertainty && <MattersMost results={results} uncertainty={uncertainty} catalogue={catalogue} />}
      </div>
    </section>
  )
}

/** What the figures were computed for, as the API says it: once where it is the same for all. */
function ComputedFor({
  results,
  criterion,
  catalogue,
}: {
  readonly results: readonly SubjectResult[]
  readonly criterion: Criterion
  readonly catalogue: Catalogue
}) {
  const letters = new Map<string, string[]>()
  for (const { impacts, position } of results) {
    const sentence = impacts.find((each) => each.criterion === criterion)?.computedFor
    if (sentence !== undefined) letters.set(sentence, [...(letters.get(sentence) ?? []), subjectLetter(position)])
  }
  return (
    <>
      {[...letters].map(([sentence, of]) => (
        <p key={sentence} class="note">
          {letters.size > 1 && <strong>{of.join(', ')} </strong>}
          {withPlaceNames(sentence, catalogue)}
        </p>
      ))}
    </>
  )
}

/** Of more, each does not have a line of its own. */
const MOST_APART = 4

interface MattersProps {
  readonly results: readonly SubjectResult[]
  readonly uncertainty: Uncertainty
  readonly catalogue: Catalogue
}

/** What to find out first for each subject: the input behind most of its spread. */
function MattersMost({ results, uncertainty, catalogue }: MattersProps) {
  const tops = results.flatMap(({ name, position }, index) => {
    const top = uncertainty.readings[index]?.drivers[0]
    if (top === undefined) return []
    const words = leafWords(top, catalogue)
    return [{ name, letter: subjectLetter(position), words, share: top.share }]
  })
  const [first] = tops
  if (first === undefined) return null
  const isShared = tops.length > 1 && tops.length === results.length && tops.every(({ words }) => words === first.words)
  return (
    <p class="matters">
      {isShared ? (
        <>
          What matters most for {tops.length === 2 ? 'both' : 'all'}: <strong>{first.words}</strong>, which makes up{' '}
          {tops.map(({ letter, share }) => `${percent(share)} of the spread of ${letter}`).join(', ')}.{' '}
        </>
      ) : tops.length > MOST_APART ? (
        <>
          What matters most:{' '}
          {[...Map.groupBy(tops, ({ words }) => words)].map(([words, of], at) => (
            <span key={words}>
              {at > 0 && '; '}
              <strong>{words}</strong> for {of.map(({ letter }) => letter).join(', ')}
            </span>
          ))}
          .{' '}
        </>
      ) : (
        tops.map(({ letter, name, words, share }) => (
          <span key={letter} class="matters-one">
            What matters most for {results.length > 1 ? `${letter}, ${name}` : name}: <strong>{words}</strong>, which
            makes up {percent(share)} of its spread.{' '}
          </span>
        ))
      )}
      <button type="button" class="plain" onClick={() => openPanel('uncertainty')}>
        How sure it is
      </button>
    </p>
  )
}

function percent(share: number): string {
  return `${Math.round(Math.min(1, share) * 100)} %`
}
