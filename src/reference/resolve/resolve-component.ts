import { type Warning, warning } from '../../engine/figures/warning.ts'
import type { AnyComponentBill } from '../../engine/parts/component-of.ts'
import type { ComponentInput } from '../../input/component-input.ts'
import { under } from '../../input/fault.ts'
import type { Loaders } from '../loaders.ts'
import type { ArchetypeComponent } from '../tables.ts'
import { resolveCpu } from './resolve-cpu.ts'
import { resolveGpu } from './resolve-gpu.ts'
import { resolveRam, resolveSsd } from './resolve-memory.ts'
import { resolveCase, resolveHdd, resolvePlain, resolvePowerSupply } from './resolve-other-parts.ts'
import {
  typicalCase,
  typicalComponent,
  typicalCpu,
  typicalMemory,
  typicalPowerSupply,
  usageOf,
} from './typical-component.ts'

/** One component alone, completed from a component archetype (its default where no id is given). */
export async function resolveComponent(
  loaders: Loaders,
  input: ComponentInput,
  archetypeId: string | undefined,
  at = 'input',
): Promise<AnyComponentBill> {
  const archetype = (component: ArchetypeComponent) =>
    under(['archetype'], () => typicalComponent(loaders.references, component, archetypeId))
  if (input.cpu) return resolveCpu(loaders, input.cpu, typicalCpu(archetype('cpu')), `${at}.cpu`)
  if (input.gpu)
    return resolveGpu(
      loaders,
      input.gpu,
      { usage: usageOf(typicalComponent(loaders.references, 'gpu', undefined)) },
      `${at}.gpu`,
      archetypeId,
    )
  if (input.ram) return resolveRam(loaders, input.ram, typicalMemory(archetype('ram')), `${at}.ram`)
  if (input.ssd) return resolveSsd(loaders, input.ssd, typicalMemory(archetype('ssd')), `${at}.ssd`)
  if (input.hdd) return resolveHdd(loaders, input.hdd, typicalMemory(archetype('hdd')), `${at}.hdd`)
  if (input.powerSupply)
    return resolvePowerSupply(
      loaders,
      input.powerSupply,
      typicalPowerSupply(archetype('power_supply')),
      `${at}.powerSupply`,
    )
  if (input.case) return resolveCase(loaders, input.case, typicalCase(archetype('case')), `${at}.case`)
  const kind = input.motherboard ? 'MOTHERBOARD' : 'ASSEMBLY'
  const plain = await resolvePlain(
    loaders,
    kind,
    input.motherboard ?? input.assembly ?? {},
    `${at}.${kind.toLowerCase()}`,
  )
  return archetypeId === undefined ? plain : { ...plain, warnings: [noArchetypes(kind, archetypeId)] }
}

function noArchetypes(kind: string, archetype: string): Warning {
  const message = `The archetype "${archetype}" has no effect: there are none of kind ${kind.toLowerCase()}`
  return warning('NOT_USED', message)
}
