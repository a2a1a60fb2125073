/** Longer texts are cut; no place has such a name. */
export const LONGEST_NAME = 200

/**
 * A name of a place without accents, case and punctuation. It reads the first 200 characters.
 *
 * @example
 * simplify('US East (N. Virginia)') // 'us east n virginia'
 */
export function simplify(name: string): string {
  return name
    .slice(0, LONGEST_NAME)
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}
