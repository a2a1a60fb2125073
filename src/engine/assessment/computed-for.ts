import type { Usage } from '../use/usage.ts'
import { isPlaceAssumed, placeWords } from '../values/assumptions.ts'
import type { Span } from './impact.ts'
import { USUAL_DURATION } from './usual-duration.ts'

/** With more distinct places or loads than this, the sentence gives their number. */
const MOST_NAMED = 3

const NUMBER = new Intl.NumberFormat('en', { maximumFractionDigits: 2 })

/**
 * One sentence that says what a figure was computed for: duration, place, boundary, load and data release. Pass
 * `usages` of what is assessed; leave it undefined if each row states its own.
 *
 * @example
 * computedFor({ duration: 8760, allocation: 'LINEAR' }, '2026.12', [server.usage])
 * // 'Over 8,760 hours (a year), in FRA, for the equipment alone, at a load of 50 %, by data release 2026.12.'
 */
export function computedFor(span: Span, release: string, usages: readonly Usage[] | undefined): string {
  const parts = [
    `Over ${durationWords(span, usages)}`,
    ...(usages === undefined ? ['at the place and the load of each row'] : [locationWords(usages)]),
    boundaryWords(span, usages),
    ...(usages === undefined ? [] : loadWords(usages)),
    ...(span.allocation === 'TOTAL' ? ['with the whole embedded impact'] : []),
    `by data release ${release}`,
  ]
  return `${parts.filter((part) => part !== '').join(', ')}.`
}

/** Equipment outside a data centre, such as a laptop, counts alone within any boundary. */
function boundaryWords({ boundary }: Span, usages: readonly Usage[] | undefined): string {
  const isAlone = usages?.every(({ facility }) => facility === undefined) ?? false
  return boundary === 'DATA_CENTRE' && !isAlone ? 'with the data centre around it' : 'for the equipment alone'
}

function durationWords({ duration }: Span, usages: readonly Usage[] | undefined): string {
  if (duration !== undefined) return `${NUMBER.format(duration)} hours${yearsWords(duration)}`
  const own = new Set(
    usages?.map((usage) => {
      const given = usage.givenDuration
      if (given !== undefined) return `${NUMBER.format(given.value)} hours of use`
      const { lifetime } = usage
      return lifetime === undefined ? 'the whole life' : `a life of ${NUMBER.format(lifetime.value)} hours`
    }),
  )
  return own.size === 1 ? (Array.from(own)[0] as string) : 'the given time of use of each, or its life'
}

function yearsWords(hours: number): string {
  const years = hours / USUAL_DURATION
  if (!Number.isInteger(years)) return ''
  return years === 1 ? ' (a year)' : ` (${NUMBER.format(years)} years)`
}

function locationWords(usages: readonly Usage[]): string {
  const places = distinct(
    usages.map(({ usageLocation: place }) => placeWords(place.value, isPlaceAssumed(place, place.warnings))),
  )
  if (places.length === 0) return ''
  return places.length > MOST_NAMED ? `in ${places.length} places` : `in ${listed(places)}`
}

function loadWords(usages: readonly Usage[]): readonly string[] {
  const loads = distinct(
    usages.flatMap(({ timeWorkload: load, bill }) => {
      if (bill.given.avgPower !== undefined) return ['the given power']
      if (load === undefined) return []
      return [load.load === undefined ? 'the given loads' : `a load of ${NUMBER.format(load.load.value)} %`]
    }),
  )
  if (loads.length === 0) return []
  return [loads.length > MOST_NAMED ? `at ${loads.length} different loads` : `at ${listed(loads)}`]
}

function distinct(words: readonly string[]): readonly string[] {
  return [...new Set(words)]
}

function listed(words: readonly string[]): string {
  return words.length < 2 ? words.join() : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`
}
