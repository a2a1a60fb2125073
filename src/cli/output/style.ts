import { stripVTControlCharacters, styleText } from 'node:util'

/** Highlights text, if standard output is a terminal with colours; respects NO_COLOR. */
export function bold(text: string): string {
  return styleText('bold', text, { stream: process.stdout })
}

/** Dims text. */
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

/** Wraps text at words to the width of a line; further lines are indented. */
export function wrap(text: string, indent = 0, width = lineWidth()): string {
  const lines: string[] = []
  const [start = ''] = /^ */.exec(text) ?? []
  let line = ''
  for (const word of text.slice(start.length).split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`
    if (line !== '' && cellsOf(stripVTControlCharacters(longer)) + (lines.length > 0 ? indent : start.length) > width) {
      lines.push(line)
      line = word
    } else line = longer
  }
  return start + [...lines, line].join(`\n${' '.repeat(indent)}`)
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
