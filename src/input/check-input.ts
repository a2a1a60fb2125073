import type * as z from 'zod'
import { isUnknownInput } from '../engine/values/assumptions.ts'
import { type Warning, withoutInstead } from '../engine/values/warning.ts'
import { FAULT_CODES, type Fault, type FaultCode, FaultError } from './fault.ts'

/**
 * Parses the input with its schema; null counts as absent. Throws a FaultError that names the faults with their paths
 * and what was expected.
 */
export function checkInput<Schema extends z.ZodType>(
  schema: Schema,
  input: unknown,
  at: readonly (string | number)[] = [],
): z.output<Schema> {
  const given = withoutNulls(input)
  const result = schema.safeParse(given)
  if (result.success) return result.data
  const { issues } = result.error
  // A number may exceed two bounds with one sentence.
  const distinct = new Map(issues.map((issue) => [`${issue.path.join('.')} ${issue.message}`, issue]))
  throw new FaultError(
    [...distinct.values()].map(({ path, message, code }) => ({
      path: [...at, ...(path as (string | number)[])],
      message,
      code: faultCode(code),
      value: valueAt(given, path),
    })),
  )
}

/** The code of a fault, derived from zod's: `TOO_SMALL` for `too_small`. */
export function faultCode(code: string | undefined): FaultCode {
  const own = code?.toUpperCase()
  return own !== undefined && own in FAULT_CODES ? (own as FaultCode) : 'INVALID_VALUE'
}

/** The value without keys that are null or undefined; the same object if there are none. */
function withoutNulls(value: unknown): unknown {
  if (value === null || typeof value !== 'object') return value
  if (Array.isArray(value)) {
    const items = value.map(withoutNulls)
    return items.every((each, index) => each === value[index]) ? value : items
  }
  const given = value as Readonly<Record<string, unknown>>
  let kept: Record<string, unknown> | undefined
  for (const key in given) {
    const each = given[key]
    const cleaned = withoutNulls(each)
    if (cleaned === each && each !== null && each !== undefined) continue
    kept ??= { ...given }
    if (cleaned === null || cleaned === undefined) delete kept[key]
    else kept[key] = cleaned
  }
  return kept ?? given
}

/** The value at a path; undefined if there is nothing. */
export function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((at, key) => (at as Record<PropertyKey, unknown> | undefined)?.[key], value)
}

/**
 * Throws a FaultError for the warnings about unknown inputs, naming each input once. `at` is the path of the input that
 * they are about.
 *
 * @example
 * refuseUnknown([{ code: 'UNKNOWN_LOCATION', message: 'Unknown location "Mars"', path: ['input', 'usage'] }]) // throws
 */
export function refuseUnknown(warnings: readonly Warning[], at: readonly string[] = []): void {
  const faults = new Map<string, Fault>()
  for (const { code, message, path: own, nearest = [], given } of warnings) {
    if (!isUnknownInput(code) || own === undefined) continue
    // Paths of warnings start with `input`, or `input.items[3]` in a list, for any name of the argument.
    const path = [...at, ...own.slice(own[1] === 'items' ? 3 : 1)]
    faults.set(path.join('.'), { code, message: withoutInstead(message), path, nearest, value: given })
  }
  if (faults.size > 0) throw new FaultError([...faults.values()])
}
