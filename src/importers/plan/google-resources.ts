import { at, listAt, numberAt, textAt } from '../json-at.ts'
import {
  BY_USE,
  type PlanConfiguration,
  type Planned,
  type PlannedGpus,
  type PlannedMachines,
  type PlannedOf,
  type PlanResource,
  TEMPLATE,
  volumesIn,
} from './plan-configuration.ts'

/** Default type of nodes: https://cloud.google.com/kubernetes-engine/docs/reference/rest/v1/NodeConfig */
const GKE_DEFAULT = 'e2-medium'
/** A regional cluster has nodes in this many zones by default. */
const ZONES_OF_REGION = 3
const TEMPLATES = ['google_compute_instance_template', 'google_compute_region_instance_template']

const group: PlannedOf = (resource, configuration) => {
  const template =
    configuration.referredTo(resource, TEMPLATES, 'version') ??
    configuration.referredTo(resource, TEMPLATES, 'instance_template')
  const quantity = configuration.countOf(resource, [['target_size']], leastOf(resource, configuration))
  const group = machines(resource, configuration, textAt(template?.values, 'machine_type'), quantity)
  return [group, ...disks(listAt(template?.values, 'disk'), group, 'disk', 'disk_size_gb', 'disk_type')]
}

const GROUPS = ['google_compute_instance_group_manager', 'google_compute_region_instance_group_manager']
const SCALERS = ['google_compute_autoscaler', 'google_compute_region_autoscaler']

/** The minimum number of machines that the autoscaler of a group keeps. */
function leastOf(group: PlanResource, configuration: PlanConfiguration): number {
  const least = configuration.once('autoscalers', () => {
    const scalers = SCALERS.flatMap((type) => configuration.ofType(type))
    return new Map(scalers.map((each) => [configuration.referredTo(each, GROUPS, 'target'), each.values]))
  })
  return numberAt(least.get(group), 'autoscaling_policy', 0, 'min_replicas') ?? 0
}

const volume: PlannedOf = (resource, configuration) => {
  const { provider, region } = machines(resource, configuration, undefined, 1)
  const { values, type } = resource
  const kept = type === 'google_compute_region_disk' ? 'regional' : 'zonal'
  return [
    {
      provider,
      region,
      quantity: 1,
      rule: diskRule(textAt(values, 'type'), kept),
      gibibytes: numberAt(values, 'size'),
    },
  ]
}

/** The names of a cluster's pools that are resources of their own. */
function ownPools(configuration: PlanConfiguration, cluster: PlanResource): ReadonlySet<string> {
  const pools = configuration.once('pools by cluster', () => {
    const found = new Map<unknown, Set<string>>()
    for (const pool of configuration.ofType('google_container_node_pool')) {
      const named = textAt(pool.values, 'cluster')?.split('/').at(-1)
      const of =
        configuration.referredTo(pool, ['google_container_cluster'], 'cluster') ?? clusterKey(pool, named ?? '')
      const names = found.get(of) ?? new Set()
      names.add(textAt(pool.values, 'name') ?? '')
      found.set(of, names)
    }
    return found
  })
  return pools.get(cluster) ?? pools.get(clusterKey(cluster, textAt(cluster.values, 'name') ?? '')) ?? new Set()
}

/** Clusters of several places may have one name. */
function clusterKey({ values }: PlanResource, name: string): string {
  return JSON.stringify([textAt(values, 'location'), name])
}

/** Machine resources of the provider google. */
export const googleResources: Readonly<Record<string, PlannedOf>> = {
  google_compute_instance: (resource, configuration) => {
    const machine = machines(resource, configuration, textAt(resource.values, 'machine_type'), 1)
    const { values } = resource
    const source = textAt(values, 'boot_disk', 0, 'source') ?? ''
    const isOwn =
      configuration.referredTo(resource, ['google_compute_disk'], 'boot_disk', 0, 'source') === undefined &&
      !configuration.textsOf('google_compute_disk', 'self_link').has(source)
    const boot = isOwn ? listAt(values, 'boot_disk', 0, 'initialize_params') : []
    return [
      machine,
      ...disks(boot, machine, 'boot_disk', 'size', 'type'),
      ...gpus(listAt(values, 'guest_accelerator'), machine),
    ]
  },
  google_compute_disk: volume,
  google_compute_region_disk: volume,
  google_sql_database_instance: (resource, configuration) => {
    const settings = listAt(resource.values, 'settings')[0]
    const isTwice = textAt(settings, 'availability_type') === 'REGIONAL'
    const known = machines(resource, configuration, undefined, isTwice ? 2 : 1)
    const gibibytes = numberAt(settings, 'disk_size')
    return [
      { ...known, ...sqlMachine(textAt(settings, 'tier')) },
      ...volumesIn(
        [settings],
        { ...known, quantity: 1 },
        () => ({ rule: isTwice ? 'gcp.sql.ha.storage' : 'gcp.sql.storage', gibibytes }),
        'storage',
      ),
    ]
  },
  google_compute_instance_group_manager: group,
  google_compute_region_instance_group_manager: group,
  google_compute_instance_template: () => TEMPLATE,
  google_compute_region_instance_template: () => TEMPLATE,
  google_container_cluster: (resource, configuration) => {
    const { values } = resource
    if (at(values, 'remove_default_node_pool') === true) return { skipped: 'a cluster without machines of its own' }
    if (at(values, 'enable_autopilot') === true) return { skipped: 'an autopilot cluster: its machines are unknown' }
    // A state lists all pools of a cluster, also those that are resources of their own.
    const own = ownPools(configuration, resource)
    const pools = listAt(values, 'node_pool')
    const ofPools = pools.flatMap((pool, index) =>
      own.has(textAt(pool, 'name') ?? '') ? [] : poolMachines(resource, configuration, ['node_pool', index]),
    )
    if (ofPools.length > 0) return ofPools
    return pools.length > 0
      ? { skipped: 'a cluster: its pools are counted instead' }
      : poolMachines(resource, configuration, [])
  },
  google_container_node_pool: (resource, configuration) => {
    const cluster = configuration.referredTo(resource, ['google_container_cluster'], 'cluster')
    return poolMachines(resource, configuration, [], cluster)
  },
  google_redis_instance: (resource, configuration) => {
    const { values } = resource
    const { provider, region } = machines(resource, configuration, undefined, 1)
    const shareRule = textAt(values, 'tier') === 'STANDARD_HA' ? 'gcp.memorystore' : 'gcp.memorystore.basic'
    return [{ provider, region, quantity: 1, shareRule, units: numberAt(values, 'memory_size_gb') }]
  },
  google_memcache_instance: (resource, configuration) => {
    const { values } = resource
    const node = listAt(values, 'node_config')[0]
    const [vcpu, megabytes] = [numberAt(node, 'cpu_count'), numberAt(node, 'memory_size_mb')]
    const nodes = machines(resource, configuration, undefined, configuration.countOf(resource, [['node_count']], 1))
    if (vcpu === undefined || megabytes === undefined) return [nodes]
    return [{ ...nodes, instanceType: SQL_HOST, share: { vcpu, memory: megabytes / 1024 } }]
  },
  google_alloydb_instance: (resource, configuration) => {
    const { values } = resource
    const vcpu = numberAt(values, 'machine_config', 0, 'cpu_count')
    const isTwice = textAt(values, 'availability_type') === 'REGIONAL'
    const count = numberAt(values, 'read_pool_config', 0, 'node_count') ?? (isTwice ? 2 : 1)
    const cluster = configuration.referredTo(resource, ['google_alloydb_cluster'], 'cluster')
    const nodes = machines(resource, configuration, vcpu === undefined ? undefined : SQL_HOST, count)
    const region = textAt(cluster?.values, 'location') ?? nodes.region
    return [{ ...nodes, region, ...(vcpu !== undefined && { share: { vcpu, memory: vcpu * ALLOYDB_MEMORY } }) }]
  },
  google_alloydb_cluster: () => ({ skipped: 'a cluster: its instances are counted instead' }),
  google_dataproc_cluster: (resource, configuration) => [
    ...dataprocNodes(resource, configuration, 'master_config', 1),
    ...dataprocNodes(resource, configuration, 'worker_config', 2),
  ],
  google_workbench_instance: (resource, configuration) => [
    machines(resource, configuration, textAt(resource.values, 'gce_setup', 0, 'machine_type'), 1),
  ],
  google_notebooks_instance: (resource, configuration) => [
    machines(resource, configuration, textAt(resource.values, 'machine_type'), 1),
  ],
  google_filestore_instance: (resource, configuration) => {
    const each = machines(resource, configuration, undefined, 1)
    const read = (share: unknown) => ({ rule: 'gcp.filestore', gibibytes: numberAt(share, 'capacity_gb') })
    return volumesIn(listAt(resource.values, 'file_shares'), each, read, 'file_shares')
  },
  google_cloud_run_service: BY_USE,
  google_cloud_run_v2_service: BY_USE,
  google_cloudfunctions_function: BY_USE,
  google_cloudfunctions2_function: BY_USE,
  google_bigquery_dataset: BY_USE,
  google_storage_bucket: BY_USE,
  google_spanner_instance: () => ({ skipped: 'the plan does not specify the machines of its nodes' }),
  google_bigtable_instance: () => ({ skipped: 'the plan does not specify the machines of its nodes' }),
}

/** A role of a Dataproc cluster, and its boot disks. */
function dataprocNodes(
  resource: PlanResource,
  configuration: PlanConfiguration,
  role: string,
  usual: number,
): readonly Planned[] {
  const config = listAt(resource.values, 'cluster_config', 0, role)[0]
  const count = configuration.countOf(resource, [['cluster_config', 0, role, 0, 'num_instances']], usual)
  if (count === 0) return []
  const nodes = machines(resource, configuration, textAt(config, 'machine_type'), count)
  return [nodes, ...disks(listAt(config, 'disk_config'), nodes, role, 'boot_disk_size_gb', 'boot_disk_type')]
}

/** GB of memory for a core: https://cloud.google.com/alloydb/docs/choose-machine-type */
const ALLOYDB_MEMORY = 8

/** The nodes of a pool: its number of nodes in each of its zones. */
function poolMachines(
  resource: PlanResource,
  configuration: PlanConfiguration,
  path: readonly (string | number)[],
  cluster: PlanResource | undefined = undefined,
): readonly Planned[] {
  const pool = at(resource.values, ...path)
  const type = textAt(pool, 'node_config', 0, 'machine_type') ?? GKE_DEFAULT
  const counts = [['node_count'], ['initial_node_count'], ['autoscaling', 0, 'min_node_count']]
  const each = configuration.countOf(
    resource,
    counts.map((count) => [...path, ...count]),
    undefined,
  )
  const location = textAt(resource.values, 'location') ?? textAt(cluster?.values, 'location')
  const zones = listAt(pool, 'node_locations').length || listAt(cluster?.values, 'node_locations').length
  const isRegion = location !== undefined && regionIn(location) === location
  const count = each === undefined ? undefined : each * (zones || (isRegion ? ZONES_OF_REGION : 1))
  const known = machines(resource, configuration, type, count)
  const nodes = location === undefined ? known : { ...known, region: regionIn(location) }
  return [
    nodes,
    ...disks(listAt(pool, 'node_config'), nodes, 'disk', 'disk_size_gb', 'disk_type'),
    ...gpus(listAt(pool, 'node_config', 0, 'guest_accelerator'), nodes),
  ]
}

/** Graphics cards that are added to N1 machines. Other types include theirs. */
function gpus(blocks: readonly unknown[], each: PlannedMachines): readonly PlannedGpus[] {
  if (!each.instanceType?.startsWith('n1-')) return []
  const { provider, region, quantity } = each
  return blocks.flatMap((block): readonly PlannedGpus[] => {
    const gpu = textAt(block, 'type')?.split('/').at(-1)
    const count = numberAt(block, 'count') ?? 1
    if (gpu === undefined || count === 0) return []
    const all = quantity === undefined ? undefined : quantity * count
    return [{ provider, gpu, region, quantity: all, part: 'guest_accelerator' }]
  })
}

/** The disks among blocks that state their size. */
function disks(blocks: readonly unknown[], each: PlannedMachines, part: string, size: string, kind: string) {
  const read = (block: unknown) => ({
    rule: diskRule(textAt(block, kind), 'zonal'),
    gibibytes: numberAt(block, size),
  })
  return volumesIn(blocks, each, read, part)
}

/** Kinds of disks: https://cloud.google.com/compute/docs/disks. A disk without a type is a standard one. */
function diskRule(kind: string | undefined, kept: 'zonal' | 'regional'): string {
  const isHdd = (kind?.split('/').at(-1) ?? 'pd-standard') === 'pd-standard'
  if (kept === 'zonal') return isHdd ? 'gcp.disk.hdd' : 'gcp.disk.ssd'
  return isHdd ? 'gcp.disk.regional' : 'gcp.disk.regional-ssd'
}

/** The host of a database whose tier names vCPU and memory: as the rule `gcp.sql.vcpu` of bills has it. */
const SQL_HOST = 'n2-standard-2'

/**
 * `db-custom-4-15360` has 4 vCPU and 15,360 MB; `db-n1-standard-2` is a machine.
 * https://cloud.google.com/sql/docs/mysql/instance-settings
 */
function sqlMachine(tier: string | undefined): Pick<PlannedMachines, 'instanceType' | 'share'> {
  const [, vcpu, megabytes] = /^db-custom-(\d{1,3})-(\d{1,7})$/.exec(tier ?? '') ?? []
  if (vcpu === undefined) return { instanceType: tier?.replace(/^db-/, '') }
  return { instanceType: SQL_HOST, share: { vcpu: Number(vcpu), memory: Number(megabytes) / 1024 } }
}

function machines(
  resource: PlanResource,
  configuration: PlanConfiguration,
  type: string | undefined,
  quantity: number | undefined,
): PlannedMachines {
  const { values } = resource
  const location =
    textAt(values, 'zone') ??
    textAt(values, 'location') ??
    textAt(values, 'region') ??
    configuration.providerSetting(resource, 'zone') ??
    configuration.providerSetting(resource, 'region')
  // A type may be a full URL: .../zones/europe-west1-b/machineTypes/n2-standard-2
  return { provider: 'gcp', instanceType: type?.split('/').at(-1), region: location && regionIn(location), quantity }
}

/** The region of a zone: `europe-north1-a` is in europe-north1. */
function regionIn(location: string): string {
  return (location.split('/').at(-1) ?? location).replace(/-[a-z]$/, '')
}
