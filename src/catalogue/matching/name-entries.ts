import { commonLength } from './indel-ratio.ts'
import { allTokens, hasDigit, type ParsedName, squash, withoutMaker } from './parsed-name.ts'

/** A row and its parsed name. */
export interface NameEntry<Row> extends ParsedName {
  readonly row: Row
  readonly name: string
  readonly position: number
  /** The sorted tokens without and with the maker, with their joined length. */
  readonly bare: readonly [readonly string[], number]
  readonly whole: readonly [readonly string[], number]
}

/** Scores an entry, 0 to 100; may return 0 below `least`. */
type Scorer<Row> = (entry: NameEntry<Row>, least: number) => number

/** Further tokens of a text are ignored. With 31, the tokens shared with a row fit the bits of one number. */
const MOST_TOKENS = 31

/** Minimum score of a suggestion that shares no token. */
const LEAST_UNSHARED_SCORE = 70

/** All names of an index, parsed, and indexed by their content. */
export class NameEntries<Row> {
  readonly all: readonly NameEntry<Row>[]
  readonly #byKey = new Map<string, NameEntry<Row>>()
  /** By the name without its maker; undefined if two makers share it. */
  readonly #byBareKey = new Map<string, NameEntry<Row> | undefined>()
  /** Entries by token. */
  readonly #byToken = new Map<string, NameEntry<Row>[]>()
  readonly #withoutNumber: readonly NameEntry<Row>[]

  constructor(
    rows: ReadonlyMap<string, Row>,
    aliases: ReadonlyMap<string, string>,
    parse: (name: string) => ParsedName,
  ) {
    this.all = Array.from(rows, ([name, row], position): NameEntry<Row> => {
      const parsed = parse(name)
      const tokens = allTokens(parsed)
      const bare = [parsed.tokens, parsed.tokens.join(' ').length] as const
      return { ...parsed, row, name, position, bare, whole: [tokens, tokens.join(' ').length] }
    })
    const byName = new Map(this.all.map((entry) => [entry.name, entry]))
    for (const entry of this.all) {
      this.#addKeys(entry, entry)
      for (const token of entry.whole[0]) {
        const list = this.#byToken.get(token)
        if (list === undefined) this.#byToken.set(token, [entry])
        else list.push(entry)
      }
    }
    for (const [alias, name] of aliases) this.#addKeys(byName.get(name) as NameEntry<Row>, parse(alias))
    this.#withoutNumber = this.all.filter(({ tokens }) => !tokens.some(hasDigit))
  }

  #addKeys(entry: NameEntry<Row>, { normalised, maker, tokens }: ParsedName): void {
    const key = squash(normalised)
    if (!this.#byKey.has(key)) this.#byKey.set(key, entry)
    if (maker === undefined || tokens.length === 0) return
    const bareKey = squash(withoutMaker(normalised, maker))
    const other = this.#byBareKey.get(bareKey)
    if (other === undefined && !this.#byBareKey.has(bareKey)) this.#byBareKey.set(bareKey, entry)
    else if (other !== entry && other?.maker !== maker) this.#byBareKey.set(bareKey, undefined)
  }

  /** The entry that is equal after normalising, with any separators, with or without the maker's name. */
  equalTo({ normalised, maker }: ParsedName): NameEntry<Row> | undefined {
    const key = squash(normalised)
    return this.#byKey.get(key) ?? (maker === undefined ? this.#byBareKey.get(key) : undefined)
  }

  /** The entries with the rarest of the text's numbers. For a text without numbers, the entries without one. */
  withNumbersOf(given: ParsedName): readonly NameEntry<Row>[] {
    let rarest: readonly NameEntry<Row>[] | undefined
    for (const token of given.tokens) {
      if (!hasDigit(token)) continue
      const entries = [...(this.#byToken.get(token) ?? []), ...(this.#byToken.get(`${token}+`) ?? [])]
      rarest = rarest === undefined || entries.length < rarest.length ? entries : rarest
    }
    return rarest ?? this.#withoutNumber
  }

  /** Scores a text against entries: see scoreTokenSets. */
  scorerOf(given: ParsedName): Scorer<Row> {
    const tokens = allTokens(given).slice(0, MOST_TOKENS)
    const shared = new Int32Array(this.all.length)
    tokens.forEach((token, bit) => {
      for (const { position } of this.#byToken.get(token) ?? []) {
        shared[position] = (shared[position] as number) | (1 << bit)
      }
    })
    // Few sets of shared tokens occur, each in many rows, so parse the text once for each.
    const parts = new Map<number, SharedTokens>()
    return ({ position, bare, whole, tokens: ownTokens }, least) => {
      const bits = shared[position] as number
      let part = parts.get(bits)
      if (part === undefined) {
        part = sharedTokens(tokens, bits)
        parts.set(bits, part)
      }
      const { common, length, rest } = part
      const [entryTokens, entryLength] = given.maker === undefined && ownTokens.length > 0 ? bare : whole
      const enough = bits === 0 ? Math.max(least, LEAST_UNSHARED_SCORE) : least
      if (mostTokenSets(length, rest.length, entryLength) < enough) return 0
      let otherRest = ''
      for (const token of entryTokens) {
        if (!common.has(token)) otherRest = otherRest === '' ? token : `${otherRest} ${token}`
      }
      const score = scoreTokenSets(length, rest, otherRest)
      return score < enough ? 0 : score
    }
  }
}

/** The tokens that a text shares with a row, their joined length, and the rest of the text. */
interface SharedTokens {
  readonly common: ReadonlySet<string>
  readonly length: number
  readonly rest: string
}

function sharedTokens(tokens: readonly string[], bits: number): SharedTokens {
  const common = tokens.filter((_, bit) => bits & (1 << bit))
  const rest = tokens.filter((_, bit) => !(bits & (1 << bit)))
  return { common: new Set(common), length: common.join(' ').length, rest: rest.join(' ') }
}

/**
 * Token-set score, 0 to 100: the best of three Indel similarities. They compare the sorted common tokens, these
 * followed by the rest of one name, and these followed by the rest of the other. It is 100 if one name contains all
 * tokens of the other. The three strings share a prefix, so only the rests are compared. `common` is the length of the
 * sorted common tokens.
 *
 * Example: `gold xeon 6138` and `gold xeon 6148`: common `gold xeon`, 200 x (10 + 3) / (14 + 14) = 93.
 */
function scoreTokenSets(common: number, rest: string, otherRest: string): number {
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

/** Upper bound of scoreTokenSets from lengths alone, as if the other contained the whole shorter rest. */
function mostTokenSets(common: number, rest: number, otherWhole: number): number {
  const start = common === 0 ? 0 : common + 1
  const otherRest = Math.max(0, otherWhole - start)
  if (common > 0 && (rest === 0 || otherRest === 0)) {
    return 100
  }
  const most = (200 * (start + Math.min(rest, otherRest))) / Math.max(1, 2 * start + rest + otherRest)
  return common === 0 ? most : Math.max(most, (200 * common) / (common + start + Math.min(rest, otherRest)))
}
