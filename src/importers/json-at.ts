/** What stands at a path of a JSON value; undefined where the path leads nowhere. Own keys alone count. */
export function at(value: unknown, ...path: readonly (string | number)[]): unknown {
  let here = value
  for (const key of path) {
    if (here === null || typeof here !== 'object' || !Object.hasOwn(here, key)) return undefined
    here = (here as Record<string | number, unknown>)[key]
  }
  return here
}

/** The same, where it is a text of at most 500 characters that is not empty. */
export function textAt(value: unknown, ...path: readonly (string | number)[]): string | undefined {
  const found = at(value, ...path)
  return typeof found === 'string' && found !== '' && found.length <= 500 ? found : undefined
}

/** The same, where it is a finite number. */
export function numberAt(value: unknown, ...path: readonly (string | number)[]): number | undefined {
  const found = at(value, ...path)
  return typeof found === 'number' && Number.isFinite(found) ? found : undefined
}

/** The same, where it is a list; else none. */
export function listAt(value: unknown, ...path: readonly (string | number)[]): readonly unknown[] {
  const found = at(value, ...path)
  return Array.isArray(found) ? found : []
}
