import { commonLength } from './indel-ratio.ts'

/**
 * Token-set score, 0 to 100: the best of three Indel similarities, between the sorted common tokens, these followed by the
 * rest of one name, and these followed by the rest of the other. 100 when one name's tokens are all in the other.
 * As the three strings begin the same, only the rests need comparing. `common`: length of the sorted common tokens.
 *
 * Example: `gold xeon 6138` and `gold xeon 6148`: common `gold xeon`, 200 x (10 + 3) / (14 + 14) = 93.
 */
export function scoreTokenSets(common: number, rest: string, otherRest: string): number {
  if (common === 0) {
    return (200 * commonLength(rest, otherRest)) / Math.max(1, rest.length + otherRest.length)
  }
  if (rest === '' || otherRest === '') {
    return 100
  }
  const start = common + 1
  const shorter = Math.min(rest.length, otherRest.length)
  const toCommon = (200 * common) / (common + start + shorter)
  const toEachOther = (200 * (start + commonLength(rest, otherRest))) / (2 * start + rest.length + otherRest.length)
  return Math.max(toCommon, toEachOther)
}

/** The most that scoreTokenSets can give, from lengths alone: all of the shorter rest found in the other. */
export function mostTokenSets(common: number, rest: number, otherWhole: number): number {
  const start = common === 0 ? 0 : common + 1
  const otherRest = Math.max(0, otherWhole - start)
  if (common > 0 && (rest === 0 || otherRest === 0)) {
    return 100
  }
  const most = (200 * (start + Math.min(rest, otherRest))) / Math.max(1, 2 * start + rest + otherRest)
  return common === 0 ? most : Math.max(most, (200 * common) / (common + start + Math.min(rest, otherRest)))
}
