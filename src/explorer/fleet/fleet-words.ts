import { countText, numberText } from '../results/number-text.ts'
import type { View } from '../state/view.ts'
import { codeOf, type FleetResult, type FleetTotal } from './fleet-result.ts'
import type { FleetFile, FleetRow } from './read-fleet.ts'

const UNIT_WORDS = { y: 'year', d: 'day', h: 'hour' } as const

export const PHASE_WORDS = { EMBEDDED: 'the embodied impact', USE: 'use', BUILDING: 'the building' } as const

const BILLED_UNITS: Readonly<Record<string, string>> = { storage: 'GB-h', network: 'GB' }

/** How many of a row there are; for a bill, hours, GB transferred, or GB stored for an hour: `744 h`. */
export function amountWords({ quantity, asset, isBilled }: Pick<FleetRow, 'quantity' | 'asset' | 'isBilled'>): string {
  const [kind = ''] = Object.keys(asset)
  return `${countText(quantity)}${isBilled ? ` ${BILLED_UNITS[kind] ?? 'h'}` : ''}`
}

/** How data centres count, if the sentence of the service leaves it open: `PUE 1.14 to 1.56.` */
export function boundaryWords({ boundary }: View, { pue }: FleetResult): string {
  if (boundary === 'EQUIPMENT') return 'Cooling and buildings of data centres do not count.'
  if (pue === undefined) return ''
  return `PUE ${numberText(pue.min)}${pue.max > pue.min ? ` to ${numberText(pue.max)}` : ''}.`
}

/** The conditions of rows that state none of their own; empty if that is all rows, or none. */
export function defaultWords(
  view: View,
  file: FleetFile,
  { rows, computedFor }: FleetResult,
  location: string,
): string {
  const isMixed = rows.length === 0 || / places?\b| some\b|durations? of|of each/.test(computedFor)
  // A result without its file does not say what its rows lacked.
  if (!isMixed || file.parts.length === 0) return ''
  const isOwn = file.isBill || (file.rows.length > 0 && file.rows.every(({ duration }) => duration !== undefined))
  const defaults = [
    ...(file.isRead ? [['location', location]] : []),
    ...(file.isRead && view.load !== '' ? [['load', `${view.load} % load`]] : []),
    ...(isOwn ? [] : [['duration', durationOfView(view).replace(/^over /, '')]]),
  ]
  if (defaults.length === 0) return ''
  const names = defaults
    .map(([name]) => name)
    .join(', ')
    .replace(/, (\w+)$/, ' or $1')
  return `Defaults of rows without a ${names}: ${defaults.map(([, value]) => value).join(', ')}.`
}

/** The duration of the figures; bills have their own hours, and tables may. */
export function durationWords(
  view: View,
  { isBill, isRead, rows }: FleetFile,
  { computedFor }: Pick<FleetResult, 'computedFor'>,
): string {
  // The job alone knows the durations of a file that the page has not read.
  const said = isRead ? undefined : /^Over (?:[^,]|,(?=\d))+/.exec(computedFor)?.[0]
  if (said !== undefined) return said.replace('Over', 'over')
  if (isBill) return 'over the hours of the bill'
  if (rows.length > 0 && rows.every((row) => row.duration !== undefined)) return 'over the durations of the file'
  return durationOfView(view)
}

function durationOfView({ duration, durationUnit }: View): string {
  if (duration === '') return 'over the lifetime of each'
  const unit = UNIT_WORDS[durationUnit]
  return `over ${duration} ${Number(duration) === 1 ? unit : `${unit}s`}`
}

const ASSUMED = {
  UNKNOWN_PLACE: ['an assumed place', 'have no known place. Add their places'],
  UNKNOWN_NAME: ['replaced names', 'have an unknown name. Correct their names'],
  UNKNOWN_MEDIUM: ['drives assumed to be SSDs', 'have drives of an unknown medium. State SSD or hard disk'],
  TYPICAL_VALUES: ['typical equipment', 'have only typical values. Add their models or parts'],
} as const

/** Nobody needs advice on a smaller share of a result. */
const LEAST_ADVISED = 0.01

/** How much of a result rests on assumptions, and what to do about it: a sentence or two for each kind of them. */
export function assumptionWords({ focus }: View, { assumptions, assessed }: FleetResult): readonly string[] {
  const advised = assumptions.filter(({ shares }) => (shares[codeOf(focus)] ?? 1) >= LEAST_ADVISED)
  return advised.map(({ reason, units, shares }) => {
    const [some, all] = [units, assessed].map((each) => countText(each))
    const [what, why] = ASSUMED[reason]
    const said = units === 1 ? why.replace(/^have/, 'has').replace(/^are/, 'is') : why
    const share = shares[codeOf(focus)]
    const rests =
      typeof share === 'number' ? `${Number((share * 100).toPrecision(2))} % of the result rests on ${what}` : ''
    return `${rests ? `${rests}: ` : ''}${some} of ${all} ${said} to narrow it`
  })
}

/** A text with its full stop. */
export function sentence(text: string): string {
  return /[.?]$/.test(text) ? text : `${text}.`
}

/** The name of a file as a word of a command. */
export function shellWord(name: string): string {
  return /^[\w.-]+$/.test(name) ? name : `'${name.replaceAll("'", "'\\''")}'`
}

/** The share of a total: `12.3 %`, and `<0.1 %` instead of a rounded 0. */
export function shareText(share: number): string {
  if (share === 0) return '0 %'
  return share < 0.0005 ? '<0.1 %' : `${(share * 100).toFixed(1)} %`
}

/** Of smaller shares, the number says nothing: a bill has millionths of an hour. */
const LEAST_SHARE = 0.001

/** What the total lacks, in words: `partial: use is unknown for 1 of 101`. */
export function lackingWords({ isPartial, lacking, coverage }: FleetTotal): string {
  const of = coverage[0]?.of ?? 0
  const someOf = (units: number) =>
    units / of < LEAST_SHARE ? `less than ${LEAST_SHARE * 100} %` : `${countText(units)} of ${countText(of)}`
  const parts = lacking.map(
    ({ phase, units }) => `${PHASE_WORDS[phase]} is unknown${units < of ? ` for ${someOf(units)}` : ''}`,
  )
  return `${isPartial ? 'partial: ' : ''}${parts.join(', ')}`
}
