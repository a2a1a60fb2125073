import type { Criterion } from '../../generated/explorer-operations.ts'
import { subjectLetter } from '../subjects/subject.ts'
import { numberText } from './number-text.ts'
import { shownTotal } from './subject-result.ts'
import type { Slot } from './use-results.ts'
import { unitWords } from './words.ts'

interface Props {
  readonly slots: readonly Slot[]
  readonly criterion: Criterion
}

/** Of more, only the lowest and the highest are named. */
const MOST_NAMED = 3

/** For narrow screens, where the charts are far below the form: the totals, with a link to the charts. */
export function Peek({ slots, criterion }: Props) {
  const totals = slots.flatMap(({ result }, index) => {
    const total = result && shownTotal(result, criterion)
    return total ? [{ value: total.value, words: `${subjectLetter(index)} ${numberText(total.value)}` }] : []
  })
  const sorted = totals.toSorted((one, other) => one.value - other.value)
  const words =
    totals.length > MOST_NAMED
      ? `lowest ${sorted[0]?.words} · highest ${sorted.at(-1)?.words}`
      : totals.map((each) => each.words).join(' · ')
  const unit = slots.flatMap(
    ({ result }) => result?.impacts.find((each) => each.criterion === criterion)?.unit ?? [],
  )[0]
  if (totals.length === 0) return null
  return (
    <a class="peek" href="#results">
      <span>
        <strong>{words}</strong> {unitWords(unit)}
      </span>
      <span class="peek-go">See the result</span>
    </a>
  )
}
