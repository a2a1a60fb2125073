import { TerminalInput } from '../../input/terminal-input.ts'
import { plain } from './columns.ts'

const PART_KINDS = ['cpu', 'gpu', 'ram', 'ssd', 'hdd']

/** What a row may be, by the word of its column `kind`: case and separators do not matter. */
export const KINDS: readonly string[] = [
  'server',
  'cloudInstance',
  ...TerminalInput.shape.kind.options.map((kind) => kind.toLowerCase()),
  ...PART_KINDS,
  'iotDevice',
]

const BY_PLAIN_NAME = new Map(KINDS.map((kind) => [plain(kind), kind]))
const MOST_NEAREST = 3

/** The kind that a text means, if any: `Cloud Instance` is `cloudInstance`. */
export function kindOf(text: string): string | undefined {
  return BY_PLAIN_NAME.get(plain(text))
}

/** The kinds that share the most pairs of letters with a text (Dice's coefficient over bigrams), best first. */
export function nearestKinds(text: string): readonly string[] {
  const wanted = pairsOf(plain(text).slice(0, 50))
  const scored = KINDS.map((kind) => {
    const pairs = pairsOf(plain(kind))
    const common = [...pairs].filter((pair) => wanted.has(pair)).length
    return { kind, score: (2 * common) / (pairs.size + wanted.size) }
  })
  const alike = scored.filter(({ score }) => score > 0).sort((a, b) => b.score - a.score)
  return alike.slice(0, MOST_NEAREST).map(({ kind }) => kind)
}

function pairsOf(text: string): ReadonlySet<string> {
  const padded = ` ${text} `
  return new Set(Array.from({ length: padded.length - 1 }, (_, at) => padded.slice(at, at + 2)))
}
