/**
 * The outcome of looking up a free-text name.
 *
 * - `same`: the text is the row's own name, character for character. An attribute built from it is INPUT.
 * - `equal`: equal to the row's name after normalising (case, marks, separators, words without meaning). CHANGED.
 * - `close`: not equal, but the token-set score (0 to 100) is high enough and no model number contradicts. CHANGED.
 * - `none`: no row was accepted. `row`, `name` and `score` are absent, and `nearest` holds suggestions.
 *
 * `score` is set for `close` only. `nearest` holds up to three names, best first. It is empty for an accepted name that
 * leaves nothing open, and if the table has nothing near.
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
  /** Whether the text could mean several of `nearest`, as `NVIDIA A100` could. The row is then the most usual one. */
  readonly isOpen?: boolean
  readonly nearest: readonly string[]
  /** Path in the input: `input.configuration.cpu.name`. */
  readonly at?: string
}
