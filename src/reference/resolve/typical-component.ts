import { Cell } from '../../engine/figures/cell.ts'
import type { CaseBill, CaseType } from '../../engine/parts/case.ts'
import type { CpuBill } from '../../engine/parts/cpu.ts'
import type { PowerSupplyBill } from '../../engine/parts/power-supply.ts'
import type { UsageArchetype } from '../../engine/use/usage-bill.ts'
import { known } from '../known.ts'
import { perObject } from '../per-object.ts'
import type { References } from '../references.ts'
import type { ArchetypeComponent, ComponentArchetype } from '../tables.ts'

/** What is typical of a component, by an archetype of the component or by columns of a server's. */
export type Typical<Bill extends { readonly archetype: unknown }> = Bill['archetype'] & {
  readonly usage: UsageArchetype
}

/** What is typical of a CPU; its name too. */
export type TypicalCpu = Typical<CpuBill> & { readonly name?: string }

/** The archetype of a component; the usual one where no id is given. Throws a NotFoundError. */
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
      return typeof cell === 'object'
        ? new Cell(`component-archetypes.${component}.${id}.${name}`, cell, cell.source)
        : undefined
    },
    text: (name: string): string | undefined => {
      const cell = attributes[name]
      return typeof cell === 'string' ? cell : undefined
    },
  }
}

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

/** The same of memory, and of drives of both kinds. */
export const typicalMemory = perObject((archetype: ComponentArchetype) => {
  const { number } = read(archetype)
  const cells = { units: number('units'), capacity: number('capacity'), density: number('density') }
  return known({ ...cells, usage: usageOf(archetype) })
})

/** The same of a power supply. */
export const typicalPowerSupply = perObject((archetype: ComponentArchetype): Typical<PowerSupplyBill> => {
  const { number } = read(archetype)
  return known({ units: number('units'), unitWeight: number('unit_weight'), usage: usageOf(archetype) })
})

/** The same of a case, whose type is a rack where the row names none. */
export const typicalCase = perObject((archetype: ComponentArchetype): Typical<CaseBill> => {
  const { number, text } = read(archetype)
  const caseType: CaseType = text('case_type') === 'blade' ? 'blade' : 'rack'
  const caseTypeId = `component-archetypes.case.${archetype.id}.case_type`
  return {
    ...known({ units: number('units'), caseType, caseTypeId, usage: usageOf(archetype) }),
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
