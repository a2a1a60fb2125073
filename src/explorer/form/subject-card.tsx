import { useRef } from 'preact/hooks'
import { attributeRows } from '../attributes/attribute-rows.ts'
import { fieldElementId } from '../attributes/replace-field.ts'
import type { Slot } from '../results/use-results.ts'
import type { Field } from '../subjects/field.ts'
import { fieldsOf } from '../subjects/fields-of.ts'
import {
  concerning,
  kindName,
  STARTING_SUBJECTS,
  SUBJECT_KINDS,
  type Subject,
  type SubjectKind,
  subjectLetter,
  subjectName,
} from '../subjects/subject.ts'
import type { Catalogue } from './catalogue.ts'
import { SubjectField } from './subject-field.tsx'

interface Props {
  readonly subject: Subject
  readonly index: number
  readonly slot: Slot | undefined
  readonly catalogue: Catalogue
  readonly canCopy: boolean
  readonly onChange: (change: (subject: Subject) => Subject, field?: string) => void
  readonly onRemove: () => void
  readonly onCopy: () => void
}

/** One subject: its kind, its main fields, and collapsed typical values that can be replaced. */
export function SubjectCard({ subject, index, slot, catalogue, canCopy, onChange, onRemove, onCopy }: Props) {
  const fields = fieldsOf(subject)
  const letter = subjectLetter(index)
  const name = subjectName(subject)
  const faults = slot?.faults ?? []
  const assumed = assumedValues(slot, index)
  const faultOf = ({ id }: Field) => faults.find(({ at }) => typeof at === 'object' && at.field === id)
  const others = faults.filter(({ at }) => typeof at === 'object' && !fields.some(({ id }) => id === at.field))
  // Other fields may have changed before a match arrives.
  const enter = (id: string, value: string) => onChange((now) => withEntered(now, id, value), `${index} ${id}`)
  const render = (field: Field) => (
    <SubjectField
      key={`${subject.kind} ${field.id}`}
      field={field}
      subject={subject}
      index={index}
      catalogue={catalogue}
      fault={faultOf(field)}
      assumed={assumed.get(fieldElementId(index, field.id))}
      onEnter={(value) => enter(field.id, value)}
    />
  )
  const main = fields.filter(({ isAssumption }) => !isAssumption)
  const assumptions = fields.filter(({ isAssumption }) => isAssumption)
  // Once unfolded it stays: clearing the last value must not take its field away.
  const wasEntered = useRef(false)
  wasEntered.current ||=
    assumptions.some(({ id }) => subject.entered[id]) || assumptions.some((field) => faultOf(field))
  return (
    <fieldset class="subject" id={`subject-${index}`} tabIndex={-1}>
      <legend class="unseen">
        {letter}: {name}
      </legend>
      <div class="subject-head">
        <span class="letter" aria-hidden="true">
          {letter}
        </span>
        <select
          id={`subject-${index}-what`}
          aria-label="Kind"
          value={subject.kind}
          onChange={(event) => onChange(() => STARTING_SUBJECTS[event.currentTarget.value as SubjectKind])}
        >
          {SUBJECT_KINDS.map((kind) => (
            <option key={kind} value={kind} selected={kind === subject.kind}>
              {kindName(kind, true)}
            </option>
          ))}
        </select>
        <button type="button" class="remove" onClick={onRemove} aria-label={`Remove ${name}`} title="Remove">
          <svg width="14" height="14" viewBox="0 0 14 14" aria-hidden="true">
            <path d="M2 2L12 12M12 2L2 12" />
          </svg>
        </button>
      </div>
      {grouped(main).map(([group, members]) => (
        <FieldGroup key={group} name={group}>
          {members.map(render)}
        </FieldGroup>
      ))}
      {others.map(({ message }) => (
        <p key={message} class="fault">
          {message}
        </p>
      ))}
      <div class="fold">
        <details open={wasEntered.current}>
          <summary>Use your own values</summary>
          <p class="note">Empty fields are filled with typical values, shown in grey.</p>
          {grouped(assumptions).map(([group, members]) => (
            <FieldGroup key={group} name={group}>
              {members.map(render)}
            </FieldGroup>
          ))}
        </details>
        {canCopy && (
          <button type="button" class="plain variant" onClick={onCopy}>
            Add a variant<span class="unseen"> of {name}</span>
          </button>
        )}
      </div>
    </fieldset>
  )
}

/** The values used for empty fields, by the id of the form field. */
function assumedValues(slot: Slot | undefined, index: number): ReadonlyMap<string, string> {
  if (slot?.result === undefined || !slot.isCurrent) return new Map()
  return new Map(
    attributeRows(slot.result, index).flatMap(({ replace, value, attribute }) =>
      replace !== undefined && 'field' in replace && attribute !== 'power_curve'
        ? [[replace.field, value] as const]
        : [],
    ),
  )
}

function FieldGroup({ name, children }: { readonly name: string; readonly children: preact.ComponentChildren }) {
  if (name === '') return <div class="fields">{children}</div>
  return (
    <fieldset class="fields" aria-label={name}>
      <p class="group-name" aria-hidden="true">
        {name}
      </p>
      {children}
    </fieldset>
  )
}

function grouped(fields: readonly Field[]): readonly (readonly [string, readonly Field[]])[] {
  const groups = new Map<string, Field[]>()
  for (const field of fields) groups.set(field.group, [...(groups.get(field.group) ?? []), field])
  return [...groups]
}

function withEntered(subject: Subject, id: string, value: string): Subject {
  const { [id]: _, ...rest } = subject.entered
  const entered = value === '' ? rest : { ...subject.entered, [id]: value }
  return { ...subject, entered: settle(subject, id, entered) }
}

/** Keeps only what fits the new kind. */
function settle(
  { kind, entered }: Subject,
  id: string,
  next: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const isOther = next[id] !== entered[id]
  if (kind === 'cloud' && id === 'provider' && isOther) return without(next, ['type'])
  if (kind === 'terminal' && id === 'kind' && isOther) return concerning(next.kind ?? '', without(next, ['archetype']))
  if (kind === 'component' && id === 'kind' && isOther) return { kind: next.kind ?? 'cpu' }
  return next
}

function without(entered: Readonly<Record<string, string>>, ids: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(entered).filter(([id]) => !ids.includes(id)))
}
