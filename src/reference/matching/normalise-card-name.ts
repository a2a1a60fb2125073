import { normaliseName } from './normalise-name.ts'

/** What people and drivers write in names of graphics cards, in the order in which it is rewritten. */
const REWRITES: readonly (readonly [RegExp, string])[] = [
  // "A100 Tensor Core GPU"
  [/(?<![a-z0-9])tensor[\s_-]+core(?![a-z0-9])/gi, ' '],
  // "80 GB"
  [/(?<![a-z0-9])(\d+)[\s_-]+gb(?![a-z0-9])/gi, '$1GB'],
  // The fifth kind of socket, which rows call by its first name; the others are a kind of it: "A100 SXM".
  [/(?<![a-z0-9])sxm[\s_-]?5(?![a-z0-9])/gi, 'SXM'],
  [/(?<![a-z0-9])sxm[\s_-]?([2-4])(?![a-z0-9])/gi, 'SXM SXM$1'],
  // "RTX4090"
  [/(?<![a-z0-9])([rg]tx)(?=[a-z]?\d{4})/gi, '$1 '],
]

/**
 * A graphics card's name without what does not distinguish it: as normaliseName, and besides one spelling of memory, of
 * sockets and of the lines RTX and GTX. Any text is valid.
 *
 * @example
 * normaliseCardName('NVIDIA H100 SXM5 80 GB') // 'nvidia h100 sxm 80gb'
 * normaliseCardName('A100-SXM4-40GB') // 'a100 sxm sxm4 40gb'
 */
export function normaliseCardName(text: string): string {
  return normaliseName(REWRITES.reduce((name, [pattern, replacement]) => name.replace(pattern, replacement), text))
}
