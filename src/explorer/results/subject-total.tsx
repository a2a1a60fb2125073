import type { Criterion } from '../../generated/explorer-operations.ts'
import { fieldElementId } from '../attributes/replace-field.ts'
import { goToField } from '../form/field-row.tsx'
import type { Fault } from '../state/view.ts'
import { fieldsOf } from '../subjects/fields-of.ts'
import { type Subject, subjectLetter } from '../subjects/subject.ts'
import { MakersFigures } from './makers-figures.tsx'
import { decimalsOfRounded, fixedText, likelyText, numberText } from './number-text.ts'
import { type Scale, scaleOf } from './scale.ts'
import { makersFiguresOn, notesOn, type SubjectResult, shownTotal } from './subject-result.ts'
import { Term } from './term.tsx'
import type { Slot } from './use-results.ts'

interface Props {
  readonly subject: Subject
  readonly index: number
  readonly slot: Slot | undefined
  /** Distinct from those of the others: `m5.xlarge, in Sweden`. */
  readonly name: string
  readonly criterion: Criterion
  readonly unit: string
  readonly scale: Scale
  readonly onRetry: () => void
}

/** The figure of one subject, with its likely range and its share of the embodied impact and use. */
export function SubjectTotal({ subject, index, slot, name, criterion, unit, scale, onRetry }: Props) {
  const { result, faults = [], isLoading = true, isCurrent = false } = slot ?? {}
  const letter = subjectLetter(index)
  const total = result && shownTotal(result, criterion)
  const notes = result ? notesOn(result, criterion) : []
  const isStale = !isCurrent && !isLoading
  const isInForm = faults.length > 0 && faults.every(({ at }) => at !== undefined)
  return (
    <li class={isCurrent ? 'total' : 'total stale'} data-subject={letter}>
      <p class="total-name">
        <span class={`letter letter-${letter}`}>{letter}</span> {name}
      </p>
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
  if (total === undefined) return null
  const decimals = decimalsOfRounded(total.value * scale.by, total.exact * scale.by)
  const shown = (figure: { readonly exact: number } | null | undefined) =>
    figure ? fixedText(figure.exact * scale.by, decimals) : 'not known'
  return (
    <>
      <p class="total-value">
        <span class="figure">{fixedText(total.value * scale.by, decimals)}</span> <span class="unit">{scale.unit}</span>
      </p>
      <p class="total-bounds">
        <Term of="Likely range">Likely range</Term>: {likelyText(total.likely, scale.by, Math.max(0, decimals))}
      </p>
      <p class="total-parts">
        {total.of === 'total'
          ? `embodied ${shown(impact?.embedded)} · use ${shown(impact?.use)}${impact?.building ? ` · building ${shown(impact.building)}` : ''}`
          : `${total.of === 'use' ? 'use' : 'embodied'} only: no factor is published for the rest`}
      </p>
      <Electricity result={result} criterion={criterion} unit={unit} />
      <MakersFigures figures={makersFiguresOn(result, criterion)} />
    </>
  )
}

/** The electricity and how it adds up: `164 kWh + 14 % for cooling and losses (PUE 1.14) = 187 kWh`. */
function Electricity({ result: { energy, usage, request }, criterion, unit }: Omit<FiguresProps, 'scale'>) {
  const { avgPower: inUse, meanPower, pue } = usage
  if (!energy) return null
  const factor = usage.elecFactors.find((each) => each.criterion === criterion)?.factor
  const ofKwh = scaleOf(unit, factor?.value ?? 0, Number.POSITIVE_INFINITY, 1)
  const watts = (power: number) => `${short(power * request.quantity)} W`
  const around = request.boundary === 'DATA_CENTRE' ? (pue?.value ?? 1) : 1
  return (
    <>
      <p class="total-parts">
        {around > 1 && (
          <>
            {short(energy.exact / around)} kWh + {short((around - 1) * 100)} % for cooling and losses (
            <Term of="PUE">PUE {numberText(around)}</Term>) ={' '}
          </>
        )}
        {short(energy.exact)} kWh
      </p>
      <p class="total-parts">
        {[
          ...(meanPower ? [`${watts(meanPower.value)} on average`] : []),
          ...(inUse && meanPower && inUse.value !== meanPower.value ? [`${watts(inUse.value)} in use`] : []),
          ...(factor ? [`${short(factor.value * ofKwh.by)} ${ofKwh.unit} per kWh`] : []),
        ].join(' · ')}
      </p>
    </>
  )
}

function short(value: number): string {
  return numberText(Number(value.toPrecision(3)))
}
