import { useEffect, useMemo, useState } from 'preact/hooks'
import { csvText, download } from '../copy/download.ts'
import { type Catalogue, locationName, withPlaceNames } from '../form/catalogue.ts'
import { LikelyNote } from '../results/likely-note.tsx'
import { changeText, countText, decimalsOf, fixedText, forSum, threeDigits } from '../results/number-text.ts'
import { scaleOf } from '../results/scale.ts'
import { unitWords } from '../results/words.ts'
import type { View } from '../state/view.ts'
import { coverageOfFleet, coverageTitle } from './bill-panel.tsx'
import { DifferencePicture, isUnsure } from './difference-picture.tsx'
import { fetchDifference } from './fetch-difference.ts'
import { CHUNK, type FleetQuery, type LikelyTotal } from './fetch-fleet.ts'
import { type ComparableDifference, type Difference, differenceOf, isComparable } from './file-difference.ts'
import type { FleetResult } from './fleet-result.ts'
import { defaultWords } from './fleet-words.ts'
import { PrintedAddress } from './print-only.tsx'

interface Props {
  readonly view: View
  readonly catalogue: Catalogue
  /** Both files as one: the rows of the first are before, those of the second after. */
  readonly query: FleetQuery
  readonly result: FleetResult
}

/** Further differences are in the file. */
const MOST_ROWS = 100
/** Number of differences with a likely range, since each takes a request. */
const MOST_RANGES = 12

/** The differences between two files: what the second adds, removes and changes. */
export function FleetDiff({ view, catalogue, query, result }: Props) {
  const { file } = query
  const unit = unitWords(result.totals.find(({ criterion }) => criterion === view.focus)?.unit)
  const location = view.location === '' ? 'Europe' : locationName(view.location, catalogue)
  const change = useMemo(() => differenceOf(file, result, view), [file, result, view])
  const { before, after, difference, reason, differences, unchanged, unknown } = change
  const comparable = useMemo(() => differences.filter(isComparable), [differences])
  const { likely, ranges } = useLikely(query, comparable, change.comparable)
  const scale = scaleOf(unit, Math.max(before ?? 0, after ?? 0))
  const decimals = decimalsOf([before, after].map((value) => threeDigits((value ?? 0) * scale.by)))
  const ofRows = decimalsOf(
    differences.map((row) => (row.difference ?? row.before ?? row.after ?? 0) * scale.by),
    4,
  )
  const knownText = (value: number | null) => (value === null ? 'unknown' : fixedText(value * scale.by, ofRows))
  const count = (change: string) => differences.filter(({ match }) => match.change === change).length
  const [old = '', fresh = ''] = file.parts
  return (
    <>
      <section class="panel" aria-labelledby="fleet-diff-title">
        <div class="panel-head">
          <h2 id="fleet-diff-title">
            From {old} to {fresh}:{' '}
            {difference === null
              ? 'not comparable'
              : `${changeText(threeDigits(difference * scale.by), decimals)} ${scale.unit}${shareText(change)}`}
          </h2>
          <button
            type="button"
            class="quiet"
            onClick={() => download('impactql-differences.csv', 'text/csv', textOf(differences, ranges, unit))}
          >
            Download differences as CSV
          </button>
        </div>
        <p class="setting">
          {withPlaceNames(result.computedFor, catalogue)} {defaultWords(view, file, result, location)}
        </p>
        {reason !== null && (
          <p class="note">
            {difference === null ? 'Not comparable' : 'The difference covers only the known phases'}: {reason}.
          </p>
        )}
        <ul class="totals">
          {(
            [
              ['Before', before],
              ['After', after],
            ] as const
          ).map(([name, value]) => (
            <li key={name} class="total">
              <p class="total-name">{difference === null ? `${name}, as far as known` : name}</p>
              <p class="total-value">
                <span class="figure">
                  {value === null ? 'unknown' : fixedText(threeDigits(value * scale.by), decimals)}
                </span>{' '}
                <span class="unit">{value !== null && scale.unit}</span>
              </p>
            </li>
          ))}
          {difference !== null && (
            <li class="total">
              <p class="total-name">Difference</p>
              <p class="total-value">
                <span class="figure">{changeText(threeDigits(difference * scale.by), decimals)}</span>{' '}
                <span class="unit">{scale.unit}</span>
              </p>
              <p class="total-bounds">Likely range: {rangeWords(likely, scale.by, decimals)}</p>
            </li>
          )}
        </ul>
        {difference !== null && <LikelyNote release={view.release} />}
        <ul class="counts" aria-label="How many differ">
          <li>
            {countText(count('added'))} added, {countText(count('removed'))} removed, {countText(count('changed'))}{' '}
            changed, {countText(unchanged)} as before
          </li>
          {unknown > 0 && <li>{countText(unknown)} rows have no known figure and do not count</li>}
          {file.parts.map((part, at) => {
            const coverage = coverageOfFleet(file, result, at)
            return (
              coverage && (
                <li key={part}>
                  Assessed of {part}: {coverageTitle(coverage)}
                </li>
              )
            )
          })}
        </ul>
      </section>
      <PrintedAddress />
      {differences.length > 0 && (
        <section class="panel" aria-labelledby="fleet-differences-title">
          <h2 id="fleet-differences-title">What makes the difference</h2>
          {comparable.length > 0 && (
            <DifferencePicture rows={comparable.slice(0, MOST_RANGES)} ranges={ranges} scale={scale} />
          )}
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
          <section class="scroller" tabIndex={0} aria-label="Differences">
            <table class="plain-table">
              <caption class="unseen">Rows that differ, in {scale.unit}</caption>
              <thead>
                <tr>
                  <th scope="col">{file.isBill ? 'Resource' : 'Row'}</th>
                  <th scope="col">Change</th>
                  <th scope="col" class="number">
                    Before <span class="unit">({scale.unit})</span>
                  </th>
                  <th scope="col" class="number">
                    After <span class="unit">({scale.unit})</span>
                  </th>
                  <th scope="col" class="number">
                    Difference <span class="unit">({scale.unit})</span>
                  </th>
                  <th scope="col">
                    Likely range <span class="unit">({scale.unit})</span>
                  </th>
                </tr>
              </thead>
              <tbody>
                {differences.slice(0, MOST_ROWS).map((row) => {
                  const { match } = row
                  const range = ranges.get(match.name)
                  return (
                    <tr key={match.name}>
                      <th scope="row">{match.name}</th>
                      <td>{match.change}</td>
                      <td class="number">{match.was ? knownText(row.before) : ''}</td>
                      <td class="number">{match.is ? knownText(row.after) : ''}</td>
                      {row.difference === null ? (
                        <td colSpan={2}>not comparable: {row.reason}</td>
                      ) : (
                        <>
                          <td class="number">{changeText(row.difference * scale.by, ofRows)}</td>
                          <td>{range && rangeWords(range, scale.by, ofRows)}</td>
                        </>
                      )}
                    </tr>
                  )
                })}
              </tbody>
            </table>
          </section>
          {differences.length > MOST_ROWS && (
            <p class="note">And {countText(differences.length - MOST_ROWS)} more, in the file.</p>
          )}
        </section>
      )}
    </>
  )
}

/** `none`: there is none. */
type Range = LikelyTotal | 'none' | 'failed' | undefined

/** The likely range of the whole difference, if there is one, then of the largest ones, one after another. */
function useLikely(query: FleetQuery, differences: readonly ComparableDifference[], isWholeComparable: boolean) {
  const [likely, setLikely] = useState<Range>()
  const [ranges, setRanges] = useState<ReadonlyMap<string, LikelyTotal>>(new Map())
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    setLikely(undefined)
    setRanges(new Map())
    const ask = async () => {
      const changed = differences.map(({ match }) => match)
      if (isWholeComparable) setLikely((await fetchDifference(query, changed, signal)) ?? 'none')
      for (const match of changed.slice(0, MOST_RANGES)) {
        const range = await fetchDifference(query, [match], signal)
        if (range) setRanges((now) => new Map([...now, [match.name, range]]))
      }
    }
    ask().catch(() => signal.aborted || setLikely((now) => now ?? 'failed'))
    return () => controller.abort()
  }, [query, differences, isWholeComparable])
  return { likely, ranges }
}

function rangeWords(likely: Range, by: number, decimals: number): string {
  if (likely === undefined) return 'computing…'
  if (likely === 'failed') return 'could not be computed'
  if (likely === 'none') return `none, because more than ${CHUNK} different assets changed`
  const [from, to] = [likely.low, likely.high].map((end) => changeText(forSum(end * by, decimals), decimals))
  const words = `${from} to ${to}`
  return isUnsure(likely) ? `${words}, so the difference may be 0` : words
}

/** The share of the figure before; empty where either is known in part. */
function shareText({ before, difference, hasVerdict, isWholeBefore }: ReturnType<typeof differenceOf>): string {
  if (difference === null || before === null || before <= 0 || !hasVerdict || !isWholeBefore) return ''
  const share = (difference / before) * 100
  return ` (${changeText(share, decimalsOf([threeDigits(share)]))} %)`
}

function textOf(differences: readonly Difference[], ranges: ReadonlyMap<string, LikelyTotal>, unit: string): string {
  return csvText(
    differences.map(({ match, before, after, difference, reason }) => ({
      row: match.name,
      change: match.change,
      before: before ?? '',
      after: after ?? '',
      difference: difference ?? '',
      low: ranges.get(match.name)?.low ?? '',
      high: ranges.get(match.name)?.high ?? '',
      unit,
      unknown: reason ?? '',
    })),
  )
}
