import type { UsageArchetype } from '../../engine/use/usage-bill.ts'
import { known } from '../known.ts'
import { perObject } from '../per-object.ts'
import type { ServerArchetype } from '../tables.ts'
import { cellsOfRow } from './cells-of-row.ts'

/** What is typical of the parts of a server, by its archetype: `server-archetypes.dellR740.ram_capacity`. */
export const typicalServer = perObject(
  ({ id, cpu, ram, ssd, hdd, gpu, powerSupply, source, ...row }: ServerArchetype) => {
    const prefix = `server-archetypes.${id}.`
    const usage: UsageArchetype = cellsOfRow(prefix, row.usage)
    const { name: cpuName, ...ofCpu } = cpu
    const { name: gpuName, ...ofGpu } = gpu
    return {
      usage,
      cpu: { ...cellsOfRow(`${prefix}cpu_`, ofCpu), ...known({ name: cpuName, source }), usage },
      ram: { ...cellsOfRow(`${prefix}ram_`, ram), usage },
      ssd: { ...cellsOfRow(`${prefix}ssd_`, ssd), usage },
      hdd: { ...cellsOfRow(`${prefix}hdd_`, hdd), usage },
      gpu: { ...cellsOfRow(`${prefix}gpu_`, ofGpu), ...known({ name: gpuName, sourceOfName: source }), usage },
      powerSupply: { ...cellsOfRow(`${prefix}power_supply_`, powerSupply), usage },
      itsCase: {
        caseType: row.caseType ?? 'rack',
        caseTypeId: `${prefix}case_type`,
        source: row.caseType === undefined ? 'The usual case, where the archetype names none' : source,
        usage,
      } as const,
    }
  },
)
