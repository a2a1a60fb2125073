/** The last pattern, and the bits of its positions by UTF-16 code. */
let pattern = ''
const POSITIONS = new Int32Array(65_536)

/** Longest pattern: one bit of a number per character. */
const LONGEST_PATTERN = 32

/**
 * Length of the longest common subsequence of two strings, in UTF-16 units. Comparing one `a` with many `b` in a row is
 * fastest.
 *
 * Patterns of up to 32 units use the bit-parallel recurrence of Hyyrö, "Bit-parallel LCS-length computation revisited"
 * (2004), with one step per unit of the other string. Longer ones use the table of Wagner and Fischer (1974).
 *
 * @example
 * commonLength('7763', '7743') // 3
 */
export function commonLength(a: string, b: string): number {
  if (a.length <= LONGEST_PATTERN) return commonLengthByBits(a, b)
  return b.length <= LONGEST_PATTERN ? commonLengthByBits(b, a) : commonLengthByTable(a, b)
}

function commonLengthByBits(wanted: string, text: string): number {
  if (wanted !== pattern) preparePattern(wanted)
  let unmatched = -1
  for (let i = 0; i < text.length; i++) {
    const met = unmatched & (POSITIONS[text.charCodeAt(i)] as number)
    unmatched = (unmatched + met) | (unmatched - met)
  }
  // Bits beyond the pattern never match.
  let length = 0
  for (let matched = ~unmatched; matched !== 0; matched &= matched - 1) length++
  return length
}

function preparePattern(wanted: string): void {
  for (let i = 0; i < pattern.length; i++) POSITIONS[pattern.charCodeAt(i)] = 0
  pattern = wanted
  for (let i = 0; i < pattern.length; i++) {
    const unit = pattern.charCodeAt(i)
    POSITIONS[unit] = (POSITIONS[unit] as number) | (1 << i)
  }
}

function commonLengthByTable(wanted: string, text: string): number {
  let above = new Uint16Array(wanted.length + 1)
  let here = new Uint16Array(wanted.length + 1)
  for (let i = 0; i < text.length; i++) {
    for (let j = 0; j < wanted.length; j++) {
      here[j + 1] =
        text.charCodeAt(i) === wanted.charCodeAt(j)
          ? (above[j] as number) + 1
          : Math.max(above[j + 1] as number, here[j] as number)
    }
    const swap = above
    above = here
    here = swap
  }
  return above[wanted.length] as number
}

/**
 * Indel similarity of two strings, 0 (nothing in common) to 100 (equal): 200 x common / (length + length). That is the
 * share of units that need no insertion or deletion to turn one into the other. Two empty strings are equal.
 *
 * @example
 * indelRatio('7763', '7743') // 75
 */
export function indelRatio(a: string, b: string): number {
  const length = a.length + b.length
  return length === 0 ? 100 : (200 * commonLength(a, b)) / length
}
