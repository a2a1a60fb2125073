import { checkAsset } from '../check-asset.ts'
import type { RowOutcome, RowWarning } from '../imported.ts'
import type { TableReader } from '../table/table-reader.ts'
import { uniqueNames } from '../table/unique-names.ts'
import { instanceTypeIn } from './instance-type-in.ts'
import { columnOf } from './is-focus.ts'

/** A month of billing: 8760 hours / 12, as AWS and Azure count it. */
const HOURS_OF_MONTH = 730

const HOURS: Readonly<Record<string, number>> = {
  h: 1,
  hr: 1,
  hrs: 1,
  hour: 1,
  hours: 1,
  'instance-hours': 1,
  'instance hours': 1,
  'vm-hours': 1,
  second: 1 / 3600,
  seconds: 1 / 3600,
  s: 1 / 3600,
  minute: 1 / 60,
  minutes: 1 / 60,
  day: 24,
  days: 24,
  month: HOURS_OF_MONTH,
  months: HOURS_OF_MONTH,
}

/**
 * Hours of one unit of a bill; undefined where it is not a time (GB, requests) or the time of a part (vCPU-Hours).
 *
 * Example: `hoursPerUnit('100 Hours')` is 100.
 */
export function hoursPerUnit(unit: string): number | undefined {
  const [, many = '1', word = ''] =
    /^(\d{1,9}(?:\.\d{1,9})?)?\s*([a-z][a-z -]*)$/.exec(unit.trim().toLowerCase().slice(0, 60)) ?? []
  const hours = Object.hasOwn(HOURS, word) ? HOURS[word] : undefined
  return hours === undefined ? undefined : Number(many) * hours
}

const NAMES: readonly (readonly [RegExp, string])[] = [
  [/\b(aws|amazon)\b/, 'aws'],
  [/\b(azure|microsoft)\b/, 'azure'],
  [/\b(gcp|google)\b/, 'gcp'],
  [/\b(oci|oracle)\b/, 'oracle'],
  [/\bovh(cloud)?\b/, 'ovhcloud'],
  [/\bscaleway\b/, 'scaleway'],
]

/** The id of a cloud provider by what bills and plans call it: `Amazon Web Services, Inc.` is aws. */
function providerOf(name: string): string | undefined {
  const lower = name.slice(0, 200).toLowerCase()
  return NAMES.find(([pattern]) => pattern.test(lower))?.[1]
}

/**
 * Columns of the FinOps Open Cost and Usage Specification, 1.0 to 1.2 (https://focus.finops.org/focus-specification/), that
 * decide what a line of a bill is. Those that a version does not have are left out.
 */
const KEYS = [
  'ProviderName',
  'ChargeCategory',
  'ChargeClass',
  'CommitmentDiscountStatus',
  'ServiceName',
  'ResourceType',
  'SkuPriceDetails',
  'SkuMeter',
  'ChargeDescription',
  'RegionId',
  'RegionName',
  'ConsumedUnit',
] as const

type Line = Readonly<Partial<Record<(typeof KEYS)[number], string>>>

/**
 * A bill as assets: each line of usage of a virtual machine is that instance for an hour, as many times as it has hours, so
 * that 24 hours of one and an hour of 24 are the same. What is no such line is left out with its reason.
 */
export function focusTable(header: readonly string[]): TableReader {
  const columns = KEYS.filter((name) => columnOf(header, name) >= 0)
  const labels = ['ResourceName', 'ResourceId'].map((name) => columnOf(header, name)).filter((at) => at >= 0)
  const keys = columns.map((name) => columnOf(header, name))
  const [label, quantity] = [labels.at(-1), columnOf(header, 'ConsumedQuantity')]
  const read = new Set([...keys, quantity, ...(label === undefined ? [] : [label])])
  return {
    format: 'focus',
    keys,
    label,
    quantity,
    numbers: [quantity],
    isCounted: false,
    names: uniqueNames(header),
    readAs: header.map((name, at) => (read.has(at) ? name : undefined)),
    open: [],
    lacks: { quantity: false, place: false },
    tags: [],
    read(cells) {
      const line: Partial<Record<(typeof KEYS)[number], string>> = {}
      for (const [at, name] of columns.entries()) {
        const cell = cells[at]?.trim() ?? ''
        // Exports write what is not there as nothing or as NULL.
        if (cell !== '' && cell.toUpperCase() !== 'NULL') line[name] = cell
      }
      return readLine(line)
    },
  }
}

function readLine(line: Line): RowOutcome {
  const category = line.ChargeCategory?.toLowerCase() ?? ''
  if (category !== 'usage') return { skipped: category === '' ? 'no charge category' : `a ${category}, not usage` }
  if (line.ChargeClass?.toLowerCase() === 'correction') return { skipped: 'a correction of an earlier bill' }
  if (line.CommitmentDiscountStatus?.toLowerCase() === 'unused') return { skipped: 'an unused commitment' }
  const provider = providerOf(line.ProviderName ?? '')
  if (provider === undefined) return { skipped: `unknown provider "${(line.ProviderName ?? '').slice(0, 60)}"` }
  const hours = hoursPerUnit(line.ConsumedUnit ?? '')
  if (hours === undefined) return { skipped: `billed in ${(line.ConsumedUnit || 'no unit').slice(0, 60)}, not hours` }
  const found = instanceTypeIn(provider, line)
  if ('skipped' in found) return found
  const region = line.RegionId ?? line.RegionName
  const checked = checkAsset({
    cloudInstance: { provider, instanceType: found.type, ...(region !== undefined && { usage: { region } }) },
  })
  if ('fault' in checked) return { ...checked, quantity: hours }
  return {
    label: '',
    quantity: hours,
    asset: checked.asset,
    duration: 1,
    ...(region === undefined && { warnings: [NO_REGION] }),
  }
}

/** The average of Europe may be several times what the electricity of the region is. */
const NO_REGION: RowWarning = {
  code: 'UNKNOWN_REGION',
  message: 'The bill names no region for this line, so the average electricity of Europe is used',
  path: ['RegionId'],
}
