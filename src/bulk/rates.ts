import { GB_OF_GIB, HOURS } from '../importers/billing/bill-unit.ts'
import type { BillingRule } from '../importers/billing/billing-rule.ts'
import { BILLING_RULES } from '../importers/billing/find-rule.ts'
import { BILLED_GPUS, OTHER_GPU } from '../importers/billing/gpu-in.ts'
import { assetOfGpu, assetOfRule } from '../importers/billing/read-bill-line.ts'
import { REGION_UNKNOWN } from '../importers/billing/region-of.ts'
import type { Assessor } from '../library/index.ts'

/** What a rate is for, and how it is assessed. */
export interface Rate {
  readonly provider: string
  readonly region: string
  /** `instance`, or the class of a rule of the table `billing`. */
  readonly class: string
  /** The instance type, the id of the rule, or the name of the graphics card. */
  readonly name: string
  /** The instance type whose host it is a share of, the medium, or how far data move; none of an instance. */
  readonly detail: string | null
  readonly unit: string
  readonly asset: unknown
  /** Hours. */
  readonly duration: number
  /** How many of the asset the unit is. */
  readonly quantity: number
}

/**
 * All that some providers bill, in an order that only the data release decides. Of one type the regions follow each
 * other: making it is the same in all of them, and its samples are drawn once.
 */
export function* ratesOf(
  { references: { tables } }: Assessor,
  providers: readonly string[],
  { regions: asked, use }: { readonly regions?: readonly string[] | undefined; readonly use: object },
): Generator<Rate> {
  for (const provider of providers) {
    const known = tables.cloudRegions.filter((each) => each.provider === provider).map(({ region }) => region)
    const regions = [...known.toSorted(), REGION_UNKNOWN].filter((region) => asked?.includes(region) ?? true)
    const types = tables.cloudInstances.filter((each) => each.provider === provider)
    for (const instanceType of types.map((each) => each.instanceType).toSorted()) {
      for (const region of regions) {
        const asset = { cloudInstance: { provider, instanceType, usage: { region, ...use } } }
        const named = { provider, region, class: 'instance', name: instanceType, detail: null }
        yield { ...named, unit: 'hour', asset, duration: 1, quantity: 1 }
      }
    }
    for (const rule of BILLING_RULES)
      if (rule.provider === provider) for (const region of regions) yield* ratesOfRule(rule, provider, region, use)
  }
}

function* ratesOfRule(rule: BillingRule, provider: string, region: string, use: object): Generator<Rate> {
  const { id: name, class: kind, detail = null } = rule
  const named = { provider, region, class: kind, name, detail, unit: unitOf(rule), duration: 1, quantity: 1 }
  const machine = { usage: { region, ...use } }
  if (kind === 'gpu') {
    for (const gpu of [...BILLED_GPUS.map(([, card]) => card), OTHER_GPU])
      yield { ...named, name: gpu, asset: assetOfGpu(gpu === OTHER_GPU ? undefined : gpu, machine) }
  } else if (kind === 'compute' || kind === 'storage' || kind === 'network') {
    const { asset, perUnit } = assetOfRule(rule, provider, kind === 'compute' ? machine : { usage: { region } })
    const rate = { ...named, asset, quantity: perUnit }
    if (kind !== 'storage') yield rate
    // A month of a GB is what the bill counts: of a provider whose GB has 2^30 bytes, it is 1.0737 GB.
    else yield { ...rate, duration: HOURS.month as number, quantity: perUnit * (rule.isBinary ? GB_OF_GIB : 1) }
  }
}

function unitOf({ class: kind, gigabytes, vcpu = 0, memory = 0 }: BillingRule): string {
  if (kind === 'gpu') return 'GPU hour'
  if (kind === 'storage') return gigabytes === undefined ? 'GB month' : 'disk month'
  if (kind === 'network') return 'GB'
  if (vcpu === 1 && memory === 0) return 'vCPU hour'
  return vcpu === 0 && memory === 1 ? 'GB hour' : 'hour'
}
