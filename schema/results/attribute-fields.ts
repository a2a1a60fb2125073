import type { FieldMap } from '@pothos/core'
import type * as z from 'zod'
import { meaningOf } from '../inputs/input-type.ts'
import { NumberAttribute, TextAttribute } from './attribute.ts'

/** Fields of an input that are no attributes of the thing itself, or that all things of its kind have. */
const NOT_OWN: ReadonlySet<string> = new Set(['units', 'usage'])

/**
 * The attributes of a thing as fields: those that its input has, under the same names and with the same descriptions, so
 * that an attribute is described once. `always` names those that are never null.
 *
 * @example
 * attributeFields(t, { tdp: optional(positive, 'Thermal design power, in W') }) // { tdp: NumberAttribute }
 */
export function attributeFields(
  t: { readonly field: (options: never) => unknown },
  shape: z.ZodRawShape,
  always: readonly string[] = [],
): FieldMap {
  const own = Object.entries(shape).filter(([key]) => !NOT_OWN.has(key))
  return Object.fromEntries(
    own.map(([key, schema]) => {
      const { isNumber, meaning } = meaningOf(schema as z.ZodType)
      const field = t.field({
        type: isNumber ? NumberAttribute : TextAttribute,
        nullable: !always.includes(key),
        description: `${meaning}.`,
        resolve: (thing: unknown) => (thing as Readonly<Record<string, never>>)[key],
      } as never)
      return [key, field]
    }),
  ) as FieldMap
}
