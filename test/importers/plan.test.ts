import { expect, test } from 'vitest'
import { importFile } from '../../src/importers/import-file.ts'
import { importOf, inShort } from './import.ts'

test('after a plan there are the machines it leaves and makes; groups count as many as they ask for', () => {
  const { format, rows } = importOf('plan.json')
  expect(format).toBe('terraform')
  const machines = rows.filter((row) => !('asset' in row && row.asset.storage))
  expect(Object.fromEntries(machines.map((row) => [row.path, inShort(row)]))).toEqual({
    'aws_instance.web[0]': '1 x aws/m6g.xlarge in eu-west-3',
    'aws_instance.web[1]': '1 x aws/m6g.xlarge in eu-west-3',
    'aws_launch_template.batch': 'skipped: a template: it is counted in the group that uses it',
    'aws_autoscaling_group.batch': '4 x aws/c6i.large in eu-west-3',
    'module.cluster["a.b"].aws_eks_node_group.nodes': '3 x aws/t3.large in eu-north-1',
    'aws_autoscaling_group.unknown': 'faulty: the plan does not specify its instance type',
    'aws_db_instance.main': '1 x aws/db.r5.large in eu-west-3',
    'azurerm_linux_virtual_machine_scale_set.front': '5 x azure/Standard_D4s_v5 in westeurope',
    'azurerm_kubernetes_cluster.k': '2 x azure/Standard_D2s_v5 in swedencentral',
    'azurerm_kubernetes_cluster_node_pool.more': '1 x azure/Standard_D8s_v5 in swedencentral',
    'google_compute_instance_template.t': expect.stringMatching(/^skipped: a template/),
    'google_compute_region_instance_group_manager.m': '6 x gcp/n2-standard-4 in europe-north1',
    // Two nodes in each of the three zones of a region.
    'google_container_node_pool.p': '6 x gcp/e2-standard-4 in europe-west1',
  })
})

test('before a plan there are the machines it changes and deletes', () => {
  expect(importOf('plan.json', { side: 'before' }).rows.map((row) => [row.path, inShort(row)])).toEqual([
    ['aws_instance.web[0]', '1 x aws/m5.xlarge in eu-west-3'],
    ['aws_instance.old', '1 x aws/c5.2xlarge in us-west-2'],
    ['azurerm_kubernetes_cluster.k', '2 x azure/Standard_D2s_v5 in swedencentral'],
  ])
})

test('a state is read with the modules it has', () => {
  const instance = (address: string, type: string) => ({
    address,
    mode: 'managed',
    type: 'google_compute_instance',
    values: { machine_type: type, zone: 'europe-north1-a' },
  })
  const state = {
    format_version: '1.0',
    values: {
      root_module: {
        resources: [instance('google_compute_instance.a', 'n2-standard-2')],
        child_modules: [
          { child_modules: [{ resources: [instance('module.x.module.y.google_compute_instance.b', 'e2-micro')] }] },
        ],
      },
    },
  }
  expect(importFile(JSON.stringify(state)).rows.map(inShort)).toEqual([
    '1 x gcp/n2-standard-2 in europe-north1',
    '1 x gcp/e2-micro in europe-north1',
  ])
})

test('in a state, groups find their templates by id, name or link', () => {
  const link = 'https://www.googleapis.com/compute/v1/projects/p/global/instanceTemplates/t'
  const cards = [{ type: 'nvidia-tesla-t4', count: 1 }]
  const resources = Object.entries({
    'aws_launch_template.a': { id: 'lt-1', name: 'a', instance_type: 'm5.xlarge' },
    'aws_launch_template.b': { id: 'lt-2', name: 'b', instance_type: 'c5.large' },
    'aws_launch_template.here': { id: 'lt-3', name: 'same', region: 'eu-west-3', instance_type: 'r5.large' },
    'aws_launch_template.there': { id: 'lt-4', name: 'same', region: 'eu-north-1', instance_type: 't3.large' },
    'google_compute_instance_template.t': {
      ...{ id: 'projects/p/global/instanceTemplates/t', self_link: link, name: 't', machine_type: 'n1-standard-4' },
      guest_accelerator: cards,
    },
    'aws_autoscaling_group.by_id': { desired_capacity: 3, launch_template: [{ id: 'lt-1', name: 'a' }] },
    'aws_autoscaling_group.mixed': {
      desired_capacity: 2,
      mixed_instances_policy: [
        { launch_template: [{ launch_template_specification: [{ launch_template_name: 'b' }], override: [] }] },
      ],
    },
    'aws_autoscaling_group.in_place': { desired_capacity: 1, region: 'eu-west-3', launch_template: [{ name: 'same' }] },
    'aws_autoscaling_group.open': { desired_capacity: 1, launch_template: [{ name: 'same' }] },
    'google_compute_instance_group_manager.m': { target_size: 5, version: [{ name: 'v', instance_template: link }] },
    'google_compute_instance_group_manager.beta': {
      target_size: 1,
      version: [{ instance_template: `${link.replace('/v1/', '/beta/')}?uniqueId=12` }],
    },
    // The name of a version does not name a template.
    'google_compute_instance_group_manager.other': {
      target_size: 1,
      version: [{ name: 't', instance_template: 'projects/p/global/instanceTemplates/other' }],
    },
  }).map(([address, values]) => ({ address, mode: 'managed', type: address.split('.')[0], values }))
  const state = { format_version: '1.0', values: { root_module: { resources } } }
  const rows = importFile(JSON.stringify(state)).rows.filter(({ path }) => path?.includes('_group'))
  expect(rows.map((row) => ('asset' in row && row.asset.component ? [row.label, row.quantity] : inShort(row)))).toEqual(
    [
      '3 x aws/m5.xlarge in undefined',
      '2 x aws/c5.large in undefined',
      '1 x aws/r5.large in eu-west-3',
      expect.stringMatching(/^faulty: .*\binstance type$/),
      '5 x gcp/n1-standard-4 in undefined',
      ['google_compute_instance_group_manager.m guest_accelerator', 5],
      '1 x gcp/n1-standard-4 in undefined',
      ['google_compute_instance_group_manager.beta guest_accelerator', 1],
      expect.stringMatching(/^faulty: .*\binstance type$/),
    ],
  )
})

test.for([
  [
    '{"@level":"info","@message":"Terraform 1.9","@module":"terraform.ui"}\n{"a":1}\n',
    'the log of terraform plan -json. Run terraform plan -out plan.bin, then terraform show -json',
  ],
  [
    'Terraform used the selected providers to generate the following\nexecution plan.\n',
    'This is the readable output of terraform plan. ',
  ],
  [
    '# aws_instance.web will be created\n+ resource "aws_instance" "web" {\n',
    / terraform plan\. .* terraform show -json/,
  ],
  ['variable "a" {}\nresource "aws_instance" "web" {\n  ami = "x"\n}\n', ' Terraform source code. '],
] as const)('a text of Terraform that is no plan as JSON is called what it is: %j', ([text, what]) => {
  expect(() => importFile(text)).toThrow(what)
})

test('a saved plan and a state file are called so', () => {
  const state = {
    version: 4,
    terraform_version: '1.9.5',
    serial: 3,
    lineage: 'x',
    resources: [{ type: 'aws_instance' }],
  }
  expect(() => importFile(JSON.stringify(state))).toThrow(
    ' a state file (Terraform). Run terraform show -json, and save the output',
  )
  const zip = Buffer.from('PK\x03\x04..............tfplan....tfstate', 'latin1')
  expect(() => importFile(zip)).toThrow(' a saved plan (Terraform). Run terraform show -json on it')
})

/** A plan that makes resources, each with the values that are given for its address. */
function planOf(resources: Readonly<Record<string, object>>): string {
  const changes = Object.entries(resources).map(([address, after]) => ({
    address,
    mode: 'managed',
    type: /(?:^|\.)(\w+)\.[\w-]+(?:\[[^\]]*\])?$/.exec(address)?.[1],
    change: { actions: ['create'], before: null, after },
  }))
  return JSON.stringify({ format_version: '1.2', resource_changes: changes })
}

function read(resources: Readonly<Record<string, object>>): Readonly<Record<string, unknown>> {
  return readDocument(planOf(resources))
}

function readDocument(text: string): Readonly<Record<string, unknown>> {
  const { rows } = importFile(text)
  return Object.fromEntries(
    rows.map((row) => {
      if (!('asset' in row)) return [row.path, inShort(row)]
      const { storage, cloudInstance } = row.asset
      if (storage === undefined) {
        const { vcpu, memory } = cloudInstance ?? {}
        return [row.label, `${inShort(row)}${vcpu === undefined ? '' : `, ${vcpu} vCPU, ${memory} GB`}`]
      }
      const { kind, gigabytes, copies, usage } = storage
      return [row.label, `${row.quantity} x ${Math.round(gigabytes)} GB ${kind}, ${copies} copies in ${usage?.region}`]
    }),
  )
}

test('volumes and databases without a size, or of no known type, are named with the reason', () => {
  expect(
    read({
      'aws_ebs_volume.of_snapshot': { availability_zone: 'eu-west-3a', snapshot_id: 'snap-1' },
      'aws_rds_cluster.a': { engine: 'aurora-mysql' },
      'aws_rds_cluster_instance.s': { instance_class: 'db.serverless' },
      'aws_elasticache_cluster.member': { replication_group_id: 'g' },
      'google_sql_database_instance.none': { region: 'europe-west1', settings: [] },
      'azurerm_mssql_database.db': { sku_name: 'GP_S_Gen5_2' },
      'aws_s3_bucket.b': { bucket: 'b' },
    }),
  ).toEqual({
    'aws_ebs_volume.of_snapshot': expect.stringMatching(/^faulty: .*\bsize$/),
    'aws_rds_cluster.a': 'skipped: a cluster: its instances are counted instead',
    'aws_rds_cluster_instance.s': expect.stringMatching(/^skipped: serverless: .* size$/),
    'aws_elasticache_cluster.member': 'skipped: it is counted in its group',
    'google_sql_database_instance.none': expect.stringMatching(/^faulty: .*\binstance type$/),
    'azurerm_mssql_database.db': expect.stringMatching(/^skipped: serverless: /),
    'aws_s3_bucket.b': expect.stringMatching(/^skipped: .* use: .* how much$/),
  })
})

// 1 GiB is 1.0737 GB.
test('databases, caches and volumes of AWS are machines and storage, with the copies that bills of them have', () => {
  const here = { availability_zone: 'eu-west-3a' }
  expect(
    read({
      'module.db["a"].aws_db_instance.main[0]': {
        ...here,
        instance_class: 'db.m5.large',
        multi_az: true,
        allocated_storage: 100,
      },
      'aws_db_instance.old': {
        ...here,
        instance_class: 'db.t3.small',
        allocated_storage: 50,
        storage_type: 'standard',
      },
      'aws_rds_cluster.three': { ...here, db_cluster_instance_class: 'db.r6gd.large', allocated_storage: 100 },
      'aws_elasticache_replication_group.c': {
        ...here,
        node_type: 'cache.r6g.large',
        num_node_groups: 2,
        replicas_per_node_group: 1,
      },
      'aws_opensearch_domain.s': {
        ...here,
        cluster_config: [{ instance_type: 'm6g.large.search', instance_count: 3 }],
        ebs_options: [{ ebs_enabled: true, volume_size: 20 }],
      },
      'aws_msk_cluster.k': {
        ...here,
        number_of_broker_nodes: 3,
        broker_node_group_info: [
          { instance_type: 'kafka.m5.large', storage_info: [{ ebs_storage_info: [{ volume_size: 10 }] }] },
        ],
      },
      'aws_ebs_volume.cold': { ...here, type: 'sc1', size: 500 },
      'aws_instance.web': {
        ...here,
        instance_type: 'm5.large',
        root_block_device: [{ volume_size: 8, volume_type: 'gp3' }],
        ebs_block_device: [{ volume_size: 16 }, { volume_size: 32, volume_type: 'st1' }],
      },
    }),
  ).toEqual({
    'module.db["a"].aws_db_instance.main[0]': '2 x aws/db.m5.large in eu-west-3',
    'module.db["a"].aws_db_instance.main[0] storage': '1 x 107 GB SSD, 2 copies in eu-west-3',
    'aws_db_instance.old': '1 x aws/db.t3.small in eu-west-3',
    'aws_db_instance.old storage': '1 x 54 GB HDD, 1 copies in eu-west-3',
    'aws_rds_cluster.three': '3 x aws/db.r6gd.large in eu-west-3',
    'aws_rds_cluster.three storage': '3 x 107 GB SSD, 1 copies in eu-west-3',
    'aws_elasticache_replication_group.c': '4 x aws/cache.r6g.large in eu-west-3',
    'aws_opensearch_domain.s': '3 x aws/m6g.large in eu-west-3',
    'aws_opensearch_domain.s ebs_options': '3 x 21 GB SSD, 1 copies in eu-west-3',
    'aws_msk_cluster.k': '3 x aws/m5.large in eu-west-3',
    'aws_msk_cluster.k ebs_storage_info': '3 x 11 GB SSD, 1 copies in eu-west-3',
    'aws_ebs_volume.cold': '1 x 537 GB HDD, 2 copies in eu-west-3',
    'aws_instance.web': '1 x aws/m5.large in eu-west-3',
    'aws_instance.web root_block_device': '1 x 9 GB SSD, 2 copies in eu-west-3',
    'aws_instance.web ebs_block_device[0]': '1 x 17 GB SSD, 2 copies in eu-west-3',
    'aws_instance.web ebs_block_device[1]': '1 x 34 GB HDD, 2 copies in eu-west-3',
  })
})

test('databases and disks of Azure and Google Cloud are read as well', () => {
  expect(
    read({
      'azurerm_managed_disk.d': { location: 'West Europe', storage_account_type: 'Standard_LRS', disk_size_gb: 100 },
      'azurerm_linux_virtual_machine.v': {
        location: 'westeurope',
        size: 'Standard_D2s_v3',
        os_disk: [{ storage_account_type: 'Premium_LRS', disk_size_gb: 30 }],
      },
      'azurerm_postgresql_flexible_server.p': {
        location: 'westeurope',
        sku_name: 'GP_Standard_D4s_v3',
        storage_mb: 32768,
        high_availability: [{ mode: 'ZoneRedundant' }],
      },
      'google_compute_disk.d': { zone: 'europe-north1-a', size: 100, type: 'pd-ssd' },
      'google_compute_region_disk.r': { region: 'europe-north1', size: 100 },
      'google_compute_instance.i': {
        zone: 'europe-north1-a',
        machine_type: 'n2-standard-2',
        boot_disk: [{ initialize_params: [{ size: 10, type: 'pd-balanced' }] }],
      },
      'google_sql_database_instance.s': {
        region: 'europe-north1',
        settings: [{ tier: 'db-custom-4-15360', availability_type: 'REGIONAL', disk_size: 50 }],
      },
      'google_sql_database_instance.n': { region: 'europe-north1', settings: [{ tier: 'db-n1-standard-2' }] },
    }),
  ).toEqual({
    'azurerm_managed_disk.d': '1 x 107 GB HDD, 3 copies in westeurope',
    'azurerm_linux_virtual_machine.v': '1 x azure/Standard_D2s_v3 in westeurope',
    'azurerm_linux_virtual_machine.v os_disk': '1 x 32 GB SSD, 3 copies in westeurope',
    'azurerm_postgresql_flexible_server.p': '2 x azure/Standard_D4s_v3 in westeurope',
    'azurerm_postgresql_flexible_server.p storage': '2 x 34 GB SSD, 3 copies in westeurope',
    'google_compute_disk.d': '1 x 107 GB SSD, 1 copies in europe-north1',
    'google_compute_region_disk.r': '1 x 107 GB HDD, 2 copies in europe-north1',
    'google_compute_instance.i': '1 x gcp/n2-standard-2 in europe-north1',
    'google_compute_instance.i boot_disk': '1 x 11 GB SSD, 1 copies in europe-north1',
    'google_sql_database_instance.s': '2 x gcp/n2-standard-2 in europe-north1, 4 vCPU, 15 GB',
    'google_sql_database_instance.s storage': '1 x 54 GB SSD, 2 copies in europe-north1',
    'google_sql_database_instance.n': '1 x gcp/n1-standard-2 in europe-north1',
  })
})

test('managed services of AWS are the machines or shares that the plan names; the rest is named', () => {
  const here = { availability_zone: 'eu-west-3a' }
  const plan = read({
    'aws_redshift_cluster.r': { ...here, node_type: 'ra3.xlplus', number_of_nodes: 3 },
    'aws_redshift_cluster.unknown': { ...here, node_type: 'zz9.large' },
    'aws_memorydb_cluster.m': { ...here, node_type: 'db.r6gd.xlarge', num_shards: 2, num_replicas_per_shard: 1 },
    'aws_dax_cluster.d': { ...here, node_type: 'dax.r4.large', replication_factor: 3 },
    'aws_mq_broker.q': { ...here, host_instance_type: 'mq.m5.large', deployment_mode: 'CLUSTER_MULTI_AZ' },
    'aws_dms_replication_instance.m': {
      ...here,
      replication_instance_class: 'dms.c5.large',
      multi_az: true,
      allocated_storage: 50,
    },
    'aws_emr_cluster.e': {
      ...here,
      master_instance_group: [{ instance_type: 'm5.xlarge' }],
      core_instance_group: [
        {
          instance_type: 'r5.xlarge',
          instance_count: 4,
          ebs_config: [{ size: 100, type: 'gp3', volumes_per_instance: 2 }],
        },
      ],
    },
    'aws_emr_cluster.fleet': { ...here, master_instance_fleet: [{}] },
    'aws_emr_instance_group.t': { ...here, instance_type: 'm5.2xlarge', instance_count: 2 },
    'aws_sagemaker_notebook_instance.n': { ...here, instance_type: 'ml.t3.medium', volume_size: 20 },
    'aws_sagemaker_endpoint.lost': { ...here },
    'aws_ec2_fleet.f': {
      ...here,
      launch_template_config: [{ override: [{ instance_type: 'c5.xlarge', weighted_capacity: 4 }] }],
      target_capacity_specification: [{ total_target_capacity: 10, default_target_capacity_type: 'spot' }],
    },
    'aws_ec2_fleet.cores': { ...here, target_capacity_specification: [{ target_capacity_unit_type: 'vcpu' }] },
    'aws_spot_fleet_request.s': {
      ...here,
      target_capacity: 3,
      launch_specification: [
        { instance_type: 'm5.large', root_block_device: [{ volume_size: 8, volume_type: 'gp3' }] },
      ],
    },
    'aws_batch_compute_environment.b': { ...here, compute_resources: [{ instance_type: ['optimal'], min_vcpus: 0 }] },
    'aws_ecs_service.on_machines': { ...here, launch_type: 'EC2', desired_count: 3 },
    'aws_lambda_function.f': { ...here, memory_size: 512 },
  })
  expect(plan).toEqual({
    // A node of 4 vCPU and 32 GB, as bills count it.
    'aws_redshift_cluster.r': '3 x aws/m6i.large in eu-west-3, 4 vCPU, 32 GB',
    'aws_redshift_cluster.unknown': 'faulty: no machine is known for the size zz9.large',
    'aws_memorydb_cluster.m': '4 x aws/db.r6gd.xlarge in eu-west-3',
    'aws_dax_cluster.d': '3 x aws/r4.large in eu-west-3',
    'aws_mq_broker.q': '3 x aws/m5.large in eu-west-3',
    'aws_dms_replication_instance.m': '2 x aws/c5.large in eu-west-3',
    'aws_dms_replication_instance.m storage': '2 x 54 GB SSD, 2 copies in eu-west-3',
    'aws_emr_cluster.e': '4 x aws/r5.xlarge in eu-west-3',
    'aws_emr_cluster.e ebs_config': '4 x 215 GB SSD, 2 copies in eu-west-3',
    'aws_emr_cluster.fleet': expect.stringMatching(/^skipped: .* several types: /),
    'aws_emr_instance_group.t': '2 x aws/m5.2xlarge in eu-west-3',
    'aws_sagemaker_notebook_instance.n': '1 x aws/t3.medium in eu-west-3',
    'aws_sagemaker_notebook_instance.n volume': '1 x 21 GB SSD, 2 copies in eu-west-3',
    'aws_sagemaker_endpoint.lost': expect.stringMatching(/^faulty: .*\binstance type$/),
    // 10 units. A machine has 4.
    'aws_ec2_fleet.f': '3 x aws/c5.xlarge in eu-west-3',
    'aws_ec2_fleet.cores': expect.stringMatching(/^skipped: .* vcpu$/),
    'aws_spot_fleet_request.s': '3 x aws/m5.large in eu-west-3',
    'aws_spot_fleet_request.s root_block_device': '3 x 9 GB SSD, 2 copies in eu-west-3',
    'aws_batch_compute_environment.b': expect.stringMatching(/^skipped: .* jobs: .* how many$/),
    'aws_ecs_service.on_machines': 'skipped: it runs on the machines of its cluster, which are counted',
    'aws_lambda_function.f': expect.stringMatching(/^skipped: .* use: /),
  })
})

test('databases and file shares of Google Cloud have the drives that the plan names', () => {
  const sql = (disk_type: string, more: object = {}) => ({
    region: 'europe-west1',
    settings: [{ tier: 'db-n1-standard-2', disk_type, disk_size: 100, ...more }],
  })
  const share = (tier: string) => ({ tier, location: 'europe-west1-b', file_shares: [{ capacity_gb: 1024 }] })
  const storage = Object.entries(
    read({
      'google_sql_database_instance.hdd': sql('PD_HDD'),
      'google_sql_database_instance.ha': sql('PD_HDD', { availability_type: 'REGIONAL' }),
      'google_sql_database_instance.ssd': sql('PD_SSD'),
      'google_filestore_instance.hdd': share('BASIC_HDD'),
      'google_filestore_instance.old': share('STANDARD'),
      'google_filestore_instance.ssd': share('BASIC_SSD'),
    }),
  ).filter(([label]) => label.includes(' '))
  expect(Object.fromEntries(storage)).toEqual({
    'google_sql_database_instance.hdd storage': '1 x 107 GB HDD, 1 copies in europe-west1',
    'google_sql_database_instance.ha storage': '1 x 107 GB HDD, 2 copies in europe-west1',
    'google_sql_database_instance.ssd storage': '1 x 107 GB SSD, 1 copies in europe-west1',
    'google_filestore_instance.hdd file_shares': '1 x 1100 GB HDD, 2 copies in europe-west1',
    'google_filestore_instance.old file_shares': '1 x 1100 GB HDD, 2 copies in europe-west1',
    'google_filestore_instance.ssd file_shares': '1 x 1100 GB SSD, 2 copies in europe-west1',
  })
})

test('local SSDs that a machine of Google Cloud adds are rows, and those of its type are not', () => {
  const zone = 'europe-west1-b'
  const two = [{ interface: 'NVME' }, { interface: 'NVME', size: 3000 }]
  const pool = (config: object) => ({
    ...{ location: zone, node_count: 3 },
    node_config: [{ machine_type: 'n2-standard-4', ...config }],
  })
  const drives = Object.entries(
    read({
      'google_compute_instance.i': { zone, machine_type: 'n2-standard-4', scratch_disk: two },
      'google_compute_instance.own': { zone, machine_type: 'c3-standard-4-lssd', scratch_disk: two },
      'google_container_node_pool.count': pool({ local_ssd_count: 2 }),
      'google_container_node_pool.block': pool({ ephemeral_storage_local_ssd_config: [{ local_ssd_count: 1 }] }),
      'google_container_node_pool.none': pool({ local_ssd_count: 0 }),
      'google_container_node_pool.own': pool({ machine_type: 'z3-highmem-88', local_ssd_count: 12 }),
    }),
  ).filter(([label]) => label.includes(' ') && !label.endsWith(' disk'))
  expect(Object.fromEntries(drives)).toEqual({
    'google_compute_instance.i scratch_disk[0]': '1 x 403 GB SSD, 1 copies in europe-west1',
    'google_compute_instance.i scratch_disk[1]': '1 x 3221 GB SSD, 1 copies in europe-west1',
    // Two of 375 GiB in each node.
    'google_container_node_pool.count local_ssd': '3 x 805 GB SSD, 1 copies in europe-west1',
    'google_container_node_pool.block local_ssd': '3 x 403 GB SSD, 1 copies in europe-west1',
  })
})

test('an instance that a state calls stopped is left out with the reason', () => {
  const instance = (instance_state: string) => ({ instance_type: 'm5.large', instance_state })
  expect(read({ 'aws_instance.off': instance('stopped'), 'aws_instance.on': instance('running') })).toEqual({
    'aws_instance.off': 'skipped: not running (stopped)',
    'aws_instance.on': '1 x aws/m5.large in undefined',
  })
})

test('an endpoint and a service of tasks are as large as what they refer to says', () => {
  const source = (address: string, argument: string, reference: string) => ({
    address,
    expressions: { [argument]: { references: [reference] } },
  })
  const document = {
    ...JSON.parse(
      planOf({
        'aws_sagemaker_endpoint.e': {},
        'aws_sagemaker_endpoint_configuration.c': {
          production_variants: [
            { instance_type: 'ml.m5.large', initial_instance_count: 2 },
            { serverless_config: [{ memory_size_in_mb: 1024 }] },
          ],
        },
        'aws_ecs_service.s': { launch_type: 'FARGATE', desired_count: 5 },
        'aws_ecs_task_definition.t': {
          cpu: '512',
          memory: '1024',
          runtime_platform: [{ cpu_architecture: 'ARM64' }],
        },
      }),
    ),
    configuration: {
      root_module: {
        resources: [
          source('aws_sagemaker_endpoint.e', 'endpoint_config_name', 'aws_sagemaker_endpoint_configuration.c.name'),
          source('aws_ecs_service.s', 'task_definition', 'aws_ecs_task_definition.t.arn'),
        ],
      },
    },
  }
  expect(readDocument(JSON.stringify(document))).toEqual({
    'aws_sagemaker_endpoint.e': '2 x aws/m5.large in undefined',
    'aws_sagemaker_endpoint_configuration.c': expect.stringMatching(/^skipped: a template/),
    // Half a vCPU and 1 GiB of a Graviton host.
    'aws_ecs_service.s': '5 x aws/m6g.large in undefined, 0.5 vCPU, 1 GB',
    'aws_ecs_task_definition.t': expect.stringMatching(/^skipped: a template/),
  })
})

test('endpoints and containers without their machines are faulty, so are TPUs, and serverless ones are by use', () => {
  const faulty = expect.stringMatching(/^faulty: .*\binstance type$/)
  const [byUse, config] = [expect.stringMatching(/^skipped: .* use: /), 'e-config']
  const serverless = { production_variants: [{ serverless_config: [{ memory_size_in_mb: 1024 }] }] }
  expect(
    read({
      'aws_sagemaker_endpoint.elsewhere': { endpoint_config_name: 'of-another-plan' },
      'aws_sagemaker_endpoint.unknown': {},
      'aws_sagemaker_endpoint.serverless': { endpoint_config_name: config },
      'aws_sagemaker_endpoint_configuration.c': { name: config, ...serverless },
      'azurerm_container_group.empty': { container: [{}] },
      'azurerm_service_plan.empty': {},
      'azurerm_service_plan.consumption': { sku_name: 'Y1' },
      'google_tpu_v2_vm.t': { accelerator_type: 'v5litepod-4' },
    }),
  ).toEqual({
    'aws_sagemaker_endpoint.elsewhere': faulty,
    'aws_sagemaker_endpoint.unknown': faulty,
    'aws_sagemaker_endpoint.serverless': byUse,
    'aws_sagemaker_endpoint_configuration.c': expect.stringMatching(/^skipped: a template/),
    'azurerm_container_group.empty': faulty,
    'azurerm_service_plan.empty': faulty,
    'azurerm_service_plan.consumption': expect.stringMatching(/^skipped: .*\bmachines$/),
    'google_tpu_v2_vm.t': 'faulty: no figures are known for TPUs',
  })
})

test.each([
  // 0.5 vCPU has at most 4 GB, and 1 vCPU at least 2 GB.
  ['512', '5120', '1 vCPU, 5 GB'],
  ['1024', '512', '1 vCPU, 2 GB'],
  ['300', '1100', '0.5 vCPU, 2 GB'],
  ['256', '1536', '0.25 vCPU, 2 GB'],
  ['8192', '17000', '8 vCPU, 20 GB'],
  ['16384', '122880', '16 vCPU, 120 GB'],
  ['32768', '122880', '32 vCPU, 120 GB'],
])('a task of Fargate with %s units of vCPU and %s MB counts as the next size, %s', (cpu, memory, size) => {
  const document = {
    ...JSON.parse(
      planOf({
        'aws_ecs_service.s': { launch_type: 'FARGATE', desired_count: 1 },
        'aws_ecs_task_definition.t': { cpu, memory },
      }),
    ),
    configuration: {
      root_module: {
        resources: [
          {
            address: 'aws_ecs_service.s',
            expressions: { task_definition: { references: ['aws_ecs_task_definition.t.arn'] } },
          },
        ],
      },
    },
  }
  expect(readDocument(JSON.stringify(document))).toMatchObject({
    'aws_ecs_service.s': `1 x aws/m6i.large in undefined, ${size}`,
  })
})

test('managed services of Azure and Google Cloud are read as well', () => {
  const location = 'West Europe'
  const region = 'europe-north1'
  expect(
    read({
      'azurerm_mssql_database.gp': { sku_name: 'GP_Gen5_4', max_size_gb: 100 },
      'azurerm_postgresql_server.old': { location, sku_name: 'GP_Gen5_4', storage_mb: 51200 },
      'azurerm_mysql_server.basic': { location, sku_name: 'B_Gen5_1' },
      'azurerm_mssql_database.pooled': { sku_name: 'ElasticPool' },
      'azurerm_mssql_database.dtu': { sku_name: 'S3' },
      'azurerm_mssql_elasticpool.p': { location, sku: [{ name: 'GP_Gen5', capacity: 8 }] },
      'azurerm_mssql_managed_instance.i': { location, sku_name: 'GP_Gen5', vcores: 4, storage_size_in_gb: 32 },
      'azurerm_cosmosdb_account.c': { location },
      'azurerm_cosmosdb_postgresql_cluster.c': { location, coordinator_vcore_count: 2, node_count: 2, node_vcores: 4 },
      'azurerm_synapse_sql_pool.s': { sku_name: 'DW100c' },
      'azurerm_redis_cache.r': { location, family: 'C', capacity: 1, sku_name: 'Standard' },
      'azurerm_redis_cache.large': { location, family: 'P', capacity: 9 },
      'azurerm_service_plan.a': { location, sku_name: 'P1v3', worker_count: 3 },
      'azurerm_service_plan.use': { location, sku_name: 'Y1' },
      'azurerm_container_group.g': {
        location,
        container: [
          { cpu: '0.5', memory: '1.5' },
          { cpu: 1, memory: 2 },
        ],
      },
      'azurerm_hdinsight_spark_cluster.h': {
        location,
        roles: [
          {
            head_node: [{ vm_size: 'Standard_D12_V2' }],
            worker_node: [{ vm_size: 'Standard_D13_V2', target_instance_count: 4 }],
          },
        ],
      },
      'google_redis_instance.r': { region, memory_size_gb: 5, tier: 'STANDARD_HA' },
      'google_memcache_instance.m': { region, node_count: 2, node_config: [{ cpu_count: 1, memory_size_mb: 2048 }] },
      'google_alloydb_instance.a': { machine_config: [{ cpu_count: 4 }], availability_type: 'REGIONAL' },
      'google_dataproc_cluster.d': {
        region,
        cluster_config: [
          {
            master_config: [{ num_instances: 1, machine_type: 'n2-standard-4' }],
            worker_config: [{ machine_type: 'n2-standard-8', disk_config: [{ boot_disk_size_gb: 100 }] }],
          },
        ],
      },
      'google_filestore_instance.f': { location: 'europe-north1-a', file_shares: [{ capacity_gb: 1024 }] },
      'google_cloud_run_v2_service.c': { location: region },
      'google_spanner_instance.s': { num_nodes: 1 },
    }),
  ).toEqual({
    // Cores of 5.1 GB each.
    'azurerm_mssql_database.gp': '1 x azure/D2s_v5 in undefined, 4 vCPU, 20.4 GB',
    'azurerm_mssql_database.gp storage': '1 x 107 GB SSD, 3 copies in undefined',
    'azurerm_postgresql_server.old': '1 x azure/D2s_v5 in westeurope, 4 vCPU, 20.4 GB',
    'azurerm_postgresql_server.old storage': '1 x 54 GB SSD, 3 copies in westeurope',
    'azurerm_mysql_server.basic': '1 x azure/D2s_v5 in westeurope, 1 vCPU, 5.1 GB',
    'azurerm_mssql_database.pooled': 'skipped: it is counted in its pool',
    'azurerm_mssql_database.dtu': 'skipped: the size S3 does not specify the number of cores',
    'azurerm_mssql_elasticpool.p': '1 x azure/D2s_v5 in westeurope, 8 vCPU, 40.8 GB',
    'azurerm_mssql_managed_instance.i': '1 x azure/D2s_v5 in westeurope, 4 vCPU, 20.4 GB',
    'azurerm_mssql_managed_instance.i storage': '1 x 34 GB SSD, 3 copies in westeurope',
    'azurerm_cosmosdb_account.c': expect.stringMatching(/^skipped: .* use: /),
    'azurerm_cosmosdb_postgresql_cluster.c': '2 x azure/D2s_v5 in westeurope, 4 vCPU, 20.4 GB',
    'azurerm_synapse_sql_pool.s': expect.stringMatching(/^skipped: .* DWU: .* machines$/),
    'azurerm_redis_cache.r': '1 x azure/D2s_v5 in westeurope, 0 vCPU, 2 GB',
    'azurerm_redis_cache.large': expect.stringMatching(/^faulty: .* p9$/),
    'azurerm_service_plan.a': '3 x azure/D2s_v5 in westeurope, 2 vCPU, 8 GB',
    'azurerm_service_plan.use': expect.stringMatching(/^skipped: .* machines$/),
    'azurerm_container_group.g': '1 x azure/D2s_v5 in westeurope, 1.5 vCPU, 3.5 GB',
    'azurerm_hdinsight_spark_cluster.h': '4 x azure/Standard_D13_V2 in westeurope',
    // Twice the capacity, for the copy.
    'google_redis_instance.r': '1 x gcp/n2-standard-2 in europe-north1, 0 vCPU, 10 GB',
    'google_memcache_instance.m': '2 x gcp/n2-standard-2 in europe-north1, 1 vCPU, 2 GB',
    'google_alloydb_instance.a': '2 x gcp/n2-standard-2 in undefined, 4 vCPU, 32 GB',
    'google_dataproc_cluster.d': '2 x gcp/n2-standard-8 in europe-north1',
    'google_dataproc_cluster.d master_config': '1 x 537 GB HDD, 1 copies in europe-north1',
    'google_dataproc_cluster.d worker_config': '2 x 107 GB HDD, 1 copies in europe-north1',
    'google_filestore_instance.f file_shares': '1 x 1100 GB SSD, 2 copies in europe-north1',
    'google_cloud_run_v2_service.c': expect.stringMatching(/^skipped: .* use: /),
    'google_spanner_instance.s': expect.stringMatching(/^skipped: .* machines of its nodes$/),
  })
})
