import type { CaseBill } from '../../engine/parts/case.ts'
import type { HddBill } from '../../engine/parts/hdd.ts'
import type { PlainComponentBill } from '../../engine/parts/plain-component.ts'
import type { PowerSupplyBill } from '../../engine/parts/power-supply.ts'
import type { UsageArchetype } from '../../engine/use/usage-bill.ts'
import type { CaseInput, HddInput, PlainComponentInput, PowerSupplyInput } from '../../input/component-input.ts'
import type { UsageInput } from '../../input/usage-input.ts'
import type { Loaders } from '../loaders.ts'
import { partFactors } from './part-factors.ts'
import { resolveUsage } from './resolve-usage.ts'
import { type Typical, typicalComponent, usageOf } from './typical-component.ts'

/** Hard disks: nothing of them is looked up but their factors. */
export async function resolveHdd(
  loaders: Loaders,
  input: HddInput,
  typical: Typical<HddBill>,
  at: string,
): Promise<HddBill> {
  const factors = partFactors(loaders.references, 'hdd')
  return { kind: 'HDD', ...(await resolveGiven(loaders, input, typical, at)), factors }
}

/** Power supplies, whose factor is per kg. */
export async function resolvePowerSupply(
  loaders: Loaders,
  input: PowerSupplyInput,
  typical: Typical<PowerSupplyBill>,
  at: string,
): Promise<PowerSupplyBill> {
  const factors = partFactors(loaders.references, 'power_supply')
  return { kind: 'POWER_SUPPLY', ...(await resolveGiven(loaders, input, typical, at)), factors }
}

/** Cases, with the factors of a rack, a blade and its enclosure: which of them it is may be uncertain. */
export async function resolveCase(
  loaders: Loaders,
  input: CaseInput,
  typical: Typical<CaseBill>,
  at: string,
): Promise<CaseBill> {
  const { references } = loaders
  const factors = {
    rack: partFactors(references, 'case.rack').base,
    bladeServer: partFactors(references, 'case.blade_server').base,
    bladeEnclosure16Slots: partFactors(references, 'case.blade_enclosure_16_slots').base,
  }
  const slots = references.constants.fixed('blade_slots')
  return { kind: 'CASE', ...(await resolveGiven(loaders, input, typical, at)), factors, slots }
}

/** What was given of a part, what is typical of it, and how it is used. */
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

/** Motherboards and assemblies, used as their device is; alone, as a case is. */
export async function resolvePlain(
  loaders: Loaders,
  kind: PlainComponentBill['kind'],
  input: PlainComponentInput,
  at: string,
  usageOfDevice?: UsageArchetype,
): Promise<PlainComponentBill> {
  const { references } = loaders
  const { usage, ...given } = input
  const factors = partFactors(references, kind === 'MOTHERBOARD' ? 'motherboard' : 'assembly')
  const typicalUsage = usageOfDevice ?? usageOf(typicalComponent(references, 'case', undefined))
  return { kind, given, factors, usage: await resolveUsage(loaders, usage, typicalUsage, `${at}.usage`), at }
}
