import type { CpuBill } from '../../engine/parts/cpu.ts'
import type { CpuInput } from '../../input/component-input.ts'
import type { Loaders } from '../loaders.ts'
import { matchWord, placed } from './match-word.ts'
import { partFactors } from './part-factors.ts'
import { resolveUsage } from './resolve-usage.ts'
import { powerCurveOf, type TypicalCpu, typicalComponent } from './typical-component.ts'

/** Processors: the row that their name means, what is typical of them, and the curve of their power. */
export async function resolveCpu(loaders: Loaders, input: CpuInput, typical: TypicalCpu, at: string): Promise<CpuBill> {
  const { references } = loaders
  const { usage, name, manufacturer, family, modelRange } = input
  const { usage: typicalUsage, name: typicalName } = typical
  const knownName = name ?? typicalName
  const [match, maker, ofFamily, range, usageBill] = await Promise.all([
    knownName === undefined ? undefined : placed(loaders.cpu.load(knownName), `${at}.name`),
    matchWord(loaders, 'cpuManufacturer', manufacturer, `${at}.manufacturer`),
    matchWord(loaders, 'family', family, `${at}.family`),
    matchWord(loaders, 'modelRange', modelRange, `${at}.modelRange`),
    resolveUsage(loaders, usage, typicalUsage, `${at}.usage`),
  ])
  const row = match?.row
  const familyName = ofFamily?.name ?? row?.family ?? typical.family
  const profile = references.powerProfile(
    maker?.name ?? row?.manufacturer ?? typical.manufacturer,
    range?.name ?? row?.modelRange ?? typical.modelRange,
  )
  return {
    kind: 'CPU',
    given: input,
    nameIsTypical: name === undefined,
    ...(match && { name: match }),
    ...(maker && { manufacturer: maker }),
    ...(ofFamily && { family: ofFamily }),
    ...(range && { modelRange: range }),
    archetype: typical,
    dieSizes: references.dieSizes(familyName),
    ...(profile && { profile }),
    typicalProfile: powerCurveOf(typicalComponent(references, 'cpu', undefined)),
    factors: partFactors(references, 'cpu'),
    power: references.constants.cpuPower,
    profileOf: references.profileOf,
    usage: usageBill,
    at,
  }
}
