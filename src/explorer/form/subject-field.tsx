import { fieldElementId } from '../attributes/replace-field.ts'
import type { Field } from '../subjects/field.ts'
import type { Subject } from '../subjects/subject.ts'
import type { Catalogue } from './catalogue.ts'
import { Combobox } from './combobox.tsx'
import { FieldRow } from './field-row.tsx'
import { suggest } from './suggest.ts'

interface Props {
  readonly field: Field
  readonly subject: Subject
  readonly index: number
  readonly catalogue: Catalogue
  readonly fault: string | undefined
  /** The value that is used while nothing is said. */
  readonly assumed: string | undefined
  readonly onSay: (value: string) => void
}

/** One field of a subject: a choice, a number, or a text with suggestions. */
export function SubjectField({ field, subject, index, catalogue, fault, assumed, onSay }: Props) {
  const { type, label, unit, suggestions, placeholder } = field
  const id = fieldElementId(index, field.id)
  const value = subject.said[field.id] ?? ''
  const describedBy = fault ? `${id}-fault` : undefined
  const choices =
    field.id === 'provider' ? catalogue.providers.map(({ id, name }) => [id, name] as const) : field.choices
  return (
    <FieldRow
      id={id}
      label={label}
      unit={unit}
      fault={fault}
      isWide={type !== 'number' && field.isAssumption !== true && field.isHalf !== true}
    >
      {type === 'choice' ? (
        <select
          id={id}
          value={value}
          aria-describedby={describedBy}
          aria-invalid={fault ? true : undefined}
          onChange={(event) => onSay(event.currentTarget.value)}
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
          label={label}
          value={value}
          shown={suggestions === 'locations' ? locationName(value, catalogue) : undefined}
          placeholder={placeholder ?? assumed}
          describedBy={describedBy}
          isInvalid={fault !== undefined}
          suggest={(typed, signal) => suggest(suggestions, typed, catalogue, subject.said, signal)}
          onChoose={onSay}
        />
      ) : (
        <input
          id={id}
          type="text"
          inputMode={type === 'number' ? 'decimal' : 'text'}
          autoComplete="off"
          value={value}
          placeholder={placeholder ?? assumed}
          aria-describedby={describedBy}
          aria-invalid={fault ? true : undefined}
          onInput={(event) => onSay(event.currentTarget.value)}
        />
      )}
    </FieldRow>
  )
}

/** A place by its name, where its code is known. */
export function locationName(value: string, { locations }: Catalogue): string {
  return locations.find(({ code }) => code === value)?.name ?? value
}
