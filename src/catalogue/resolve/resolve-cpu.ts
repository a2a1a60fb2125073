import { Cpu, type CpuBill } from '../../engine/components/cpu.ts'
import type { ConsumptionProfileInput, CpuInput } from '../../input/component-input.ts'
import { loadOf } from '../../input/usage-input.ts'
import type { Loaders } from '../loaders.ts'
import { modelTerms } from '../model-terms.ts'
import type { ServerArchetype } from '../tables.ts'
import { factorsOfComponent } from './component-factors.ts'
import { givenAt, matchWord } from './match-word.ts'
import { resolveUsage } from './resolve-usage.ts'
import { powerCurveOf, type TypicalCpu, typicalComponent, typicalCpu } from './typical-component.ts'

/** The variant of the CPU factors for dies of an unknown node. */
const UNKNOWN_NODE = 'unknown'

/**
 * Processors: the row that their name means, their typical values, and their power curve. `inServer` is the archetype
 * of the server that they are in.
 */
export async function resolveCpu(
  loaders: Loaders,
  input: CpuInput,
  typical: TypicalCpu,
  at: string,
  inServer?: Pick<ServerArchetype, 'cpuClass'>,
): Promise<CpuBill> {
  const { references } = loaders
  const { usage, name, manufacturer, family, modelRange } = input
  const { usage: typicalUsage, name: typicalName } = typical
  const knownName = name ?? typicalName
  const [match, maker, ofFamily, range, usageBill] = await Promise.all([
    knownName === undefined ? undefined : givenAt(loaders.cpu.load(knownName), `${at}.name`),
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
  const generation = references.cpuGeneration(row, familyName)
  const { power: powerModel } = modelTerms(references.tables)
  const bill: CpuBill = {
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
    factors: factorsOfComponent(references, 'cpu', generation?.node ?? UNKNOWN_NODE),
    power: references.constants.cpuPower,
    ...(powerModel && { powerModel }),
    ...(generation && { generation }),
    ...(references.serverPower && { isPartOfWhole: true }),
    profileOf: references.profileOf,
    usage: usageBill,
    at,
  }
  const power = inServer && references.serverPower?.of(bill, inServer.cpuClass)
  return power === undefined ? bill : { ...bill, tdps: power.tdps }
}

/**
 * A processor whose power may have been measured. Its profile is fitted to the points, else to its TDP or its range.
 */
export async function resolveMeasuredCpu(
  loaders: Loaders,
  { cpu = {}, workload }: ConsumptionProfileInput,
): Promise<Cpu> {
  const typical = typicalCpu(typicalComponent(loaders.references, 'cpu', undefined))
  const bill = await resolveCpu(loaders, cpu, typical, 'input.cpu')
  const measured = workload?.map((point) => ({ loadPercentage: loadOf(point), powerWatt: point.powerWatt }))
  return new Cpu(measured === undefined ? bill : { ...bill, measured }, { label: 'CPU-1' })
}
