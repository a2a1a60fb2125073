import { BILLING_RULES } from '../../generated/billing-rules.ts'
import { BILL_MEASURES, type BillMeasure, type BillUnit } from './bill-unit.ts'
import type { BillingRule } from './billing-rule.ts'

export { BILLING_RULES }

/** The parts of a line that determine its rule. */
export interface NamedLine {
  readonly provider: string
  /** Names of its service, one per line. */
  readonly service: string
  /** Its usage type and meter in one line, its description in the next, the type of its machine in the last. */
  readonly usage: string
  readonly unit: string
  /** The parsed unit; undefined if it measures nothing that counts. */
  readonly measured: BillUnit | undefined
}

/** What the unit of a line must measure for a class, if the rule names no unit. */
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

/** The first rule that fits a line; every line has one. An unknown unit fits if the names do. */
export function findRule(line: NamedLine): BillingRule {
  prepared ??= BILLING_RULES.map((rule) => ({ rule, fits: prepare(rule) }))
  const found = prepared.find(({ fits }) => fits(line)) as PreparedRule
  return found.rule
}

/** At least one of these texts occurs, in any case. `*` stands for any text within a line. */
export type TextParts = readonly string[]

/** What a line has to look like for a rule to fit. */
export interface RulePatterns {
  readonly service?: TextParts | undefined
  /** Whether it fits a line without a service. */
  readonly fitsNoService: boolean
  readonly usage?: TextParts | undefined
  /** Units that fit by their words. */
  readonly words?: TextParts | undefined
  /** What the unit may measure. */
  readonly measures: readonly BillMeasure[]
  /** Whether a unit that measures nothing known does not fit. */
  readonly needsUnit: boolean
}

export function patternsOf(rule: BillingRule): RulePatterns {
  const units = rule.unit?.split('|') ?? []
  const named = BILL_MEASURES.filter((measure) => units.includes(measure))
  const words = units.filter((unit) => !named.some((measure) => measure === unit))
  return {
    service: rule.service?.split('|'),
    // Without a service, the usage decides, but not that a line counts nowhere.
    fitsNoService: rule.usage !== undefined && rule.class !== 'excluded',
    usage: rule.usage?.split('|'),
    words: words.length > 0 ? words : undefined,
    measures: rule.unit === undefined ? measuresOf(rule) : named,
    needsUnit: rule.unit !== undefined,
  }
}

function prepare(rule: BillingRule): PreparedRule['fits'] {
  const { fitsNoService, measures, needsUnit, ...parts } = patternsOf(rule)
  const [service, usage, words] = [parts.service, parts.usage, parts.words].map((each) => each && patternOf(each))
  return (line) => {
    if (rule.provider !== undefined && rule.provider !== line.provider) return false
    const isOfService = line.service === '' ? fitsNoService : (service?.test(line.service) ?? true)
    if (service !== undefined && !isOfService) return false
    if (!(usage?.test(line.usage) ?? true)) return false
    if (words?.test(line.unit)) return true
    return line.measured === undefined ? !needsUnit : measures.includes(line.measured.measure)
  }
}

/** A disk is billed as a whole, by time. */
function measuresOf(rule: BillingRule): readonly BillMeasure[] {
  return rule.class === 'storage' && rule.gigabytes !== undefined ? ['TIME', 'GB_TIME'] : MEASURES[rule.class]
}

/** The pattern that finds one of some parts. Example: of `N2 *Core` and `E2`, `N2 .*Core|E2`. */
export function patternOf(parts: TextParts): RegExp {
  const written = parts.map((part) => part.split('*').map(escaped).join('.*'))
  return new RegExp(written.join('|'), 'i')
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
