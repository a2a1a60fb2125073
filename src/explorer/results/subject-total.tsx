import type { Criterion } from '../../generated/explorer-operations.ts'
import type { Subject } from '../subjects/subject.ts'
import { subjectLetter, subjectName } from '../subjects/subject-name.ts'
import { inOnePrecision, numberText } from './number-text.ts'
import { shownTotal } from './shown-total.ts'
import type { SubjectResult } from './subject-result.ts'
import type { Slot } from './use-results.ts'

interface Props {
  readonly subject: Subject
  readonly index: number
  readonly slot: Slot | undefined
  readonly criterion: Criterion
  readonly unit: string
  /** Conditions that are its own: `in Sweden`. */
  readonly setting: string
  readonly onRetry: () => void
}

/** The figure of one subject, with its bounds and its share of making and use. */
export function SubjectTotal({ subject, index, slot, criterion, unit, setting, onRetry }: Props) {
  const { result, faults = [], isLoading = true, isCurrent = false } = slot ?? {}
  const letter = subjectLetter(index)
  const total = result && shownTotal(result, criterion)
  const isStale = !isCurrent && !isLoading
  const isInForm = faults.length > 0 && faults.every(({ at }) => at !== undefined)
  return (
    <li class={isCurrent ? 'total' : 'total stale'} data-subject={letter}>
      <p class="total-name">
        <span class={`letter letter-${letter}`}>{letter}</span> {result?.name ?? subjectName(subject)}
      </p>
      {setting && <p class="total-setting">{setting}</p>}
      {result && total && <Figures result={result} criterion={criterion} unit={unit} />}
      {result !== undefined && total === undefined && <p class="note">No factor is published for this criterion.</p>}
      {result === undefined && isLoading && faults.length === 0 && <p class="note">Computing…</p>}
      {faults.length > 0 && (
        <p class="fault">
          {isStale && total ? 'Not up to date: ' : ''}
          {isInForm ? 'Correct the marked fields.' : [...new Set(faults.map(({ message }) => message))].join(' ')}{' '}
          {faults.some(({ mayRetry }) => mayRetry) && (
            <button type="button" class="plain" onClick={onRetry}>
              Try again
            </button>
          )}
        </p>
      )}
      {result && result.warnings.length > 0 && (
        <details class="warnings">
          <summary>
            {result.warnings.length} {result.warnings.length === 1 ? 'note' : 'notes'} on this figure
          </summary>
          {result.warnings.map(({ message }) => (
            <p key={message} class="warning">
              {message}
            </p>
          ))}
        </details>
      )}
    </li>
  )
}

interface FiguresProps {
  readonly result: SubjectResult
  readonly criterion: Criterion
  readonly unit: string
}

function Figures({ result, criterion, unit }: FiguresProps) {
  const total = shownTotal(result, criterion)
  const impact = result.impacts.find((each) => each.criterion === criterion)
  const factor = result.usage.electricityFactors.find((each) => each.criterion === criterion)?.factor
  const { energy } = result
  const power = result.usage.avgPower
  if (total === undefined) return null
  const { value, min, max } = inOnePrecision(total)
  return (
    <>
      <p class="total-value">
        <span class="figure">{numberText(value)}</span> <span class="unit">{unit}</span>
      </p>
      <p class="total-bounds">
        {total.min === total.max ? 'no bounds are known' : `between ${numberText(min)} and ${numberText(max)}`}
      </p>
      <p class="total-parts">
        {total.of === 'total'
          ? `making ${numberText(impact?.embedded?.value ?? 0)} · use ${numberText(impact?.use?.value ?? 0)}`
          : `${total.of === 'use' ? 'use' : 'making'} only: no factor is published for the rest`}
      </p>
      {energy && (
        <p class="total-parts">
          {numberText(energy.value)} kWh
          {power && `, ${numberText(Number((power.value * result.request.quantity).toPrecision(3)))} W on average`}
        </p>
      )}
      {energy && factor && (
        <p class="total-parts">
          {numberText(factor.value)} {unit} per kWh
        </p>
      )}
    </>
  )
}
