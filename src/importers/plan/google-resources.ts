import { amountAt, at, listAt, numberAt, textAt } from '../json-at.ts'
import {
  BY_USE,
  type PlanConfiguration,
  type Planned,
  type PlannedGpus,
  type PlannedMachines,
  type PlannedOf,
  type PlanResource,
  usualSize,
  volumesIn,
  withoutFigures,
} from './plan-configuration.ts'
import { template } from './template.ts'

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
  return [
    group,
    ...disks(listAt(template?.values, 'disk'), group, 'disk', 'disk_size_gb', 'disk_type', ofBootImage),
    ...gpus(listAt(template?.values, 'guest_accelerator'), group),
  ]
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

const OF_TPU: PlannedOf = () => withoutFigures('no figures are known for TPUs')

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
      ...disks(boot, machine, 'boot_disk', 'size', 'type', ofImage),
      ...scratchDisks(listAt(values, 'scratch_disk'), machine),
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
        () => ({
          rule: isTwice ? 'gcp.sql.ha.storage' : 'gcp.sql.storage',
          ...(textAt(settings, 'disk_type') === 'PD_HDD' && { kind: 'HDD' }),
          gibibytes,
        }),
        'storage',
      ),
    ]
  },
  google_compute_instance_group_manager: group,
  google_compute_region_instance_group_manager: group,
  google_compute_instance_template: template,
  google_compute_region_instance_template: template,
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
  google_workbench_instance: (resource, configuration) => {
    const setup = listAt(resource.values, 'gce_setup')[0]
    const machine = machines(resource, configuration, textAt(setup, 'machine_type'), 1)
    return [machine, ...gpus(listAt(setup, 'accelerator_configs'), machine, CORES)]
  },
  google_notebooks_instance: (resource, configuration) => {
    const machine = machines(resource, configuration, textAt(resource.values, 'machine_type'), 1)
    return [machine, ...gpus(listAt(resource.values, 'accelerator_config'), machine, CORES)]
  },
  google_filestore_instance: (resource, configuration) => {
    const each = machines(resource, configuration, undefined, 1)
    const isHdd = HDD_TIERS.has(textAt(resource.values, 'tier') ?? '')
    const read = (share: unknown) => ({
      rule: 'gcp.filestore',
      ...(isHdd && { kind: 'HDD' as const }),
      gibibytes: numberAt(share, 'capacity_gb'),
    })
    return volumesIn(listAt(resource.values, 'file_shares'), each, read, 'file_shares')
  },
  google_tpu_node: OF_TPU,
  google_tpu_v2_vm: OF_TPU,
  google_tpu_v2_queued_resource: OF_TPU,
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
  return [
    nodes,
    ...disks(
      orNone(listAt(config, 'disk_config')),
      nodes,
      role,
      'boot_disk_size_gb',
      'boot_disk_type',
      () => DATAPROC_DISK,
    ),
    ...gpus(listAt(config, 'accelerators'), nodes, {
      type: 'accelerator_type',
      count: 'accelerator_count',
      part: `${role} accelerators`,
    }),
  ]
}

/** `STANDARD` is the old name: https://cloud.google.com/filestore/docs/service-tiers */
const HDD_TIERS: ReadonlySet<string> = new Set(['BASIC_HDD', 'STANDARD'])

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
  const location = textAt(resource.values, 'location') ?? textAt(cluster?.values, 'location')
  const zones = listAt(pool, 'node_locations').length || listAt(cluster?.values, 'node_locations').length
  const isRegion = location !== undefined && regionIn(location) === location
  const count = nodesOf(resource, configuration, path, zones || (isRegion ? ZONES_OF_REGION : 1))
  const known = machines(resource, configuration, type, count)
  const nodes = location === undefined ? known : { ...known, region: regionIn(location) }
  return [
    nodes,
    ...disks(orNone(listAt(pool, 'node_config')), nodes, 'disk', 'disk_size_gb', 'disk_type', () => GKE_DISK),
    ...localDrives(listAt(pool, 'node_config')[0], nodes),
    ...gpus(listAt(pool, 'node_config', 0, 'guest_accelerator'), nodes),
  ]
}

/**
 * The number of nodes of a pool: what it asks for in each zone, but no less than the minimum of its autoscaler. That
 * minimum is for each zone (`min_node_count`) or for all (`total_min_node_count`).
 */
function nodesOf(
  resource: PlanResource,
  configuration: PlanConfiguration,
  path: readonly (string | number)[],
  zones: number,
): number | undefined {
  const countOf = (usual: number | undefined, ...names: readonly (readonly (string | number)[])[]) =>
    configuration.countOf(
      resource,
      names.map((name) => [...path, ...name]),
      usual,
    )
  const [least, leastInAll] = [
    ['autoscaling', 0, 'min_node_count'],
    ['autoscaling', 0, 'total_min_node_count'],
  ] as const
  const asked = [['node_count'], ['initial_node_count'], least] as const
  const inZone = countOf(undefined, ...asked)
  // Without a number for a zone, that for all zones.
  if (inZone === undefined) return countOf(undefined, ...asked, leastInAll)
  const [minimum, minimumInAll] = [countOf(0, least), countOf(0, leastInAll)]
  if (minimum === undefined || minimumInAll === undefined) return undefined
  return Math.max(Math.max(inZone, minimum) * zones, minimumInAll)
}

/** The arguments of a block that adds graphics cards, and the part that they are in labels. */
const GUESTS = { type: 'type', count: 'count', part: 'guest_accelerator' }
const CORES = { type: 'type', count: 'core_count', part: 'accelerator_configs' }

/** Graphics cards that are added to N1 machines (`custom-6-23040` is one). Other types include theirs. */
function gpus(blocks: readonly unknown[], each: PlannedMachines, named = GUESTS): readonly PlannedGpus[] {
  if (!/^(n1|custom)-/.test(each.instanceType ?? '')) return []
  const { provider, region, quantity } = each
  return blocks.flatMap((block): readonly PlannedGpus[] => {
    // A virtual workstation (`nvidia-tesla-t4-vws`) has the same card.
    const gpu = textAt(block, named.type)
      ?.split('/')
      .at(-1)
      ?.replace(/[-_]vws$/i, '')
    const count = amountAt(block, named.count) ?? 1
    if (gpu === undefined || count === 0) return []
    const all = quantity === undefined ? undefined : quantity * count
    return [{ provider, gpu, region, quantity: all, part: named.part }]
  })
}

/** The disks among blocks that state their size, or have a usual one. */
function disks(
  blocks: readonly unknown[],
  each: PlannedMachines,
  part: string,
  size: string,
  kind: string,
  usual: (block: unknown) => number | undefined,
) {
  const read = (block: unknown) => {
    const [stated, instead] = [numberAt(block, size), usual(block)]
    const sized = instead === undefined ? { gibibytes: stated } : usualSize(stated, instead)
    return { rule: diskRule(textAt(block, kind), 'zonal'), ...sized }
  }
  return volumesIn(blocks, each, read, part)
}

/** GiB of a node's disk: https://cloud.google.com/kubernetes-engine/docs/reference/rest/v1/NodeConfig */
const GKE_DISK = 100
/** GiB of a node's boot disk: https://cloud.google.com/dataproc/docs/reference/rest/v1/InstanceGroupConfig */
const DATAPROC_DISK = 500

/** GiB of most public images: https://cloud.google.com/compute/docs/images/os-details */
function ofImage(block: unknown): number {
  return /windows/i.test(textAt(block, 'image') ?? textAt(block, 'source_image') ?? '') ? 50 : 10
}

/** The same for the boot disk among the disks of a template, unless it exists already. */
function ofBootImage(block: unknown): number | undefined {
  const isNew = textAt(block, 'source') === undefined
  return isNew && (at(block, 'boot') === true || textAt(block, 'source_image')) ? ofImage(block) : undefined
}

/** The blocks, or one that states nothing. */
function orNone(blocks: readonly unknown[]): readonly unknown[] {
  return blocks.length > 0 ? blocks : [{}]
}

/** GiB of a local SSD without a size: https://cloud.google.com/compute/docs/disks/local-ssd */
const LOCAL_SSD = 375
/** Types that include their local SSDs, as the table of instances counts them. */
const WITH_LOCAL_SSD = /-\w*lssd\b|^(?:a2-ultragpu|a3|a4x?|z3)-/

/** Local SSDs that are added to a machine. */
function scratchDisks(blocks: readonly unknown[], each: PlannedMachines) {
  if (WITH_LOCAL_SSD.test(each.instanceType ?? '')) return []
  const read = (block: unknown) => ({ rule: 'gcp.disk.ssd', gibibytes: numberAt(block, 'size') ?? LOCAL_SSD })
  return volumesIn(blocks, each, read, 'scratch_disk')
}

/** Blocks with a number of local SSDs in each node of a pool. */
const LOCAL_BLOCKS = ['ephemeral_storage_local_ssd_config', 'local_nvme_ssd_block_config', 'ephemeral_storage_config']

/** The local SSDs of the nodes of a pool. */
function localDrives(config: unknown, nodes: PlannedMachines) {
  if (WITH_LOCAL_SSD.test(nodes.instanceType ?? '')) return []
  const blocks = [config, ...LOCAL_BLOCKS.flatMap((each) => listAt(config, each))]
  const count = blocks.reduce<number>((sum, each) => sum + (numberAt(each, 'local_ssd_count') ?? 0), 0)
  return volumesIn([config], nodes, () => ({ rule: 'gcp.disk.ssd', gibibytes: count * LOCAL_SSD }), 'local_ssd')
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
