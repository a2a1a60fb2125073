import type { EnumRef as PothosEnumRef } from '@pothos/core'
import { builder, type SchemaTypes } from '../builder.ts'

type EnumRef<Value> = PothosEnumRef<SchemaTypes, Value>

/** Every enum, by the values that the engine has for it: an input with these values is of this enum. */
const enumByValues = new Map<string, EnumRef<string>>()

/**
 * An enum of values of the engine, each with its description; GraphQL has the values in upper case.
 *
 * @example
 * enumType('CaseType', 'Kinds of cases.', { rack: 'A rack server of its own.', blade: '...' }) // RACK, BLADE
 */
export function enumType<Value extends string>(
  name: string,
  description: string,
  descriptions: Readonly<Record<Value, string>>,
): EnumRef<Value> {
  const values = Object.keys(descriptions) as Value[]
  const ref = builder.enumType(name, {
    description,
    values: Object.fromEntries(
      values.map((value) => [value.toUpperCase(), { value, description: descriptions[value] }]),
    ) as Record<Uppercase<Value>, { readonly value: Value; readonly description: string }>,
  }) as EnumRef<Value>
  enumByValues.set(keyOf(values), ref as EnumRef<string>)
  return ref
}

/** The enum that has exactly these values. */
export function enumOf(values: readonly string[]): EnumRef<string> {
  const ref = enumByValues.get(keyOf(values))
  if (ref === undefined) throw new Error(`No enum has the values ${values.join(', ')}`)
  return ref
}

function keyOf(values: readonly string[]): string {
  return values.toSorted().join()
}
