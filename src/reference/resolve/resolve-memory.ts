import type { NameMatch } from '../../engine/figures/name-match.ts'
import type { RamBill } from '../../engine/parts/ram.ts'
import type { SsdBill } from '../../engine/parts/ssd.ts'
import type { RamInput, SsdInput } from '../../input/component-input.ts'
import type { Loaders } from '../loaders.ts'
import { matchWord } from './match-word.ts'
import { partFactors } from './part-factors.ts'
import { resolveUsage } from './resolve-usage.ts'
import type { Typical } from './typical-component.ts'

/** Memory, with the densities of its maker and process. */
export async function resolveRam(
  loaders: Loaders,
  input: RamInput,
  typical: Typical<RamBill>,
  at: string,
): Promise<RamBill> {
  const { references } = loaders
  const { usage, manufacturer, ...given } = input
  const { usage: typicalUsage, ...archetype } = typical
  const [maker, usageBill] = await Promise.all([
    makerOfMemory(loaders, 'ramManufacturer', manufacturer, given.density, `${at}.manufacturer`),
    resolveUsage(loaders, usage, typicalUsage, `${at}.usage`),
  ])
  return {
    kind: 'RAM',
    given,
    ...(maker && { manufacturer: maker }),
    archetype,
    densities: references.ramDensity(maker?.name, given.process),
    factors: partFactors(references, 'ram'),
    power: references.constants.ramPower,
    usage: usageBill,
    at,
  }
}

/** Solid-state drives, with the densities of their maker and layers. */
export async function resolveSsd(
  loaders: Loaders,
  input: SsdInput,
  typical: Typical<SsdBill>,
  at: string,
): Promise<SsdBill> {
  const { references } = loaders
  const { usage, manufacturer, ...given } = input
  const { usage: typicalUsage, ...archetype } = typical
  const [maker, usageBill] = await Promise.all([
    makerOfMemory(loaders, 'ssdManufacturer', manufacturer, given.density, `${at}.manufacturer`),
    resolveUsage(loaders, usage, typicalUsage, `${at}.usage`),
  ])
  return {
    kind: 'SSD',
    given,
    ...(maker && { manufacturer: maker }),
    archetype,
    densities: references.ssdDensity(maker?.name, given.layers),
    factors: partFactors(references, 'ssd'),
    usage: usageBill,
    at,
  }
}

/** A maker is looked up where the density depends on it; else its name stays as it was given. */
function makerOfMemory(
  loaders: Loaders,
  word: 'ramManufacturer' | 'ssdManufacturer',
  maker: string | undefined,
  density: number | undefined,
  at: string,
): NameMatch<string> | undefined | Promise<NameMatch<string>> {
  if (maker === undefined || density === undefined) return matchWord(loaders, word, maker, at)
  return { given: maker, outcome: 'same', name: maker, nearest: [] }
}
