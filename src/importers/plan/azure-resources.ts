import { amountAt, listAt, numberAt, textAt } from '../json-at.ts'
import {
  BY_USE,
  NO_SYSTEM_DISK,
  type PlanConfiguration,
  type Planned,
  type PlannedMachines,
  type PlannedOf,
  type PlannedShare,
  type PlanResource,
  usualSize,
  volumesIn,
} from './plan-configuration.ts'

const machine: PlannedOf = (resource) => {
  const type = textAt(resource.values, 'size') ?? textAt(resource.values, 'vm_size')
  return withDisks(resource, machines(resource, type, 1))
}

const scaleSet: PlannedOf = (resource, configuration) => {
  const { values } = resource
  const type = textAt(values, 'sku') ?? textAt(values, 'sku_name') ?? textAt(values, 'sku', 0, 'name')
  const quantity = configuration.countOf(resource, [['sku', 0, 'capacity'], ['instances']], 0)
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

/**
 * vCores of Azure SQL: `GP_Gen5_4` and `BC_Gen5_8` name them.
 * https://learn.microsoft.com/azure/azure-sql/database/service-tiers-vcore
 */
const sqlDatabase: PlannedOf = (named, configuration) => {
  const resource = atServer(named, configuration)
  const { values } = resource
  const sku = textAt(values, 'sku_name') ?? textAt(values, 'requested_service_objective_name') ?? ''
  if (sku === 'ElasticPool' || textAt(values, 'elastic_pool_id') !== undefined)
    return { skipped: 'it is counted in its pool' }
  if (/_S_/.test(sku)) return { skipped: 'serverless: the plan does not specify its size' }
  const [, cores] = /^(?:GP|BC|HS)_\w+_(\d{1,3})$/.exec(sku) ?? []
  if (cores === undefined && /^(?:Basic|[SP]\d{1,2}|D[SW]\d+c?)$/.test(sku))
    return { skipped: `the size ${sku} does not specify the number of cores` }
  return vcores(resource, cores === undefined ? undefined : Number(cores), numberAt(values, 'max_size_gb'))
}

/** A database in the region of its server. */
function atServer(resource: PlanResource, configuration: PlanConfiguration): PlanResource {
  const server = configuration.referredTo(resource, ['azurerm_mssql_server'], 'server_id')
  return { ...resource, values: { location: textAt(server?.values, 'location'), ...(resource.values as object) } }
}

/**
 * A single server: `GP_Gen5_4` has 4 vCores.
 * https://learn.microsoft.com/azure/postgresql/single-server/concepts-pricing-tiers
 */
const singleServer: PlannedOf = (resource) => {
  const { values } = resource
  const [, cores] = /^(?:B|GP|MO)_\w+_(\d{1,3})$/.exec(textAt(values, 'sku_name') ?? '') ?? []
  const megabytes = numberAt(values, 'storage_mb')
  return vcores(resource, cores === undefined ? undefined : Number(cores), megabytes && megabytes / 1024)
}

/** Cores of a database, and its storage if that has a size. */
function vcores(
  resource: PlanResource,
  units: number | undefined,
  gibibytes: number | undefined,
  quantity = 1,
): readonly Planned[] {
  const each = shares(resource, 'azure.sql.vcore', units, quantity)
  return [each, ...volumesIn([resource.values], each, () => ({ rule: 'azure.sql.storage', gibibytes }), 'storage')]
}

const managedInstance: PlannedOf = (resource) =>
  vcores(resource, numberAt(resource.values, 'vcores'), numberAt(resource.values, 'storage_size_in_gb'))

/** Units of a service whose rule of bills says what one is. */
function shares(resource: PlanResource, shareRule: string, units: number | undefined, quantity = 1): PlannedShare {
  const { provider, region } = machines(resource, undefined, 1)
  return { provider, region, quantity, shareRule, units }
}

/** Instances of App Service: `P1v3`. */
function appService(resource: PlanResource, size: string | undefined, workers: number | undefined) {
  if (size === undefined) return [machines(resource, undefined, 1)]
  if (/^(?:Y1|FC1|EP\d)$/.test(size)) return { skipped: 'the plan does not specify its machines' }
  return [shares(resource, `azure.app-service.${size.toLowerCase()}`, 1, workers ?? 1)]
}

/**
 * HDInsight starts this many of each:
 * https://learn.microsoft.com/azure/hdinsight/hdinsight-virtual-network-architecture
 */
const HDINSIGHT = { head_node: 2, zookeeper_node: 3 } as const

const hdinsight: PlannedOf = (resource) => {
  const roles = listAt(resource.values, 'roles')[0]
  const workers = listAt(roles, 'worker_node')[0]
  const nodes = Object.entries(HDINSIGHT).flatMap(([role, count]) =>
    listAt(roles, role).map((node) => machines(resource, textAt(node, 'vm_size'), count)),
  )
  const count = numberAt(workers, 'target_instance_count') ?? 1
  return [...nodes, machines(resource, textAt(workers, 'vm_size'), count)]
}

/** Containers share a host, as the rule `azure.containers.vcpu` of bills has it. */
const containers: PlannedOf = (resource) => {
  const group = listAt(resource.values, 'container')
  const sum = (field: string) => group.reduce<number>((all, each) => all + (amountAt(each, field) ?? 0), 0)
  const share = { vcpu: sum('cpu'), memory: sum('memory') }
  return [{ ...machines(resource, share.vcpu === 0 ? undefined : 'D2s_v5', 1), share }]
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
  azurerm_kubernetes_cluster: (resource, configuration) => {
    const pool = listAt(resource.values, 'default_node_pool')[0]
    const quantity = nodesOf(resource, configuration, 'default_node_pool', 0)
    return pools(machines(resource, textAt(pool, 'vm_size'), quantity), pool)
  },
  azurerm_kubernetes_cluster_node_pool: (resource, configuration) => {
    const { values } = resource
    const region = clusterRegion(resource, configuration)
    return pools(machines(resource, textAt(values, 'vm_size'), nodesOf(resource, configuration), region), values)
  },
  azurerm_managed_disk: (resource) => {
    const { provider, region } = machines(resource, undefined, 1)
    const { values } = resource
    return [{ provider, region, quantity: 1, ...disk(values, 'storage_account_type') }]
  },
  azurerm_postgresql_flexible_server: database,
  azurerm_mysql_flexible_server: database,
  azurerm_postgresql_server: singleServer,
  azurerm_mysql_server: singleServer,
  azurerm_mariadb_server: singleServer,
  azurerm_mssql_database: sqlDatabase,
  azurerm_sql_database: sqlDatabase,
  azurerm_mssql_elasticpool: (resource) => {
    const { values } = resource
    const isOfCores = /^(?:GP|BC|HS)_/.test(textAt(values, 'sku', 0, 'name') ?? '')
    if (!isOfCores) return { skipped: 'a pool of DTU: the plan does not specify its cores' }
    return vcores(resource, numberAt(values, 'sku', 0, 'capacity'), numberAt(values, 'max_size_gb'))
  },
  azurerm_mssql_managed_instance: managedInstance,
  azurerm_sql_managed_instance: managedInstance,
  azurerm_mssql_virtual_machine: () => ({ skipped: 'it is counted as its virtual machine' }),
  azurerm_cosmosdb_postgresql_cluster: (resource) => {
    const { values } = resource
    const sizeOf = (field: string) => {
      const megabytes = numberAt(values, field)
      return megabytes === undefined ? undefined : megabytes / 1024
    }
    const nodes = numberAt(values, 'node_count') ?? 0
    const coordinator = numberAt(values, 'coordinator_vcore_count')
    return [
      ...vcores(resource, coordinator, sizeOf('coordinator_storage_quota_in_mb')),
      ...(nodes > 0
        ? vcores(resource, numberAt(values, 'node_vcores'), sizeOf('node_storage_quota_in_mb'), nodes)
        : []),
    ]
  },
  azurerm_cosmosdb_cassandra_datacenter: (resource) => {
    const { values } = resource
    return [machines(resource, textAt(values, 'sku_name') ?? 'Standard_E16s_v5', numberAt(values, 'node_count') ?? 3)]
  },
  azurerm_cosmosdb_account: BY_USE,
  azurerm_synapse_sql_pool: () => ({ skipped: 'a pool of DWU: the plan does not specify its machines' }),
  azurerm_synapse_spark_pool: BY_USE,
  azurerm_redis_cache: (resource) => {
    const { values } = resource
    const size = `${textAt(values, 'family')}${numberAt(values, 'capacity')}`.toLowerCase()
    return [shares(resource, `azure.redis.${size}`, 1, numberAt(values, 'shard_count') || 1)]
  },
  azurerm_service_plan: (resource) =>
    appService(resource, textAt(resource.values, 'sku_name'), numberAt(resource.values, 'worker_count')),
  azurerm_app_service_plan: (resource) =>
    appService(resource, textAt(resource.values, 'sku', 0, 'size'), numberAt(resource.values, 'sku', 0, 'capacity')),
  azurerm_container_group: containers,
  azurerm_hdinsight_hadoop_cluster: hdinsight,
  azurerm_hdinsight_hbase_cluster: hdinsight,
  azurerm_hdinsight_interactive_query_cluster: hdinsight,
  azurerm_hdinsight_kafka_cluster: hdinsight,
  azurerm_hdinsight_spark_cluster: hdinsight,
  azurerm_kusto_cluster: (resource) => {
    const sku = listAt(resource.values, 'sku')[0]
    const type = textAt(sku, 'name')?.replace(/^Dev\(No SLA\)_/, '')
    return [machines(resource, type, numberAt(sku, 'capacity') ?? 2)]
  },
  azurerm_batch_pool: (resource) => {
    const { values } = resource
    return [
      machines(resource, textAt(values, 'vm_size'), numberAt(values, 'fixed_scale', 0, 'target_dedicated_nodes') ?? 0),
    ]
  },
  azurerm_machine_learning_compute_instance: (resource) => [
    machines(resource, textAt(resource.values, 'virtual_machine_size'), 1),
  ],
  azurerm_machine_learning_compute_cluster: (resource) => {
    const { values } = resource
    return [machines(resource, textAt(values, 'vm_size'), numberAt(values, 'scale_settings', 0, 'min_node_count') ?? 0)]
  },
  azurerm_linux_function_app: BY_USE,
  azurerm_windows_function_app: BY_USE,
  azurerm_container_app: BY_USE,
  azurerm_storage_account: BY_USE,
}

function machines(
  resource: PlanResource,
  instanceType: string | undefined,
  quantity: number | undefined,
  region = textAt(resource.values, 'location'),
): PlannedMachines {
  // Places are written as words, too: West Europe is westeurope.
  return { provider: 'azure', instanceType, region: region?.toLowerCase().replaceAll(' ', ''), quantity }
}

/** Machines, the disks of their system, and other disks that have a size. */
function withDisks({ type, values }: PlanResource, each: PlannedMachines): readonly Planned[] {
  // A disk that is attached is a resource of its own, and an ephemeral one is part of the host.
  const isOwn = (block: unknown) =>
    textAt(block, 'create_option') !== 'Attach' &&
    (sizeIn(block) !== undefined || listAt(block, 'diff_disk_settings').length === 0)
  const blocks = (argument: string, kind: string, usual: object = {}) => {
    const read = (block: unknown) => ({ ...disk(block, kind), ...(sizeIn(block) === undefined && usual) })
    return volumesIn(listAt(values, argument).filter(isOwn), each, read, argument)
  }
  const isWindows = type.includes('windows') || WINDOWS.some((path) => listAt(values, ...path).length > 0)
  const usual = usualSize(undefined, SYSTEM_DISK[isWindows ? 'windows' : 'linux'])
  return [
    each,
    ...blocks('os_disk', 'storage_account_type', usual),
    ...blocks('data_disk', 'storage_account_type'),
    ...blocks('storage_os_disk', 'managed_disk_type', usual),
    ...blocks('storage_data_disk', 'managed_disk_type'),
  ]
}

/**
 * GiB of the images that Azure offers most:
 * https://learn.microsoft.com/azure/virtual-machines/linux/expand-disks and
 * https://learn.microsoft.com/azure/virtual-machines/windows/expand-disks
 */
const SYSTEM_DISK = { linux: 30, windows: 127 } as const
/** What a machine or a scale set of any system has if it is one of Windows. */
const WINDOWS = [['os_profile_windows_config'], ['os_profile', 0, 'windows_configuration']] as const

function sizeIn(block: unknown): number | undefined {
  return numberAt(block, 'disk_size_gb')
}

/** Nodes, and their disks where the pool says how large these are. Otherwise the size depends on that of the nodes. */
function pools(nodes: PlannedMachines, pool: unknown): readonly Planned[] {
  const gibibytes = numberAt(pool, 'os_disk_size_gb')
  const isEphemeral = textAt(pool, 'os_disk_type') === 'Ephemeral'
  return [
    { ...nodes, ...(!gibibytes && !isEphemeral && { note: NO_SYSTEM_DISK }) },
    ...volumesIn([pool], nodes, () => ({ rule: 'azure.storage.ssd', gibibytes }), 'os_disk'),
  ]
}

/** Kinds of disks: https://learn.microsoft.com/azure/virtual-machines/disks-types */
function disk(block: unknown, kind: string) {
  const isHdd = /^Standard_/i.test(textAt(block, kind) ?? '')
  return { rule: isHdd ? 'azure.storage' : 'azure.storage.ssd', gibibytes: sizeIn(block) }
}

/** Nodes of a pool: its minimum if it scales by itself. */
function nodesOf(
  resource: PlanResource,
  configuration: PlanConfiguration,
  ...pool: readonly (string | number)[]
): number | undefined {
  const counts = ['node_count', 'min_count'].map((each) => [...pool, each])
  return configuration.countOf(resource, counts, 1)
}

/** A pool is in the region of its cluster. */
function clusterRegion(resource: PlanResource, configuration: PlanConfiguration): string | undefined {
  const cluster = configuration.referredTo(resource, ['azurerm_kubernetes_cluster'], 'kubernetes_cluster_id')
  return textAt(cluster?.values, 'location')
}
