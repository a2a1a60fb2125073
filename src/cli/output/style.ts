import { styleText } from 'node:util'
import { showControls } from '../../importers/control-characters.ts'

/** Highlights text, if standard output is a terminal with colours; respects NO_COLOR. */
function bold(text: string): string {
  return styleText('bold', text, { stream: process.stdout })
}

/** Dims text, if standard output is a terminal with colours. */
export function dim(text: string): string {
  return styleText('dim', text, { stream: process.stdout })
}

/** The width of a line: the terminal's, else COLUMNS, else unlimited. */
export function lineWidth(): number {
  const columns = process.stdout.columns || Number(process.env.COLUMNS)
  return columns >= 1 ? columns : Number.POSITIVE_INFINITY
}

const EIGHTHS = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉']
const BAR = 10

/** A share of 0 to 1 as a bar of ten characters. */
export function bar(share: number): string {
  const eighths = Math.round(Math.min(1, Math.max(0, share)) * BAR * EIGHTHS.length)
  const text = '█'.repeat(Math.floor(eighths / EIGHTHS.length)) + EIGHTHS[eighths % EIGHTHS.length]
  return text.padEnd(BAR)
}

/**
 * What continuous integration obeys in a log: `::error::` as a line starts, whose second `::` may stand in another
 * cell, and `##[group]` and `##vso[...]` anywhere. `::ffff:10.0.0.1` is an address.
 */
const COMMAND = /(?<!\S):(?=:[\w-]*[g-z-]|:\S.*?::)|#(?=#\w*\[)/gi

/**
 * Text from a file as part of one line: tabs and line ends become spaces. Control characters, and the first character
 * of what continuous integration obeys, are visible in the form of JSON.
 */
export function inLine(text: string): string {
  return showControls(text.replace(/[\t\r\n]+/g, ' ')).replace(COMMAND, (first) =>
    first === ':' ? '\\u003a' : '\\u0023',
  )
}

/** A line for people. If it has two parts, the first is bold. */
export type Line = string | readonly [lead: string, rest: string]

/** Wraps a line at words to the width of the terminal; further lines are indented. */
export function wrap(line: Line, indent = 0, width = lineWidth()): string {
  const [lead, rest] = (typeof line === 'string' ? ['', line] : line).map(inLine) as [string, string]
  const text = lead + rest
  const [start = ''] = /^ */.exec(text) ?? []
  const lines: string[] = []
  let last = ''
  for (const word of text.slice(start.length).split(' ')) {
    const longer = last === '' ? word : `${last} ${word}`
    if (last !== '' && cellsOf(longer) + (lines.length > 0 ? indent : start.length) > width) {
      lines.push(last)
      last = word
    } else last = longer
  }
  // Characters of the lead on this line and the next ones.
  let left = lead.length - start.length
  const shown = [...lines, last].map((each) => {
    const end = Math.max(0, left)
    left -= each.length + 1
    return end === 0 ? each : bold(each.slice(0, end)) + each.slice(end)
  })
  return start + shown.join(`\n${' '.repeat(indent)}`)
}

/** Writes a line on standard error, in whole words if that is a terminal. */
export function printError(line: string): void {
  process.stderr.write(`${wrap(line, 2, process.stderr.columns || Number.POSITIVE_INFINITY)}\n`)
}

const ASCII = /^[ -~]*$/
const WIDE =
  /[\p{Emoji_Presentation}\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303e\u30fb-\u30ff\uff01-\uff60\uffe0-\uffe6]/u
const NARROW = /[\p{Mark}\p{Format}]/u

/** How many cells of a terminal a text takes: two for East Asian characters and emoji, none for marks. */
export function cellsOf(text: string): number {
  if (ASCII.test(text)) return text.length
  return Array.from(text).reduce((sum, each) => sum + (NARROW.test(each) ? 0 : WIDE.test(each) ? 2 : 1), 0)
}
