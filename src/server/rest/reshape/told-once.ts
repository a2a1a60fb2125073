import { BoundedCache } from '../../../catalogue/bounded-cache.ts'
import type { Impact } from '../../../engine/assessment/impact.ts'
import { snakeCase } from '../../../engine/values/spelling.ts'
import type { Warning, WarningCode } from '../../../engine/values/warning.ts'
import type { UsageFragment } from '../../../generated/asset-operations.ts'
import { usageShape } from '../../../input/usage-input.ts'

/**
 * Warnings about a figure itself, in the words of BoaviztAPI. They stay with the figure; all others appear once in an
 * answer.
 */
export const OF_THE_FIGURE: ReadonlyMap<WarningCode, string> = new Map<WarningCode, string>([
  ['END_OF_LIFE_LEFT_OUT', 'End of life is not included in the calculation'],
  ['DISTRIBUTION_LEFT_OUT', 'Do not include the impact of distribution'],
  [
    'SERVICES_LEFT_OUT',
    'Connected object, not including associated digital services (use of network, datacenter, virtual machines or other terminals not included)',
  ],
  ['GENERIC_DATA', 'Generic data used for impact calculation.'],
  [
    'VERY_UNCERTAIN',
    'Uncertainty from technical characteristics is very important. Results should be interpreted with caution (see min and max values)',
  ],
])

/** Doubts about figures of the tables, which every attribute, part and phase based on one would repeat. */
const OF_THE_TABLES: ReadonlySet<WarningCode> = new Set<WarningCode>(['DOUBTFUL_FIGURE', 'MIXED_YEARS'])

/** The warnings that stay with an attribute. */
export function warningsOfAttribute(warnings: readonly Warning[]): readonly Warning[] {
  return warnings.filter(({ code }) => !OF_THE_TABLES.has(code))
}

/** An assessed thing, with the warnings that appear once. */
export interface Warned {
  readonly impacts: readonly Impact[]
  readonly usage?: UsageFragment & { readonly consumptionProfile?: { readonly warnings: readonly Warning[] } | null }
  readonly components?: readonly Warned[]
}

/** The texts that appear once in an answer, in the order of its figures. */
export function toldOnce(warned: Warned): ReadonlySet<string> {
  const texts = new Set<string>()
  tell(warned, texts)
  return texts
}

function tell({ impacts, usage, components = [] }: Warned, texts: Set<string>): void {
  for (const { embedded, use } of impacts)
    for (const figure of [embedded, use])
      for (const { code, message } of figure?.warnings ?? []) if (!OF_THE_FIGURE.has(code)) texts.add(message)
  for (const { factor } of usage?.elecFactors ?? []) tellOfTables(factor?.warnings, texts)
  tellOfTables(usage?.consumptionProfile?.warnings, texts)
  for (const component of components) tell(component, texts)
}

function tellOfTables(warnings: readonly Warning[] = [], texts: Set<string>): void {
  for (const { code, message } of warnings) if (OF_THE_TABLES.has(code)) texts.add(message)
}

const FIELDS = new Map(Object.keys(usageShape).map((field) => [field, snakeCase(field)]))

/** Converts field names in a text to REST: `elec_factors` for `elecFactors`. */
export function inRestNames(message: string): string {
  return inRest.getOrCompute(message, () => message.replace(/\b[a-z]+[A-Z]\w*/g, (word) => FIELDS.get(word) ?? word))
}

/** Most answers use a few hundred different texts. */
const inRest = new BoundedCache<string, string>(1000)
