import type { CaseBill, CaseType } from '../../engine/components/case.ts'
import type { CpuBill } from '../../engine/components/cpu.ts'
import type { PowerSupplyBill } from '../../engine/components/power-supply.ts'
import type { UsageArchetype } from '../../engine/use/usage-bill.ts'
import { Cell } from '../../engine/values/cell.ts'
import type { Leaf } from '../../engine/values/leaf.ts'
import type { ArchetypeComponent } from '../../kinds.ts'
import { known } from '../known.ts'
import { perObject } from '../per-object.ts'
import type { References } from '../references.ts'
import type { ComponentArchetype, ServerArchetype } from '../tables.ts'
import { cellsOfRow } from './cells-of-row.ts'

/** Typical values of the parts of a server, by its archetype: `server-archetypes.dellR740.ram_capacity`. */
export const typicalServer = perObject(
  ({ id, cpu, ram, ssd, hdd, gpu, powerSupply, source, ...row }: ServerArchetype) => {
    const of = { table: 'server-archetypes', row: id } as const
    const usage: UsageArchetype = cellsOfRow(of, row.usage)
    const { otherConsumptionRatio: _, ...usageInWhole } = usage
    const { name: cpuName, ...ofCpu } = cpu
    const { name: gpuName, ...ofGpu } = gpu
    return {
      usage,
      /** For a server whose power is modelled as a whole: a ratio for the rest has no effect unless given. */
      usageInWhole,
      cpu: { ...cellsOfRow(of, ofCpu, 'cpu_'), ...known({ name: cpuName, source }), usage },
      ram: { ...cellsOfRow(of, ram, 'ram_'), usage },
      ssd: { ...cellsOfRow(of, ssd, 'ssd_'), usage },
      hdd: { ...cellsOfRow(of, hdd, 'hdd_'), usage },
      gpu: { ...cellsOfRow(of, ofGpu, 'gpu_'), ...known({ name: gpuName, sourceOfName: source }), usage },
      powerSupply: { ...cellsOfRow(of, powerSupply, 'power_supply_'), usage },
      itsCase: {
        caseType: row.caseType ?? 'rack',
        caseTypeCell: { ...of, column: 'case_type', property: 'case_case_type' },
        source: row.caseType === undefined ? 'The usual type of case, because the archetype specifies none' : source,
        usage,
      } as const,
    }
  },
)

/** Typical values of a component, from its own archetype or from a server's. */
export type Typical<Bill extends { readonly archetype: unknown }> = Bill['archetype'] & {
  readonly usage: UsageArchetype
}

/** Typical values of a CPU, including its name. */
export type TypicalCpu = Typical<CpuBill> & { readonly name?: string }

/** The archetype of a component, by default the usual one. Throws a NotFoundError. */
export function typicalComponent(
  references: References,
  component: ArchetypeComponent,
  id: string | undefined,
): ComponentArchetype {
  return references.component(component, id ?? references.defaults.components[component])
}

/** Numbers and texts of a component archetype by their public names. */
export function read({ component, id, attributes }: ComponentArchetype) {
  return {
    number: (name: string): Cell | undefined => {
      const cell = attributes[name]
      return typeof cell === 'object' ? new Cell(cellOf(component, id, name), cell, cell.source) : undefined
    },
    text: (name: string): string | undefined => {
      const cell = attributes[name]
      return typeof cell === 'string' ? cell : undefined
    },
  }
}

/** A cell of a component's own columns, or of its use. */
function cellOf(component: ArchetypeComponent, id: string, column: string): Leaf {
  const property = column.startsWith(OF_USE) ? column.slice(OF_USE.length) : `${component}_${column}`
  return { table: 'component-archetypes', within: component, row: id, column, property }
}

const OF_USE = 'usage_'

/** A CPU archetype as cells of a bill of materials. */
export const typicalCpu = perObject((archetype: ComponentArchetype): TypicalCpu => {
  const { number, text } = read(archetype)
  return known({
    units: number('units'),
    coreUnits: number('core_units'),
    threads: number('threads'),
    tdp: number('tdp'),
    dieSizePerCore: number('die_size_per_core'),
    name: text('name'),
    manufacturer: text('manufacturer'),
    family: text('family'),
    modelRange: text('model_range'),
    source: archetype.source,
    usage: usageOf(archetype),
  })
})

/** Memory and drive archetypes as cells. */
export const typicalMemory = perObject((archetype: ComponentArchetype) => {
  const { number } = read(archetype)
  const cells = { units: number('units'), capacity: number('capacity'), density: number('density') }
  return known({ ...cells, usage: usageOf(archetype) })
})

/** A power supply archetype as cells. */
export const typicalPowerSupply = perObject((archetype: ComponentArchetype): Typical<PowerSupplyBill> => {
  const { number } = read(archetype)
  return known({ units: number('units'), unitWeight: number('unit_weight'), usage: usageOf(archetype) })
})

/** A case archetype as cells; the type is a rack if the row names none. */
export const typicalCase = perObject((archetype: ComponentArchetype): Typical<CaseBill> => {
  const { number, text } = read(archetype)
  const caseType: CaseType = text('case_type') === 'blade' ? 'blade' : 'rack'
  const caseTypeCell = cellOf('case', archetype.id, 'case_type')
  return {
    ...known({ units: number('units'), caseType, caseTypeCell, usage: usageOf(archetype) }),
    source: archetype.source,
  }
})

/** The parameters of the power of a typical CPU: a * ln(b * (load + c)) + d, in W. */
export const powerCurveOf = perObject(({ attributes, source }: ComponentArchetype): CpuBill['typicalProfile'] => {
  const parameter = (name: string) => {
    const cell = attributes[`power_profile_${name}`]
    return typeof cell === 'object' ? cell.value : Number.NaN
  }
  return known({ a: parameter('a'), b: parameter('b'), c: parameter('c'), d: parameter('d'), source })
})

/** How a typical component is used. */
export const usageOf = perObject((archetype: ComponentArchetype): UsageArchetype => {
  const { number } = read(archetype)
  return known({
    timeWorkload: number('usage_time_workload'),
    useTimeRatio: number('usage_use_time_ratio'),
    hoursLifeTime: number('usage_hours_life_time'),
  })
})
