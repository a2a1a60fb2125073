import type { NameMatch } from '../../engine/figures/name-match.ts'
import { BoundedCache } from '../bounded-cache.ts'
import { commonLength, indelRatio } from './nearest-names.ts'
import { normaliseName } from './normalise-name.ts'

export interface NameIndexOptions {
  /** Token-set score, 0 to 100, above which (not at which) the best row is accepted: 80 for parts, 79 for families. */
  readonly threshold: number
  /**
   * Whether the words and numbers that tell parts apart must agree too. True for parts (CPUs, GPUs), false for families,
   * manufacturers and model ranges, which have few numbers.
   */
  readonly digitRule: boolean
  /** Other names of rows: what machines print for them -> the row's own name. Found as `equal`. Default: none. */
  readonly aliases?: Readonly<Record<string, string>>
}

/** How many texts that are no row's own name an index remembers the answer to. At some 300 bytes each, half a MB. */
const REMEMBERED = 2000

/** A longer text is cut before it is compared, and its answer is not remembered. */
const LONGEST_NAME = 200

/** Tokens of a text beyond these are not read. 31, so that which of them a row shares fits the bits of one number. */
const MOST_TOKENS = 31

/** How many names are suggested when none is accepted, and the score (0 to 100) they must have. */
const SUGGESTIONS = 3
const LEAST_SUGGESTION_SCORE = 50

/** How alike two words must be as a whole, 0 to 100, besides the words that they share: `Core Ultra 7` is not `Core M`. */
const LEAST_WORD_RATIO = 70

/** The score that names without a common token must have to count as near at all. */
const LEAST_UNSHARED_SCORE = 70

/** Makers, as normaliseName writes them. One may be missing from a text, but not be another than the row's. */
const MAKERS = new Set(['intel', 'amd', 'apple', 'ampere', 'annapurna', 'google', 'nvidia'])

/** Grades of one product line: a text may name one that the row leaves out (Xeon Gold 6455B, in the table Xeon 6455B). */
const GRADES = new Set(['bronze', 'silver', 'gold', 'platinum'])

/** Words of a row's name that people leave out, the model number being enough: `i7-12700K`, `Gold 6138`, `EPYC 3251`. */
const OMISSIBLE = new Set([
  ...GRADES,
  ...['core', 'xeon', 'pentium', 'celeron', 'atom', 'scalable', 'max'],
  ...['ryzen', 'threadripper', 'epyc', 'athlon', 'embedded', 'altra'],
])

/** Words in a text that do not make it another part: code names, and the lines of graphics cards. */
const HARMLESS = new Set([
  ...['scalable', 'series', 'family', 'server', 'desktop', 'mobile', 'custom', 'sp', 'ep', 'ex'],
  ...['sandy', 'ivy', 'bridge', 'haswell', 'broadwell', 'skylake', 'kaby', 'coffee', 'comet', 'cascade', 'cascadelake'],
  ...['ice', 'icelake', 'cooper', 'rocket', 'tiger', 'alder', 'raptor', 'lake', 'sapphire', 'emerald', 'rapids'],
  ...['naples', 'rome', 'milan', 'genoa', 'bergamo', 'neoverse'],
  ...['gpu', 'tesla', 'geforce', 'quadro', 'tensor'],
])

/** Two words at least this alike (Indel similarity, 0 to 100) are one, mistyped: `glod`, `eypc`. */
const MISTYPED_LIKENESS = 70

/** Tokens with a digit that are no model number, and may be missing: `i7`, `e5`, `w9`, the 7 of Ryzen 7, `80gb`. */
const CLASS_TOKEN = /^(?:[iewm]?[3579]|\d+gb)$/

/** A name taken apart. */
interface Parsed {
  readonly normalised: string
  readonly maker: string | undefined
  /** Distinct tokens without the maker, sorted. */
  readonly tokens: readonly string[]
}

interface Entry<Row> extends Parsed {
  readonly row: Row
  readonly name: string
  readonly tokenSet: ReadonlySet<string>
  /** The sorted tokens without and with the maker, and the length of them joined. */
  readonly bare: readonly [readonly string[], number]
  readonly whole: readonly [readonly string[], number]
}

/** The score of the entry at a position; possibly 0 where it does not reach `least`. */
type Scorer = (position: number, least: number) => number

interface Candidate<Row> {
  readonly entry: Entry<Row>
  readonly position: number
  readonly score: number
  readonly ratio: number
}

/**
 * Finds the row a free-text name means. The index is built once, when it is first needed, and never changes; answers are remembered, up to a bound.
 *
 * 1. The text is a row's own name: `same`.
 * 2. Equal after normalising, whatever the separators, the maker's name there or missing: `equal`.
 * 3. The best row by token-set score, when that is above the threshold, and under the digit rule when nothing that tells
 *    parts apart contradicts and no other row fits as well: `close`. Ties go by the full-string ratio, then table order.
 * 4. Otherwise `none`, with the names of up to three rows that are near: better none than another part.
 *
 * Of rows with equal names the first counts. Throws a RangeError for an alias that names no row.
 *
 * @example
 * const cpus = new NameIndex(rows, (row) => row.name, { threshold: 80, digitRule: true })
 * cpus.match('Intel(R) Xeon(R) Gold 6138 CPU @ 2.00GHz') // outcome 'equal', name 'Intel Xeon Gold 6138'
 * cpus.match('Xeon Platinum 9999') // outcome 'none', nearest: three names
 */
export class NameIndex<Row> {
  readonly #options: NameIndexOptions
  readonly #rows = new Map<string, Row>()
  #entries: readonly Entry<Row>[] = []
  readonly #byKey = new Map<string, Entry<Row>>()
  /** By the name without its maker; undefined where two makers have one. */
  readonly #byBareKey = new Map<string, Entry<Row> | undefined>()
  /** Which entries have a token. */
  readonly #byToken = new Map<string, number[]>()
  #withoutNumber: readonly number[] = []
  readonly #seen = new BoundedCache<string, NameMatch<Row>>(REMEMBERED)

  constructor(rows: Iterable<Row>, nameOf: (row: Row) => string, options: NameIndexOptions) {
    this.#options = options
    for (const row of rows) {
      const name = nameOf(row)
      if (name !== '' && !this.#rows.has(name)) {
        this.#rows.set(name, row)
      }
    }
    for (const [alias, name] of Object.entries(options.aliases ?? {})) {
      if (!this.#rows.has(name)) {
        throw new RangeError(`The alias "${alias}" names "${name}", which is no row of the table.`)
      }
    }
  }

  /** Takes all names apart, when one is first looked for that is no row's own: a start does not wait for it. */
  #build(): void {
    if (this.#entries.length > 0) {
      return
    }
    const entries = [...this.#rows].map(([name, row]): Entry<Row> => {
      const parsed = parse(name)
      const { maker, tokens } = parsed
      const all = maker === undefined ? tokens : [maker, ...tokens].sort()
      return {
        ...parsed,
        row,
        name,
        tokenSet: new Set(tokens),
        bare: [tokens, tokens.join(' ').length],
        whole: [all, all.join(' ').length],
      }
    })
    const byName = new Map(entries.map((entry) => [entry.name, entry]))
    entries.forEach((entry, position) => {
      this.#addKeys(entry, entry)
      for (const token of entry.whole[0]) {
        const list = this.#byToken.get(token)
        if (list === undefined) {
          this.#byToken.set(token, [position])
        } else {
          list.push(position)
        }
      }
    })
    for (const [alias, name] of Object.entries(this.#options.aliases ?? {})) {
      this.#addKeys(byName.get(name) as Entry<Row>, parse(alias))
    }
    this.#withoutNumber = [...entries.keys()].filter((position) => !entries[position]?.tokens.some(hasDigit))
    this.#entries = entries
  }

  /** The row that `text` means. Any text is valid; one without letters or digits means none. */
  match(text: string): NameMatch<Row> {
    const row = this.#rows.get(text)
    if (row !== undefined) {
      return { given: text, outcome: 'same', row, name: text, nearest: [] }
    }
    if (text.length > LONGEST_NAME) {
      return this.#find(text, text.slice(0, LONGEST_NAME))
    }
    return this.#seen.getOrCompute(text, () => this.#find(text, text))
  }

  /**
   * The rows near to what somebody types: first those in which every word of the text begins a word, then those alike in
   * score, each closest first. An empty text finds none.
   */
  search(text: string): readonly Row[] {
    this.#build()
    const given = parse(text.slice(0, LONGEST_NAME))
    const words = given.maker === undefined ? given.tokens : [given.maker, ...given.tokens]
    if (words.length === 0) {
      return []
    }
    const score = this.#scorer(given)
    const found = this.#entries.flatMap((entry, position): readonly (Candidate<Row> & { begins: boolean })[] => {
      const begins = words.every((word) => entry.whole[0].some((token) => token.startsWith(word)))
      const likeness = begins ? 100 : score(position, LEAST_SUGGESTION_SCORE)
      return likeness > 0 ? [{ entry, position, score: likeness, ratio: fullRatio(given, entry), begins }] : []
    })
    return found.sort((a, b) => Number(b.begins) - Number(a.begins) || byLikeness(a, b)).map(({ entry }) => entry.row)
  }

  #addKeys(entry: Entry<Row>, { normalised, maker, tokens }: Parsed): void {
    const key = squash(normalised)
    if (!this.#byKey.has(key)) {
      this.#byKey.set(key, entry)
    }
    if (maker === undefined || tokens.length === 0) {
      return
    }
    const bareKey = squash(withoutMaker(normalised, maker))
    const other = this.#byBareKey.get(bareKey)
    if (other === undefined && !this.#byBareKey.has(bareKey)) {
      this.#byBareKey.set(bareKey, entry)
    } else if (other !== entry && other?.maker !== maker) {
      this.#byBareKey.set(bareKey, undefined)
    }
  }

  #find(given: string, text: string): NameMatch<Row> {
    this.#build()
    const parsed = parse(text)
    const key = squash(parsed.normalised)
    const equal = this.#byKey.get(key) ?? (parsed.maker === undefined ? this.#byBareKey.get(key) : undefined)
    if (equal !== undefined) {
      return { given, outcome: 'equal', row: equal.row, name: equal.name, nearest: [] }
    }
    const score = this.#scorer(parsed)
    const close = this.#close(parsed, score)
    if (close !== undefined) {
      return { given, outcome: 'close', row: close.entry.row, name: close.entry.name, score: close.score, nearest: [] }
    }
    // Suggestions take longer than all else, and are often not read.
    let nearest: readonly string[] | undefined
    const suggest = () => this.#nearest(parsed, this.#scorer(parsed))
    return {
      given,
      outcome: 'none',
      get nearest() {
        nearest ??= suggest()
        return nearest
      },
    }
  }

  /** Scores the text against the entry at a position; see scoreTokenSets. */
  #scorer(given: Parsed): Scorer {
    const tokens = (given.maker === undefined ? given.tokens : [given.maker, ...given.tokens].sort()).slice(
      0,
      MOST_TOKENS,
    )
    const shared = new Int32Array(this.#entries.length)
    tokens.forEach((token, bit) => {
      for (const position of this.#byToken.get(token) ?? []) {
        shared[position] = (shared[position] as number) | (1 << bit)
      }
    })
    // Few sets of shared tokens occur, each in many rows: take the text apart once for each.
    const parts = new Map<
      number,
      { readonly common: ReadonlySet<string>; readonly length: number; readonly rest: string }
    >()
    return (position, least) => {
      const bits = shared[position] as number
      let part = parts.get(bits)
      if (part === undefined) {
        const common = tokens.filter((_, bit) => bits & (1 << bit))
        const rest = tokens.filter((_, bit) => !(bits & (1 << bit)))
        part = { common: new Set(common), length: common.join(' ').length, rest: rest.join(' ') }
        parts.set(bits, part)
      }
      const entry = this.#entries[position] as Entry<Row>
      const { common, length, rest } = part
      const isMakerLeftOut = given.maker === undefined && entry.tokens.length > 0
      const [entryTokens, entryLength] = isMakerLeftOut ? entry.bare : entry.whole
      const enough = bits === 0 ? Math.max(least, LEAST_UNSHARED_SCORE) : least
      if (mostTokenSets(length, rest.length, entryLength) < enough) {
        return 0
      }
      let otherRest = ''
      for (const token of entryTokens) {
        if (!common.has(token)) {
          otherRest = otherRest === '' ? token : `${otherRest} ${token}`
        }
      }
      const score = scoreTokenSets(length, rest, otherRest)
      return score < enough ? 0 : score
    }
  }

  #close(given: Parsed, score: Scorer): Candidate<Row> | undefined {
    const { threshold, digitRule } = this.#options
    const candidates: Candidate<Row>[] = []
    for (const position of digitRule ? this.#withNumbersOf(given) : this.#entries.keys()) {
      const entry = this.#entries[position] as Entry<Row>
      if (digitRule && !agree(given, entry)) {
        continue
      }
      const likeness = score(position, threshold)
      if (likeness > threshold) {
        candidates.push({ entry, position, score: likeness, ratio: fullRatio(given, entry) })
      }
    }
    if (!digitRule) {
      // Of words, the most alike as a whole: a word that merely is in the text (`Xeon` in `Xeon Platinium`) comes after.
      const [most] = candidates.sort((a, b) => b.ratio - a.ratio || byLikeness(a, b))
      return most !== undefined && most.ratio >= LEAST_WORD_RATIO ? most : undefined
    }
    const best = candidates.sort(byLikeness)[0]
    if (best === undefined) {
      return best
    }
    // `G4900` leaves open whether Celeron or Pentium; `2700X` is the plain one, all that it leaves out is in the others too.
    // A number that stands alone must be no other row's number, not even of one that names more than it: `9700E`.
    const missing = best.entry.tokens.filter((token) => !given.tokens.includes(token))
    const others =
      given.tokens.length === 1 ? this.#withNumbersOf(given) : candidates.map((candidate) => candidate.position)
    const single = others.every((position) => missing.every((token) => this.#entries[position]?.tokenSet.has(token)))
    return single ? best : undefined
  }

  /** Where the rows stand that have the rarest of the text's numbers, or, when it has none, the rows without a number. */
  #withNumbersOf(given: Parsed): readonly number[] {
    let rarest: readonly number[] | undefined
    for (const token of given.tokens) {
      if (hasDigit(token)) {
        const positions = [...(this.#byToken.get(token) ?? []), ...(this.#byToken.get(`${token}+`) ?? [])]
        rarest = rarest === undefined || positions.length < rarest.length ? positions : rarest
      }
    }
    return rarest ?? this.#withoutNumber
  }

  #nearest(given: Parsed, score: Scorer): readonly string[] {
    let candidates: Candidate<Row>[] = []
    let least = LEAST_SUGGESTION_SCORE
    this.#entries.forEach((entry, position) => {
      const likeness = score(position, least)
      if (likeness < least) {
        return
      }
      candidates.push({ entry, position, score: likeness, ratio: 0 })
      if (candidates.length >= 50 && candidates.length % 50 === 0) {
        const best = candidates.map((candidate) => candidate.score).sort((a, b) => b - a)
        least = Math.max(least, best[SUGGESTIONS - 1] ?? 0)
        candidates = candidates.filter((candidate) => candidate.score >= least)
      }
    })
    candidates.sort(byLikeness)
    least = candidates[SUGGESTIONS - 1]?.score ?? least
    return candidates
      .filter((candidate) => candidate.score >= least)
      .map((candidate) => ({ ...candidate, ratio: fullRatio(given, candidate.entry) }))
      .sort(byLikeness)
      .slice(0, SUGGESTIONS)
      .map(({ entry }) => entry.name)
  }
}

/** Best first; equally good ones in table order. */
function byLikeness<Row>(a: Candidate<Row>, b: Candidate<Row>): number {
  return b.score - a.score || b.ratio - a.ratio || a.position - b.position
}

/** Indel similarity of the whole normalised names; the maker counts only when the text names one. */
function fullRatio<Row>(given: Parsed, entry: Entry<Row>): number {
  const name =
    given.maker === undefined && entry.maker !== undefined && entry.tokens.length > 0
      ? withoutMaker(entry.normalised, entry.maker)
      : entry.normalised
  return indelRatio(given.normalised, name)
}

/**
 * Token-set score, 0 to 100: the best of three Indel similarities, between the sorted common tokens, these followed by the
 * rest of one name, and these followed by the rest of the other. 100 when one name's tokens are all in the other.
 * As the three strings begin the same, only the rests need comparing. `common`: length of the sorted common tokens.
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

/** The most that scoreTokenSets can give, from lengths alone: all of the shorter rest found in the other. */
function mostTokenSets(common: number, rest: number, otherWhole: number): number {
  const start = common === 0 ? 0 : common + 1
  const otherRest = Math.max(0, otherWhole - start)
  if (common > 0 && (rest === 0 || otherRest === 0)) {
    return 100
  }
  const most = (200 * (start + Math.min(rest, otherRest))) / Math.max(1, 2 * start + rest + otherRest)
  return common === 0 ? most : Math.max(most, (200 * common) / (common + start + Math.min(rest, otherRest)))
}

/** Whether nothing that tells parts apart contradicts, either way. */
function agree<Row>(given: Parsed, entry: Entry<Row>): boolean {
  if (given.maker !== undefined && entry.maker !== undefined && given.maker !== entry.maker) {
    return false
  }
  const missing = entry.tokens.filter((token) => !given.tokens.includes(token))
  const hasNumber = entry.tokens.some(hasDigit)
  const mistyped = new Set<string>()
  for (const token of given.tokens) {
    if (entry.tokenSet.has(token)) {
      continue
    }
    if (hasDigit(token)) {
      // `8480` for 8480+, but not `8168+` for 8168.
      if (!entry.tokenSet.has(`${token}+`)) {
        return false
      }
      continue
    }
    // Where no number says which part it is, the words must be right.
    const meant = hasNumber ? missing.find((word) => isMistyped(token, word)) : undefined
    if (meant !== undefined) {
      mistyped.add(meant)
    } else if (!HARMLESS.has(token) && !(GRADES.has(token) && !entry.tokens.some((word) => GRADES.has(word)))) {
      return false
    }
  }
  // A number alone is no name, and neither is a name without a number where the row has one.
  if (hasNumber && (!given.tokens.some(hasDigit) || given.tokens.every(isNumber))) {
    return false
  }
  return missing.every((token) =>
    hasDigit(token)
      ? CLASS_TOKEN.test(token) || given.tokens.includes(token.replace(/\+$/, ''))
      : OMISSIBLE.has(token) || mistyped.has(token),
  )
}

function isMistyped(token: string, word: string): boolean {
  return token.length >= 4 && word.length >= 4 && !hasDigit(word) && indelRatio(token, word) >= MISTYPED_LIKENESS
}

/** A plus counts as a digit: it is only found at the end of model numbers. */
function hasDigit(token: string): boolean {
  return /[\d+]/.test(token)
}

function isNumber(token: string): boolean {
  return /^\d+$/.test(token)
}

function parse(name: string): Parsed {
  const normalised = normaliseName(name)
  const all = normalised.split(' ')
  const maker = all.find((token) => MAKERS.has(token))
  const tokens = [...new Set(all)].filter((token) => token !== maker && token !== '').sort()
  return { normalised, maker, tokens }
}

function withoutMaker(normalised: string, maker: string): string {
  return normalised
    .split(' ')
    .filter((token) => token !== maker)
    .join(' ')
}

function squash(normalised: string): string {
  return normalised.replaceAll(' ', '')
}
