import type { BatchOutcome } from '../batch/run-batch.ts'
import { CRITERIA, type Criterion, type Range } from '../index.ts'
import { shortNumber } from './print-assessment.ts'

/** Prints on the standard error what was read, what was faulty and why, and the sums. */
export function printSummary({ rows, skipped, faults, unread, totals }: BatchOutcome): void {
  const lines = [
    ...unread.map(({ file, message }) => `${file}: ${message}`),
    ...faults.map(({ file, place, message }) => `${file}:${place.replace('line ', '')}: ${message}`),
    ...(totals.faulty > faults.length ? [`... and ${totals.faulty - faults.length} more rows with faults`] : []),
  ]
  if (rows > 0) {
    const left = skipped > 0 ? `, ${skipped} left out on purpose` : ''
    lines.push(`${rows} rows: ${shortNumber(totals.assessed)} units assessed, ${totals.faulty} rows faulty${left}`)
    for (const [criterion, { embedded, use, total }] of Object.entries(totals.impacts)) {
      const { unit } = CRITERIA[criterion as Criterion]
      lines.push(`${criterion}: ${inWords(total)} ${unit} (embedded ${inWords(embedded)}, use ${inWords(use)})`)
    }
  }
  process.stderr.write(lines.length > 0 ? `${lines.join('\n')}\n` : '')
}

function inWords(figure: Range | null): string {
  return figure === null ? 'not known' : shortNumber(figure.value)
}
