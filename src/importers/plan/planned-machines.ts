import type { PlanResource } from './import-plan.ts'
import type { PlanConfiguration } from './plan-configuration.ts'

/** So many instances of one type; the type is undefined where the plan does not know it yet. */
export interface PlannedMachines {
  readonly provider: string
  readonly instanceType: string | undefined
  readonly region: string | undefined
  readonly quantity: number
}

export type Machines = readonly PlannedMachines[] | { readonly skipped: string }

/** What a resource brings in machines, or why it brings none. */
export type MachinesOf = (resource: PlanResource, configuration: PlanConfiguration) => Machines

/** Why a template is left out. */
export const TEMPLATE = { skipped: 'a template: it counts where a group uses it' }
