import { stripVTControlCharacters, styleText } from 'node:util'

/** Text that stands out, where the standard output is a terminal with colours; NO_COLOR is heeded. */
export function bold(text: string): string {
  return styleText('bold', text, { stream: process.stdout })
}

/** Text that steps back. */
export function dim(text: string): string {
  return styleText('dim', text, { stream: process.stdout })
}

/** Columns that a line may have: those of the terminal, else COLUMNS; without end where neither says. */
export function lineWidth(): number {
  return process.stdout.columns || Number(process.env.COLUMNS) || Number.POSITIVE_INFINITY
}

const EIGHTHS = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉']
const BAR = 10

/** A share of 0 to 1 as a bar of ten columns. */
export function bar(share: number): string {
  const eighths = Math.round(Math.min(1, Math.max(0, share)) * BAR * EIGHTHS.length)
  const text = '█'.repeat(Math.floor(eighths / EIGHTHS.length)) + EIGHTHS[eighths % EIGHTHS.length]
  return text.padEnd(BAR)
}

/** A text in lines of words no wider than a line; further lines are indented. */
export function wrap(text: string, indent = 0, width = lineWidth()): string {
  const lines: string[] = []
  const [start = ''] = /^ */.exec(text) ?? []
  let line = ''
  for (const word of text.slice(start.length).split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`
    if (line !== '' && stripVTControlCharacters(longer).length + (lines.length > 0 ? indent : start.length) > width) {
      lines.push(line)
      line = word
    } else line = longer
  }
  return start + [...lines, line].join(`\n${' '.repeat(indent)}`)
}
