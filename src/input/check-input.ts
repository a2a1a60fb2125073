import type * as z from 'zod'
import { FaultError } from './fault.ts'

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
export function withoutNulls(value: unknown): unknown {
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
