import { ImportError } from '../import-error.ts'

/** A row of a table as text, before its cells are parsed. */
export interface TextRecord {
  /** Its first byte and the one after its last, without the line end. */
  readonly from: number
  readonly to: number
  /** Its first line in the text; the first line is 1. */
  readonly line: number
  readonly cells: number
  /** Whether each quote starts or ends a cell, or is doubled within one. */
  readonly isRegular: boolean
  /** Why the row is faulty: it is too long, or has an unclosed quote. */
  readonly fault?: string
}

/** Bytes. Longer rows are faulty. */
export const LONGEST_RECORD = 2 ** 20
/**
 * Bytes above which a row is long, and bytes of the long ones among 2,048 rows, which databases hold at a time. A cell
 * of a spreadsheet has at most 32 kB.
 */
export const LONG_RECORD = 2 ** 16
export const MOST_IN_LONG_RECORDS = 2 ** 25
export const RECORDS_AT_A_TIME = 2048
/** Searching for the end of an unclosed quote costs as much as a megabyte of rows. */
const MOST_UNCLOSED = 100

export const TOO_LONG = 'the row is longer than 1 MB'
export const TOO_MANY_LONG = 'of 2,048 rows, those longer than 64 kB take more than 32 MB'
const UNCLOSED = 'a quote opened in this line is never closed'

const LF = 10
const CR = 13
const QUOTE = 34

/**
 * Splits UTF-8 text into rows, with any mix of line ends, and counts its lines. Quoted cells may span several lines. An
 * unclosed quote makes one row faulty; the next line is a row again. Empty lines are skipped.
 *
 * It only finds rows; csv-parse and DuckDB parse the cells. Neither continues after an unclosed quote. DuckDB refuses
 * files with mixed line ends and does not report line numbers, and csv-parse takes six times as long.
 *
 * Example: `a,"b\nc"\n\nd` has two rows, in lines 1 and 4.
 */
export class RecordSplitter {
  /** Number of bytes consumed; pass the rest again, with more after it. */
  done = 0
  readonly #separator: number
  readonly #hasQuotes: boolean
  #line = 1
  #unclosed = 0
  /** Rows so far, and bytes of the long ones among the last 2,048. */
  #records = 0
  #long = 0
  /** Whether the rest of a rejected line is still to come. */
  #isInLine = false

  /** `separator` is one ASCII character. Without `hasQuotes` each line is a row. */
  constructor(separator: string, hasQuotes = true) {
    this.#separator = separator.charCodeAt(0)
    this.#hasQuotes = hasQuotes
  }

  /** The rows in these bytes; the last may be incomplete. Throws an ImportError after a hundred unclosed quotes. */
  *split(bytes: Uint8Array, isLast: boolean): Generator<TextRecord> {
    this.done = 0
    if (this.#isInLine) this.#skipLine(bytes, isLast)
    while (!this.#isInLine && this.done < bytes.length) {
      const from = this.done
      const record = this.#read(bytes, from, isLast)
      if (record !== undefined) yield record
      else if (this.done > from) continue
      else if (bytes.length - from <= LONGEST_RECORD) return
      else {
        // The fault is known here; the rest of the row need not be kept.
        yield { from, to: from, line: this.#line, cells: 0, isRegular: false, fault: TOO_LONG }
        this.#skipLine(bytes, isLast)
      }
    }
  }

  /** The next row; undefined for an empty line, or if it is incomplete. */
  #read(bytes: Uint8Array, from: number, isLast: boolean): TextRecord | undefined {
    const { length } = bytes
    const separator = this.#separator
    let [at, cells, lines, isRegular] = [from, 1, 0, true]
    while (true) {
      if (this.#hasQuotes && bytes[at] === QUOTE) {
        const quoted = closingQuote(bytes, at + 1)
        const isOpen = quoted === undefined
        // The next byte decides whether this is the first of two quotes.
        if ((isOpen || quoted + 1 === length) && !isLast && length - from <= LONGEST_RECORD) return undefined
        if (isOpen) return this.#unclosedAt(bytes, from, isLast)
        const within = linesIn(bytes, at, quoted)
        const follows = bytes[quoted + 1]
        const isClosed = follows === undefined || follows === separator || follows === LF || follows === CR
        if (within > 0 && !isClosed) return this.#unclosedAt(bytes, from, isLast)
        isRegular &&= isClosed
        lines += within
        at = quoted + 1
      }
      let byte = bytes[at]
      while (at < length && byte !== separator && byte !== LF && byte !== CR) {
        if (byte === QUOTE) isRegular &&= !this.#hasQuotes
        byte = bytes[++at]
      }
      if (at === length && !isLast) return undefined
      if (byte !== separator || at === length) break
      cells++
      at++
    }
    const next = endOfLine(bytes, at, isLast)
    if (next === undefined) return undefined
    this.done = next
    const line = this.#line
    this.#line += 1 + lines
    if (at === from) return undefined
    const record = { from, to: at, line, cells, isRegular }
    const size = at - from
    if (this.#records++ % RECORDS_AT_A_TIME === 0) this.#long = 0
    if (size <= LONG_RECORD) return record
    this.#long += size
    if (size > LONGEST_RECORD) return { ...record, fault: TOO_LONG }
    return this.#long > MOST_IN_LONG_RECORDS ? { ...record, fault: TOO_MANY_LONG } : record
  }

  /** Makes the line a faulty row and continues after it. */
  #unclosedAt(bytes: Uint8Array, from: number, isLast: boolean): TextRecord {
    const record = { from, to: from, line: this.#line, cells: 0, isRegular: false, fault: UNCLOSED }
    if (++this.#unclosed > MOST_UNCLOSED)
      throw new ImportError(`The file is not a table: a quote opened in line ${this.#line} is never closed`)
    this.#skipLine(bytes, isLast)
    return record
  }

  #skipLine(bytes: Uint8Array, isLast: boolean): void {
    let at = this.done
    while (at < bytes.length && bytes[at] !== LF && bytes[at] !== CR) at++
    const next = at === bytes.length ? undefined : endOfLine(bytes, at, isLast)
    this.#isInLine = next === undefined
    this.done = next ?? at
    if (next !== undefined) this.#line++
  }
}

/** The first single quote; undefined if there is none. */
function closingQuote(bytes: Uint8Array, from: number): number | undefined {
  for (let at = bytes.indexOf(QUOTE, from); at >= 0; at = bytes.indexOf(QUOTE, at + 2)) {
    if (bytes[at + 1] !== QUOTE) return at
  }
  return undefined
}

/** Where the next line starts; undefined if the line end may be incomplete. */
function endOfLine(bytes: Uint8Array, at: number, isLast: boolean): number | undefined {
  if (at >= bytes.length) return bytes.length
  if (bytes[at] !== CR) return at + 1
  if (at + 1 === bytes.length && !isLast) return undefined
  return bytes[at + 1] === LF ? at + 2 : at + 1
}

function linesIn(bytes: Uint8Array, from: number, to: number): number {
  let lines = 0
  for (let at = from; at < to; at++) {
    if (bytes[at] === LF || (bytes[at] === CR && bytes[at + 1] !== LF)) lines++
  }
  return lines
}
