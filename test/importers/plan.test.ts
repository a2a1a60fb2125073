import { expect, test } from 'vitest'
import { importFile } from '../../src/importers/import-file.ts'
import { importOf, inShort } from './import.ts'

test('after a plan there are the machines it leaves and makes; groups count as many as they ask for', () => {
  const { format, rows } = importOf('plan.json')
  expect(format).toBe('terraform')
  expect(Object.fromEntries(rows.map((row) => [row.path, inShort(row)]))).toEqual({
    'aws_instance.web[0]': '1 x aws/m6g.xlarge in eu-west-3',
    'aws_instance.web[1]': '1 x aws/m6g.xlarge in eu-west-3',
    'aws_launch_template.batch': 'skipped: a template: it counts in the group that uses it',
    'aws_autoscaling_group.batch': '4 x aws/c6i.large in eu-west-3',
    'module.cluster["a.b"].aws_eks_node_group.nodes': '3 x aws/t3.large in eu-north-1',
    'aws_autoscaling_group.unknown': 'faulty: the plan does not name its instance type',
    'aws_db_instance.main': '1 x aws/db.r5.large in eu-west-3',
    'azurerm_linux_virtual_machine_scale_set.front': '5 x azure/Standard_D4s_v5 in westeurope',
    'azurerm_kubernetes_cluster.k': '2 x azure/Standard_D2s_v5 in swedencentral',
    'azurerm_kubernetes_cluster_node_pool.more': '1 x azure/Standard_D8s_v5 in swedencentral',
    'google_compute_instance_template.t': 'skipped: a template: it counts in the group that uses it',
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

test.for([
  [
    '{"@level":"info","@message":"Terraform 1.9","@module":"terraform.ui"}\n{"a":1}\n',
    'the log of terraform plan -json',
  ],
  [
    'Terraform used the selected providers to generate the following\nexecution plan.\n',
    'the readable output of terraform plan',
  ],
  ['# aws_instance.web will be created\n+ resource "aws_instance" "web" {\n', 'the readable output of terraform plan'],
  ['variable "a" {}\nresource "aws_instance" "web" {\n  ami = "x"\n}\n', 'source of Terraform'],
] as const)('a text of Terraform that is no plan as JSON is called what it is: %j', ([text, what]) => {
  expect(() => importFile(text)).toThrow(`This is ${what}. Run terraform plan -out plan.bin, then terraform show -json`)
})

test('a saved plan is called so', () => {
  const zip = Buffer.from('PK\x03\x04..............tfplan....tfstate', 'latin1')
  expect(() => importFile(zip)).toThrow('This is a saved plan (Terraform). Run terraform show -json on it')
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
  const rows = importFile(planOf(resources)).rows
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
    'aws_ebs_volume.of_snapshot': 'faulty: the plan does not name its size',
    'aws_rds_cluster.a': 'skipped: a cluster: its instances count',
    'aws_rds_cluster_instance.s': 'skipped: serverless: its plan does not say how large it is',
    'aws_elasticache_cluster.member': 'skipped: it counts in its group',
    'google_sql_database_instance.none': 'faulty: the plan does not name its instance type',
    'azurerm_mssql_database.db': 'skipped: azurerm_mssql_database is not a known type of machine',
    'aws_s3_bucket.b': 'skipped: aws_s3_bucket is not a known type of machine',
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
