import {
  ASSETS,
  type AssetKind,
  COMPONENTS,
  type ComponentName,
  concerns,
  EQUIPMENT,
  type KindColumns,
  TERMINALS,
} from '../../kinds.ts'
import { A_SERVER, type Described, KIND_WORDS, SOFTWARE_WORDS, UNCOVERED_WORDS, VAGUE_WORDS } from './kind-words.ts'
import { plain } from './plain-name.ts'

/** The columns of a row of a kind, and the part of the asset they describe. */
export interface RowKind extends KindColumns {
  readonly asset: AssetKind
  readonly component?: ComponentName
  /** For a terminal or equipment, its value of `TerminalKind` or `EquipmentKind`. */
  readonly terminal?: string
}

const ROW_KINDS: ReadonlyMap<string, RowKind> = new Map<string, RowKind>([
  ...entriesOf<AssetKind, { readonly columns: KindColumns }>(ASSETS)
    .filter(([asset]) => asset !== 'terminal' && asset !== 'equipment' && asset !== 'component')
    .map(([asset, { columns }]) => [asset, { asset, ...columns }] as const),
  ...Object.keys(TERMINALS).map(
    (terminal) => [terminal.toLowerCase(), { asset: 'terminal', terminal, ...columnsOfTerminal(terminal) }] as const,
  ),
  ...Object.keys(EQUIPMENT).map(
    (kind) => [kind.toLowerCase(), { asset: 'equipment', terminal: kind, ...columnsOfEquipment(kind) }] as const,
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
const SOFTWARE = new Set(SOFTWARE_WORDS.map(plain))
const VAGUE = new Map(VAGUE_WORDS.map(([word, kinds]) => [plain(word), kinds]))
/** A number of network ports: `48-port switch`, `Switch 24 ports`, `Switch PoE 48p`. */
const PORTS =
  /(?<![\p{L}\d])(\d{1,4})[\s-]?(?:ports?|fach|puertos|bocas|porte|portas|poorts?|p)(?![\p{L}\d])(?:\s+(?:poe\+*|gigabit))?/iu
const MOST_NEAREST = 3
const LIKE = 0.5
/** Words of a description that are looked at. */
const MOST_WORDS = 12

/** What some inventories write before a kind: `cmdb_ci_linux_server`, `microsoft.compute/virtualmachines`. */
const BEFORE_KIND = /^((u_)?cmdb_ci_|microsoft\.compute\/)/i

/** The kind that a text means, if any: `Cloud Instance` is `cloudInstance`, and `48-port switch` a switch. */
export function kindOf(text: string): string | undefined {
  return kindOfWord(text) ?? (isSwitch(withoutPorts(text)) ? 'switch' : undefined)
}

function kindOfWord(text: string): string | undefined {
  const name = plain(text.replace(BEFORE_KIND, ''))
  return BY_PLAIN_NAME.get(name) ?? (A_SERVER.test(name) ? 'server' : undefined)
}

/**
 * What a text says of a thing besides its kind, if anything: `Chromebook` is a laptop of type `chromebook`, `Mini PC` a
 * desktop of form MINI, and `48-port switch` has 48 ports.
 */
export function describedBy(text: string): Described {
  const known = DESCRIBED.get(plain(text.replace(BEFORE_KIND, '')))
  if (known !== undefined || kindOfWord(text) !== undefined) return known ?? {}
  const bare = withoutPorts(text)
  const ports = Number(PORTS.exec(text)?.[1])
  return isSwitch(bare) ? { ...DESCRIBED.get(plain(bare)), ports } : {}
}

/** A text without a number of ports; empty without one. */
function withoutPorts(text: string): string {
  return PORTS.test(text) ? text.replace(PORTS, ' ').trim() : ''
}

function isSwitch(text: string): boolean {
  return text !== '' && kindOfWord(text) === 'switch'
}

/**
 * The kind that the words of a description begin or end with: a laptop for `PC portable compta`, a printer for
 * `Reception printer`. Undefined if both ends name different kinds, as in `Server room printer`.
 */
export function kindWithin(text: string): { readonly kind: string; readonly word: string } | undefined {
  const words = text.trim().split(/\s+/).slice(0, MOST_WORDS)
  const lengths = words.map((_, at) => words.length - at)
  const starts = lengths.map((length) => words.slice(0, length).join(' '))
  const ends = lengths.map((length) => words.slice(-length).join(' '))
  const [first, last] = [starts, ends].map((each) => each.find((word) => kindOf(word) !== undefined))
  const word = first ?? last
  const kind = word === undefined ? undefined : kindOf(word)
  const isSure = first === undefined || last === undefined || kindOf(first) === kindOf(last)
  return word === undefined || kind === undefined || !isSure ? undefined : { kind, word }
}

/** Says that a text means things without figures, if it does: `3 Scanner` is `No figures for scanners`. */
export function noFiguresFor(text: string): string | undefined {
  const name = text.replace(BEFORE_KIND, '').replace(/^\d+\s*[x×]?\s+/, '')
  const things = kindOf(name) === undefined ? UNCOVERED.get(plain(name)) : undefined
  return things && `No figures for ${things}`
}

/** Whether a text names what has no hardware: `SaaS`, `Lizenz`. */
export function isSoftware(text: string): boolean {
  return kindOf(text) === undefined && SOFTWARE.has(plain(text))
}

/** The kinds that a text leaves open, if it says something of a thing, but not which kind it is: `Windows`. */
export function vagueKinds(text: string): readonly string[] | undefined {
  return kindOf(text) === undefined ? VAGUE.get(plain(text.replace(BEFORE_KIND, ''))) : undefined
}

/** The columns and part of a row of a kind, one of `KINDS`. */
export function rowKind(kind: string): RowKind {
  return ROW_KINDS.get(kind) as RowKind
}

/** The kinds that a vague or mistyped text may mean: `laptp` is like laptop. Best first. */
export function kindsLike(text: string): readonly string[] {
  return vagueKinds(text) ?? nearestKinds(text, LIKE)
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

/** The columns of equipment without those that change no figure of this kind. */
function columnsOfEquipment(kind: string): KindColumns {
  const { texts, words, numbers } = ASSETS.equipment.columns
  const { ports, ...others } = numbers
  return { texts, words, numbers: kind === 'SWITCH' ? { ports, ...others } : others }
}

function pairsOf(text: string): ReadonlySet<string> {
  const padded = ` ${text} `
  return new Set(Array.from({ length: padded.length - 1 }, (_, at) => padded.slice(at, at + 2)))
}

function entriesOf<Kind extends string, Words>(kinds: Readonly<Record<Kind, Words>>): readonly [Kind, Words][] {
  return Object.entries(kinds) as [Kind, Words][]
}
