import type { Criterion } from '../../generated/explorer-operations.ts'
import { CopyButton } from '../copy/copy-button.tsx'
import { DownloadButtons } from '../copy/download-buttons.tsx'
import { type Catalogue, withPlaceNames } from '../form/catalogue.ts'
import type { View } from '../state/view.ts'
import { subjectLetter, subjectName } from '../subjects/subject.ts'
import type { Uncertainty } from '../uncertainty/fetch-uncertainty.ts'
import { LikelyNote } from './likely-note.tsx'
import { Later, openPanel } from './panel.tsx'
import { rangeOf } from './range-of.ts'
import { scaleOf } from './scale.ts'
import { type SubjectResult, shownTotal } from './subject-result.ts'
import { SubjectTotal } from './subject-total.tsx'
import { Term } from './term.tsx'
import type { Slot } from './use-results.ts'
import { verdict, withAlikeAsOne } from './verdict.ts'
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

/** From this many subjects on, a ranked picture comes first. */
const FEWEST_RANKED = 3

const rankingPicture = () => import('./ranking-picture.tsx')

/** More figures scroll, so that the verdict stays near. */
const MOST_UNSCROLLED = 12

/** The summary: what the figures are for, each subject's figure, how they compare, and what they depend on. */
export function SummaryPanel({ view, catalogue, slots, results, uncertainty: found, title, unit, onRetry }: Props) {
  const { subjects, focus } = view
  const isCurrent = slots.every((slot) => slot.isCurrent)
  const uncertainty = found === 'failed' ? undefined : found
  const scale = scaleOf(unit, Math.max(0, ...results.map((result) => shownTotal(result, focus)?.value ?? 0)))
  const words = isCurrent ? verdict(results, focus, scale, uncertainty?.comparison) : undefined
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
            <CopyButton text={() => location.href}>Copy link</CopyButton>
            <DownloadButtons results={results} catalogue={catalogue} />
          </div>
        )}
      </div>
      {isCurrent && <ComputedFor results={results} criterion={focus} catalogue={catalogue} />}
      {results.length >= FEWEST_RANKED && (
        <div class={isCurrent ? 'ranking' : 'ranking stale'}>
          <Later
            load={rankingPicture}
            content={{
              results: withAlikeAsOne(results, focus, uncertainty?.comparison),
              criterion: focus,
              title,
              unit,
            }}
          />
        </div>
      )}
      <ul
        class={subjects.length > MOST_UNSCROLLED ? 'totals many' : 'totals'}
        tabIndex={subjects.length > MOST_UNSCROLLED ? 0 : undefined}
      >
        {subjects.map((subject, index) => (
          <SubjectTotal
            key={index}
            subject={subject}
            index={index}
            slot={slots[index]}
            name={results.find(({ position }) => position === index)?.name ?? subjectName(subject)}
            criterion={focus}
            unit={unit}
            scale={scale}
            onRetry={onRetry}
          />
        ))}
      </ul>
      {results.length > 0 && (
        <LikelyNote release={view.release} of={rangeOf(results)} requests={results.map(({ request }) => request)} />
      )}
      <div class="verdict" role="status">
        {words && (
          <p class="headline">
            {words.headline} <span class="certainty">{words.certainty || timeWords(results)}</span>
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
        <p key={sentence} class="setting">
          {letters.size > 1 && <strong>{of.join(', ')} </strong>}
          <WithTerm sentence={withPlaceNames(sentence, catalogue)} />
        </p>
      ))}
    </>
  )
}

/** A sentence whose data release links to the glossary. */
function WithTerm({ sentence }: { readonly sentence: string }) {
  const [before = '', after] = sentence.split('data release')
  if (after === undefined) return <>{sentence}</>
  return (
    <>
      {before}
      <Term of="Data release">data release</Term>
      {after}
    </>
  )
}

/** What the headline does not compare: equal times. Empty if the times are equal. */
function timeWords(results: readonly SubjectResult[]): string {
  const times = new Set(results.map(({ usage }) => usage.assessedDuration))
  return times.size > 1 ? 'Their lifetimes differ. Enter a duration to compare them over the same time.' : ''
}

/** With more subjects than this, they share one line. */
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
    return [{ name, position, words, share: top.share }]
  })
  const [first] = tops
  if (first === undefined) return null
  const isShared = tops.length > 1 && tops.length === results.length && tops.every(({ words }) => words === first.words)
  return (
    <p class="matters">
      {isShared ? (
        <>
          What matters most for {tops.length === 2 ? 'both' : 'all'}: <strong>{first.words}</strong>, which causes{' '}
          {tops.map(({ name, share }) => `${percent(share)} of the spread of ${name}`).join(', ')}.{' '}
        </>
      ) : tops.length > MOST_APART ? (
        <>
          What matters most:{' '}
          {[...Map.groupBy(tops, ({ words }) => words)].map(([words, of], at) => (
            <span key={words}>
              {at > 0 && '; '}
              <strong>{words}</strong> for {of.map(({ name }) => name).join(', ')}
            </span>
          ))}
          .{' '}
        </>
      ) : (
        tops.map(({ position, name, words, share }) => (
          <span key={position} class="matters-one">
            What matters most for {name}: <strong>{words}</strong>, which causes {percent(share)} of its spread.{' '}
          </span>
        ))
      )}
      <button type="button" class="plain" onClick={() => openPanel('uncertainty')}>
        How certain it is
      </button>
    </p>
  )
}

function percent(share: number): string {
  return `${Math.round(Math.min(1, share) * 100)} %`
}
