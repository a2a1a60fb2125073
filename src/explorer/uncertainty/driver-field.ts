import { snakeCase } from '../../engine/values/spelling.ts'
import { replaceField } from '../attributes/replace-field.ts'
import type { SubjectResult } from '../results/subject-result.ts'

/** An attribute as in the table of values: of a kind of part, or of the use of the whole. */
interface AttributeName {
  readonly kind: string | undefined
  readonly attribute: string
}

/** The attribute that an input field sets: `powerSupply.unitWeight` is `unit_weight` of a `POWER_SUPPLY`. */
export function attributeOf(input: string): AttributeName {
  const [part = '', name = ''] = input.split('.').map(snakeCase)
  return { kind: part === 'usage' ? undefined : part.toUpperCase(), attribute: name }
}

/** The id of the form field for one of several input fields; undefined if the form has none. */
export function driverField({ subject }: SubjectResult, index: number, inputs: readonly string[]): string | undefined {
  const fields = inputs
    .map(attributeOf)
    .map(({ kind, attribute }) => replaceField(subject, index, kind, kind ?? '', attribute))
  return fields.find((field) => field !== undefined)
}
