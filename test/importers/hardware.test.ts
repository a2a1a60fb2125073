import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { memoryMakerOf } from '../../src/importers/hardware/memory-maker-of.ts'
import { formFactorIn, generationIn, modelNameOf } from '../../src/importers/hardware/words-of-hardware.ts'
import { importFile } from '../../src/importers/import-file.ts'
import type { ImportedAsset, ImportedRow } from '../../src/importers/imported.ts'
import { importOf, inShort } from './import.ts'

test('an unknown node is faulty, not completed, and stops no other', () => {
  const { items } = JSON.parse(readFileSync('test/importers/files/nodes.json', 'utf8'))
  const rows = importFile(
    JSON.stringify({ kind: 'List', items: [items[0], null, 5, { kind: 'Node', metadata: {} }] }),
  ).rows
  expect(rows.map(inShort)).toEqual([
    '1 x aws/m5.large in eu-west-3',
    'faulty: expected a node, with its metadata',
    'faulty: expected a node, with its metadata',
    'faulty: the node has neither an instance type nor a capacity',
  ])
})

test('nodes of a cloud are its instances; others are servers with their threads and memory', () => {
  const { format, rows } = importOf('nodes.json')
  expect(format).toBe('kubernetes')
  expect(rows.map(inShort)).toEqual([
    '1 x aws/m5.large in eu-west-3',
    '1 x gcp/e2-standard-4 in europe-west1',
    '1 x azure/Standard_D4s_v5 in westeurope',
    {
      quantity: 1,
      // 263856792 KiB are 251.6 GiB.
      server: { configuration: { cpu: { units: 1, threads: 64, coreUnits: 32 }, ram: [{ units: 8, capacity: 31.5 }] } },
    },
    'skipped: a Pod, not a node',
  ])
})

/** A node of Kubernetes with labels, and a capacity of its own. */
const nodeOf = (labels: object, capacity: object, spec: object = {}) => ({
  kind: 'Node',
  metadata: { name: 'n', labels },
  spec,
  status: { capacity },
})
const read = (...items: readonly object[]) => importFile(JSON.stringify({ kind: 'List', items })).rows

test('a node of Fargate has its vCPU and memory on any host, and a virtual node is left out', () => {
  const region = { 'topology.kubernetes.io/region': 'eu-west-3' }
  const fargate = { 'eks.amazonaws.com/compute-type': 'fargate', ...region }
  const spec = { providerID: 'aws:///eu-west-3b/abc/fargate-ip-10-0-1-5' }
  const azure = { cpu: '10000', memory: '4Ti' }
  const taints = [{ key: 'virtual-kubelet.io/provider', value: 'azure' }]
  const [node, empty, ...virtual] = read(
    nodeOf(fargate, { cpu: '2', memory: '3977496Ki' }, spec),
    nodeOf(fargate, {}, spec),
    nodeOf({ type: 'virtual-kubelet', ...region }, azure),
    nodeOf({}, azure, { taints }),
  )
  expect(node).toMatchObject({
    quantity: 1,
    asset: {
      cloudInstance: {
        provider: 'aws',
        instanceType: 'm6i.large',
        vcpu: 2,
        memory: 4,
        anyHost: true,
        usage: { region: 'eu-west-3' },
      },
    },
  })
  expect(empty && inShort(empty)).toBe('faulty: the node of Fargate has no capacity')
  const [small] = read(nodeOf(fargate, { cpu: '250m', memory: '3977496Ki' }, spec))
  expect(small).toMatchObject({ asset: { cloudInstance: { vcpu: 0.5, memory: 4 } } })
  for (const row of virtual) expect(inShort(row)).toMatch(/^skipped: a virtual node/)
})

test.for([
  ['whole', { 'nvidia.com/gpu.product': 'NVIDIA-A100-SXM4-80GB' }, { 'nvidia.com/gpu': '8' }, 8],
  ['of an unknown name', {}, { 'nvidia.com/gpu': '8' }, 8],
  [
    'shared in turn',
    { 'nvidia.com/gpu.product': 'NVIDIA-A100-SXM4-80GB-SHARED', 'nvidia.com/gpu.replicas': '4' },
    { 'nvidia.com/gpu': '8' },
    2,
  ],
  [
    'in parts of one size',
    { 'nvidia.com/gpu.product': 'NVIDIA-A100-SXM4-80GB-MIG-1g.10gb', 'nvidia.com/gpu.count': '14' },
    { 'nvidia.com/gpu': '14' },
    2,
  ],
  [
    'in parts of several sizes',
    { 'nvidia.com/gpu.product': 'NVIDIA-A100-SXM4-80GB', 'nvidia.com/gpu.count': '1' },
    { 'nvidia.com/gpu': '0', 'nvidia.com/mig-3g.40gb': '1', 'nvidia.com/mig-2g.20gb': '2' },
    1,
  ],
] as const)('a server has the graphics cards of its node, %s', ([, labels, cards, units]) => {
  const [row] = read(nodeOf(labels, { cpu: '64', memory: '512Gi', ...cards }))
  const name = 'nvidia.com/gpu.product' in labels ? { name: 'NVIDIA A100 SXM4 80GB' } : {}
  expect(row).toMatchObject({ asset: { server: { configuration: { gpu: { units, ...name } } } } })
})

test('accelerators without figures are named, and what they are part of counts without them or not at all', () => {
  const capacity = { cpu: '8', memory: '32Gi' }
  const labels = (type: string) => ({ 'node.kubernetes.io/instance-type': type })
  const inShortOf = (...node: Parameters<typeof nodeOf>) => read(nodeOf(...node)).map(inShort)
  const server = {
    quantity: 1,
    server: { configuration: { cpu: { units: 1, threads: 8, coreUnits: 4 }, ram: [{ units: 1, capacity: 32 }] } },
  }
  expect(inShortOf({}, { ...capacity, 'gpu.intel.com/i915': '10', 'habana.ai/gaudi': '8' })).toEqual([
    server,
    'faulty: the node has accelerators without figures (gpu.intel.com/i915): its row leaves them out',
    'faulty: the node has accelerators without figures (habana.ai/gaudi): its row leaves them out',
  ])
  expect(inShortOf({}, { ...capacity, 'gpu.intel.com/i915': '0', 'devices.kubevirt.io/kvm': '1k' })).toEqual([server])
  const gce = { providerID: 'gce://proj/europe-west4-b/gke-tpu' }
  expect(inShortOf(labels('ct5lp-hightpu-4t'), { ...capacity, 'google.com/tpu': '4' }, gce)).toEqual([
    'faulty: the node ct5lp-hightpu-4t has accelerators without figures (google.com/tpu), so it is not counted',
  ])
  // The type includes them.
  const aws = { providerID: 'aws:///eu-west-3b/i-1' }
  expect(inShortOf(labels('inf2.xlarge'), { ...capacity, 'aws.amazon.com/neuron': '1' }, aws)).toEqual([
    '1 x aws/inf2.xlarge in undefined',
  ])
})

test.each([
  ['39500m', '129000000k', 40, 120],
  ['39.5', '128974848000m', 40, 1],
  ['0.04k', '64e9', 40, 60],
  ['+64', '64Gi', 64, 64],
  ['8.', '1Ti', 8, 1024],
])('a node with the quantities %s and %s has %d threads and %d GB', (cpu, memory, threads, gigabytes) => {
  const [row] = read(nodeOf({}, { cpu, memory })) as readonly [ImportedAsset]
  const { cpu: processor, ram } = row.asset.server?.configuration ?? {}
  const { units = 0, capacity = 0 } = ram?.[0] ?? {}
  expect(processor?.threads).toBe(threads)
  expect(units * capacity).toBeCloseTo(gigabytes)
})

test.each(['39x', '-4', 'm', '1e999', '4 ', '٤', '4mm', '1e3k', 'constructor'])(
  'the quantity "%s" is none, so the node has no capacity',
  (cpu) => {
    expect(read(nodeOf({}, { cpu, memory: cpu })).map(inShort)).toEqual([
      expect.stringMatching(/^faulty: .*\bcapacity$/),
    ])
  },
)

test.each([
  ['eu-west-3', { region: 'eu-west-3' }],
  ['Paris', { usageLocation: 'Paris' }],
  ['DE', { usageLocation: 'DE' }],
  ['Deutschland', { usageLocation: 'DE' }],
])('a node outside clouds is in the region %s of its label', (region, usage) => {
  const [row] = read(nodeOf({ 'topology.kubernetes.io/region': region }, { cpu: '8' }))
  expect(row).toMatchObject({ asset: { server: { usage } } })
  expect(row).not.toHaveProperty('warnings')
})

test('a node outside clouds whose region is no known place is in the place of the request, which the row says', () => {
  const [row] = read(nodeOf({ 'topology.kubernetes.io/region': 'dc1' }, { cpu: '8' }))
  expect(row).toMatchObject({
    warnings: [
      {
        code: 'NOT_USED',
        message: 'The region "dc1" of the node is not a known place. This result does not use it',
        path: [],
      },
    ],
  })
  expect(row).not.toHaveProperty('asset.server.usage')
})

test('a node of GKE Autopilot counts its capacity on a host of E2, which the row says', () => {
  const labels = (type: string) => ({ 'node.kubernetes.io/instance-type': type })
  const spec = { providerID: 'gce://proj/europe-west1-b/gk3-node' }
  const [row, empty] = read(
    nodeOf(labels('ek-standard-8'), { cpu: '8', memory: '32869316Ki' }, spec),
    nodeOf(labels('ek-standard-8'), {}, spec),
  )
  expect(row).toMatchObject({
    asset: { cloudInstance: { provider: 'gcp', instanceType: 'e2-standard-2', vcpu: 8, memory: 31 } },
    warnings: [
      {
        code: 'READ_AS',
        message:
          'Google does not publish the size of ek-standard-8. This result counts 8 vCPU and 31 GB of a host of E2',
      },
    ],
  })
  // Without a capacity, the type itself is faulty when it is assessed.
  expect(inShort(empty as ImportedRow)).toBe('1 x gcp/ek-standard-8 in undefined')
})

test('graphics cards that are added to a machine are a row of their own, and those of its type are not', () => {
  const labels = (type: string) => ({
    'node.kubernetes.io/instance-type': type,
    'topology.kubernetes.io/region': 'europe-west1',
    'cloud.google.com/gke-accelerator': 'nvidia-tesla-t4',
  })
  const capacity = { cpu: '8', memory: '30393216Ki', 'nvidia.com/gpu': '2' }
  const spec = { providerID: 'gce://proj/europe-west1-b/gke-gpu' }
  const rows = ['n1-standard-8', 'custom-8-30720', 'g2-standard-24'].flatMap((type) =>
    read(nodeOf(labels(type), capacity, spec)),
  )
  const cards = {
    quantity: 2,
    component: { gpu: { name: 'nvidia tesla t4', units: 1, usage: { region: 'europe-west1' } } },
  }
  expect(rows.map(inShort)).toEqual([
    '1 x gcp/n1-standard-8 in europe-west1',
    cards,
    '1 x gcp/custom-8-30720 in europe-west1',
    cards,
    '1 x gcp/g2-standard-24 in europe-west1',
  ])
})

test('of a server, empty sockets and banks, consoles, sticks and disc readers do not count, and an NVMe drive counts once', () => {
  const { format, rows } = importOf('server.lshw.json')
  expect(format).toBe('lshw')
  expect(rows.map(inShort)).toEqual([
    {
      quantity: 1,
      server: {
        model: { name: 'Machine 7000' },
        configuration: {
          cpu: { name: 'AMD EPYC 7543 32-Core Processor', units: 2, coreUnits: 32, threads: 64 },
          gpu: { name: 'NVIDIA A100 PCIe 40GB', units: 2 },
          ram: [
            { units: 2, capacity: 32, manufacturer: 'Samsung', generation: 'DDR4' },
            { units: 1, capacity: 32, manufacturer: 'Micron', generation: 'DDR4' },
          ],
          disks: [
            { ssd: { units: 1, capacity: 960 } },
            { hdd: { units: 2, capacity: 8002 } },
            { ssd: { units: 1, capacity: 480 } },
          ],
        },
      },
    },
  ])
})

test('a notebook is a laptop of its model, and its columns say what is in it', () => {
  const machine = {
    id: 'mine',
    class: 'system',
    vendor: 'LENOVO',
    product: '20NX000JFR (LENOVO_MT_20NX)',
    version: 'ThinkPad T490s',
    configuration: { chassis: 'notebook' },
    children: [
      { id: 'cpu', class: 'processor', product: 'Intel(R) Core(TM) i7-8565U CPU @ 1.80GHz' },
      { id: 'bank:0', class: 'memory', description: 'SODIMM DDR4 Synchronous 2667 MHz', size: 2 ** 32 },
      { id: 'disk', class: 'disk', product: 'Samsung SSD 860 EVO M.2 500GB', size: 5e11 },
    ],
  }
  expect(importFile(JSON.stringify(machine)).rows).toEqual([
    {
      path: '',
      label: 'mine',
      quantity: 1,
      asset: { terminal: { kind: 'LAPTOP', model: { name: 'ThinkPad T490s' } } },
      columns: expect.objectContaining({
        cpu_name: 'Intel(R) Core(TM) i7-8565U CPU @ 1.80GHz',
        cpu_units: '1',
        ram: '1 x 4 GB DDR4',
        ssd: '1 x 500 GB M.2',
      }),
    },
  ])
})

test.for([
  ['80CE000080CE', 'Samsung'],
  ['00AD00000000', 'SK Hynix'],
  ['802C0000802C', 'Micron'],
  ['0198', 'Kingston'],
  ['Samsung', 'Samsung'],
  ['FFFF', undefined],
  ['Unknown', undefined],
  ['NO DIMM', undefined],
  ['', undefined],
] as const)('the maker of memory %j is %s', ([vendor, maker]) => {
  expect(memoryMakerOf(vendor)).toBe(maker)
})

test.for([
  ['', 'To Be Filled By O.E.M.', '', undefined],
  ['ASUS', 'System Product Name', 'System Version', undefined],
  ['QEMU', 'Standard PC (i440FX + PIIX, 1996)', '', undefined],
  ['LENOVO', '20NX000JFR', 'Not Specified', '20NX000JFR'],
  ['LENOVO', '20NX000JFR', 'ThinkPad T490s', 'ThinkPad T490s'],
  ['Dell Inc.', 'PowerEdge R740 (SKU=NotProvided;ModelName=PowerEdge R740)', '', 'PowerEdge R740'],
  ['HP', 'HP EliteBook 840 G5 (3JX04EA#ABF)', '', 'HP EliteBook 840 G5'],
] as const)('of %j, %j and %j the model is %s', ([vendor, product, version, model]) => {
  expect(modelNameOf({ vendor, product, version })).toBe(model)
})

test.for([
  ['RAM memory', undefined],
  ['GDDR6', undefined],
  ['DIMM DDR5 Synchronous 4800 MHz', 'DDR5'],
  ['Row of chips LPDDR4 Synchronous', 'DDR4'],
] as const)('the generation of memory in %j is %s', ([text, generation]) => {
  expect(generationIn(text)).toBe(generation)
})

test.for([
  ['ST2000LM015 2.5 GT/s', undefined],
  ['Samsung SSD 860 EVO M.2 500GB', 'M.2'],
  ['Kingston 2.5" SATA SSD', '2.5'],
  ['SSD 3.5-inch', '3.5'],
] as const)('the form factor in %j is %s', ([text, formFactor]) => {
  expect(formFactorIn(text)).toBe(formFactor)
})
