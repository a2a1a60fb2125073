import { BILLING_RULES } from '../../generated/billing-rules.ts'
import { BILL_MEASURES, type BillMeasure, type BillUnit } from './bill-unit.ts'
import type { BillingRule } from './billing-rule.ts'

export { BILLING_RULES }

/** What of a line decides which rule is its own. */
export interface NamedLine {
  readonly provider: string
  /** Names of its service, a line each. */
  readonly service: string
  /** Its usage type, meter, SKU and description, a line each. */
  readonly usage: string
  readonly unit: string
  /** The same, read; undefined of a unit that measures none of what is counted. */
  readonly measured: BillUnit | undefined
}

/** What a unit has to measure for a line to be of such a class, where the rule names no unit. */
const MEASURES: Readonly<Record<BillingRule['class'], readonly BillMeasure[]>> = {
  instance: ['TIME'],
  compute: ['TIME', 'GB_TIME', 'VCPU_TIME'],
  gpu: ['TIME'],
  storage: ['GB_TIME'],
  network: ['GB'],
  excluded: BILL_MEASURES,
  unknown: BILL_MEASURES,
}

interface PreparedRule {
  readonly rule: BillingRule
  readonly fits: (line: NamedLine) => boolean
}

let prepared: readonly PreparedRule[] | undefined

/** The first rule that fits a line; every line has one. A unit that nobody knows fits where the names do. */
export function findRule(line: NamedLine): BillingRule {
  prepared ??= BILLING_RULES.map((rule) => ({ rule, fits: prepare(rule) }))
  const found = prepared.find(({ fits }) => fits(line)) as PreparedRule
  return found.rule
}

function prepare(rule: BillingRule): PreparedRule['fits'] {
  const service = partOf(rule.service)
  const usage = partOf(rule.usage)
  const units = rule.unit?.split('|') ?? []
  const named = BILL_MEASURES.filter((measure) => units.includes(measure))
  const words = partOf(units.filter((unit) => !named.some((measure) => measure === unit)).join('|') || undefined)
  const measures = named.length > 0 ? named : measuresOf(rule)
  return (line) => {
    if (rule.provider !== undefined && rule.provider !== line.provider) return false
    // Of a line that names no service, what was used decides, but not that it counts nowhere.
    const isNamed = usage !== undefined && rule.class !== 'excluded'
    const isOfService = line.service === '' ? isNamed : (service?.test(line.service) ?? true)
    if (service !== undefined && !isOfService) return false
    if (!(usage?.test(line.usage) ?? true)) return false
    if (words?.test(line.unit)) return true
    if (rule.unit !== undefined && named.length === 0) return false
    if (line.measured === undefined) return rule.unit === undefined
    return measures.includes(line.measured.measure)
  }
}

/** A disk is billed as a whole, by the time. */
function measuresOf(rule: BillingRule): readonly BillMeasure[] {
  return rule.class === 'storage' && rule.gigabytes !== undefined ? ['TIME', 'GB_TIME'] : MEASURES[rule.class]
}

/** Parts of names, separated by `|`, in which `*` stands for anything. */
function partOf(parts: string | undefined): RegExp | undefined {
  if (parts === undefined) return undefined
  const written = parts.split('|').map((part) => part.split('*').map(escaped).join('.*'))
  return new RegExp(written.join('|'), 'i')
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
