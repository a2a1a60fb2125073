import { isWhole, PHASE_WORDS } from '../engine/readings/phases-held.ts'
import type { FileDiff, RowDiff } from './diff-rows.ts'
import type { Alternative } from './lower-alternative.ts'
import { asCode } from './output/markdown.ts'
import { dim, inLine, wrap } from './output/style.ts'
import { type Column, fitTable } from './output/table.ts'
import { countWords, exactWords, likelyWords, numberWords, overWords } from './output/words.ts'

/** Further rows are only counted. */
const MOST_ROWS = 50
/** Further ones that are not counted have no name. */
const MOST_LEFT = 20

/** Characters of a reason in Markdown. */
const MOST_OF_REASON = 200

/** The difference in a sentence, then a table of the changes. */
export function diffText(diff: FileDiff): string {
  const { rows, unit } = diff
  const columns: readonly Column[] = [
    { head: 'change', leftOut: 4 },
    { head: 'name', least: 24, isName: true },
    { head: 'before', isNumber: true, leftOut: 5 },
    { head: 'after', isNumber: true, leftOut: 3 },
    { head: `± ${unit}`, isNumber: true },
    { head: 'likely', isNumber: true, leftOut: 1 },
    { head: 'lower alternative', leftOut: 2 },
  ]
  const cells = rows.slice(0, MOST_ROWS).map((row) => cellsOf(row, inLine))
  const shown = fitTable(columns, cells)
  const table = rows.length === 0 ? [] : ['', shown.text]
  const narrow = shown.columns < fitTable(columns, cells, Infinity).columns
  return [
    wrap([headline(diff, inLine), `, ${spanOf(diff)}`]),
    ...table,
    ...(narrow ? [dim('A wider terminal shows more columns; --format json has all.')] : []),
    ...notes(diff, inLine).map((note) => dim(wrap(note, 2))),
  ].join('\n')
}

/** The difference as Markdown, for a comment on a pull request. Strangers can write its labels and reasons. */
export function diffMarkdown(diff: FileDiff): string {
  const { rows, unit } = diff
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  const table = [
    line(['Change', 'Name', `Before (${unit})`, 'After', 'Difference', 'Likely', 'Lower alternative']),
    '| --- | --- | ---: | ---: | ---: | ---: | --- |',
    ...rows.slice(0, MOST_ROWS).map((row) => line(cellsOf(row, asCode))),
  ]
  return [
    `**${headline(diff, asCode)}**, ${spanOf(diff)}`,
    ...(rows.length === 0 ? [] : ['', ...table]),
    ...notes(diff, asCode).map((note) => `\n${note}`),
  ].join('\n')
}

/** Writes text from a file in a format; Markdown has `most` characters of it. */
type Quoting = (text: string, most?: number) => string

function headline(diff: FileDiff, quoted: Quoting): string {
  const { difference, unit, before, after, covered, comparable, hasVerdict } = diff
  const reason = quoted(diff.reason ?? '', MOST_OF_REASON)
  const sides = `${knownWords(before)} before, ${knownWords(after)} after`
  if (!comparable || difference === null) return `Not comparable: ${reason}. Known (${unit}): ${sides}`
  const { value } = difference
  const share =
    before === null || before === 0 || !hasVerdict || !isWhole(covered.before)
      ? ''
      : ` (${percentWords(value / before)})`
  const known = hasVerdict ? '' : ` for the known part (${reason})`
  return `${signed(value)} ${unit}${share}${known}, likely ${likelyWords(difference)}: ${sides}`
}

function knownWords(value: number | null): string {
  return value === null ? 'unknown' : numberWords(value)
}

function spanOf({ computedFor }: FileDiff): string {
  return overWords(computedFor)
}

function cellsOf(row: RowDiff, quoted: Quoting): readonly string[] {
  const { change, label, before, after, difference, likely, alternative } = row
  return [
    change,
    quoted(label),
    change === 'added' ? '' : knownWords(before),
    change === 'removed' ? '' : knownWords(after),
    difference === null ? 'not comparable' : signed(difference),
    likely === null ? '' : likelyWords(likely),
    alternative === undefined ? '' : `${alternativeWords(alternative, quoted)}: ${numberWords(alternative.after)}`,
  ]
}

/** `c8i.32xlarge or 2 others`: the first of types that cannot be told apart, and how many more there are. */
function alternativeWords({ name, others }: Alternative, quoted: Quoting): string {
  const [other] = others
  if (other === undefined) return quoted(name)
  return `${quoted(name)} or ${others.length === 1 ? quoted(other) : `${others.length} others`}`
}

function notes({ rows, unchanged, left, covered }: FileDiff, quoted: Quoting): readonly string[] {
  const more = rows.length - MOST_ROWS
  const lacking = Object.entries(covered).flatMap(([side, { lacking }]) =>
    lacking.map(({ phase, units }) => `${PHASE_WORDS[phase]} of ${countWords(units, 'unit')} ${side}`),
  )
  return [
    ...(more > 0 ? [`And ${exactWords(more)} more: use --format json.`] : []),
    ...(unchanged > 0 ? [`Unchanged: ${exactWords(unchanged)}.`] : []),
    ...(lacking.length > 0 ? [`The sums leave out ${lacking.join(', ')}.`] : []),
    ...(left.length > 0 ? [`Not counted: ${leftWords(left, quoted)}.`] : []),
  ]
}

/** `+17 %`; `below 1 %` for less, as `-0 %` says nothing. */
function percentWords(share: number): string {
  const percent = Math.round(share * 100)
  return percent === 0 && share !== 0 ? 'below 1 %' : `${signed(percent)} %`
}

/** The first of what is not counted, with the reasons; a plan can have thousands of roles and rules. */
function leftWords(left: FileDiff['left'], quoted: Quoting): string {
  const named = left.slice(0, MOST_LEFT).map(({ label, reason }) => quoted(`${label} (${reason})`, MOST_OF_REASON))
  const more = left.length - named.length
  return `${named.join('; ')}${more > 0 ? `; and ${more} more: use --format json` : ''}`
}

function signed(value: number): string {
  return `${value > 0 ? '+' : ''}${numberWords(value)}`
}
