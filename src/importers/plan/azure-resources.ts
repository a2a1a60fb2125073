import { listAt, numberAt, textAt } from '../json-at.ts'
import {
  type PlanConfiguration,
  type Planned,
  type PlannedMachines,
  type PlannedOf,
  type PlanResource,
  volumesIn,
} from './plan-configuration.ts'

const machine: PlannedOf = (resource) => {
  const type = textAt(resource.values, 'size') ?? textAt(resource.values, 'vm_size')
  return withDisks(resource, machines(resource, type, 1))
}

const scaleSet: PlannedOf = (resource) => {
  const { values } = resource
  const type = textAt(values, 'sku') ?? textAt(values, 'sku_name') ?? textAt(values, 'sku', 0, 'name')
  const quantity = numberAt(values, 'instances') ?? numberAt(values, 'sku', 0, 'capacity') ?? 0
  return withDisks(resource, machines(resource, type, quantity))
}

/** A flexible server: `GP_Standard_D4s_v3` is a tier and a machine. With high availability there is a second one. */
const database: PlannedOf = (resource) => {
  const { values } = resource
  const isTwice = listAt(values, 'high_availability').length > 0
  const each = machines(resource, textAt(values, 'sku_name')?.replace(/^(B|GP|MO)_/, ''), isTwice ? 2 : 1)
  const megabytes = numberAt(values, 'storage_mb')
  const gibibytes = numberAt(values, 'storage', 0, 'size_gb') ?? (megabytes && megabytes / 1024)
  return [each, ...volumesIn([values], each, () => ({ rule: 'azure.sql.storage', gibibytes }), 'storage')]
}

/** Resources of the provider azurerm that are machines, databases and volumes. */
export const azureResources: Readonly<Record<string, PlannedOf>> = {
  azurerm_linux_virtual_machine: machine,
  azurerm_windows_virtual_machine: machine,
  azurerm_virtual_machine: machine,
  azurerm_linux_virtual_machine_scale_set: scaleSet,
  azurerm_windows_virtual_machine_scale_set: scaleSet,
  azurerm_orchestrated_virtual_machine_scale_set: scaleSet,
  azurerm_virtual_machine_scale_set: scaleSet,
  azurerm_kubernetes_cluster: (resource) => {
    const pool = listAt(resource.values, 'default_node_pool')[0]
    return pools(machines(resource, textAt(pool, 'vm_size'), nodesOf(pool)), pool)
  },
  azurerm_kubernetes_cluster_node_pool: (resource, configuration) => {
    const { values } = resource
    const region = clusterRegion(resource, configuration)
    return pools(machines(resource, textAt(values, 'vm_size'), nodesOf(values), region), values)
  },
  azurerm_managed_disk: (resource) => {
    const { provider, region } = machines(resource, undefined, 1)
    const { values } = resource
    return [{ provider, region, quantity: 1, ...disk(values, 'storage_account_type') }]
  },
  azurerm_postgresql_flexible_server: database,
  azurerm_mysql_flexible_server: database,
}

function machines(
  resource: PlanResource,
  instanceType: string | undefined,
  quantity: number,
  region = textAt(resource.values, 'location'),
): PlannedMachines {
  // Places are written as words, too: West Europe is westeurope.
  return { provider: 'azure', instanceType, region: region?.toLowerCase().replaceAll(' ', ''), quantity }
}

/** Machines, and their disks that have a size. */
function withDisks({ values }: PlanResource, each: PlannedMachines): readonly Planned[] {
  const blocks = (argument: string, kind: string) =>
    volumesIn(listAt(values, argument), each, (block) => disk(block, kind), argument)
  return [
    each,
    ...blocks('os_disk', 'storage_account_type'),
    ...blocks('data_disk', 'storage_account_type'),
    ...blocks('storage_os_disk', 'managed_disk_type'),
    ...blocks('storage_data_disk', 'managed_disk_type'),
  ]
}

/** Nodes, and their disks where the pool says how large these are. */
function pools(nodes: PlannedMachines, pool: unknown): readonly Planned[] {
  const read = () => ({ rule: 'azure.storage.ssd', gibibytes: numberAt(pool, 'os_disk_size_gb') })
  return [nodes, ...volumesIn([pool], nodes, read, 'os_disk')]
}

/** Kinds of disks: https://learn.microsoft.com/azure/virtual-machines/disks-types */
function disk(block: unknown, kind: string) {
  const isHdd = /^Standard_/i.test(textAt(block, kind) ?? '')
  return { rule: isHdd ? 'azure.storage' : 'azure.storage.ssd', gibibytes: numberAt(block, 'disk_size_gb') }
}

/** Nodes of a pool: where it scales by itself, the least that it keeps. */
function nodesOf(pool: unknown): number {
  return numberAt(pool, 'node_count') ?? numberAt(pool, 'min_count') ?? 1
}

/** A pool is where its cluster is. */
function clusterRegion(resource: PlanResource, configuration: PlanConfiguration): string | undefined {
  const cluster = configuration.referredTo(resource, ['azurerm_kubernetes_cluster'], 'kubernetes_cluster_id')
  return textAt(cluster?.values, 'location')
}
