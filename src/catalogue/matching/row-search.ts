const lowerCase = (text: string) => text.trim().toLowerCase()

/**
 * Finds rows by a part of their name. `fold` writes texts that count as equal in one way: by default, in lower case. It
 * reads each name once.
 *
 * @example
 * new RowSearch(types, ({ instanceType }) => instanceType).find('M5.') // m5.large, m5.xlarge, ...
 */
export class RowSearch<Row> {
  readonly rows: readonly Row[]
  readonly #fold: (text: string) => string
  readonly #names: readonly string[]

  constructor(rows: readonly Row[], nameOf: (row: Row) => string, fold = lowerCase) {
    this.rows = rows
    this.#fold = fold
    this.#names = rows.map((row) => fold(nameOf(row)))
  }

  /** The rows with a text in their name, in their order; all of them for an empty text. */
  find(text: string | null | undefined): readonly Row[] {
    const wanted = this.#fold(text ?? '')
    return wanted === '' ? this.rows : this.rows.filter((_, at) => this.#names[at]?.includes(wanted))
  }
}
