import { indelRatio } from './indel-ratio.ts'

/** Suggestions less similar than this (0 to 100) do not help; chosen by trying mistyped names. */
const LEAST_LIKENESS = 60

/** Longer texts are cut: no name in the tables has more than 50 characters. */
const LONGEST_TEXT = 200

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
  return new SimilarNames(names).nearest(text, count)
}

/** Names that are asked of again and again, so that they are taken apart once; see nearestNames. */
export class SimilarNames {
  readonly #names: readonly { readonly name: string; readonly folded: string }[]

  constructor(names: Iterable<string>) {
    this.#names = Array.from(new Set(names), (name) => ({ name, folded: fold(name) }))
  }

  nearest(text: string, count = 3): readonly string[] {
    const wanted = fold(text.slice(0, LONGEST_TEXT))
    const near: { name: string; likeness: number; sameStart: number }[] = []
    for (const { name, folded } of this.#names) {
      if (mostLikeness(wanted, folded) < LEAST_LIKENESS) continue
      const likeness = indelRatio(wanted, folded)
      if (likeness >= LEAST_LIKENESS) near.push({ name, likeness, sameStart: sameStart(wanted, folded) })
    }
    near.sort((a, b) => b.likeness - a.likeness || b.sameStart - a.sameStart)
    return near.slice(0, count).map((candidate) => candidate.name)
  }
}

/** The most that indelRatio can give, from lengths alone: all of the shorter text found in the other. */
function mostLikeness(a: string, b: string): number {
  const length = a.length + b.length
  return length === 0 ? 100 : (200 * Math.min(a.length, b.length)) / length
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
