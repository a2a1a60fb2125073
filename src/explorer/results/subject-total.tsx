import type { Criterion, ShownNumberFragment } from '../../generated/explorer-operations.ts'
import { fieldElementId } from '../attributes/replace-field.ts'
import { goToField } from '../form/field-row.tsx'
import type { Fault } from '../state/view.ts'
import { fieldsOf } from '../subjects/fields-of.ts'
import { type Subject, subjectLetter, subjectName } from '../subjects/subject.ts'
import { boundsText, likelyText, numberText } from './number-text.ts'
import { type Scale, scaleOf } from './scale.ts'
import { notesOn, type SubjectResult, shownTotal } from './subject-result.ts'
import { Term } from './term.tsx'
import type { Slot } from './use-results.ts'

interface Props {
  readonly subject: Subject
  readonly index: number
  readonly slot: Slot | undefined
  readonly criterion: Criterion
  readonly unit: string
  readonly scale: Scale
  /** Its own conditions: `in Sweden`. */
  readonly setting: string
  readonly onRetry: () => void
}

/** The figure of one subject, with its likely range and its share of the embodied impact and use. */
export function SubjectTotal({ subject, index, slot, criterion, unit, setting, scale, onRetry }: Props) {
  const { result, faults = [], isLoading = true, isCurrent = false } = slot ?? {}
  const letter = subjectLetter(index)
  const total = result && shownTotal(result, criterion)
  const notes = result ? notesOn(result, criterion) : []
  const isStale = !isCurrent && !isLoading
  const isInForm = faults.length > 0 && faults.every(({ at }) => at !== undefined)
  return (
    <li class={isCurrent ? 'total' : 'total stale'} data-subject={letter}>
      <p class="total-name">
        <span class={`letter letter-${letter}`}>{letter}</span> {result?.name ?? subjectName(subject)}
      </p>
      {setting && <p class="total-setting">{setting}</p>}
      {result && total && <Figures result={result} criterion={criterion} unit={unit} scale={scale} />}
      {result !== undefined && total === undefined && <p class="note">No factor is published for this criterion.</p>}
      {result === undefined && isLoading && faults.length === 0 && <p class="note">Computing…</p>}
      {faults.length > 0 && (
        <p class="fault">
          {isStale && total ? 'Not up to date: ' : ''}
          {isInForm
            ? faults.map(({ at, message }) => (
                <button key={idOf(at, index)} type="button" class="plain" onClick={() => goToField(idOf(at, index))}>
                  {labelOf(at, subject)}: {message}
                </button>
              ))
            : [...new Set(faults.map(({ message }) => message))].join(' ')}{' '}
          {faults.some(({ mayRetry }) => mayRetry) && (
            <button type="button" class="plain" onClick={onRetry}>
              Try again
            </button>
          )}
        </p>
      )}
      {notes.length > 0 && (
        <details class="warnings">
          <summary>
            {notes.length} {notes.length === 1 ? 'note' : 'notes'} on this figure
          </summary>
          {notes.map((note) => (
            <p key={note} class="warning">
              {note}
            </p>
          ))}
        </details>
      )}
    </li>
  )
}

/** The id of the element that holds a field, of a subject or of the conditions. */
function idOf(at: Fault['at'], index: number): string {
  return typeof at === 'object' ? fieldElementId(index, at.field) : (at ?? '')
}

const CONDITIONS: Readonly<Record<string, string>> = {
  location: 'Location',
  load: 'Load',
  duration: 'Duration',
  release: 'Data release',
}

function labelOf(at: Fault['at'], subject: Subject): string {
  if (typeof at !== 'object') return CONDITIONS[at ?? ''] ?? ''
  const { group = '', label = '' } = fieldsOf(subject).find(({ id }) => id === at.field) ?? {}
  return group === '' ? label : `${group}, ${label.toLowerCase()}`
}

interface FiguresProps {
  readonly result: SubjectResult
  readonly criterion: Criterion
  readonly unit: string
  readonly scale: Scale
}

function Figures({ result, criterion, unit, scale }: FiguresProps) {
  const total = shownTotal(result, criterion)
  const impact = result.impacts.find((each) => each.criterion === criterion)
  const factor = result.usage.elecFactors.find((each) => each.criterion === criterion)?.factor
  const { energy } = result
  const { avgPower: inUse, meanPower, pue } = result.usage
  const watts = (power: number) => `${numberText(Number((power * result.request.quantity).toPrecision(3)))} W`
  const ofKwh = scaleOf(unit, factor?.value ?? 0)
  if (total === undefined) return null
  return (
    <>
      <p class="total-value">
        <span class="figure">{numberText(total.value * scale.by)}</span> <span class="unit">{scale.unit}</span>
      </p>
      <p class="total-bounds">
        <Term of="Likely range">{likelyText(total.likely, scale.by)}</Term>
      </p>
      <p class="total-parts">
        {total.of === 'total'
          ? `embodied ${phaseText(impact?.embedded, scale)} · use ${phaseText(impact?.use, scale)}${impact?.building ? ` · building ${phaseText(impact.building, scale)}` : ''}`
          : `${total.of === 'use' ? 'use' : 'embodied'} only: no factor is published for the rest`}
      </p>
      {energy && (
        <p class="total-parts">
          {numberText(energy.value)} kWh
          {meanPower && `, ${watts(meanPower.value)} on average`}
          {inUse && meanPower && inUse.value !== meanPower.value && `, ${watts(inUse.value)} in use`}
        </p>
      )}
      {pue && result.request.boundary === 'DATA_CENTRE' && (
        <p class="total-parts">
          <Term of="PUE">{pueText(pue)}</Term>
        </p>
      )}
      {energy && factor && (
        <p class="total-parts">
          {numberText(factor.value * ofKwh.by)} {ofKwh.unit} per kWh
        </p>
      )}
    </>
  )
}

/** How much more a data centre draws than what stands in it: `PUE 1.15 (1.06 to 1.3)`. */
function pueText(pue: ShownNumberFragment): string {
  const bounds = boundsText(pue)
  return `PUE ${numberText(pue.value ?? 1)}${bounds && ` (${bounds})`}`
}

/** An unknown figure must not read as 0. */
function phaseText(figure: { readonly value: number } | null | undefined, { by }: Scale): string {
  return figure ? numberText(figure.value * by) : 'not known'
}
