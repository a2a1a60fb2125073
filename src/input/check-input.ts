import type * as z from 'zod'

/** What is wrong at one place of an input. */
export interface InputFault {
  readonly path: readonly (string | number)[]
  readonly message: string
  readonly code: string
  readonly value: unknown
}

/** All that is wrong with an input. */
export class InputError extends Error {
  override readonly name = 'InputError'
  readonly faults: readonly InputFault[]

  constructor(faults: readonly InputFault[]) {
    super(faults.map(({ path, message }) => (path.length > 0 ? `${path.join('.')}: ${message}` : message)).join('; '))
    this.faults = faults
  }
}

/**
 * The input as its schema understands it; null means the same as nothing said. Throws an InputError that names every fault
 * with its path and what was expected.
 */
export function checkInput<Schema extends z.ZodType>(
  schema: Schema,
  input: unknown,
  at: readonly (string | number)[] = [],
): z.output<Schema> {
  const said = withoutNulls(input)
  const result = schema.safeParse(said)
  if (result.success) return result.data
  throw new InputError(
    result.error.issues.map(({ path, message, code }) => ({
      path: [...at, ...(path as (string | number)[])],
      message,
      code,
      value: valueAt(said, path),
    })),
  )
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

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((at, key) => (at as Record<PropertyKey, unknown> | undefined)?.[key], value)
}
