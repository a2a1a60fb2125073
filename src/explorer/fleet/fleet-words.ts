import { numberText, roundedText } from '../results/number-text.ts'
import type { View } from '../state/view.ts'
import { codeOf, type FleetResult, type FleetTotal } from './fleet-result.ts'
import type { FleetFile, FleetRow } from './read-fleet.ts'

const UNIT_WORDS = { y: 'year', d: 'day', h: 'hour' } as const

export const PHASE_WORDS = { EMBEDDED: 'the embodied impact', USE: 'use', BUILDING: 'the building' } as const

const BILLED_UNITS: Readonly<Record<string, string>> = { storage: 'GB-h', network: 'GB' }

/** How many of a row there are; of a bill hours, GB that are moved, or GB that are kept for an hour: `744 h`. */
export function amountWords({ quantity, asset, isBilled }: Pick<FleetRow, 'quantity' | 'asset' | 'isBilled'>): string {
  const [kind = ''] = Object.keys(asset)
  return `${roundedText(quantity)}${isBilled ? ` ${BILLED_UNITS[kind] ?? 'h'}` : ''}`
}

/** The boundary in words, with the PUE of the data centres if known. */
export function boundaryWords({ boundary }: View, { pue }: FleetResult): string {
  if (boundary === 'EQUIPMENT') return 'The machines alone, without the cooling and the building of a data centre.'
  const range =
    pue === undefined ? '' : ` (PUE ${numberText(pue.min)}${pue.max > pue.min ? ` to ${numberText(pue.max)}` : ''})`
  return `Equipment in a data centre counts with its share of cooling and of the building${range}.`
}

/** Place, load and duration for rows that do not state them. */
export function settingWords(view: View, file: FleetFile, location: string): string {
  const load = view.load === '' ? '' : `, at ${view.load} % load`
  if (!file.isRead) return `${capital(durationWords(view, file))} where a row has no duration of its own`
  const isOwn = file.isBill || file.rows.every(({ duration }) => duration !== undefined)
  return isOwn
    ? `In ${location}${load} where a row has none of its own, ${durationWords(view, file)}`
    : `In ${location}${load}, ${durationWords(view, file)}, where a row has none of its own`
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** The duration of the figures; bills have their own hours, and tables may. */
export function durationWords({ duration, durationUnit }: View, { isBill, rows }: FleetFile): string {
  if (isBill) return 'over the hours of the bill'
  if (rows.length > 0 && rows.every((row) => row.duration !== undefined)) return 'over the durations of the file'
  if (duration === '') return 'over the lifetime of each'
  const unit = UNIT_WORDS[durationUnit]
  return `over ${duration} ${Number(duration) === 1 ? unit : `${unit}s`}`
}

const ASSUMED = {
  UNKNOWN_PLACE: 'without a place, or with an unknown one',
  UNKNOWN_NAME: 'with an unknown name',
  TYPICAL_VALUES: 'by typical values, since only the kind is known',
} as const

/** How much of a result rests on assumptions, a sentence for each kind of them. */
export function assumptionWords({ focus }: View, { assumptions, assessed }: FleetResult): readonly string[] {
  return assumptions.map(({ reason, units, shares }) => {
    const [some, all] = [units, assessed].map((each) => numberText(Number(each.toPrecision(6))))
    return `${some} of ${all} ${ASSUMED[reason]}${shareText(shares[codeOf(focus)])}`
  })
}

function shareText(share: number | null | undefined): string {
  return typeof share === 'number' ? `: ${Number((share * 100).toPrecision(2))} % of the result` : ''
}

/** What the total lacks, in words: `partial: use is unknown for 1 of 101`. */
export function lackingWords({ isPartial, lacking, coverage }: FleetTotal): string {
  const of = coverage[0]?.of ?? 0
  const parts = lacking.map(
    ({ phase, units }) =>
      `${PHASE_WORDS[phase]} is unknown${units < of ? ` for ${shortText(units)} of ${shortText(of)}` : ''}`,
  )
  return `${isPartial ? 'partial: ' : ''}${parts.join(', ')}`
}

function shortText(value: number): string {
  return numberText(Number(value.toPrecision(3)))
}
