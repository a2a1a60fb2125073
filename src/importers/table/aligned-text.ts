/** A header of at least three names, with two spaces or more between them and no other separator. */
const A_HEADER = /^[^\s,;|]+( [^\s,;|]+)*( {2,}[^\s,;|]+( [^\s,;|]+)*){2,} *$/
/** A line of text, without its end. */
const LINES = /\r\n|\n|\r/

/**
 * A table whose columns are aligned by spaces, as commands print it (`gcloud compute instances list`), with tabs
 * between its cells. Undefined for any other text: one whose cells do not stay below their names.
 */
export function tabsForSpaces(text: string): string | undefined {
  const start = text.search(/\S/)
  const header = start < 0 ? '' : (text.slice(start, start + LONGEST_LINE).split(LINES, 1)[0] ?? '')
  if (text.lastIndexOf('\n', start) !== start - 1 || !A_HEADER.test(header)) return undefined
  const starts = [...header.matchAll(/\S+( \S+)*/g)].map(({ index }) => index)
  const lines = text.split(LINES)
  const isAligned = (line: string) => starts.every((at) => at === 0 || line.length < at || line[at - 1] === ' ')
  if (!lines.every(isAligned)) return undefined
  return lines
    .map((line) => starts.map((at, column) => line.slice(at, starts[column + 1]).trim()).join('\t'))
    .join('\n')
}

/** Characters of a line that may be such a header. */
const LONGEST_LINE = 2000
