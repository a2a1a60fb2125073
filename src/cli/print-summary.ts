import type { BatchOutcome } from '../batch/run-batch.ts'
import { CRITERIA, type Criterion, type Range, type Totals } from '../index.ts'
import { shortNumber } from './print-assessment.ts'

/** Prints on the standard error what was read, what was faulty and why, and the sums. */
export function printSummary({ rows, skipped, faults, unread, totals }: BatchOutcome): void {
  const lines = [
    ...unread.map(({ file, message }) => `${file}: ${message}`),
    ...faults.map(({ file, place, message }) => `${file}:${place.replace('line ', '')}: ${message}`),
    ...(totals.faulty > faults.length ? [`... and ${totals.faulty - faults.length} more rows with faults`] : []),
  ]
  if (rows > 0) lines.push(...totalLines({ rows, skipped, ...totals }))
  process.stderr.write(lines.length > 0 ? `${lines.join('\n')}\n` : '')
}

/** What was counted and added up, as lines of text. */
export function totalLines({
  rows,
  skipped,
  assessed,
  faulty,
  impacts,
}: Totals & { readonly rows: number; readonly skipped: number }): readonly string[] {
  const left = skipped > 0 ? `, ${skipped} left out on purpose` : ''
  const sums = Object.entries(impacts).map(([criterion, { embedded, use, building, total }]) => {
    const { unit } = CRITERIA[criterion as Criterion]
    const ofBuilding = building ? `, building ${inWords(building)}` : ''
    return `${criterion}: ${inWords(total)} ${unit} (embedded ${inWords(embedded)}, use ${inWords(use)}${ofBuilding})`
  })
  return [`${rows} rows: ${shortNumber(assessed)} units assessed, ${faulty} rows faulty${left}`, ...sums]
}

function inWords(figure: Range | null): string {
  return figure === null ? 'not known' : shortNumber(figure.value)
}
