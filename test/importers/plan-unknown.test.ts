import { expect, test } from 'vitest'
import { importFile } from '../../src/importers/import-file.ts'
import { inShort } from './import.ts'

interface Change {
  readonly actions?: readonly string[]
  readonly before?: object | null
  readonly after?: object | null
  readonly after_unknown?: object
}

const CREATE = { actions: ['create'], before: null }

/** A change of a plan by its address. */
function changeOf([address, change]: readonly [string, Change]) {
  const type = /(?:^|\.)(\w+)\.[\w-]+(?:\[[^\]]*\])?$/.exec(address)?.[1]
  return { address, mode: 'managed', type, change: { ...CREATE, ...change } }
}

function planOf(changes: Readonly<Record<string, Change>>, configuration: object = {}, more: object = {}): string {
  const resource_changes = Object.entries(changes).map(changeOf)
  return JSON.stringify({ format_version: '1.2', resource_changes, configuration, ...more })
}

function read(...plan: Parameters<typeof planOf>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(importFile(planOf(...plan)).rows.map((row) => [nameOf(row), inShort(row)]))
}

function nameOf(row: { readonly path?: string; readonly label?: string }): string {
  return row.label ?? row.path ?? ''
}

/** The rows except those of the disks that nodes boot from. */
function withoutNodeDisks(rows: ReturnType<typeof read>): ReturnType<typeof read> {
  return Object.fromEntries(Object.entries(rows).filter(([name]) => !name.endsWith(' disk')))
}

const reference = (...references: readonly string[]) => ({ references })
const NO_NUMBER = expect.stringMatching(/^faulty: .*\bnumber\b/)

test('numbers that are known only after the plan is applied are faults, not 0', () => {
  const root_module = {
    resources: [
      {
        address: 'aws_autoscaling_group.asked',
        expressions: {
          desired_capacity: reference('data.aws_ssm_parameter.size.value', 'data.aws_ssm_parameter.size'),
        },
      },
      { address: 'aws_autoscaling_group.least', expressions: { min_size: { constant_value: 3 } } },
      {
        address: 'azurerm_kubernetes_cluster.k',
        expressions: { default_node_pool: [{ node_count: reference('x_y.z') }] },
      },
    ],
  }
  const launched = { launch_template: [{ id: 'lt-1' }], mixed_instances_policy: POLICY }
  expect(
    read(
      {
        'aws_autoscaling_group.asked': {
          after: { ...launched, min_size: 1, max_size: 9 },
          after_unknown: { desired_capacity: true },
        },
        // The provider takes the minimum where the source does not ask.
        'aws_autoscaling_group.least': {
          after: { ...launched, min_size: 3 },
          after_unknown: { desired_capacity: true },
        },
        'aws_autoscaling_group.bare': { after: launched, after_unknown: { desired_capacity: true, min_size: true } },
        'aws_eks_node_group.n': { after: { instance_types: ['m5.large'] }, after_unknown: { scaling_config: true } },
        'azurerm_kubernetes_cluster.k': {
          after: { location: 'westeurope', default_node_pool: [{ vm_size: 'Standard_D2s_v5' }] },
          after_unknown: { default_node_pool: [{ node_count: true }] },
        },
        'google_container_node_pool.p': { after: { location: 'europe-west1-b' }, after_unknown: { node_count: true } },
        'aws_elasticache_replication_group.r': {
          after: { node_type: 'cache.r6g.large' },
          after_unknown: { num_cache_clusters: true, num_node_groups: true },
        },
      },
      { root_module },
    ),
  ).toEqual({
    'aws_autoscaling_group.asked': expect.stringMatching(/^faulty: .* its number of machines$/),
    'aws_autoscaling_group.least': '3 x aws/m5.large in undefined',
    'aws_autoscaling_group.bare': NO_NUMBER,
    'aws_eks_node_group.n': NO_NUMBER,
    'azurerm_kubernetes_cluster.k': NO_NUMBER,
    'google_container_node_pool.p': NO_NUMBER,
    'aws_elasticache_replication_group.r': NO_NUMBER,
  })
})

const POLICY = [{ launch_template: [{ override: [{ instance_type: 'm5.large' }, { instance_type: 'c5.large' }] }] }]

test('a capacity in units of the first type is that many machines of it, and one in cores is left out', () => {
  const weighted = [{ launch_template: [{ override: [{ instance_type: 'm5.2xlarge', weighted_capacity: '4' }] }] }]
  const group = (more: object) => ({ after: { desired_capacity: 10, availability_zones: ['eu-west-1a'], ...more } })
  expect(
    read({
      'aws_autoscaling_group.weighted': group({ mixed_instances_policy: weighted }),
      'aws_autoscaling_group.cores': group({ mixed_instances_policy: POLICY, desired_capacity_type: 'vcpu' }),
    }),
  ).toEqual({
    'aws_autoscaling_group.weighted': '3 x aws/m5.2xlarge in eu-west-1',
    'aws_autoscaling_group.cores': 'skipped: a fleet of several types: its capacity is given in vcpu',
  })
})

test('a template is found through variables and outputs of modules three deep, and by the key of its group', () => {
  const group = {
    address: 'aws_autoscaling_group.g',
    provider_config_key: 'aws',
    expressions: { launch_template: [{ id: reference('var.template') }] },
  }
  const deep = { module: { resources: [group] }, expressions: { template: reference('var.lt') } }
  const middle = {
    module: { module_calls: { deep } },
    expressions: { lt: reference('module.templates.id', 'module.templates') },
  }
  const templates = {
    module: {
      outputs: { id: { expression: reference('aws_launch_template.this[0].id', 'aws_launch_template.this[0]') } },
      resources: [{ address: 'aws_launch_template.this' }],
    },
  }
  const each = {
    address: 'aws_autoscaling_group.each',
    expressions: { launch_template: [{ id: reference('aws_launch_template.each', 'each.key') }] },
  }
  const dotted = {
    address: 'aws_autoscaling_group.dotted',
    expressions: { launch_template: [{ id: reference('aws_launch_template.each["a.b"].id') }] },
  }
  const outer = { module: { module_calls: { middle, templates }, resources: [each, dotted] } }
  const configuration = { root_module: { module_calls: { outer } } }
  const after = { desired_capacity: 2 }
  const template = (instance_type: string) => ({ after: { instance_type } })
  const rows = read(
    {
      'module.outer.module.templates.aws_launch_template.this[0]': template('m5.large'),
      'module.outer.module.middle["x.y"].module.deep.aws_autoscaling_group.g': { after },
      'module.outer.aws_launch_template.each["a.b"]': template('c5.large'),
      'module.outer.aws_launch_template.each["c"]': template('r5.large'),
      'module.outer.aws_autoscaling_group.each["a.b"]': { after },
      'module.outer.aws_autoscaling_group.each["c"]': { after },
      'module.outer.aws_autoscaling_group.each["d"]': { after },
      'module.outer.aws_autoscaling_group.dotted': { after },
    },
    configuration,
  )
  const groups = Object.entries(rows).filter(([name]) => !name.includes('template'))
  expect(Object.fromEntries(groups)).toEqual({
    'module.outer.module.middle["x.y"].module.deep.aws_autoscaling_group.g': '2 x aws/m5.large in undefined',
    'module.outer.aws_autoscaling_group.each["a.b"]': '2 x aws/c5.large in undefined',
    'module.outer.aws_autoscaling_group.each["c"]': '2 x aws/r5.large in undefined',
    // No template has its key.
    'module.outer.aws_autoscaling_group.each["d"]': expect.stringMatching(/^faulty: .*\binstance type$/),
    'module.outer.aws_autoscaling_group.dotted': '2 x aws/c5.large in undefined',
  })
})

test('the region of a provider is found through the variables of modules', () => {
  const configuration = {
    provider_config: { 'module.a:aws': { expressions: { region: reference('var.place') } } },
    root_module: {
      module_calls: {
        a: {
          expressions: { place: reference('var.home') },
          module: { resources: [{ address: 'aws_instance.i', provider_config_key: 'module.a:aws' }] },
        },
      },
    },
  }
  const rows = read({ 'module.a.aws_instance.i': { after: { instance_type: 'm5.large' } } }, configuration, {
    variables: { home: { value: 'eu-central-1' } },
  })
  expect(Object.values(rows)).toEqual(['1 x aws/m5.large in eu-central-1'])
})

test('what a state lists twice counts once: attached volumes, pools, boot disks', () => {
  const rows = read({
    'aws_instance.i': {
      after: {
        instance_type: 'm5.large',
        ebs_block_device: [
          { volume_id: 'vol-1', volume_size: 100 },
          { volume_id: 'vol-2', volume_size: 50 },
        ],
      },
    },
    'aws_ebs_volume.v': { after: { id: 'vol-1', size: 100 } },
    'google_container_cluster.c': { after: { location: 'europe-west1-b', node_pool: [{ name: 'p', node_count: 2 }] } },
    'google_container_node_pool.p': { after: { name: 'p', location: 'europe-west1-b', node_count: 2 } },
    'google_compute_instance.b': {
      after: {
        machine_type: 'e2-medium',
        boot_disk: [{ source: 'https://x/disks/d', initialize_params: [{ size: 20 }] }],
      },
    },
    'google_compute_disk.d': { after: { self_link: 'https://x/disks/d', size: 20 } },
    'azurerm_virtual_machine.m': {
      after: {
        vm_size: 'Standard_D2s_v5',
        storage_data_disk: [
          { create_option: 'Attach', disk_size_gb: 100 },
          { create_option: 'Empty', disk_size_gb: 64 },
        ],
      },
    },
  })
  expect(Object.keys(rows)).toEqual([
    'aws_instance.i',
    'aws_instance.i ebs_block_device',
    'aws_ebs_volume.v',
    'google_container_cluster.c',
    'google_container_node_pool.p',
    'google_container_node_pool.p disk',
    'google_compute_instance.b',
    'google_compute_disk.d',
    'azurerm_virtual_machine.m',
    'azurerm_virtual_machine.m storage_data_disk',
  ])
  expect(rows['google_container_cluster.c']).toBe('skipped: a cluster: its pools are counted instead')
})

test('a cluster leaves out the pools that are resources of its own, not those of another cluster', () => {
  const cluster = (more: object, machines: number) => ({
    after: { location: 'europe-west1-b', node_pool: [{ name: 'main', node_count: machines }], ...more },
  })
  const pool = (more: object) => ({ after: { name: 'main', location: 'europe-west1-b', node_count: 2, ...more } })
  const configuration = {
    root_module: {
      resources: [
        {
          address: 'google_container_node_pool.of_b',
          expressions: { cluster: reference('google_container_cluster.b.id') },
        },
      ],
    },
  }
  const rows = read(
    {
      'google_container_cluster.a': cluster({}, 3),
      'google_container_cluster.b': cluster({}, 2),
      'google_container_cluster.c': cluster({ name: 'c' }, 4),
      'google_container_cluster.far': cluster({ name: 'c', location: 'us-east1-b' }, 5),
      'google_container_node_pool.of_b': pool({}),
      'google_container_node_pool.of_c': pool({ cluster: 'projects/p/locations/europe-west1-b/clusters/c' }),
    },
    configuration,
  )
  expect(withoutNodeDisks(rows)).toEqual({
    'google_container_cluster.a': '3 x gcp/e2-medium in europe-west1',
    'google_container_cluster.b': expect.stringMatching(/^skipped: .*\bpools\b/),
    'google_container_cluster.c': expect.stringMatching(/^skipped: .*\bpools\b/),
    'google_container_cluster.far': '5 x gcp/e2-medium in us-east1',
    'google_container_node_pool.of_b': '2 x gcp/e2-medium in europe-west1',
    'google_container_node_pool.of_c': '2 x gcp/e2-medium in europe-west1',
  })
})

test('an instance has the volumes of its template, a group those of its autoscaler, and cards that are added count', () => {
  const configuration = {
    root_module: {
      resources: [
        {
          address: 'aws_instance.i',
          expressions: { launch_template: [{ id: reference('aws_launch_template.t.id') }] },
        },
        {
          address: 'google_compute_autoscaler.s',
          expressions: { target: reference('google_compute_instance_group_manager.g.id') },
        },
        {
          address: 'google_compute_instance_group_manager.g',
          expressions: { version: [{ instance_template: reference('google_compute_instance_template.t.id') }] },
        },
      ],
    },
  }
  const rows = read(
    {
      'aws_launch_template.t': {
        after: { instance_type: 'm5.large', block_device_mappings: [{ ebs: [{ volume_size: 30 }] }] },
      },
      'aws_instance.i': { after: {} },
      'google_compute_instance_template.t': { after: { machine_type: 'e2-medium' } },
      'google_compute_autoscaler.s': { after: { autoscaling_policy: [{ min_replicas: 4 }] } },
      'google_compute_instance_group_manager.g': {
        after: { zone: 'europe-west1-b' },
        after_unknown: { target_size: true },
      },
      'google_compute_instance.gpu': {
        after: {
          machine_type: 'n1-standard-4',
          zone: 'europe-west1-b',
          guest_accelerator: [{ type: 'nvidia-tesla-t4', count: 2 }],
        },
      },
      // These have their cards in the type.
      'google_compute_instance.a2': {
        after: { machine_type: 'a2-highgpu-1g', guest_accelerator: [{ type: 'nvidia-tesla-a100', count: 1 }] },
      },
    },
    configuration,
  )
  expect(Object.keys(rows)).toContain('aws_instance.i block_device_mappings')
  expect(rows['google_compute_instance_group_manager.g']).toBe('4 x gcp/e2-medium in europe-west1')
  expect(Object.keys(rows).filter((name) => name.includes('accelerator'))).toEqual([
    'google_compute_instance.gpu guest_accelerator',
  ])
  const row = importFile(
    planOf({
      'google_compute_instance.g': {
        after: {
          machine_type: 'n1-standard-4',
          zone: 'europe-west1-b',
          guest_accelerator: [{ type: 'nvidia-tesla-t4', count: 2 }],
        },
      },
    }),
  ).rows[1]
  expect(row).toMatchObject({
    quantity: 2,
    asset: { component: { gpu: { name: 'nvidia tesla t4', usage: { region: 'europe-west1' } } } },
  })
})

test('a pool of Google Cloud has no fewer nodes than the minimum of its autoscaler', () => {
  const zone = { location: 'europe-west1-b' }
  const pool = (values: object, after_unknown: object = {}) => ({ after: values, after_unknown })
  expect(
    withoutNodeDisks(
      read({
        'google_container_node_pool.late': pool(
          { ...zone, initial_node_count: 1, autoscaling: [{ max_node_count: 5 }] },
          { autoscaling: [{ min_node_count: true }] },
        ),
        'google_container_node_pool.grows': pool({
          ...zone,
          initial_node_count: 1,
          autoscaling: [{ min_node_count: 4 }],
        }),
        'google_container_node_pool.above': pool({
          ...zone,
          initial_node_count: 6,
          autoscaling: [{ min_node_count: 4 }],
        }),
        'google_container_node_pool.total': pool({ ...zone, autoscaling: [{ total_min_node_count: 5 }] }),
        // One node in each of three zones, and five in all.
        'google_container_node_pool.region': pool({
          location: 'europe-west1',
          initial_node_count: 1,
          autoscaling: [{ min_node_count: 0, total_min_node_count: 5 }],
        }),
      }),
    ),
  ).toEqual({
    'google_container_node_pool.late': NO_NUMBER,
    'google_container_node_pool.grows': '4 x gcp/e2-medium in europe-west1',
    'google_container_node_pool.above': '6 x gcp/e2-medium in europe-west1',
    'google_container_node_pool.total': '5 x gcp/e2-medium in europe-west1',
    'google_container_node_pool.region': '5 x gcp/e2-medium in europe-west1',
  })
})

test('cards that a template adds to a group count for each machine, and those of notebooks and clusters count too', () => {
  const root_module = {
    resources: [
      {
        address: 'google_compute_instance_group_manager.g',
        expressions: { version: [{ instance_template: reference('google_compute_instance_template.t.self_link') }] },
      },
    ],
  }
  const n1 = { machine_type: 'n1-standard-4' }
  const plan = planOf(
    {
      'google_compute_instance_template.t': {
        after: { ...n1, guest_accelerator: [{ type: 'nvidia-tesla-v100', count: 4 }] },
      },
      'google_compute_instance_group_manager.g': { after: { target_size: 10, zone: 'europe-west1-b' } },
      'google_workbench_instance.w': {
        after: { gce_setup: [{ ...n1, accelerator_configs: [{ type: 'NVIDIA_TESLA_T4', core_count: '2' }] }] },
      },
      'google_notebooks_instance.n': {
        after: { ...n1, accelerator_config: [{ type: 'NVIDIA_TESLA_T4_VWS', core_count: 1 }] },
      },
      'google_dataproc_cluster.d': {
        after: {
          cluster_config: [
            {
              master_config: [n1],
              worker_config: [
                { ...n1, accelerators: [{ accelerator_type: 'nvidia-tesla-p100', accelerator_count: 2 }] },
              ],
            },
          ],
        },
      },
    },
    { root_module },
  )
  const cards = importFile(plan).rows.flatMap((row) =>
    'asset' in row && row.asset.component?.gpu
      ? [`${row.label}: ${row.quantity} x ${row.asset.component.gpu.name}`]
      : [],
  )
  expect(cards).toEqual([
    'google_compute_instance_group_manager.g guest_accelerator: 40 x nvidia tesla v100',
    'google_workbench_instance.w accelerator_configs: 2 x NVIDIA TESLA T4',
    'google_notebooks_instance.n accelerator_configs: 1 x NVIDIA TESLA T4',
    'google_dataproc_cluster.d worker_config accelerators: 4 x nvidia tesla p100',
  ])
})

test('replaced and destroyed volumes are on the sides that have them, and forgotten ones on both', () => {
  const plan = planOf({
    'aws_ebs_volume.replaced': { actions: ['delete', 'create'], before: { size: 10 }, after: { size: 20 } },
    'aws_ebs_volume.destroyed': { actions: ['delete'], before: { size: 10 }, after: null },
    'aws_ebs_volume.forgotten': { actions: ['forget'], before: { size: 10 }, after: null },
  })
  const of = (side: 'before' | 'after') => importFile(plan, { side }).rows.map(nameOf)
  expect(of('before')).toEqual(['aws_ebs_volume.replaced', 'aws_ebs_volume.destroyed', 'aws_ebs_volume.forgotten'])
  expect(of('after')).toEqual(['aws_ebs_volume.replaced', 'aws_ebs_volume.forgotten'])
  for (const side of ['before', 'after'] as const)
    expect(importFile(plan, { side }).rows.at(-1)).toMatchObject({
      asset: { storage: { gigabytes: expect.closeTo(10.737, 3) } },
    })
})

test('changes that are put off are faults, and a plan that ended with an error, or a state, has no two sides', () => {
  const deferred_changes = [
    {
      reason: 'instance_count_unknown',
      resource_change: changeOf(['aws_instance.later', { after: { instance_type: 'm5.large' } }]),
    },
  ]
  expect(read({}, {}, { deferred_changes })).toEqual({ 'aws_instance.later': NO_NUMBER })
  expect(() => importFile(planOf({}, {}, { errored: true }))).toThrow('The plan is not complete')
  const state = JSON.stringify({ format_version: '1.0', values: { root_module: {} } })
  expect(() => importFile(state, { side: 'before' })).toThrow('This is a Terraform state, which has only one side')
  expect(importFile(state).rows).toEqual([])
})

test('a plan of many resources and references that go round in circles is read at once', () => {
  const many = (count: number, of: (at: number) => readonly [string, Change]) =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => of(at)))
  const circle = { module: { outputs: { o: { expression: reference('var.a', 'var.a', 'var.b') } } } }
  const calls = {
    m: { ...circle, expressions: { a: reference('module.m.o'), b: reference('module.m.o', 'module.m.o') } },
  }
  const sources = ['aws_launch_template.t', 'aws_autoscaling_group.g', 'google_compute_autoscaler.s'].map(
    (address) => ({
      address,
      expressions: {
        launch_template: [{ id: reference('module.m.o', 'aws_launch_template.t', 'each.key') }],
        target: reference('google_compute_instance_group_manager.m', 'each.key'),
      },
    }),
  )
  const changes = {
    ...many(1000, (at) => [`aws_launch_template.t["${at}"]`, { after: { instance_type: 'm5.large' } }]),
    ...many(1000, (at) => [`aws_autoscaling_group.g["${at}"]`, { after: { desired_capacity: 1 } }]),
    ...many(1000, (at) => [
      `google_compute_autoscaler.s["${at}"]`,
      { after: { autoscaling_policy: [{ min_replicas: 2 }] } },
    ]),
    ...many(1000, (at) => [`google_compute_instance_group_manager.m["${at}"]`, { after: {} }]),
    ...many(1000, (at) => [
      `aws_instance.i["${at}"]`,
      { after: { instance_type: 'm5.large', ebs_block_device: [{ volume_id: 'x' }] } },
    ]),
    ...many(1000, (at) => [`aws_ebs_volume.v["${at}"]`, { after: { id: `vol-${at}`, size: 1 } }]),
  }
  const { rows } = importFile(planOf(changes, { root_module: { module_calls: calls, resources: sources } }))
  expect(rows).toHaveLength(6000)
  expect(rows.filter((row) => 'asset' in row && row.asset.cloudInstance?.instanceType === 'm5.large')).toHaveLength(
    2000,
  )
})

test('cards that are added to a custom machine of N1 count, and those of other custom machines come with the type', () => {
  const machine = (machine_type: string) => ({
    after: { machine_type, zone: 'europe-west1-b', guest_accelerator: [{ type: 'nvidia-tesla-t4', count: 2 }] },
  })
  expect(
    read({
      'google_compute_instance.n1': machine('custom-8-30720'),
      'google_compute_instance.n2': machine('n2-custom-8-30720'),
    }),
  ).toEqual({
    'google_compute_instance.n1': '1 x gcp/custom-8-30720 in europe-west1',
    'google_compute_instance.n1 guest_accelerator': {
      quantity: 2,
      component: { gpu: { name: 'nvidia tesla t4', units: 1, usage: { region: 'europe-west1' } } },
    },
    'google_compute_instance.n2': '1 x gcp/n2-custom-8-30720 in europe-west1',
  })
})

test('a disk of an operating system without a size has the usual one, or is left out, and the row says which', () => {
  const boot = (image: string) => ({ boot_disk: [{ initialize_params: [{ image }] }] })
  const rows = importFile(
    planOf({
      'azurerm_linux_virtual_machine.l': { after: { size: 'Standard_D2s_v5', os_disk: [{ caching: 'ReadWrite' }] } },
      'azurerm_windows_virtual_machine.w': { after: { size: 'Standard_D2s_v5', os_disk: [{}] } },
      'azurerm_virtual_machine.v': {
        after: {
          vm_size: 'Standard_D2s_v5',
          storage_os_disk: [{ create_option: 'FromImage' }],
          os_profile_windows_config: [{}],
        },
      },
      'azurerm_linux_virtual_machine.sized': { after: { size: 'Standard_D2s_v5', os_disk: [{ disk_size_gb: 64 }] } },
      // The disk is part of the host.
      'azurerm_linux_virtual_machine.ephemeral': {
        after: { size: 'Standard_D2s_v5', os_disk: [{ diff_disk_settings: [{ option: 'Local' }] }] },
      },
      'azurerm_kubernetes_cluster_node_pool.p': { after: { vm_size: 'Standard_D2s_v5', node_count: 1 } },
      'azurerm_kubernetes_cluster_node_pool.local': {
        after: { vm_size: 'Standard_D2s_v5', node_count: 1, os_disk_type: 'Ephemeral' },
      },
      'google_compute_instance.l': { after: { machine_type: 'e2-medium', ...boot('debian-cloud/debian-12') } },
      'google_compute_instance.w': { after: { machine_type: 'e2-medium', ...boot('windows-cloud/windows-2022') } },
      'google_compute_instance.existing': {
        after: { machine_type: 'e2-medium', boot_disk: [{ source: 'projects/p/zones/z/disks/d' }] },
      },
      'google_container_node_pool.p': { after: { location: 'europe-west1-b', node_count: 2 } },
      'google_dataproc_cluster.d': { after: { cluster_config: [{ worker_config: [{ num_instances: 0 }] }] } },
      'aws_eks_node_group.n': { after: { scaling_config: [{ desired_size: 3 }] } },
      'aws_eks_node_group.w': {
        after: { scaling_config: [{ desired_size: 3 }], ami_type: 'WINDOWS_CORE_2022_x86_64' },
      },
      'aws_instance.i': { after: { instance_type: 'm5.large' } },
      'aws_instance.sized': { after: { instance_type: 'm5.large', root_block_device: [{ volume_size: 20 }] } },
    }),
  ).rows
  const assumed = rows.flatMap((row): [string, unknown][] => {
    if (!('asset' in row) || row.warnings === undefined) return []
    const { storage } = row.asset
    const [warning] = row.warnings
    expect(warning?.code).toBe('READ_AS')
    return [[row.label, [storage && Math.round(storage.gigabytes / 1.073741824), warning?.message.split('. ')[1]]]]
  })
  const usual = (gibibytes: number) => [gibibytes, `This result counts the usual ${gibibytes} GiB`]
  const leftOut = [undefined, 'This result leaves the disk out']
  expect(Object.fromEntries(assumed)).toEqual({
    'azurerm_linux_virtual_machine.l os_disk': usual(30),
    'azurerm_windows_virtual_machine.w os_disk': usual(127),
    'azurerm_virtual_machine.v storage_os_disk': usual(127),
    'azurerm_kubernetes_cluster_node_pool.p': leftOut,
    'google_compute_instance.l boot_disk': usual(10),
    'google_compute_instance.w boot_disk': usual(50),
    'google_container_node_pool.p disk': usual(100),
    'google_dataproc_cluster.d master_config': usual(500),
    'aws_eks_node_group.n disk': usual(20),
    'aws_eks_node_group.w disk': usual(50),
    'aws_instance.i': leftOut,
  })
  const labels = rows.flatMap((row) => ('asset' in row ? [row.label] : []))
  expect(labels).toContain('azurerm_linux_virtual_machine.sized os_disk')
  expect(labels).toContain('aws_instance.sized root_block_device')
  expect(labels).not.toContain('google_compute_instance.existing boot_disk')
})

test('the boot disk of a template of Google Cloud has the usual size, and its other disks need their own', () => {
  const root_module = {
    resources: [
      {
        address: 'google_compute_instance_group_manager.g',
        expressions: { version: [{ instance_template: reference('google_compute_instance_template.t.self_link') }] },
      },
    ],
  }
  const disk = [
    { boot: true, source_image: 'debian-cloud/debian-12' },
    { boot: false },
    { boot: true, source: 'existing' },
  ]
  const rows = read(
    {
      'google_compute_instance_group_manager.g': { after: { zone: 'europe-west1-b', target_size: 2 } },
      'google_compute_instance_template.t': { after: { machine_type: 'e2-medium', disk } },
    },
    { root_module },
  )
  expect(Object.keys(rows).filter((name) => name.includes('disk'))).toEqual([
    'google_compute_instance_group_manager.g disk[0]',
  ])
})
