import {
  ASSETS,
  type AssetKind,
  COMPONENTS,
  type ComponentName,
  concerns,
  type KindColumns,
  TERMINALS,
} from '../../kinds.ts'
import { A_SERVER, type DescribedTerminal, KIND_WORDS, UNCOVERED_WORDS, VAGUE_WORDS } from './kind-words.ts'
import { plain } from './plain-name.ts'

/** The columns of a row of a kind, and the part of the asset they describe. */
export interface RowKind extends KindColumns {
  readonly asset: AssetKind
  readonly component?: ComponentName
  /** For a terminal. */
  readonly terminal?: string
}

const ROW_KINDS: ReadonlyMap<string, RowKind> = new Map<string, RowKind>([
  ...entriesOf<AssetKind, { readonly columns: KindColumns }>(ASSETS)
    .filter(([asset]) => asset !== 'terminal' && asset !== 'component')
    .map(([asset, { columns }]) => [asset, { asset, ...columns }] as const),
  ...Object.keys(TERMINALS).map(
    (terminal) => [terminal.toLowerCase(), { asset: 'terminal', terminal, ...columnsOfTerminal(terminal) }] as const,
  ),
  ...entriesOf<ComponentName, { readonly columns: KindColumns }>(COMPONENTS)
    .filter(([, { columns }]) => Object.keys(columns).length > 0)
    .map(([component, { columns }]) => [component, { asset: 'component', component, ...columns }] as const),
])

/** Valid words in the column `kind`; case and separators do not matter. */
export const KINDS: readonly string[] = [...ROW_KINDS.keys()]

/** Plural endings of kinds whose name exists in that language too. */
const PLURAL_ENDINGS = ['', 's', 'e', 'es']
const BY_PLAIN_NAME = new Map([
  ...KIND_WORDS.map(([word, kind]): [string, string] => [plain(word), kind]),
  ...KINDS.flatMap((kind) => PLURAL_ENDINGS.map((ending): [string, string] => [plain(`${kind}${ending}`), kind])),
])
const DESCRIBED = new Map(KIND_WORDS.map(([word, , described]) => [plain(word), described]))
const UNCOVERED = new Map(UNCOVERED_WORDS.map(([word, things]) => [plain(word), things]))
const VAGUE = new Set(VAGUE_WORDS.map(plain))
const MOST_NEAREST = 3
const LIKE = 0.5

/** What some inventories write before a kind: `cmdb_ci_linux_server`, `microsoft.compute/virtualmachines`. */
const BEFORE_KIND = /^(cmdb_ci_|microsoft\.compute\/)/i

/** The kind that a text means, if any: `Cloud Instance` is `cloudInstance`. */
export function kindOf(text: string): string | undefined {
  const name = plain(text.replace(BEFORE_KIND, ''))
  return BY_PLAIN_NAME.get(name) ?? (A_SERVER.test(name) ? 'server' : undefined)
}

/**
 * What a text says of a terminal besides its kind, if anything: `Chromebook` is a laptop of type `chromebook`, and
 * `Mini PC` a desktop of form MINI.
 */
export function describedBy(text: string): DescribedTerminal {
  return DESCRIBED.get(plain(text)) ?? {}
}

/** Says that a text means things without figures, if it does: `3 Drucker` is `No figures for printers`. */
export function noFiguresFor(text: string): string | undefined {
  const name = text.replace(BEFORE_KIND, '').replace(/^\d+\s*[x×]?\s+/, '')
  const things = kindOf(name) === undefined ? UNCOVERED.get(plain(name)) : undefined
  return things && `No figures for ${things}`
}

/** Whether a text says something about a machine, but not which kind it is: `Windows`, `physical`. */
export function isVague(text: string): boolean {
  return kindOf(text) === undefined && VAGUE.has(plain(text.replace(BEFORE_KIND, '')))
}

/** The columns and part of a row of a kind, one of `KINDS`. */
export function rowKind(kind: string): RowKind {
  return ROW_KINDS.get(kind) as RowKind
}

/** The kinds that a mistyped text may mean: `laptp` is like laptop. Best first. */
export function kindsLike(text: string): readonly string[] {
  return nearestKinds(text, LIKE)
}

/**
 * The kinds with the most letter pairs in common with a text (Dice's coefficient over bigrams, above `least`), best
 * first.
 */
export function nearestKinds(text: string, least = 0): readonly string[] {
  const wanted = pairsOf(plain(text).slice(0, 50))
  const scored = KINDS.map((kind) => {
    const pairs = pairsOf(plain(kind))
    const common = [...pairs].filter((pair) => wanted.has(pair)).length
    return { kind, score: (2 * common) / (pairs.size + wanted.size) }
  })
  const alike = scored.filter(({ score }) => score > least).sort((a, b) => b.score - a.score)
  return alike.slice(0, MOST_NEAREST).map(({ kind }) => kind)
}

/** The columns of terminals without those that change no figure of this kind. */
function columnsOfTerminal(terminal: string): KindColumns {
  const { texts, words, numbers } = ASSETS.terminal.columns
  const some = (columns: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(columns).filter(([, field]) => concerns(terminal, field)))
  return { texts, words: some(words), numbers: some(numbers) }
}

function pairsOf(text: string): ReadonlySet<string> {
  const padded = ` ${text} `
  return new Set(Array.from({ length: padded.length - 1 }, (_, at) => padded.slice(at, at + 2)))
}

function entriesOf<Kind extends string, Words>(kinds: Readonly<Record<Kind, Words>>): readonly [Kind, Words][] {
  return Object.entries(kinds) as [Kind, Words][]
}
