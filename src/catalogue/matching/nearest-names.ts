import { indelRatio } from './indel-ratio.ts'

/** Minimum similarity of a suggestion (0 to 100), chosen by trying mistyped names. */
const LEAST_LIKENESS = 60

/** Longer texts are cut: no name in the tables exceeds 50 characters. */
const LONGEST_TEXT = 200

/**
 * The names most similar to an unknown one, best first, for a "did you mean". Case and separators do not count. It
 * compares whole strings, as identifiers (instance types, archetypes) need. Ties go to the longest common prefix, then
 * to the order of `names`. Returns at most `count` names (0 or more) whose likeness is at least `least` (0 to 100);
 * empty if nothing is close.
 *
 * @example
 * nearestNames('p5.4xlarge', ['c5.4xlarge', 'p5.48xlarge', 'a1.metal']) // ['p5.48xlarge', 'c5.4xlarge']
 */
export function nearestNames(
  text: string,
  names: Iterable<string>,
  count = 3,
  least = LEAST_LIKENESS,
): readonly string[] {
  return new SimilarNames(names).nearest(text, count, least)
}

/** Names that are searched repeatedly, prepared once; see nearestNames. */
export class SimilarNames {
  readonly #names: readonly { readonly name: string; readonly folded: string }[]

  constructor(names: Iterable<string>) {
    this.#names = Array.from(new Set(names), (name) => ({ name, folded: fold(name) }))
  }

  nearest(text: string, count = 3, least = LEAST_LIKENESS): readonly string[] {
    const wanted = fold(text.slice(0, LONGEST_TEXT))
    const near: { name: string; likeness: number; sameStart: number }[] = []
    for (const { name, folded } of this.#names) {
      if (mostLikeness(wanted, folded) < least) continue
      const likeness = indelRatio(wanted, folded)
      if (likeness >= least) near.push({ name, likeness, sameStart: sameStart(wanted, folded) })
    }
    near.sort((a, b) => b.likeness - a.likeness || b.sameStart - a.sameStart)
    return near.slice(0, count).map((candidate) => candidate.name)
  }
}

/** Upper bound of indelRatio from lengths alone, as if the longer text contained the shorter. */
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

/** The names closest to the last step of a path, as paths: `usage.avgPowr` is near `usage.avgPower`. */
export function nearestPaths(path: readonly string[], names: readonly string[]): readonly string[] {
  const last = path.at(-1) ?? ''
  const others = names.filter((name) => name !== last)
  return nearestNames(last, others).map((name) => [...path.slice(0, -1), name].join('.'))
}
