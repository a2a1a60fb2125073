/**
 * What a look-up of a free-text name found.
 *
 * - `same`: the text is the row's own name, character for character; an attribute built from it is INPUT.
 * - `equal`: equal to the row's name after normalising (case, marks, separators, words without meaning); CHANGED.
 * - `close`: not equal, but the token-set score (0 to 100) is high enough and no model number contradicts; CHANGED.
 * - `none`: no row was accepted; `row`, `name` and `score` are absent, and `nearest` holds suggestions.
 *
 * `row` and `name` are there for every outcome but `none`, `score` for `close` only. `nearest` holds up to three names,
 * best first; it is empty for an accepted name that leaves nothing open, and when nothing in the table is near.
 *
 * Example: `{ given: 'xeon platinum 9999', outcome: 'none', nearest: ['Intel Xeon Platinum 8153', ...] }`
 */
export interface NameMatch<Row> {
  /** The text as the caller wrote it. */
  readonly given: string
  readonly outcome: 'same' | 'equal' | 'close' | 'none'
  readonly row?: Row
  /** The row's own name. */
  readonly name?: string
  /** Token-set score, 0 to 100. */
  readonly score?: number
  /** Whether the text leaves open which of `nearest` is meant: `NVIDIA A100`. The row is that which is most often meant. */
  readonly isOpen?: boolean
  readonly nearest: readonly string[]
  /** Where the caller gave it: `input.configuration.cpu.name`. */
  readonly at?: string
}
