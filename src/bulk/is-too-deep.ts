import { MOST_LEVELS } from '../importers/parse-json.ts'

/** JSON strings, the last possibly cut off, and text between brackets. */
const NO_BRACKETS = String.raw`"(?:[^"\\]|\\.)*\\?(?:"|$)|[^\[\]{}"]+`
/** Pairs of brackets, nested up to the limit. */
const NESTED = Array.from({ length: MOST_LEVELS }).reduce<string>((inner) => `(?:\\[${inner}\\])*`, '')

/**
 * SQL condition: whether a line of JSON nests brackets beyond 200 levels or leaves them unbalanced. DuckDB's JSON
 * functions need stack for each level, and a stack overflow ends the process. Lines with few brackets skip the test.
 */
export function isTooDeep(line: string): string {
  const brackets = `(2 * strlen(${line}) - strlen(replace(${line}, '[', '')) - strlen(replace(${line}, '{', '')))`
  const bare = `translate(regexp_replace(${line}, '${NO_BRACKETS}', '', 'gs'), '{}', '[]')`
  return `CASE WHEN ${brackets} <= ${MOST_LEVELS} THEN false ELSE NOT regexp_full_match(${bare}, '${NESTED}') END`
}
