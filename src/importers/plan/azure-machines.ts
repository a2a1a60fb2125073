import { numberAt, textAt } from '../json-at.ts'
import type { MachinesOf, PlanConfiguration, PlannedMachines, PlanResource } from './plan-configuration.ts'

const machine: MachinesOf = (resource) => {
  const type = textAt(resource.values, 'size') ?? textAt(resource.values, 'vm_size')
  return [machines(resource, type, 1)]
}

const scaleSet: MachinesOf = (resource) => {
  const { values } = resource
  const type = textAt(values, 'sku') ?? textAt(values, 'sku_name') ?? textAt(values, 'sku', 0, 'name')
  const quantity = numberAt(values, 'instances') ?? numberAt(values, 'sku', 0, 'capacity') ?? 0
  return [machines(resource, type, quantity)]
}

/** Machine resources of the provider azurerm. */
export const azureMachines: Readonly<Record<string, MachinesOf>> = {
  azurerm_linux_virtual_machine: machine,
  azurerm_windows_virtual_machine: machine,
  azurerm_virtual_machine: machine,
  azurerm_linux_virtual_machine_scale_set: scaleSet,
  azurerm_windows_virtual_machine_scale_set: scaleSet,
  azurerm_orchestrated_virtual_machine_scale_set: scaleSet,
  azurerm_virtual_machine_scale_set: scaleSet,
  azurerm_kubernetes_cluster: (resource) => {
    const pool = ['default_node_pool', 0] as const
    return [machines(resource, textAt(resource.values, ...pool, 'vm_size'), nodesOf(resource.values, ...pool))]
  },
  azurerm_kubernetes_cluster_node_pool: (resource, configuration) => {
    const type = textAt(resource.values, 'vm_size')
    return [machines(resource, type, nodesOf(resource.values), clusterRegion(resource, configuration))]
  },
}

function machines(
  resource: PlanResource,
  instanceType: string | undefined,
  quantity: number,
  region = textAt(resource.values, 'location'),
): PlannedMachines {
  // Region names may be words: West Europe is westeurope.
  return { provider: 'azure', instanceType, region: region?.toLowerCase().replaceAll(' ', ''), quantity }
}

/** Number of nodes of a pool; for an autoscaling pool, its minimum. */
function nodesOf(values: unknown, ...pool: readonly (string | number)[]): number {
  return numberAt(values, ...pool, 'node_count') ?? numberAt(values, ...pool, 'min_count') ?? 1
}

/** A pool is in its cluster's region. */
function clusterRegion(resource: PlanResource, configuration: PlanConfiguration): string | undefined {
  const cluster = configuration.referredTo(resource, ['azurerm_kubernetes_cluster'], 'kubernetes_cluster_id')
  return textAt(cluster?.values, 'location')
}
