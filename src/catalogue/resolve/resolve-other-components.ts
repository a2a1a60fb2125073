import type { CaseBill } from '../../engine/components/case.ts'
import type { HddBill } from '../../engine/components/hdd.ts'
import type { PlainComponentBill } from '../../engine/components/plain-component.ts'
import type { PowerSupplyBill } from '../../engine/components/power-supply.ts'
import type { UsageArchetype } from '../../engine/use/usage-bill.ts'
import {
  type CaseInput,
  DRIVE_FORM_FACTORS,
  type HddInput,
  type PlainComponentInput,
  type PowerSupplyInput,
} from '../../input/component-input.ts'
import type { UsageInput } from '../../input/usage-input.ts'
import type { Loaders } from '../loaders.ts'
import { factorsOfComponent } from './component-factors.ts'
import { formFactorOf } from './form-factor.ts'
import { resolveUsage } from './resolve-usage.ts'
import { type Typical, typicalComponent, usageOf } from './typical-component.ts'

/** Hard disks: only their form factor and its factors are looked up. */
export async function resolveHdd(
  loaders: Loaders,
  input: HddInput,
  typical: Typical<HddBill>,
  at: string,
): Promise<HddBill> {
  const { references } = loaders
  const { formFactor, formFactorName, ...rest } = input
  const described =
    formFactor !== undefined
      ? { formFactor: DRIVE_FORM_FACTORS[formFactor] }
      : { ...(formFactorName !== undefined && { formFactor: formFactorName }), field: 'formFactorName' }
  const { row, warnings, ...known } = formFactorOf(references, 'hdd', { ...rest, ...described }, at)
  const factors = factorsOfComponent(references, 'hdd', row?.variant)
  const given = await resolveGiven(loaders, rest, typical, at)
  return { kind: 'HDD', ...given, ...known, ...(warnings.length > 0 && { warnings }), factors }
}

/** Power supplies, whose factor is per kg. */
export async function resolvePowerSupply(
  loaders: Loaders,
  input: PowerSupplyInput,
  typical: Typical<PowerSupplyBill>,
  at: string,
): Promise<PowerSupplyBill> {
  const factors = factorsOfComponent(loaders.references, 'power_supply')
  return { kind: 'POWER_SUPPLY', ...(await resolveGiven(loaders, input, typical, at)), factors }
}

/** Cases, with the factors of a rack, a blade and its enclosure, since the type may be uncertain. */
export async function resolveCase(
  loaders: Loaders,
  input: CaseInput,
  typical: Typical<CaseBill>,
  at: string,
): Promise<CaseBill> {
  const { references } = loaders
  const factors = {
    rack: factorsOfComponent(references, 'case.rack').base,
    bladeServer: factorsOfComponent(references, 'case.blade_server').base,
    bladeEnclosure16Slots: factorsOfComponent(references, 'case.blade_enclosure_16_slots').base,
  }
  const slots = references.constants.fixed('blade_slots')
  return { kind: 'CASE', ...(await resolveGiven(loaders, input, typical, at)), factors, slots }
}

/** The input of a part, its typical values, and its use. */
async function resolveGiven<
  Input extends { readonly usage?: UsageInput },
  Archetype extends { readonly usage: UsageArchetype },
>(
  loaders: Loaders,
  { usage: givenUsage, ...given }: Input,
  { usage: typicalUsage, ...archetype }: Archetype,
  at: string,
) {
  const usage = await resolveUsage(loaders, givenUsage, typicalUsage, `${at}.usage`)
  return { given, archetype, usage, at }
}

/** The names of plain components in the table of factors. */
const PLAIN = { MOTHERBOARD: 'motherboard', ASSEMBLY: 'assembly', REST_OF_SERVER: 'rest_of_server' } as const

/**
 * Motherboards, assemblies and the rest of servers. In a device they share its use; alone, they are used like a case.
 */
export async function resolvePlain(
  loaders: Loaders,
  kind: PlainComponentBill['kind'],
  input: PlainComponentInput,
  at: string,
  usageOfDevice?: UsageArchetype,
): Promise<PlainComponentBill> {
  const { references } = loaders
  const { usage, ...given } = input
  const factors = factorsOfComponent(references, PLAIN[kind])
  const typicalUsage = usageOfDevice ?? usageOf(typicalComponent(references, 'case', undefined))
  return { kind, given, factors, usage: await resolveUsage(loaders, usage, typicalUsage, `${at}.usage`), at }
}
