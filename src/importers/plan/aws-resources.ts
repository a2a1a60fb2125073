import { instanceTypeIn } from '../billing/instance-type-in.ts'
import { FARGATE_HOST, fargateSizeOf } from '../fargate-host.ts'
import { amountAt, at, listAt, numberAt, textAt } from '../json-at.ts'
import {
  BY_USE,
  NO_SYSTEM_DISK,
  type PlanConfiguration,
  type Planned,
  type PlannedMachines,
  type PlannedOf,
  type PlannedStorage,
  type PlanResource,
  usualSize,
  volumesIn,
} from './plan-configuration.ts'
import { template } from './template.ts'

/**
 * The type of the nodes of a group that names none:
 * https://docs.aws.amazon.com/eks/latest/APIReference/API_CreateNodegroup.html
 */
const EKS_DEFAULT = 't3.medium'
/** GiB of a node's disk: https://docs.aws.amazon.com/eks/latest/APIReference/API_CreateNodegroup.html */
const EKS_DISK = { linux: 20, windows: 50 } as const
const TEMPLATES = ['aws_launch_template', 'aws_launch_configuration']
/**
 * Machines of a Multi-AZ cluster:
 * https://docs.aws.amazon.com/AmazonRDS/latest/UserGuide/multi-az-db-clusters-concepts.html
 */
const MULTI_AZ_CLUSTER = 3

const clusterInstance: PlannedOf = (resource, configuration) => {
  const type = textAt(resource.values, 'instance_class')
  if (type === 'db.serverless') return { skipped: 'serverless: the plan does not specify its size' }
  return [machines(resource, configuration, type, 1)]
}

const searchDomain: PlannedOf = (resource, configuration) => {
  const { values } = resource
  const cluster = ['cluster_config', 0] as const
  const nodes = (kind: string, count: number | undefined) =>
    machines(resource, configuration, plainType(textAt(values, ...cluster, kind)), count)
  const count = configuration.countOf(resource, [[...cluster, 'instance_count']], 1)
  const data = nodes('instance_type', count)
  const masters = numberAt(values, ...cluster, 'dedicated_master_count') ?? 0
  const hasMasters = at(values, ...cluster, 'dedicated_master_enabled') === true
  return [
    data,
    ...(hasMasters ? [nodes('dedicated_master_type', masters)] : []),
    ...volumesIn(
      listAt(values, 'ebs_options'),
      data,
      (block) => ({ rule: 'aws.opensearch.storage', gibibytes: numberAt(block, 'volume_size') }),
      'ebs_options',
    ),
  ]
}

/** A group of machines of EMR. A fleet chooses among several types when it starts. */
function emrGroup(resource: PlanResource, configuration: PlanConfiguration, group: unknown): readonly Planned[] {
  const count = numberAt(group, 'instance_count') ?? 1
  const nodes = machines(resource, configuration, textAt(group, 'instance_type'), count)
  const read = (block: unknown) => ({
    ...ebs(textAt(block, 'type'), times(numberAt(block, 'size'), numberAt(block, 'volumes_per_instance') ?? 1)),
  })
  return [nodes, ...volumesIn(listAt(group, 'ebs_config'), nodes, read, 'ebs_config')]
}

/** A service that names its machine with a prefix of its own: `mq.m5.large`, `dms.c5.large`. */
function prefixed(type: string | undefined): string | undefined {
  return type?.replace(/^(?:mq|dms)\./, '')
}

/** Machines of a broker: https://docs.aws.amazon.com/amazon-mq/latest/developer-guide/broker-architecture.html */
const BROKERS: Readonly<Record<string, number>> = {
  SINGLE_INSTANCE: 1,
  ACTIVE_STANDBY_MULTI_AZ: 2,
  CLUSTER_MULTI_AZ: 3,
}

/** Tasks of Fargate share hosts. */
const fargateTasks: PlannedOf = (resource, configuration) => {
  const { values } = resource
  const providers = listAt(values, 'capacity_provider_strategy').map((each) => textAt(each, 'capacity_provider') ?? '')
  if (textAt(values, 'launch_type') !== 'FARGATE' && !providers.some((each) => each.startsWith('FARGATE')))
    return { skipped: 'it runs on the machines of its cluster, which are counted' }
  const task = configuration.referredTo(resource, ['aws_ecs_task_definition'], 'task_definition')
  const isArm = textAt(task?.values, 'runtime_platform', 0, 'cpu_architecture') === 'ARM64'
  // CPU in units of 1/1024 vCPU, memory in MiB.
  const [vcpu, memory] = ['cpu', 'memory'].map((each) => times(amountAt(task?.values, each), 1 / 1024))
  const share = vcpu === undefined || memory === undefined ? undefined : fargateSizeOf({ vcpu, memory })
  const host = share && FARGATE_HOST[isArm ? 'ARM64' : 'X86_64']
  const tasks = machines(resource, configuration, host, configuration.countOf(resource, [['desired_count']], 0))
  return [{ ...tasks, ...(share && { share }) }]
}

function times(value: number | undefined, by: number): number | undefined {
  return value === undefined ? undefined : value * by
}

/** Machines of a fleet: as many of the first type that it may choose as its capacity needs. */
function fleet(
  resource: PlanResource,
  configuration: PlanConfiguration,
  choices: readonly unknown[],
  { capacity, unit = 'units' }: { readonly capacity: number | undefined; readonly unit: string | undefined },
): ReturnType<PlannedOf> {
  if (unit !== 'units') return inOtherUnit(unit)
  const template = configuration.referredTo(resource, TEMPLATES, 'launch_template_config')
  const type = choices.map((each) => textAt(each, 'instance_type')).find((each) => each !== undefined)
  const each = machines(
    resource,
    configuration,
    type ?? textAt(template?.values, 'instance_type'),
    ofWeight(capacity, choices[0]),
  )
  const own = withVolumes({ ...resource, values: choices[0] }, each)
  return own.length > 1 ? own : withVolumes(template, each)
}

function inOtherUnit(unit: string) {
  return { skipped: `a fleet of several types: its capacity is given in ${unit.slice(0, 20)}` }
}

/** Machines of a type for a capacity. Each counts by its weight. */
function ofWeight(capacity: number | undefined, choice: unknown): number | undefined {
  return capacity === undefined ? undefined : Math.ceil(capacity / (amountAt(choice, 'weighted_capacity') || 1))
}

/** https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/ec2-instance-lifecycle.html */
const NOT_RUNNING: ReadonlySet<string> = new Set(['stopping', 'stopped', 'shutting-down', 'terminated'])

/** Resources of the provider aws that are machines, databases and volumes. */
export const awsResources: Readonly<Record<string, PlannedOf>> = {
  aws_instance: (resource, configuration) => {
    const state = textAt(resource.values, 'instance_state') ?? ''
    if (NOT_RUNNING.has(state)) return { skipped: `not running (${state})` }
    const template = configuration.referredTo(resource, TEMPLATES, 'launch_template')
    const type = textAt(resource.values, 'instance_type') ?? textAt(template?.values, 'instance_type')
    const each = machines(resource, configuration, type, 1)
    const own = withVolumes(resource, each, attachedIn(resource, configuration))
    return own.length > 1 ? own : withVolumes(template, each)
  },
  aws_spot_instance_request: (resource, configuration) =>
    withVolumes(resource, machines(resource, configuration, textAt(resource.values, 'instance_type'), 1)),
  aws_autoscaling_group: (resource, configuration) => {
    const { values } = resource
    const policy = ['mixed_instances_policy', 0, 'launch_template', 0] as const
    const templates = ['launch_template', 'launch_configuration', 'mixed_instances_policy'].flatMap(
      (argument) => configuration.referredTo(resource, TEMPLATES, argument) ?? [],
    )
    const type =
      textAt(values, ...policy, 'override', 0, 'instance_type') ??
      templates.map((template) => textAt(template.values, 'instance_type')).find((each) => each !== undefined)
    const unit = textAt(values, 'desired_capacity_type') ?? 'units'
    if (unit !== 'units') return inOtherUnit(unit)
    const capacity = configuration.countOf(resource, [['desired_capacity'], ['min_size']], 0)
    const quantity = ofWeight(capacity, listAt(values, ...policy, 'override')[0])
    return withVolumes(templates[0], machines(resource, configuration, type, quantity))
  },
  aws_ec2_fleet: (resource, configuration) => {
    const target = listAt(resource.values, 'target_capacity_specification')[0]
    const choices = listAt(resource.values, 'launch_template_config').flatMap((each) => listAt(each, 'override'))
    return fleet(resource, configuration, choices, {
      capacity: configuration.countOf(resource, [['target_capacity_specification', 0, 'total_target_capacity']], 0),
      unit: textAt(target, 'target_capacity_unit_type'),
    })
  },
  aws_spot_fleet_request: (resource, configuration) => {
    const { values } = resource
    const overrides = listAt(values, 'launch_template_config').flatMap((each) => listAt(each, 'overrides'))
    return fleet(resource, configuration, [...listAt(values, 'launch_specification'), ...overrides], {
      capacity: configuration.countOf(resource, [['target_capacity']], 0),
      unit: textAt(values, 'target_capacity_unit_type'),
    })
  },
  aws_batch_compute_environment: () => ({
    skipped: 'it starts machines for its jobs: the plan does not specify how many',
  }),
  aws_eks_node_group: (resource, configuration) => {
    const { values } = resource
    const sizes = ['desired_size', 'min_size'].map((each) => ['scaling_config', 0, each])
    const quantity = configuration.countOf(resource, sizes, 0)
    const template = configuration.referredTo(resource, TEMPLATES, 'launch_template')
    const type =
      textAt(values, 'instance_types', 0) ??
      textAt(template?.values, 'instance_type') ??
      (listAt(values, 'launch_template').length > 0 ? undefined : EKS_DEFAULT)
    const nodes = machines(resource, configuration, type, quantity)
    if (listAt(values, 'launch_template').length > 0) return withVolumes(template, nodes)
    const usual = EKS_DISK[textAt(values, 'ami_type')?.startsWith('WINDOWS') ? 'windows' : 'linux']
    const size = usualSize(numberAt(values, 'disk_size'), usual)
    return [nodes, ...volumesIn([values], nodes, () => ({ ...ebs(undefined, size.gibibytes), ...size }), 'disk')]
  },
  aws_launch_template: template,
  aws_launch_configuration: template,
  aws_ebs_volume: (resource, configuration) => {
    const { values } = resource
    const volume = ebs(textAt(values, 'type'), numberAt(values, 'size'))
    return [{ provider: 'aws', region: regionOf(resource, configuration), quantity: 1, ...volume }]
  },
  aws_db_instance: (resource, configuration) => {
    const { values } = resource
    const isMultiAz = at(values, 'multi_az') === true
    const machine = machines(resource, configuration, textAt(values, 'instance_class'), isMultiAz ? 2 : 1)
    const drives = textAt(values, 'storage_type') === 'standard' ? 'hdd' : 'ssd'
    const rule = `aws.rds.${isMultiAz ? 'multi-az-' : ''}${drives}`
    return [machine, ...databaseStorage(machine, rule, numberAt(values, 'allocated_storage'))]
  },
  aws_rds_cluster: (resource, configuration) => {
    const type = textAt(resource.values, 'db_cluster_instance_class')
    if (type === undefined) return { skipped: 'a cluster: its instances are counted instead' }
    const nodes = machines(resource, configuration, type, MULTI_AZ_CLUSTER)
    return [
      nodes,
      ...databaseStorage(nodes, 'aws.rds.ssd', numberAt(resource.values, 'allocated_storage'), MULTI_AZ_CLUSTER),
    ]
  },
  aws_rds_cluster_instance: clusterInstance,
  aws_docdb_cluster_instance: clusterInstance,
  aws_neptune_cluster_instance: clusterInstance,
  aws_elasticache_cluster: (resource, configuration) => {
    const { values } = resource
    const type = textAt(values, 'node_type')
    if (type === undefined && textAt(values, 'replication_group_id')) return { skipped: 'it is counted in its group' }
    return [machines(resource, configuration, type, configuration.countOf(resource, [['num_cache_nodes']], 1))]
  },
  aws_elasticache_replication_group: (resource, configuration) => {
    const { values } = resource
    const count = (name: string, usual: number) =>
      configuration.countOf(resource, [[name], ['cluster_mode', 0, name]], usual)
    const [groups, replicas] = [count('num_node_groups', 1), count('replicas_per_node_group', 0)]
    const shards = groups === undefined || replicas === undefined ? undefined : groups * (replicas + 1)
    const clusters = [['num_cache_clusters'], ['number_cache_clusters']]
    const nodes = configuration.countOf(resource, clusters, shards)
    return [machines(resource, configuration, textAt(values, 'node_type'), nodes)]
  },
  aws_opensearch_domain: searchDomain,
  aws_elasticsearch_domain: searchDomain,
  aws_msk_cluster: (resource, configuration) => {
    const { values } = resource
    const group = ['broker_node_group_info', 0] as const
    const type = plainType(textAt(values, ...group, 'instance_type'))
    const brokers = machines(
      resource,
      configuration,
      type,
      configuration.countOf(resource, [['number_of_broker_nodes']], 1),
    )
    const storage = listAt(values, ...group, 'storage_info', 0, 'ebs_storage_info')
    const read = (block: unknown) => ({ rule: 'aws.msk.storage', gibibytes: numberAt(block, 'volume_size') })
    return [brokers, ...volumesIn(storage, brokers, read, 'ebs_storage_info')]
  },
  aws_redshift_cluster: (resource, configuration) => {
    const { values } = resource
    const nodes = machines(
      resource,
      configuration,
      undefined,
      configuration.countOf(resource, [['number_of_nodes']], 1),
    )
    const type = textAt(values, 'node_type')
    if (type === undefined) return [nodes]
    const { provider, region, quantity } = nodes
    return [{ provider, region, quantity, shareRule: `aws.redshift.${type}`, units: 1 }]
  },
  aws_memorydb_cluster: (resource, configuration) => {
    const { values } = resource
    const nodes = (numberAt(values, 'num_shards') ?? 1) * ((numberAt(values, 'num_replicas_per_shard') ?? 1) + 1)
    return [machines(resource, configuration, textAt(values, 'node_type'), nodes)]
  },
  aws_dax_cluster: (resource, configuration) => {
    const { values } = resource
    const nodes = numberAt(values, 'replication_factor') ?? 1
    return [machines(resource, configuration, plainType(textAt(values, 'node_type')), nodes)]
  },
  aws_mq_broker: (resource, configuration) => {
    const { values } = resource
    const brokers = BROKERS[textAt(values, 'deployment_mode') ?? 'SINGLE_INSTANCE'] ?? 1
    return [machines(resource, configuration, prefixed(textAt(values, 'host_instance_type')), brokers)]
  },
  aws_dms_replication_instance: (resource, configuration) => {
    const { values } = resource
    const type = prefixed(textAt(values, 'replication_instance_class'))
    const each = machines(resource, configuration, type, at(values, 'multi_az') === true ? 2 : 1)
    const read = () => ebs(undefined, numberAt(values, 'allocated_storage'))
    return [each, ...volumesIn([values], each, read, 'storage')]
  },
  aws_emr_cluster: (resource, configuration) => {
    const groups = ['master_instance_group', 'core_instance_group'].flatMap((each) => listAt(resource.values, each))
    if (groups.length === 0) return { skipped: 'a fleet of several types: the plan does not specify which it uses' }
    return groups.flatMap((group) => emrGroup(resource, configuration, group))
  },
  aws_emr_instance_group: (resource, configuration) => emrGroup(resource, configuration, resource.values),
  aws_sagemaker_notebook_instance: (resource, configuration) => {
    const { values } = resource
    const each = machines(resource, configuration, plainType(textAt(values, 'instance_type')), 1)
    return [each, ...volumesIn([values], each, () => ebs(undefined, numberAt(values, 'volume_size')), 'volume')]
  },
  aws_sagemaker_endpoint: (resource, configuration) => {
    const types = ['aws_sagemaker_endpoint_configuration']
    const variants = listAt(
      configuration.referredTo(resource, types, 'endpoint_config_name')?.values,
      'production_variants',
    )
    if (variants.length === 0) return [machines(resource, configuration, undefined, 1)]
    const ofMachines = variants.filter((each) => listAt(each, 'serverless_config').length === 0)
    if (ofMachines.length === 0) return BY_USE(resource, configuration)
    return ofMachines.map((each) => {
      const type = plainType(textAt(each, 'instance_type'))
      return machines(resource, configuration, type, numberAt(each, 'initial_instance_count') ?? 1)
    })
  },
  aws_sagemaker_endpoint_configuration: template,
  aws_ecs_service: fargateTasks,
  aws_ecs_task_definition: template,
  aws_lambda_function: BY_USE,
  aws_dynamodb_table: BY_USE,
  aws_s3_bucket: BY_USE,
  aws_efs_file_system: BY_USE,
  aws_redshiftserverless_workgroup: BY_USE,
  aws_emrserverless_application: BY_USE,
  aws_glue_job: BY_USE,
}

/** `m5.large` of `m5.large.search` and `kafka.m5.large`. */
function plainType(type: string | undefined): string | undefined {
  return type === undefined ? undefined : (instanceTypeIn('aws', [type]) ?? type)
}

function machines(
  resource: PlanResource,
  configuration: PlanConfiguration,
  instanceType: string | undefined,
  quantity: number | undefined,
): PlannedMachines {
  return { provider: 'aws', instanceType, region: regionOf(resource, configuration), quantity }
}

/** Ids of the volumes of their own that a state also lists in the machine that they are attached to. */
function attachedIn(resource: PlanResource, configuration: PlanConfiguration): ReadonlySet<string> {
  const own = configuration.textsOf('aws_ebs_volume', 'id')
  const listed = listAt(resource.values, 'ebs_block_device').flatMap((block) => textAt(block, 'volume_id') ?? [])
  return new Set(listed.filter((id) => own.has(id)))
}

/** Machines, and the volumes that they or their template name with a size, except for some by id. */
function withVolumes(
  source: PlanResource | undefined,
  each: PlannedMachines,
  except: ReadonlySet<string> = new Set(),
): readonly Planned[] {
  const blocks = (argument: string, ...path: readonly (string | number)[]) =>
    volumesIn(
      listAt(source?.values, argument).filter((block) => !except.has(textAt(block, 'volume_id') ?? '')),
      each,
      (block) => ebs(textAt(block, ...path, 'volume_type'), numberAt(block, ...path, 'volume_size')),
      argument,
    )
  const [root, mapped] = [blocks('root_block_device'), blocks('block_device_mappings', 'ebs', 0)]
  const isLeftOut = root.length === 0 && mapped.length === 0
  return [{ ...each, ...(isLeftOut && { note: NO_SYSTEM_DISK }) }, ...root, ...blocks('ebs_block_device'), ...mapped]
}

/** Types of volumes: https://docs.aws.amazon.com/ebs/latest/userguide/ebs-volume-types.html */
function ebs(type: string | undefined, gibibytes: number | undefined) {
  return { rule: /^(st1|sc1|standard)$/.test(type ?? '') ? 'aws.ebs.hdd' : 'aws.ebs.ssd', gibibytes }
}

/** The storage that a database requests; none if it grows by itself. */
function databaseStorage(
  { provider, region }: PlannedMachines,
  rule: string,
  gibibytes: number | undefined,
  quantity = 1,
): readonly PlannedStorage[] {
  return gibibytes ? [{ provider, region, rule, gibibytes, quantity, part: 'storage' }] : []
}

/** Its own region, by its zone or its ARN; else that of its provider. */
function regionOf({ values, ...resource }: PlanResource, configuration: PlanConfiguration): string | undefined {
  const zone = textAt(values, 'availability_zone') ?? textAt(values, 'availability_zones', 0)
  const arn = /^arn:[\w-]+:[\w-]+:([a-z0-9-]+):/.exec(textAt(values, 'arn') ?? '')?.[1]
  return (
    textAt(values, 'region') ??
    zone?.replace(/[a-z]$/, '') ??
    arn ??
    configuration.providerSetting({ values, ...resource }, 'region')
  )
}
