import { awsMachines } from './aws-machines.ts'
import { azureMachines } from './azure-machines.ts'
import { googleMachines } from './google-machines.ts'
import type { MachinesOf } from './planned-machines.ts'

const BY_TYPE: Readonly<Record<string, MachinesOf>> = { ...awsMachines, ...azureMachines, ...googleMachines }

/** The machines of a resource of a plan. */
export const machinesOf: MachinesOf = (resource, configuration) => {
  const { type } = resource
  if (!Object.hasOwn(BY_TYPE, type)) return { skipped: `${type.slice(0, 100)} is no machine that is known` }
  return (BY_TYPE[type] as MachinesOf)(resource, configuration)
}
