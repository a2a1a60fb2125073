import { awsMachines } from './aws-machines.ts'
import { azureMachines } from './azure-machines.ts'
import { googleMachines } from './google-machines.ts'
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

const BY_TYPE: Readonly<Record<string, MachinesOf>> = { ...awsMachines, ...azureMachines, ...googleMachines }

/** The machines of a resource of a plan. */
export const machinesOf: MachinesOf = (resource, configuration) => {
  const { type } = resource
  if (!Object.hasOwn(BY_TYPE, type)) return { skipped: `${type.slice(0, 100)} is no machine that is known` }
  return (BY_TYPE[type] as MachinesOf)(resource, configuration)
}

/** Why a template is left out. */
export const TEMPLATE = { skipped: 'a template: it counts where a group uses it' }
