import { checkAsset } from '../check-asset.ts'
import type { ImportedLeftOut, RowOutcome, RowWarning } from '../imported.ts'
import type { BillFormat, LineField } from './bill-formats.ts'
import { BILL_REASONS, type BillReason } from './bill-reasons.ts'
import { type BillUnit, GB_OF_GIB, HOURS, readBillUnit } from './bill-unit.ts'
import type { BillingRule } from './billing-rule.ts'
import { findRule } from './find-rule.ts'
import { gpuIn } from './gpu-in.ts'
import { instanceTypeIn, typeInDetails } from './instance-type-in.ts'
import { REGION_UNKNOWN, regionOf } from './region-of.ts'

export type BillLine = Readonly<Partial<Record<LineField, string>>>

/** Providers by what bills call them. */
export const PROVIDERS: readonly (readonly [RegExp, string])[] = [
  [/\b(aws|amazon)\b/, 'aws'],
  [/\b(azure|microsoft)\b/, 'azure'],
  [/\b(gcp|google)\b/, 'gcp'],
  [/\b(oci|oracle)\b/, 'oracle'],
  [/\bovh(cloud)?\b/, 'ovhcloud'],
  [/\bscaleway\b/, 'scaleway'],
]

/** The id of a cloud provider by its name in bills: `Amazon Web Services, Inc.` is aws. */
function providerOf(name: string): string | undefined {
  const lower = name.slice(0, 200).toLowerCase()
  return PROVIDERS.find(([pattern]) => pattern.test(lower))?.[1]
}

/** Charges other than usage, by their names in each format. */
export const CHARGES: readonly (readonly [RegExp, BillReason])[] = [
  [/^tax$/i, 'TAX'],
  [/^(credit|refund)$/i, 'CREDIT'],
  [/unused/i, 'UNUSED_COMMITMENT'],
  [/^(purchase|fee|rifee|savingsplan(recurring|upfront)fee|committed_usage_discount\w*)$/i, 'PURCHASE'],
  [/^(adjustment|savingsplannegation|rounding_?(error|adjustment))$/i, 'ADJUSTMENT'],
]
/**
 * Negotiated discounts, as AWS bills them. Such a line repeats the usage that it makes cheaper, so that it is read like
 * usage, but none of it counts again. Source: https://docs.aws.amazon.com/cur/latest/userguide/Lineitem-columns.html
 */
export const DISCOUNT = /^(bundleddiscount|edpdiscount|privateratediscount|discount)$/i
/** Charges for usage. In formats without such a column, every line is usage. */
export const USAGE = /^(usage|discountedusage|savingsplancoveredusage|regular)$/i

/** Reads a line of a bill: an hour, a GB or a GB hour of something, times its amount. */
export function readBillLine(line: BillLine, format: BillFormat): RowOutcome {
  const reason = chargeOf(line, format)
  if (reason !== undefined) return leftOut(reason)
  const provider = format.provider ?? providerOf(line.provider ?? '')
  if (provider === undefined) return leftOut('UNKNOWN_PROVIDER', (line.provider ?? '').slice(0, 60))
  const unit = readBillUnit(line.unit ?? '')
  const isDiscount = DISCOUNT.test(line.charge ?? '')
  const measured = isDiscount ? unit && { ...unit, amount: 0 } : unit
  const service = lines(line.service, line.serviceCode ?? meterCategoryIn(provider, line))
  // Azure names the tier of a meter beside it. A rule with a space at the end reads a whole name.
  const usage = lines(`${line.usage ?? ''} ${line.meter ?? ''}`, line.description ?? '', typeInDetails(line.details))
  const rule = findRule({ provider, service, usage, unit: line.unit ?? '', measured })
  return { ...lineOfRule({ line, provider, rule, measured }), rule: rule.id }
}

/**
 * FOCUS bills of Azure without `x_SkuMeterCategory` have it in front: `Premium SSD Managed Disks - P6 LRS - US East 2`.
 */
function meterCategoryIn(provider: string, { description }: BillLine): string | undefined {
  return provider === 'azure' ? description?.split(' - ', 1)[0] : undefined
}

/** Publishers of what is sold on a marketplace, by name or, in FOCUS of Azure, by category. */
export const MARKETPLACE = /marketplace|^vendor$/i
/**
 * Publishers of what providers sell themselves: their names, those of their companies in China and India
 * (https://docs.aws.amazon.com/cur/latest/userguide/billing-columns.html), and categories. `-` names none.
 */
export const OWN_PUBLISHER =
  /\b(aws|amazon|azure|microsoft|gcp|google|oci|oracle|ovh(cloud)?|scaleway|cloud provider|sinnet|western cloud|21vianet|aispl)\b|^(-+|n\/a)$/i
/** What Google says of a reserved machine that nobody uses. */
export const UNUSED_RESERVATION = /is_unused_reservation[^a-z]+value[^a-z]+true/i

/** How many vCores a unit of a meter of Azure has: `2 vCore`. Others count one. */
export const VCORES = /\b(\d{1,3}) vcores?\b/i

function isSoldByOthers({ provider = '', publisher = '' }: BillLine, format: BillFormat): boolean {
  if (MARKETPLACE.test(publisher)) return true
  const isOfProvider = format.provider !== undefined || providerOf(provider) !== undefined
  return publisher !== '' && isOfProvider && !OWN_PUBLISHER.test(publisher)
}

function chargeOf(line: BillLine, format: BillFormat): BillReason | undefined {
  const { charge = '' } = line
  const { fields, name } = format
  if (isSoldByOthers(line, format)) return 'MARKETPLACE'
  if (UNUSED_RESERVATION.test(line.details ?? '')) return 'UNUSED_COMMITMENT'
  if (charge === '') return fields.charge !== undefined && name === 'focus' ? 'NO_CHARGE_CATEGORY' : undefined
  const other = CHARGES.find(([pattern]) => pattern.test(charge))?.[1]
  if (other !== undefined) return other
  if (!USAGE.test(charge) && !DISCOUNT.test(charge)) return 'ADJUSTMENT'
  if (line.chargeClass?.toLowerCase() === 'correction') return 'CORRECTION'
  const isUnused = [line.commitment, line.capacity].some((status) => status?.toLowerCase() === 'unused')
  return isUnused ? 'UNUSED_COMMITMENT' : undefined
}

function leftOut(reason: BillReason, name?: string): ImportedLeftOut {
  const { text, isUnknown } = BILL_REASONS[reason]
  return { skipped: name ? `${text}: ${name}` : text, reason, ...(isUnknown && { isUnknown }) }
}

/** A short name for a line. */
function nameOf({ service, serviceCode, usage, meter, description }: BillLine): string {
  return [service ?? serviceCode, usage ?? meter ?? description].filter(Boolean).join(', ').slice(0, 120)
}

function lines(...texts: readonly (string | undefined)[]): string {
  return texts.filter((text) => text !== undefined).join('\n')
}

interface NamedLine {
  readonly line: BillLine
  readonly provider: string
  readonly rule: BillingRule
  readonly measured: BillUnit | undefined
}

function lineOfRule({ line, provider, rule, measured }: NamedLine): RowOutcome {
  if (rule.class === 'excluded' || rule.class === 'unknown') return leftOut(rule.detail as BillReason, nameOf(line))
  if (measured === undefined) return leftOut('UNKNOWN_UNIT', line.unit?.slice(0, 60) || 'none')
  const region = regionOf(provider, line.region, line.zone)
  const usage = { usage: { region: region ?? REGION_UNKNOWN } }
  const counted = assetOf({ line, provider, rule, measured }, usage)
  if ('skipped' in counted) return counted
  const checked = checkAsset(counted.asset)
  if ('fault' in checked) return { ...checked, quantity: counted.quantity }
  return {
    label: '',
    quantity: counted.quantity,
    asset: checked.asset,
    duration: 1,
    isBilled: true,
    ...(region === undefined && { warnings: [NO_REGION] }),
  }
}

/** Providers that the tables of places lack. */
const WITHOUT_REGIONS: ReadonlySet<string> = new Set(['oracle'])

type Counted = { readonly asset: unknown; readonly quantity: number }

/**
 * What a rule counts, if the rule alone says it: an hour of vCPU and memory, a GB stored for an hour, a GB transferred.
 * `perUnit` is their number per billed unit.
 */
export function assetOfRule(rule: BillingRule, provider: string, usage: object) {
  if (rule.class === 'compute') {
    const { detail: instanceType, vcpu = 0, memory = 0, anyHost } = rule
    const size = { vcpu, memory, ...(anyHost && { anyHost }) }
    return { asset: { cloudInstance: { provider, instanceType, ...size, ...usage } }, perUnit: 1 }
  }
  const place = WITHOUT_REGIONS.has(provider) ? usage : { provider, ...usage }
  const { copies, gigabytes = 1 } = rule
  if (rule.class === 'network')
    return { asset: { network: { gigabytes: 1, reach: rule.detail, ...place } }, perUnit: gigabytes }
  const kept = copies && {
    copies: copies.value,
    ...(copies.min !== copies.max && { copiesMin: copies.min, copiesMax: copies.max }),
  }
  return { asset: { storage: { kind: rule.detail, gigabytes: 1, ...kept, ...place } }, perUnit: gigabytes }
}

/** A graphics card that is billed apart from its machine. */
export function assetOfGpu(name: string | undefined, usage: object) {
  return { component: { gpu: { name, units: 1, ...usage } } }
}

/** One unit of what a line counts, and its number per billed unit. */
function assetOf(
  { line, provider, rule, measured }: NamedLine & { readonly measured: BillUnit },
  usage: object,
): Counted | ImportedLeftOut {
  const { amount } = measured
  const texts = [line.type, line.details, line.usage, line.meter, line.description].filter((text) => text !== undefined)
  switch (rule.class) {
    case 'gpu': {
      const name = gpuIn(line.usage ?? line.description ?? '')
      return { asset: assetOfGpu(name, usage), quantity: amount }
    }
    case 'compute':
    case 'storage':
    case 'network': {
      const { asset, perUnit } = assetOfRule(rule, provider, usage)
      const isBinary = measured.isBinary || (rule.class === 'storage' && rule.isBinary === true)
      const gigabytes = rule.class !== 'compute' && isBinary ? GB_OF_GIB : 1
      // Some providers count what is moved in a month in GB months.
      const months = rule.class === 'network' && measured.measure === 'GB_TIME' ? (HOURS.month as number) : 1
      const vCores = rule.class === 'compute' ? Number(VCORES.exec(line.usage ?? line.description ?? '')?.[1] ?? 1) : 1
      return { asset, quantity: (amount / months) * perUnit * gigabytes * vCores }
    }
    default: {
      const instanceType = rule.detail ?? instanceTypeIn(provider, texts)
      if (instanceType === undefined) return leftOut('NO_INSTANCE_TYPE', nameOf(line))
      return { asset: { cloudInstance: { provider, instanceType, ...usage } }, quantity: amount * (rule.machines ?? 1) }
    }
  }
}

const NO_REGION: RowWarning = {
  code: 'UNKNOWN_REGION',
  message: "The bill gives no region for this line, so the result uses the mean of the provider's regions",
  path: ['RegionId'],
}
