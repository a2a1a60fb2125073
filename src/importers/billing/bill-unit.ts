/** Hours of a billing month: 8760 / 12, as AWS and Azure count it. */
const HOURS_OF_MONTH = 730
/** GB per GiB of 2^30 bytes. */
export const GB_OF_GIB = 1.073741824

/** Hours per unit of time, by its names in bills. */
export const HOURS: Readonly<Record<string, number>> = {
  h: 1,
  hr: 1,
  hrs: 1,
  hour: 1,
  hours: 1,
  s: 1 / 3600,
  sec: 1 / 3600,
  second: 1 / 3600,
  seconds: 1 / 3600,
  minute: 1 / 60,
  minutes: 1 / 60,
  day: 24,
  days: 24,
  mo: HOURS_OF_MONTH,
  month: HOURS_OF_MONTH,
  months: HOURS_OF_MONTH,
}

/** Things that bills count by the hour; a rule says what one of them has. */
export const COUNTED_BY_THE_HOUR = /^(?:unit|instance|vm|machine|node|acu|dpu|ncu|rpu|cluster|disk|pod|gpu)s?$/

/** A written unit: how many, then words. */
export const WRITTEN_UNIT = /^(\d{1,9}(?:,\d{3})*(?:\.\d{1,9})?)?\s*([a-z/].*)$/
export const BETWEEN_WORDS = /[\s/().-]+/
/** Words without a meaning. */
export const LEFT_OUT_WORDS: readonly string[] = [
  'lambda',
  'per',
  'of',
  'outbound',
  'data',
  'transfer',
  'storage',
  'capacity',
  'log',
]
export const VCPUS = /^(vcpu|core|cpu)s?$/

interface Size {
  /** GB, or GiB if binary. */
  readonly size: number
  readonly isBinary: boolean
}

const binary = (size: number): Size => ({ size, isBinary: true })
const decimal = (size: number): Size => ({ size, isBinary: false })

/** Sizes of data, by their names in bills. */
export const SIZES: Readonly<Record<string, Size>> = {
  byte: binary(2 ** -30),
  bytes: binary(2 ** -30),
  kib: binary(2 ** -20),
  mb: decimal(1e-3),
  mib: binary(2 ** -10),
  mebibyte: binary(2 ** -10),
  gb: decimal(1),
  mebibytes: binary(2 ** -10),
  gigabyte: decimal(1),
  gigabytes: decimal(1),
  gib: binary(1),
  gibibyte: binary(1),
  gibibytes: binary(1),
  tb: decimal(1000),
  terabyte: decimal(1000),
  tib: binary(1024),
  tebibyte: binary(1024),
  tebibytes: binary(1024),
}

/** What units measure: a time, data stored for a time, vCPU for a time, data. */
export const BILL_MEASURES = ['TIME', 'GB_TIME', 'VCPU_TIME', 'GB'] as const
export type BillMeasure = (typeof BILL_MEASURES)[number]

/** A unit of a bill: what it measures, and its hours, GB hours, vCPU hours or GB. */
export interface BillUnit {
  readonly measure: BillMeasure
  readonly amount: number
  /** Whether its GB are GiB. */
  readonly isBinary: boolean
}

/**
 * Parses a unit of a bill; undefined for other units, such as requests or keys.
 *
 * Example: `readBillUnit('100 GB/Month')` measures GB_TIME, 73,000 GB hours.
 */
export function readBillUnit(text: string): BillUnit | undefined {
  const lower = text.trim().toLowerCase().slice(0, 60)
  const [, many = '1', rest = ''] = WRITTEN_UNIT.exec(lower) ?? []
  const times = Number(many.replaceAll(',', ''))
  const words = rest.split(BETWEEN_WORDS).filter((word) => word !== '' && !LEFT_OUT_WORDS.includes(word))
  const [first = '', second = '', ...others] = words
  if (others.length > 0 || first === '') return undefined
  const size = own(SIZES, first)
  const hours = own(HOURS, second === '' ? first : second)
  if (second === '') {
    if (size !== undefined) return { measure: 'GB', amount: times * size.size, isBinary: size.isBinary }
    return hours === undefined ? undefined : { measure: 'TIME', amount: times * hours, isBinary: false }
  }
  if (hours === undefined) return undefined
  if (size !== undefined) return { measure: 'GB_TIME', amount: times * size.size * hours, isBinary: size.isBinary }
  if (VCPUS.test(first)) return { measure: 'VCPU_TIME', amount: times * hours, isBinary: false }
  return COUNTED_BY_THE_HOUR.test(first) ? { measure: 'TIME', amount: times * hours, isBinary: false } : undefined
}

function own<Value>(words: Readonly<Record<string, Value>>, word: string): Value | undefined {
  return Object.hasOwn(words, word) ? words[word] : undefined
}
