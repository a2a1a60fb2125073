import type * as z from 'zod'
import { type Warning, withoutInstead } from '../engine/values/warning.ts'
import { type Fault, FaultError } from './fault.ts'

/**
 * The input as its schema understands it; null is the same as left out. Throws a FaultError that names the
 * faults with their paths and what was expected.
 */
export function checkInput<Schema extends z.ZodType>(
  schema: Schema,
  input: unknown,
  at: readonly (string | number)[] = [],
): z.output<Schema> {
  const given = withoutNulls(input)
  const result = schema.safeParse(given)
  if (result.success) return result.data
  throw new FaultError(
    result.error.issues.map(({ path, message, code }) => ({
      path: [...at, ...(path as (string | number)[])],
      message,
      code: faultCode(code),
      value: valueAt(given, path),
    })),
  )
}

/** The code of a fault, after that of zod: `TOO_SMALL` for `too_small`. */
export function faultCode(code: string | undefined): string {
  return code === undefined || code === 'custom' ? 'INVALID_VALUE' : code.toUpperCase()
}

/** The same value without any key that is null or undefined; the value itself where there is none. */
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

/** What is at a path of a value; undefined where there is nothing. */
export function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((at, key) => (at as Record<PropertyKey, unknown> | undefined)?.[key], value)
}

/** What is unknown, and what cannot be so. */
function isRefused(code: Warning['code']): boolean {
  return code.startsWith('UNKNOWN_') || code === 'CONTRADICTION'
}

/**
 * Throws a FaultError that names everything unknown among warnings: those that are about an input, each input once. `at`:
 * where the caller gave what they are about.
 *
 * @example
 * refuseUnknown([{ code: 'UNKNOWN_LOCATION', message: 'Unknown location "Mars"', path: ['input', 'usage'] }]) // throws
 */
export function refuseUnknown(warnings: readonly Warning[], at: readonly string[] = []): void {
  const faults = new Map<string, Fault>()
  for (const { code, message, path: own, nearest = [], given } of warnings) {
    if (!isRefused(code) || own === undefined) continue
    // What is about an input begins with `input`, whatever the argument is called; in a list with `input.items[3]`.
    const path = [...at, ...own.slice(own[1] === 'items' ? 3 : 1)]
    faults.set(path.join('.'), { code, message: withoutInstead(message), path, nearest, value: given })
  }
  if (faults.size > 0) throw new FaultError([...faults.values()])
}
