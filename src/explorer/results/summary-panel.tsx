import type { Criterion } from '../../generated/explorer-operations.ts'
import { swingOf } from '../assumptions/fetch-effects.ts'
import { orderHolds } from '../assumptions/order-holds.ts'
import type { Effect } from '../assumptions/variation.ts'
import type { Subject } from '../subjects/subject.ts'
import { subjectLetter, subjectName } from '../subjects/subject-name.ts'
import { boundsText, numberText, roundedText } from './number-text.ts'
import { shownTotal } from './shown-total.ts'
import type { SubjectResult } from './subject-result.ts'
import type { Slot } from './use-results.ts'
import { verdict } from './verdict.ts'
import { assumptionWords } from './words.ts'

interface Props {
  readonly subjects: readonly Subject[]
  readonly slots: readonly Slot[]
  readonly results: readonly SubjectResult[]
  readonly effects: readonly (readonly Effect[] | undefined)[]
  readonly criterion: Criterion
  readonly title: string
  readonly unit: string
}

/** The answer in short: a figure for each subject, how they compare, and what it hangs on. */
export function SummaryPanel({ subjects, slots, results, effects, criterion, title, unit }: Props) {
  const isCurrent = slots.every((slot) => slot.isCurrent)
  const words = isCurrent ? verdict(results, criterion, unit, orderHolds(results, effects, criterion)) : undefined
  return (
    <section class="panel summary" aria-labelledby="summary-title" aria-busy={slots.some(({ isLoading }) => isLoading)}>
      <h2 id="summary-title">
        {title} <span class="unit">{unit}</span>
      </h2>
      <ul class="totals">
        {subjects.map((subject, index) => (
          <Total key={index} subject={subject} index={index} slot={slots[index]} criterion={criterion} unit={unit} />
        ))}
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

interface TotalProps {
  readonly subject: Subject
  readonly index: number
  readonly slot: Slot | undefined
  readonly criterion: Criterion
  readonly unit: string
}

function Total({ subject, index, slot, criterion, unit }: TotalProps) {
  const { result, faults = [], isLoading = true, isCurrent = false } = slot ?? {}
  const total = result && shownTotal(result, criterion)
  const impact = result?.impacts.find((each) => each.criterion === criterion)
  const isStale = !isCurrent && !isLoading
  return (
    <li class={isCurrent ? 'total' : 'total stale'} data-subject={subjectLetter(index)}>
      <p class="total-name">
        <span class={`letter letter-${subjectLetter(index)}`}>{subjectLetter(index)}</span>{' '}
        {result?.name ?? subjectName(subject)}
      </p>
      {total && (
        <>
          <p class="total-value">
            <span class="figure">{numberText(total.value)}</span> <span class="unit">{unit}</span>
          </p>
          <p class="total-bounds">
            {boundsText(total) === '' ? 'without bounds' : `between ${boundsText(total).replace(' to ', ' and ')}`}
          </p>
          <p class="total-parts">
            {total.of === 'total'
              ? `embedded ${numberText(impact?.embedded?.value ?? 0)} · use ${numberText(impact?.use?.value ?? 0)}`
              : `${total.of} only: no factor is published for the rest`}
          </p>
        </>
      )}
      {result !== undefined && total === undefined && <p class="note">No factor is published for this criterion.</p>}
      {result === undefined && isLoading && faults.length === 0 && <p class="note">Computing…</p>}
      {faults.length > 0 && (
        <p class="fault">
          {isStale && total ? 'Not up to date: ' : ''}
          {faults.map(({ message }) => message).join('; ')}
        </p>
      )}
      {result?.warnings.map((warning) => (
        <p key={warning} class="warning">
          {warning}
        </p>
      ))}
    </li>
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
      <a href="#assumptions-title">How this was judged</a>
    </p>
  )
}

function range(effect: Effect): string {
  const low = Math.min(effect.atLow, effect.atHigh)
  return `${roundedText(low)} to ${roundedText(low + swingOf(effect))}`
}
