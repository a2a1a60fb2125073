import { MOST_LEVELS } from '../importers/parse-json.ts'

/** Texts of JSON, the last of which may not end, and what stands between brackets. */
const NO_BRACKETS = String.raw`"(?:[^"\\]|\\.)*\\?(?:"|$)|[^\[\]{}"]+`
/** Pairs of brackets, nested as deep as may be. */
const NESTED = Array.from({ length: MOST_LEVELS }).reduce<string>((inner) => `(?:\\[${inner}\\])*`, '')

/**
 * SQL of a condition: whether the brackets of a line of JSON are nested beyond 200 levels, or have no other end. Functions of
 * DuckDB that walk through JSON need stack for each level, and a stack that overflows ends the process. Ordinary lines have
 * fewer brackets than that, and are looked at no further.
 */
export function isTooDeep(line: string): string {
  const brackets = `(2 * strlen(${line}) - strlen(replace(${line}, '[', '')) - strlen(replace(${line}, '{', '')))`
  const bare = `translate(regexp_replace(${line}, '${NO_BRACKETS}', '', 'gs'), '{}', '[]')`
  return `CASE WHEN ${brackets} <= ${MOST_LEVELS} THEN false ELSE NOT regexp_full_match(${bare}, '${NESTED}') END`
}
