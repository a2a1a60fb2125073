import type { NameMatch } from '../../engine/values/name-match.ts'
import { BoundedCache } from '../bounded-cache.ts'
import { closestName, type MatchRule, searchNames, suggestNames } from './closest-name.ts'
import { NameEntries } from './name-entries.ts'
import { normaliseCardName, normaliseName } from './normalise-name.ts'
import { type ParsedName, parseName, withoutHarmless } from './parsed-name.ts'

/** How similar a name must be, and other names of rows. */
interface NameMatcherOptions extends MatchRule {
  /**
   * Other names of rows, such as those that machines print, mapped to the row's own name. They match as `equal`.
   * Default: none.
   */
  readonly aliases?: ReadonlyMap<string, string>
}

/** Number of cached answers for texts that are not a row's own name. At about 300 bytes each, half a MB. */
const REMEMBERED = 2000

/** Longer texts are cut before comparison, and their answers are not cached. */
const LONGEST_NAME = 200

/**
 * Finds the row a free-text name means. The index is built when first needed and never changes; answers are cached, up
 * to a bound. Libraries compare text alone: to them `EPYC 7763` is nearly `EPYC 7743`.
 *
 * 1. The text is a row's own name: `same`.
 * 2. Equal after normalising, with any separators, with or without the maker's name: `equal`.
 * 3. The best row by token-set score, if above the threshold: `close`. Under the digit rule, nothing that distinguishes
 * parts may contradict, and no other row may fit as well. Ties go by the full-string ratio, then table order.
 * 4. Otherwise `none`, with the names of up to three similar rows: no part is better than a wrong one.
 *
 * With `variants`, names are parsed the way people write graphics cards. If several rows fit equally and one is a
 * variant, that one wins, with `isOpen`. A name not found is tried again without harmless words: `Tesla V100`.
 *
 * Among rows with equal names the first counts. Throws a RangeError for an alias that names no row.
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
        throw new RangeError(`The alias "${alias}" refers to "${name}", which is not in the table.`)
      }
    }
  }

  /** Names are parsed on the first look-up of a text that is not a row's own name, so that startup does not wait. */
  get #parsed(): NameEntries<Row> {
    this.#entries ??= new NameEntries(this.#rows, this.#options.aliases ?? new Map(), (name) => this.#parse(name))
    return this.#entries
  }

  /** The row that `text` means. Any text is valid; one without letters or digits matches nothing. */
  match(text: string): NameMatch<Row> {
    const row = this.#rows.get(text)
    if (row !== undefined) return { given: text, outcome: 'same', row, name: text, nearest: [] }
    if (text.length > LONGEST_NAME) return this.#find(text, text.slice(0, LONGEST_NAME))
    return this.#seen.getOrCompute(text, () => this.#find(text, text))
  }

  /**
   * Rows similar to a text while someone types. Rows with a word starting with each word of the text come first, then
   * similar ones, each closest first. An empty text finds nothing.
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
    // Suggestions take longer than everything else, and callers often ignore them.
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
