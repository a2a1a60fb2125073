/** Suggestions less alike than this (0 to 100) help nobody; chosen by looking at what mistyped names bring up. */
const LEAST_LIKENESS = 60

/** Longer texts are cut: no name in the tables has more than 50 characters. */
const LONGEST_TEXT = 200

/** Which bits of the pattern hold a character, by its UTF-16 code; all zero between two calls. */
const POSITIONS = new Int32Array(65_536)

/**
 * Length of the longest common subsequence of two strings, in UTF-16 units.
 *
 * For a pattern of up to 32 units: the bit-parallel recurrence of Hyyrö, "Bit-parallel LCS-length computation revisited"
 * (2004), one step per unit of the other string. Otherwise the table of Wagner and Fischer (1974).
 *
 * @example
 * commonLength('7763', '7743') // 3
 */
export function commonLength(a: string, b: string): number {
  const pattern = a.length <= b.length ? a : b
  const text = pattern === a ? b : a
  return pattern.length <= 32 ? commonLengthByBits(pattern, text) : commonLengthByTable(pattern, text)
}

function commonLengthByBits(pattern: string, text: string): number {
  for (let i = 0; i < pattern.length; i++) {
    const unit = pattern.charCodeAt(i)
    POSITIONS[unit] = (POSITIONS[unit] as number) | (1 << i)
  }
  let unmatched = -1
  for (let i = 0; i < text.length; i++) {
    const met = unmatched & (POSITIONS[text.charCodeAt(i)] as number)
    unmatched = (unmatched + met) | (unmatched - met)
  }
  let length = 0
  for (let i = 0; i < pattern.length; i++) {
    POSITIONS[pattern.charCodeAt(i)] = 0
    length += (~unmatched >>> i) & 1
  }
  return length
}

function commonLengthByTable(pattern: string, text: string): number {
  let above = new Uint16Array(pattern.length + 1)
  let here = new Uint16Array(pattern.length + 1)
  for (let i = 0; i < text.length; i++) {
    for (let j = 0; j < pattern.length; j++) {
      here[j + 1] =
        text.charCodeAt(i) === pattern.charCodeAt(j)
          ? (above[j] as number) + 1
          : Math.max(above[j + 1] as number, here[j] as number)
    }
    const swap = above
    above = here
    here = swap
  }
  return above[pattern.length] as number
}

/**
 * Indel similarity of two strings, 0 (nothing in common) to 100 (equal): the share of units that need be neither inserted
 * nor deleted to make one string the other, 200 x common / (length + length). Two empty strings are equal.
 *
 * @example
 * indelRatio('7763', '7743') // 75
 */
export function indelRatio(a: string, b: string): number {
  const length = a.length + b.length
  return length === 0 ? 100 : (200 * commonLength(a, b)) / length
}

/**
 * The names most like a text that named nothing, best first, for a "did you mean". Case and separators do not count.
 * Made for identifiers (instance types, archetypes): the likeness is that of the whole strings, and of two equally like
 * names the one that begins the same for longer comes first, then the one that stands first in `names`. At most `count`
 * names (0 or more); none when nothing is near.
 *
 * @example
 * nearestNames('p5.4xlarge', ['c5.4xlarge', 'p5.48xlarge', 'a1.metal']) // ['p5.48xlarge', 'c5.4xlarge']
 */
export function nearestNames(text: string, names: Iterable<string>, count = 3): readonly string[] {
  const wanted = fold(text.slice(0, LONGEST_TEXT))
  const near: { name: string; likeness: number; sameStart: number }[] = []
  for (const name of new Set(names)) {
    const folded = fold(name)
    const likeness = indelRatio(wanted, folded)
    if (likeness >= LEAST_LIKENESS) {
      near.push({ name, likeness, sameStart: sameStart(wanted, folded) })
    }
  }
  near.sort((a, b) => b.likeness - a.likeness || b.sameStart - a.sameStart)
  return near.slice(0, count).map((candidate) => candidate.name)
}

function fold(text: string): string {
  return text.toLowerCase().replace(/[-_.\s]+/g, '-')
}

function sameStart(a: string, b: string): number {
  let length = 0
  while (length < a.length && length < b.length && a.charCodeAt(length) === b.charCodeAt(length)) {
    length++
  }
  return length
}
