/** The value at a path of a JSON value; undefined if the path leads nowhere. Only own keys count. */
export function at(value: unknown, ...path: readonly (string | number)[]): unknown {
  let here = value
  for (const key of path) {
    if (here === null || typeof here !== 'object' || !Object.hasOwn(here, key)) return undefined
    here = (here as Record<string | number, unknown>)[key]
  }
  return here
}

/** A non-empty text of at most 500 characters at a path, or undefined. */
export function textAt(value: unknown, ...path: readonly (string | number)[]): string | undefined {
  const found = at(value, ...path)
  return typeof found === 'string' && found !== '' && found.length <= 500 ? found : undefined
}

/** A finite number at a path, or undefined. */
export function numberAt(value: unknown, ...path: readonly (string | number)[]): number | undefined {
  const found = at(value, ...path)
  return typeof found === 'number' && Number.isFinite(found) ? found : undefined
}

/** A finite number at a path, also as text: `"256"`. */
export function amountAt(value: unknown, ...path: readonly (string | number)[]): number | undefined {
  const text = textAt(value, ...path)
  const found = text === undefined ? numberAt(value, ...path) : Number(text)
  return Number.isFinite(found) ? found : undefined
}

/** A list at a path, or an empty one. */
export function listAt(value: unknown, ...path: readonly (string | number)[]): readonly unknown[] {
  const found = at(value, ...path)
  return Array.isArray(found) ? found : []
}
