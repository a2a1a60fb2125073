import { fieldElementId } from '../attributes/replace-field.ts'
import type { Fault } from '../state/view.ts'
import type { Field } from '../subjects/field.ts'
import type { Subject } from '../subjects/subject.ts'
import { type Catalogue, locationName } from './catalogue.ts'
import { Combobox } from './combobox.tsx'
import { FieldRow } from './field-row.tsx'
import { meantLocation } from './locations.ts'
import { suggest } from './suggest.ts'

interface Props {
  readonly field: Field
  readonly subject: Subject
  readonly index: number
  readonly catalogue: Catalogue
  readonly fault: Fault | undefined
  /** The value used while the field is empty. */
  readonly assumed: string | undefined
  readonly onEnter: (value: string) => void
}

/** An instance type of each provider, as an example of its names. */
const TYPE_EXAMPLES: Readonly<Record<string, string>> = {
  aws: 'm5.xlarge',
  azure: 'd4s_v3',
  gcp: 'n2-standard-4',
  ovhcloud: 'b2-15',
  scaleway: 'dev1-l',
}

/** One field of a subject: a choice, a number, or text with suggestions. */
export function SubjectField({ field, subject, index, catalogue, fault, assumed, onEnter }: Props) {
  const { type, label, unit, suggestions } = field
  const id = fieldElementId(index, field.id)
  const value = subject.entered[field.id] ?? ''
  const describedBy = fault ? `${id}-fault` : undefined
  const isLocation = suggestions === 'locations'
  const placeholder =
    suggestions === 'instanceTypes'
      ? `such as ${TYPE_EXAMPLES[subject.entered.provider ?? '']}`
      : (field.placeholder ?? assumed)
  const choices =
    field.id === 'provider' ? catalogue.providers.map(({ id, name }) => [id, name] as const) : field.choices
  return (
    <FieldRow
      id={id}
      label={label}
      unit={unit}
      fault={fault}
      width={field.width ?? (type === 'number' || field.isAssumption ? 'half' : 'wide')}
      onTake={onEnter}
    >
      {type === 'choice' ? (
        <select
          id={id}
          value={value}
          aria-describedby={describedBy}
          aria-invalid={fault ? true : undefined}
          onChange={(event) => onEnter(event.currentTarget.value)}
        >
          {(choices ?? []).map(([each, name]) => (
            <option key={each} value={each} selected={each === value}>
              {name}
            </option>
          ))}
        </select>
      ) : suggestions ? (
        <Combobox
          id={id}
          value={value}
          shown={isLocation ? locationName(value, catalogue) : undefined}
          placeholder={placeholder}
          describedBy={describedBy}
          isInvalid={fault !== undefined}
          suggest={(typed, signal) => suggest(suggestions, typed, catalogue, subject.entered, signal)}
          meaning={isLocation ? (typed) => meantLocation(typed, catalogue) : undefined}
          onChoose={onEnter}
        />
      ) : (
        <input
          id={id}
          type="text"
          inputMode={type === 'number' ? 'decimal' : 'text'}
          autoComplete="off"
          value={value}
          placeholder={placeholder}
          aria-describedby={describedBy}
          aria-invalid={fault ? true : undefined}
          onInput={(event) => onEnter(event.currentTarget.value)}
        />
      )}
    </FieldRow>
  )
}
