import type { NameMatch } from '../../engine/values/name-match.ts'
import { BoundedCache } from '../bounded-cache.ts'
import { closestName, type MatchRule, searchNames, suggestNames } from './closest-name.ts'
import { NameEntries } from './name-entries.ts'
import { normaliseCardName, normaliseName } from './normalise-name.ts'
import { type ParsedName, parseName, withoutHarmless } from './parsed-name.ts'

/** How close a name has to be, and what else rows are called. */
interface NameMatcherOptions extends MatchRule {
  /** Other names of rows: what machines print for them -> the row's own name. Found as `equal`. Default: none. */
  readonly aliases?: ReadonlyMap<string, string>
}

/** How many texts that are no row's own name an index remembers the answer to. At some 300 bytes each, half a MB. */
const REMEMBERED = 2000

/** A longer text is cut before it is compared, and its answer is not remembered. */
const LONGEST_NAME = 200

/**
 * Finds the row a free-text name means. The index is built once, when it is first needed, and never changes; answers are
 * remembered, up to a bound. By hand, as libraries compare texts alone: to them `EPYC 7763` is nearly `EPYC 7743`.
 *
 * 1. The text is a row's own name: `same`.
 * 2. Equal after normalising, whatever the separators, the maker's name there or missing: `equal`.
 * 3. The best row by token-set score, when that is above the threshold, and under the digit rule when nothing that distinguishes
 *    parts apart contradicts and no other row fits as well: `close`. Ties go by the full-string ratio, then table order.
 * 4. Otherwise `none`, with the names of up to three rows that are near: better none than another part.
 *
 * Where `variants` are given, names are read as people write those of graphics cards. Where several rows fit as well, and one
 * is a variant, that one, and `isOpen`. What is not found is looked for without harmless words: `Tesla V100`.
 *
 * Of rows with equal names the first counts. Throws a RangeError for an alias that names no row.
 *
 * @example
 * const cpus = new NameMatcher(rows, (row) => row.name, { threshold: 80, digitRule: true, words })
 * cpus.match('Intel(R) Xeon(R) Gold 6138 CPU @ 2.00GHz') // outcome 'equal', name 'Intel Xeon Gold 6138'
 * cpus.match('Xeon Platinum 9999') // outcome 'none', nearest: three names
 */
export class NameMatcher<Row> {
  readonly #options: NameMatcherOptions
  readonly #rows = new Map<string, Row>()
  #entries: NameEntries<Row> | undefined
  readonly #seen = new BoundedCache<string, NameMatch<Row>>(REMEMBERED)

  constructor(rows: Iterable<Row>, nameOf: (row: Row) => string, options: NameMatcherOptions) {
    this.#options = options
    for (const row of rows) {
      const name = nameOf(row)
      if (name !== '' && !this.#rows.has(name)) this.#rows.set(name, row)
    }
    for (const [alias, name] of options.aliases ?? []) {
      if (!this.#rows.has(name)) {
        throw new RangeError(`The alias "${alias}" names "${name}". The table has no such row.`)
      }
    }
  }

  /** All names are taken apart when one is first looked for that is no row's own: a start does not wait for it. */
  get #parsed(): NameEntries<Row> {
    this.#entries ??= new NameEntries(this.#rows, this.#options.aliases ?? new Map(), (name) => this.#parse(name))
    return this.#entries
  }

  /** The row that `text` means. Any text is valid; one without letters or digits means none. */
  match(text: string): NameMatch<Row> {
    const row = this.#rows.get(text)
    if (row !== undefined) return { given: text, outcome: 'same', row, name: text, nearest: [] }
    if (text.length > LONGEST_NAME) return this.#find(text, text.slice(0, LONGEST_NAME))
    return this.#seen.getOrCompute(text, () => this.#find(text, text))
  }

  /**
   * The rows near to a text that is being typed: first those in which every word of the text begins a word, then those alike in
   * score, each closest first. An empty text finds none.
   */
  search(text: string): readonly Row[] {
    return searchNames(this.#parsed, this.#parse(text.slice(0, LONGEST_NAME)))
  }

  #find(given: string, text: string): NameMatch<Row> {
    const entries = this.#parsed
    const { words, variants } = this.#options
    const parsed = this.#parse(text)
    const plain = variants && withoutHarmless(parsed, words)
    const accepted = this.#accepted(given, parsed) ?? (plain && this.#accepted(given, plain))
    if (accepted !== undefined) return accepted
    // Suggestions take longer than all else, and are often not read.
    let nearest: readonly string[] | undefined
    return {
      given,
      outcome: 'none',
      get nearest() {
        nearest ??= suggestNames(entries, parsed)
        return nearest
      },
    }
  }

  #parse(text: string): ParsedName {
    const { words, variants } = this.#options
    return parseName(text, words, variants === undefined ? normaliseName : normaliseCardName)
  }

  #accepted(given: string, parsed: ParsedName): NameMatch<Row> | undefined {
    const entries = this.#parsed
    const equal = entries.equalTo(parsed)
    if (equal !== undefined) return { given, outcome: 'equal', row: equal.row, name: equal.name, nearest: [] }
    const close = closestName(entries, parsed, this.#options)
    if (close === undefined) return undefined
    const { entry, score, among = [] } = close
    const found = { given, outcome: 'close', row: entry.row, name: entry.name, score, nearest: among } as const
    return among.length > 0 ? { ...found, isOpen: true } : found
  }
}
