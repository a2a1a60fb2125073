import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { openAssessor } from '../../src/bulk/open-assessor.ts'
import { BILL_FORMATS, costColumns, plainColumn } from '../../src/importers/billing/bill-formats.ts'
import { readBillUnit } from '../../src/importers/billing/bill-unit.ts'
import { BILLED_GPUS } from '../../src/importers/billing/gpu-in.ts'
import { importFile } from '../../src/importers/import-file.ts'
import type { ImportedRow } from '../../src/importers/imported.ts'
import type { AssetInput } from '../../src/input/fleet-input.ts'
import { importOf, inShort } from './import.ts'

const FOCUS =
  'ChargeCategory,ChargePeriodStart,ProviderName,ServiceName,ChargeDescription,RegionId,ConsumedUnit,ConsumedQuantity'

/** A bill of FOCUS with these lines, each from the service on. */
function focus(...lines: readonly string[]): readonly ImportedRow[] {
  const head = 'Usage,2026-10-01T00:00:00Z,AWS'
  return importFile([FOCUS, ...lines.map((line) => `${head},${line}`)].join('\n')).rows
}

test('columns that are half those of a bill name the format and what is missing', () => {
  const header = 'line_item_usage_type,line_item_line_item_type,line_item_unblended_cost'
  expect(() => importFile(`${header}\nBoxUsage:m5.large,Usage,1\n`)).toThrow(
    'The columns are those of a bill (AWS CUR), but lineItem/UsageAmount is missing. Export the bill with all its columns',
  )
})

test('the page about bills names the columns that are read of each format', () => {
  const page = readFileSync('docs/importing.md', 'utf8')
  const [, table = ''] = /^\| read for \|.*\n\|[-|]+\n((?:\|.*\n)+)/m.exec(page) ?? []
  const rows = table.trim().split('\n')
  for (const [at, format] of BILL_FORMATS.entries()) {
    const named = rows.flatMap((row) => row.split('|')[at + 2]?.match(/[\w.]+/g) ?? []).map(plainColumn)
    const { fields, quantity, otherwise, credits = [], currency, day, resource, account } = format
    const read = [...Object.values(fields).flat(), ...quantity, ...Object.values(otherwise ?? {})]
    read.push(...costColumns(format), ...credits, ...currency, ...day, ...resource, ...account)
    expect([format.label, new Set(named)]).toEqual([format.label, new Set(read)])
  }
})

test('of columns that two formats have, the format with more of them is read', () => {
  const [focusHeader = '', focusLine = ''] = readFileSync('test/importers/files/bill.csv', 'utf8').split('\n')
  const header = `${focusHeader},MeterCategory,MeterName,UnitOfMeasure,Quantity`
  expect(importFile(`${header}\n${focusLine},a,b,c,1\n`).format).toBe('focus')
})

test('a unit that nobody knows, a usage type that nobody knows and an unknown provider are named', () => {
  const rows = focus(
    'Amazon Elastic Compute Cloud,$1 per m5.large Instance Hour,eu-west-1,Fortnights,1',
    'Amazon Fortune,Telling,eu-west-1,Futures,1',
  )
  expect(rows.map(inShort)).toEqual([
    'skipped: the unit is not known: Fortnights',
    'skipped: no hardware is known: Amazon Fortune, Telling',
  ])
  expect(rows.map((row) => 'reason' in row && row.reason)).toEqual(['UNKNOWN_UNIT', 'UNKNOWN_USAGE'])
  const [other] = importFile(`${FOCUS}\nUsage,2026-10-01,Joe,VM,m5.large,here,Hours,1\n`).rows
  expect(other && inShort(other)).toBe('skipped: the provider is not known: Joe')
})

test('a day on which more is taken back than was used is faulty, and its lines are shown', () => {
  const rows = focus(
    'Amazon Elastic Compute Cloud,$1 per m5.large Instance Hour,eu-west-1,Hours,2',
    'Amazon Elastic Compute Cloud,$1 per m5.large Instance Hour,eu-west-1,Hours,-3',
  )
  expect(rows.map(inShort)).toEqual([
    '2 x aws/m5.large in eu-west-1',
    expect.stringMatching(/^faulty: quantity: expected a number, 0 to 1e\+21 .*"-3"$/),
  ])
})

test('a quantity that cannot be read stays faulty beside one that is taken back', () => {
  const machine = 'Amazon Elastic Compute Cloud,$1 per m5.large Instance Hour,eu-west-1,Hours'
  expect(focus(`${machine},4`, `${machine},many`, `${machine},-1`).map(inShort)).toEqual([
    '3 x aws/m5.large in eu-west-1',
    expect.stringMatching(/^faulty: quantity: .*"many"$/),
    '0 x aws/m5.large in eu-west-1',
  ])
})

test('negative usage nets with that of the same thing on the same day', () => {
  const machine = 'Amazon Elastic Compute Cloud,$1 per m5.large Instance Hour,eu-west-1,Hours'
  const rows = focus(`${machine},24`, `${machine},-6`)
  expect(rows.map(inShort)).toEqual(['18 x aws/m5.large in eu-west-1', '0 x aws/m5.large in eu-west-1'])
})

test('of a bill, what is equipment counts, and each other line says why it does not', () => {
  const { format, rows } = importOf('bill.csv')
  expect(format).toBe('focus')
  expect(rows.map(inShort)).toEqual([
    '2 x aws/c6i.xlarge in eu-west-3',
    '1 x aws/m6g.large in eu-west-1',
    '24 x azure/D2s_v3 in westeurope',
    '1 x gcp/n2-standard-4 in europe-north1',
    '1 x aws/db.r5.large in eu-west-3',
    '1 x aws/r6g.large in eu-west-3',
    'skipped: a credit, not usage',
    'skipped: a tax, not usage',
    'skipped: a purchase, not usage',
    'skipped: a correction of an earlier bill',
    expect.stringMatching(/^skipped: .*: Amazon Elastic Compute Cloud, \$0\.09 per GB - c6i\.xlarge traffic$/),
    'skipped: an unused commitment',
    'skipped: a fee for usage that another line already counts: Amazon Elastic Compute Cloud, EBSOptimized:m4.large',
    expect.stringMatching(/^faulty: quantity: .*"-3"$/),
  ])
})

test('a bill whose columns a database has written in lower case is the same bill', () => {
  const text = readFileSync('test/importers/files/bill.csv', 'utf8')
  const end = text.indexOf('\n')
  const { format, rows } = importFile(text.slice(0, end).toLowerCase() + text.slice(end))
  expect(format).toBe('focus')
  expect(rows.map(inShort)).toEqual(importOf('bill.csv').rows.map(inShort))
})

test('an hour of a bill is an hour of the instance, however many there are', () => {
  const assets = importOf('bill.csv').rows.filter((row) => 'asset' in row)
  expect(assets.map(({ duration }) => duration)).toEqual([1, 1, 1, 1, 1, 1])
  expect(assets.map(({ label }) => label)).toEqual(['i-01', 'i-02', 'vm-3', 'g-4', 'db-1', 's-1'])
})

/** What rows are: the kind, how many, and what makes the difference. */
function counted(rows: readonly ImportedRow[]) {
  return rows.map((row) => {
    if (!('asset' in row)) return 'skipped' in row ? row.reason : 'faulty'
    const { cloudInstance, storage, network, component } = row.asset
    const what = cloudInstance
      ? `${cloudInstance.instanceType}${cloudInstance.vcpu === undefined ? '' : ` ${cloudInstance.vcpu} vCPU ${cloudInstance.memory} GB`}`
      : storage
        ? `${storage.kind} in ${storage.copies}`
        : (network?.reach ?? component?.gpu?.name)
    return `${Number(row.quantity.toPrecision(10))} x ${what}`
  })
}

test('a Cost and Usage Report 2.0 of AWS is read line by line', () => {
  const { format, rows } = importOf('bill-cur2.csv')
  expect(format).toBe('aws-cur')
  expect(counted(rows)).toEqual([
    '24 x m6i.large',
    '10 x m5.xlarge',
    // A standby in another zone.
    '48 x db.r5.large',
    // 2 GB-months of 730 hours, of 2^30 bytes.
    '1567.663063 x SSD in 2',
    '78383.15315 x HDD in 2',
    'PER_REQUEST',
    '2 x m6i.large 1 vCPU 0 GB',
    '8 x m6i.large 0 vCPU 1 GB',
    // 3,600 GB-seconds are an hour of a GB and of 1024 / 1769 vCPU.
    '1 x m6i.large 0.5788581119276427 vCPU 1 GB',
    '5 x INTERNET',
    'UNKNOWN_USAGE',
    'PURCHASE',
    'ADJUSTMENT',
    'CREDIT',
    'TAX',
    'MARKETPLACE',
    'UNKNOWN_USAGE',
  ])
  expect(rows.slice(0, 3).map(({ billed }) => billed)).toEqual([
    { cost: 2.568, currency: 'USD', service: 'AmazonEC2' },
    { cost: 1.5, currency: 'USD', service: 'AmazonEC2' },
    { cost: 9.6, currency: 'USD', service: 'AmazonRDS' },
  ])
})

test('tables of DynamoDB and files of EFS are on SSDs, and backups where those of S3 are', () => {
  const header =
    'line_item_line_item_type,line_item_product_code,line_item_usage_type,pricing_unit,line_item_usage_amount,product_region_code'
  const lines = ['DynamoDB,EUW1-TimedStorage', 'DynamoDB,EUW1-TimedBackupStorage', 'EFS,EUW1-TimedStorage'].map(
    (usage) => `Usage,Amazon${usage}-ByteHrs,GB-Mo,1,eu-west-1`,
  )
  const { rows } = importFile([header, ...lines].join('\n'))
  expect(rows).toMatchObject([
    { asset: { storage: { kind: 'SSD', copies: 2 } } },
    { asset: { storage: { kind: 'HDD', copies: 2, copiesMin: 1.3, copiesMax: 6 } } },
    { asset: { storage: { kind: 'SSD', copies: 3 } } },
  ])
})

test('what a marketplace sells is left out of a bill in FOCUS, by its publisher', () => {
  const header =
    'ProviderName,PublisherName,ChargeCategory,ServiceName,ChargeDescription,ConsumedQuantity,ConsumedUnit,RegionId'
  const line = (provider: string, publisher: string) =>
    `${provider},${publisher},Usage,Virtual Machines,F2s v2,1,Hours,westeurope`
  const named = importFile([header, line('AWS', 'Red Hat Marketplace'), line('Microsoft', 'Microsoft')].join('\n'))
  expect(named.rows).toMatchObject([{ reason: 'MARKETPLACE' }, { asset: expect.anything() }])

  const categories = header.replace('PublisherName', 'x_PublisherCategory')
  const sorted = importFile([categories, line('Microsoft', 'Vendor'), line('Microsoft', 'Cloud Provider')].join('\n'))
  expect(sorted.rows).toMatchObject([{ reason: 'MARKETPLACE' }, { asset: expect.anything() }])
})

test('a legacy report of AWS has its columns by other names', () => {
  const { format, rows } = importOf('bill-cur-legacy.csv')
  expect(format).toBe('aws-cur')
  expect(counted(rows)).toEqual(['3 x c5.large', '1 x r6g.large', '7838.315315 x SSD in 1', 'PURCHASE'])
})

test('lines of the company of AWS in India, or of none, are its own', () => {
  const columns =
    'bill/BillingEntity,lineItem/LineItemType,lineItem/ProductCode,lineItem/UsageType,lineItem/UsageAmount,product/region,pricing/unit'
  const entities = ['AISPL', 'AWS', '-', 'NULL', '', 'AWS Marketplace', 'AISPL Marketplace', 'Red Hat']
  const lines = entities.map((entity) => `${entity},Usage,AmazonEC2,APS3-BoxUsage:m5.xlarge,100,ap-south-1,Hrs`)
  expect(counted(importFile([columns, ...lines].join('\n')).rows)).toEqual([
    ...Array(5).fill('100 x m5.xlarge'),
    ...Array(3).fill('MARKETPLACE'),
  ])
})

test('a cost export of Azure is read line by line', () => {
  const { format, rows } = importOf('bill-azure.csv')
  expect(format).toBe('azure-costs')
  expect(counted(rows)).toEqual([
    '24 x Standard_D2s_v5',
    // Half a month of a disk of 128 GiB.
    '50165.21802 x SSD in 3',
    '235149.4595 x HDD in 3',
    '7 x INTERNET',
    '1 x D2s_v5 0.6666666666666666 vCPU 1 GB',
    '10 x D2s_v5 0 vCPU 5 GB',
    'PER_REQUEST',
    'UNKNOWN_USAGE',
    'FEE_ON_OTHER_LINE',
    'UNUSED_COMMITMENT',
    'MARKETPLACE',
  ])
  const [machine] = rows
  expect(machine && 'asset' in machine && machine.asset.cloudInstance?.usage?.region).toBe('westeurope')
})

test('an export of Google Cloud counts cores and memory apart, in seconds and bytes', () => {
  const { format, rows } = importOf('bill-gcp.csv')
  expect(format).toBe('gcp-billing')
  expect(counted(rows)).toEqual([
    '4 x n2-standard-2 1 vCPU 0 GB',
    '16 x n2-standard-2 0 vCPU 1 GB',
    // 1 GiB for an hour.
    '1.073741824 x SSD in 1',
    '2.147483648 x INTERNET',
    '1.073741824 x HDD in 2',
    '1 x NVIDIA T4',
    'FEE_ON_OTHER_LINE',
    'PER_REQUEST',
    'PURCHASE',
    'TAX',
  ])
})

test('what others sell at a provider is of a marketplace, by the name of the publisher', () => {
  const columns =
    'ChargeCategory,ProviderName,PublisherName,ServiceName,ChargeDescription,RegionId,ConsumedUnit,ConsumedQuantity'
  const machine = 'EC2,m5.large,eu-west-1,Hours,1'
  const rows = importFile(
    [
      columns,
      `Usage,AWS,"Red Hat, Inc.",${machine}`,
      `Usage,AWS,Amazon Web Services EMEA SARL,${machine}`,
      `Usage,AWS,,${machine}`,
      `Usage,Joe,Joe,${machine}`,
    ].join('\n'),
  ).rows
  expect(counted(rows)).toEqual(['MARKETPLACE', '1 x m5.large', '1 x m5.large', 'UNKNOWN_PROVIDER'])
})

test('a reserved machine of Google that nobody uses is no machine', () => {
  const columns = 'service.description,sku.description,usage.amount,usage.unit,location.region,system_labels'
  const core = 'Compute Engine,N2 Instance Core running in Finland,3600,seconds,europe-north1'
  const label = (value: string) =>
    `"[{""key"":""compute.googleapis.com/is_unused_reservation"",""value"":""${value}""}]"`
  const { rows } = importFile([columns, `${core},${label('true')}`, `${core},${label('false')}`].join('\n'))
  expect(counted(rows)).toEqual(['UNUSED_COMMITMENT', '1 x n2-standard-2 1 vCPU 0 GB'])
})

test('what is moved in a month counts by the GB, also in GB months', () => {
  const columns = 'ChargeCategory,ProviderName,ServiceName,ChargeDescription,RegionId,ConsumedUnit,ConsumedQuantity'
  const line = 'Usage,Oracle,NETWORK,Outbound Data Transfer,eu-frankfurt-1'
  const { rows } = importFile([columns, `${line},GB Months,7`, `${line},GB,7`].join('\n'))
  expect(counted(rows)).toEqual(['7 x INTERNET', '7 x INTERNET'])
})

test('a cluster of three databases counts three, and a Business Critical vCore its four replicas', () => {
  const [cluster] = focus('Amazon Relational Database Service,Multi-AZClusterUsage:db.m6gd.large,eu-west-1,Hours,2')
  const columns = 'ChargeCategory,ProviderName,ServiceName,ChargeDescription,RegionId,ConsumedUnit,ConsumedQuantity'
  const [replicas] = importFile(
    `${columns}\nUsage,Microsoft,SQL Database,Business Critical - Compute Gen5 - vCore,westeurope,Hours,2`,
  ).rows
  expect(counted([cluster, replicas].filter((row) => row !== undefined))).toEqual([
    '6 x db.m6gd.large',
    // 4 vCore of 5.1 GB.
    '2 x D2s_v5 4 vCPU 20.4 GB',
  ])
})

test('2 vCPU hours and 8 GB hours of AWS are an hour of m6i.large', async () => {
  const rows = focus(
    'Amazon Elastic Container Service,AWS Fargate - vCPU - EU (Ireland),eu-west-1,Hours,2',
    'Amazon Elastic Container Service,AWS Fargate - Memory - EU (Ireland),eu-west-1,Hours,8',
    'Amazon Elastic Compute Cloud,$0.107 per On Demand Linux m6i.large Instance Hour,eu-west-1,Hours,1',
  ).filter((row) => 'asset' in row)
  const [vcpu, memory, machine] = await Promise.all(
    rows.map(async (row) => {
      const { totals } = await openAssessor().assessMany([row], { boundary: 'DATA_CENTRE' })
      const { gwp, adp, pe } = totals.impacts
      return [gwp, adp, pe].flatMap((each) => [each?.embedded?.value, each?.use?.value]).concat(totals.energy ?? 0)
    }),
  )
  const sums = vcpu?.map((each, at) => (each ?? 0) + (memory?.[at] ?? 0))
  for (const [at, sum] of (sums ?? []).entries()) expect(sum / (machine?.[at] ?? 0)).toBeCloseTo(1, 9)
  expect(sums).toHaveLength(7)
})

/** Making and power of a vCPU hour or GB hour: value and bounds. */
async function boundsOf(cloudInstance: object) {
  const asset = { cloudInstance: { ...cloudInstance, usage: { region: 'eu-west-1' } } } as AssetInput
  const { items, totals } = await openAssessor().assessMany([{ asset, duration: 1 }])
  expect(items[0]).not.toHaveProperty('fault')
  const { embedded, use } = totals.impacts.gwp ?? {}
  return [embedded, use].map((each) => [each?.value ?? 0, each?.min ?? 0, each?.max ?? 0] as const)
}

test.for([
  { what: 'a vCPU hour', usage: 'AWS Fargate - vCPU', size: { vcpu: 1, memory: 0 } },
  { what: 'a GB hour', usage: 'AWS Fargate - Memory', size: { vcpu: 0, memory: 1 } },
])('the bounds of $what cover all families of hosts that it may run on', async ({ usage, size }) => {
  const [row] = focus(`Amazon Elastic Container Service,${usage} - EU (Ireland),eu-west-1,Hours,1`)
  const counted = await boundsOf((row as { asset: AssetInput }).asset.cloudInstance as object)
  const types = ['m6i', 'm5', 'm5a', 'm6a', 'm7i', 'm7a', 'm8i', 'm8a'].map((family) => `${family}.large`)
  const families = await Promise.all(types.map((instanceType) => boundsOf({ provider: 'aws', instanceType, ...size })))
  for (const [phase, [value, min, max]] of counted.entries()) {
    const [own, ownMin, ownMax] = families[0]?.[phase] ?? [0, 0, 0]
    const figures = families.map((each) => each[phase] ?? [0, 0, 0])
    expect(value).toBe(own)
    // The least of each family, and its samples, which are in proportion to its value.
    expect(min / Math.min(...figures.map((each) => Math.min(each[1], (ownMin * each[0]) / own)))).toBeCloseTo(1, 9)
    expect(max / Math.max(...figures.map((each) => Math.max(each[2], (ownMax * each[0]) / own)))).toBeCloseTo(1, 9)
  }
  expect(Math.min(...families.map(([making]) => making?.[0] ?? 0))).toBeLessThan(counted[0]?.[0] ?? 0)
})

test('a vCPU hour of a family that the bill names has the bounds of that family', () => {
  const rows = importOf('bill-gcp.csv').rows.filter((row) => 'asset' in row)
  expect(rows[0]?.asset.cloudInstance).not.toHaveProperty('anyHost')
})

test.for([
  ['Hours', 'TIME', 1],
  ['1 Hour', 'TIME', 1],
  ['100 Hours', 'TIME', 100],
  ['Hrs', 'TIME', 1],
  ['Seconds', 'TIME', 1 / 3600],
  ['Months', 'TIME', 730],
  ['1/Month', 'TIME', 730],
  ['GB-Hours', 'GB_TIME', 1],
  ['GB-Mo', 'GB_TIME', 730],
  ['100 GB/Month', 'GB_TIME', 73_000],
  ['1 GB Second', 'GB_TIME', 1 / 3600],
  ['Lambda-GB-Second', 'GB_TIME', 1 / 3600],
  ['byte-seconds', 'GB_TIME', 2 ** -30 / 3600],
  ['gibibyte month', 'GB_TIME', 730],
  ['vCPU-Hours', 'VCPU_TIME', 1],
  ['ACU-Hr', 'TIME', 1],
  ['GB', 'GB', 1],
  ['bytes', 'GB', 2 ** -30],
  ['1 TB', 'GB', 1000],
  ['LCU-Hours', undefined, undefined],
  ['Requests', undefined, undefined],
  ['constructor', undefined, undefined],
  ['', undefined, undefined],
] as const)('the unit %j measures %s, %s of it', ([unit, measure, amount]) => {
  const read = readBillUnit(unit)
  expect(read?.measure).toBe(measure)
  if (amount !== undefined) expect(read?.amount).toBeCloseTo(amount, 12)
})

test('a database with more memory than others of its size has its own name', () => {
  const usage = ['db.r7g.large', 'db.r7i.metal-24xl', 'db.r5.4xlarge.tpc2.mem4x']
  const lines = usage.map((type) => `Amazon Relational Database Service,EU-InstanceUsage:${type},eu-west-1,Hours,10`)
  expect(focus(...lines).map(inShort)).toEqual(usage.map((type) => `10 x aws/${type} in eu-west-1`))
})

/** Lines of Google with a service and a SKU, each a GiB for a month. */
function ofGoogle(...lines: readonly string[]) {
  const columns = 'service.description,sku.description,usage.amount,usage.unit,location.region'
  return importFile([columns, ...lines.map((line) => `${line},1,gibibyte month,europe-west1`)].join('\n')).rows
}

test('what Google names hard disks is on hard disks', () => {
  const kept = (kind: string, copies: number) => `783.8315315 x ${kind} in ${copies}`
  const rows = ofGoogle(
    'Cloud Filestore,Filestore Capacity Basic HDD Belgium',
    'Cloud Filestore,Filestore Capacity Premium Belgium',
    'Cloud SQL,Cloud SQL for MySQL: Zonal - Low cost storage in Belgium',
    'Cloud SQL,Cloud SQL for MySQL: Regional - Low cost storage in Belgium',
    'Cloud SQL,Cloud SQL for MySQL: Zonal - Standard storage in Belgium',
    'Cloud SQL,Cloud SQL for MySQL: Regional - Standard storage in Belgium',
  )
  expect(counted(rows)).toEqual([
    kept('HDD', 2),
    kept('SSD', 2),
    kept('HDD', 1),
    kept('HDD', 2),
    kept('SSD', 1),
    kept('SSD', 2),
  ])
})

test('a disk of Google in two zones counts two copies', () => {
  const rows = ofGoogle(
    'Compute Engine,Regional Balanced PD Capacity in Belgium',
    'Compute Engine,Hyperdisk Balanced High Availability Capacity in Belgium',
    'Compute Engine,Hyperdisk Balanced Capacity in Belgium',
  )
  const kept = (copies: number) => `783.8315315 x SSD in ${copies}`
  expect(counted(rows)).toEqual([kept(2), kept(2), kept(1)])
})

test('the fee for a cluster of Kubernetes has the same reason at each provider', () => {
  const aws =
    'line_item_line_item_type,line_item_product_code,line_item_usage_type,pricing_unit,line_item_usage_amount,product_region_code'
  const azure = 'ChargeType,MeterCategory,MeterName,UnitOfMeasure,Quantity,ResourceLocation'
  const google = 'service.description,sku.description,usage.amount,usage.unit,location.region'
  const rows = [
    `${aws}\nUsage,AmazonEKS,EUC1-AmazonEKS-Hours:perCluster,Hours,1,eu-central-1`,
    `${azure}\nUsage,Azure Kubernetes Service,Standard Uptime SLA,1 Hour,1,westeurope`,
    `${google}\nKubernetes Engine,Zonal Kubernetes Clusters,3600,seconds,europe-west1`,
  ].flatMap((bill) => importFile(bill).rows)
  expect(counted(rows)).toEqual(['UNKNOWN_USAGE', 'UNKNOWN_USAGE', 'UNKNOWN_USAGE'])
})

const CUR =
  'line_item_line_item_type,line_item_product_code,line_item_usage_type,pricing_unit,line_item_usage_amount,product_region_code'

/** Lines of a CUR with a usage type of EC2, each for 24 hours. */
function ofEc2(...usageTypes: readonly string[]): readonly ImportedRow[] {
  return importFile([CUR, ...usageTypes.map((type) => `Usage,AmazonEC2,${type},Hrs,24,eu-west-1`)].join('\n')).rows
}

test('a dedicated host of AWS is the largest bare-metal type of its family, and the instances on it count no more', () => {
  const hosts = ['HostUsage:m5', 'EUW1-HostUsage:m5d', 'EUW1-ReservedHostUsage:m7i', 'USE2-HostUsage:u-6tb1']
  const instances = ['HostBoxUsage:m5.large', 'EUW1-HostBoxUsage:m5d.metal', 'EUW1-HostBoxUsage:m7i.4xlarge']
  expect(counted(ofEc2(...hosts, ...instances))).toEqual([
    '24 x m5.metal',
    '24 x m5d.metal',
    '24 x m7i.metal-48xl',
    '24 x u-6tb1.metal',
    ...Array(3).fill('FEE_ON_OTHER_LINE'),
  ])
})

test('of a dedicated host of a family without a bare-metal type, the instances on it count', () => {
  expect(counted(ofEc2('EUW1-HostUsage:m4', 'EUW1-ReservedHostUsage:r4', 'EUW1-HostBoxUsage:m4.xlarge'))).toEqual([
    'FEE_ON_OTHER_LINE',
    'FEE_ON_OTHER_LINE',
    '24 x m4.xlarge',
  ])
})

test('a line in FOCUS without a usage type names a dedicated host in its description', () => {
  const lines = [
    '$5.069 per On Demand M5 Dedicated Host Hour',
    '$0.00 per Linux m5.large Dedicated Host Instance hour',
    '$1.9 per On Demand M4 Dedicated Host Hour',
    '$0.00 per Linux m4.large Dedicated Host Instance hour',
  ]
  const rows = focus(...lines.map((line) => `Amazon Elastic Compute Cloud,${line},eu-west-1,Hours,24`))
  expect(counted(rows)).toEqual(['24 x m5.metal', 'FEE_ON_OTHER_LINE', 'FEE_ON_OTHER_LINE', '24 x m4.large'])
})

test('of each family of AWS, either the host counts or its instances', () => {
  const types = openAssessor().references.tables.cloudInstances.filter(
    ({ provider, instanceType }) => provider === 'aws' && /^[^.]+\.[^.]+$/.test(instanceType),
  )
  const families = Map.groupBy(types, ({ instanceType }) => instanceType.split('.')[0] as string)
  for (const [family, some] of families) {
    const metal = some
      .filter(({ instanceType }) => instanceType.includes('.metal'))
      .toSorted((a, b) => b.vcpu - a.vcpu)[0]?.instanceType
    const any = some[0]?.instanceType
    const rows = counted(ofEc2(`EUW1-HostUsage:${family}`, `EUW1-HostBoxUsage:${any}`))
    const expected = metal ? [`24 x ${metal}`, 'FEE_ON_OTHER_LINE'] : ['FEE_ON_OTHER_LINE', `24 x ${any}`]
    expect([family, ...rows]).toEqual([family, ...expected])
  }
  expect(families.size).toBeGreaterThan(100)
})

/** Lines of AWS in FOCUS 1.2 without the columns of AWS, each from the service to the details of its price. */
function withoutUsageTypes(...lines: readonly string[]): readonly ImportedRow[] {
  const columns = 'ServiceName,ChargeDescription,SkuMeter,SkuPriceDetails,CapacityReservationStatus'
  const others =
    'ChargeCategory,ProviderName,RegionId,ConsumedUnit,ConsumedQuantity,EffectiveCost,CommitmentDiscountStatus'
  const same = 'Usage,AWS,eu-west-1,Hours,2,0,'
  return importFile([`${columns},${others}`, ...lines.map((line) => `${line},${same}`)].join('\n')).rows
}

const details = (type: string) => `"{""InstanceType"": ""${type}"", ""CoreCount"": 2}"`

test('a node of a cache or a warehouse is known by the words of its description', () => {
  const rows = withoutUsageTypes(
    'Amazon ElastiCache,$0.02 per T4G Micro Cache node-hour (or partial hour) running Valkey,,,',
    'Amazon ElastiCache,$5.2 per R6GD 12XLarge Cache node-hour (or partial hour) running Redis,,,',
    'Amazon Redshift,$0.25 per Redshift Dense Compute Large (DC2.L) Compute Node-hour (or partial hour),,,',
    'Amazon Redshift,$3.26 per Redshift RA3.4XL Compute Node-hour (or partial hour),,,',
  )
  expect(counted(rows)).toEqual([
    '2 x cache.t4g.micro',
    '2 x cache.r6gd.12xlarge',
    '2 x m6i.large 2 vCPU 15 GB',
    '2 x m6i.large 12 vCPU 96 GB',
  ])
})

test('a type that only the details of the price name is read, whatever the line costs', () => {
  const rows = withoutUsageTypes(
    `Amazon Elastic Compute Cloud,Linux,Compute Usage,${details('m5d.2xlarge')},`,
    `Amazon Relational Database Service,MySQL,Compute Usage,${details('db.m5.large')},`,
    `Amazon ElastiCache,Redis,Compute Usage,${details('cache.r6g.large')},`,
    `Amazon Redshift,Node-hour,Compute Usage,${details('ra3.16xlarge')},`,
    `Amazon OpenSearch Service,Node-hour,Compute Usage,${details('r6g.large.search')},`,
    `Amazon SageMaker,Notebook,Compute Usage,${details('ml.m5.large')},`,
  )
  expect(counted(rows)).toEqual([
    '2 x m5d.2xlarge',
    '2 x db.m5.large',
    '2 x cache.r6g.large',
    '2 x m6i.large 48 vCPU 384 GB',
    '2 x r6g.large',
    '2 x m5.large',
  ])
  expect(rows.map(({ billed }) => billed?.cost)).toEqual(Array(6).fill(0))
})

test('a capacity reservation counts nothing of its own, used or not', () => {
  const ec2 = 'Amazon Elastic Compute Cloud'
  const rows = withoutUsageTypes(
    `${ec2},$0.096 per On Demand Linux m5.large Instance Hour,,,Used`,
    `${ec2},$0.00 per Reservation Linux m5.large Instance Hour,,,`,
    `${ec2},$0.00 per Dedicated Reservation Linux m5.large Instance Hour,,,`,
    `${ec2},$0.096 per Unused Reservation Linux m5.large Instance Hour,,,`,
    `${ec2},m5.large,,,Unused`,
  )
  expect(counted(rows)).toEqual([
    '2 x m5.large',
    'FEE_ON_OTHER_LINE',
    'FEE_ON_OTHER_LINE',
    'UNUSED_COMMITMENT',
    'UNUSED_COMMITMENT',
  ])
})

/** Lines of Google, each for an hour. */
function hoursOfGoogle(service: string, ...skus: readonly string[]) {
  const columns = 'service.description,sku.description,usage.amount,usage.unit,location.region'
  return importFile([columns, ...skus.map((sku) => `${service},${sku},3600,seconds,europe-west1`)].join('\n')).rows
}

test.for([
  ['Nvidia H100 80GB Mega GPU running in Belgium', 'NVIDIA H100 SXM 80GB'],
  ['Nvidia H100 80GB Plus GPU attached to Spot Preemptible VMs running in Belgium', 'NVIDIA H100 SXM 80GB'],
  ['Nvidia Tesla A100 80GB GPU running in Belgium', 'NVIDIA A100 SXM4 80GB'],
  ['Nvidia Tesla A100 GPU running in Belgium', 'NVIDIA A100 SXM4 40GB'],
  ['Nvidia L4 GPU running in Belgium', 'NVIDIA L4'],
  ['H200 141GB GPU running in Belgium', 'NVIDIA H200 SXM 141GB'],
  ['A4 Nvidia B200 (1 gpu slice) running in Belgium', 'NVIDIA B200 SXM 180GB'],
  ['RTX 6000 96GB GPU running in Belgium', 'NVIDIA RTX PRO 6000 Blackwell Server Edition'],
  ['Autopilot NVIDIA T4 Spot Pod GPU Requests (europe-west1)', 'NVIDIA T4'],
  ['Nvidia X9 GPU running in Belgium', 'Nvidia X9'],
])('the SKU %s is the card %s', ([sku = '', card]) => {
  expect(counted(hoursOfGoogle(sku.startsWith('Auto') ? 'Kubernetes Engine' : 'Compute Engine', sku))).toEqual([
    `1 x ${card}`,
  ])
})

test('every card that Google bills is in the catalogue', () => {
  const known = openAssessor().references.tables.gpus.map(({ name }) => name)
  expect(known).toEqual(expect.arrayContaining(BILLED_GPUS.map(([, card]) => card)))
})

test('a pod of Autopilot is on the machines of its class, and its premium is a fee', () => {
  const skus = ['Scale-Out Arm Spot Pod mCPU Requests', 'Scale-Out x86 Pod mCPU Requests', 'Balanced Pod mCPU Requests']
  const rows = hoursOfGoogle(
    'Kubernetes Engine',
    ...[...skus, 'Spot Pod mCPU Requests', 'Performance CPU Premium'].map((sku) => `Autopilot ${sku} (europe-west1)`),
  )
  expect(counted(rows)).toEqual([
    ...['t2a-standard-1', 't2d-standard-1', 'n2-standard-2', 'e2-standard-2'].map(
      (host) => `1 x ${host} 0.001 vCPU 0 GB`,
    ),
    'FEE_ON_OTHER_LINE',
  ])
})

test('a meter of Azure with two types is the first of them, also of types without a version', () => {
  const columns = 'MeterCategory,MeterName,UnitOfMeasure,Quantity,ResourceLocation'
  const meters = ['D2 v3/D2s v3 Low Priority', 'F2/F2s', 'D11/DS11 Spot', 'M64s', 'L8s v2', 'D4s v5 Spot']
  const { rows } = importFile(
    [columns, ...meters.map((meter) => `Virtual Machines,${meter},1 Hour,1,westeurope`)].join('\n'),
  )
  expect(counted(rows)).toEqual(['D2_v3', 'F2', 'D11', 'M64s', 'L8s_v2', 'D4s_v5'].map((type) => `1 x ${type}`))

  // The type in the name of the meter goes before a word of the details.
  const line = 'Virtual Machines,D4s v5,1 Hour,1,westeurope,"{""Label"": ""a1""}"'
  expect(counted(importFile(`${columns},AdditionalInfo\n${line}`).rows)).toEqual(['1 x D4s_v5'])
})

test('a meter of Azure for 2 vCore counts two of them in an hour', () => {
  const columns = 'MeterCategory,MeterName,UnitOfMeasure,Quantity,ResourceLocation'
  const rows = ['vCore', '2 vCore'].map((meter) => `SQL Database,${meter},1 Hour,3,westeurope`)
  const vCore = 'D2s_v5 1 vCPU 5.1 GB'
  expect(counted(importFile([columns, ...rows].join('\n')).rows)).toEqual([`3 x ${vCore}`, `6 x ${vCore}`])
})

test('what two lines of a bill have moved counts once: a line of what came in counts nothing', () => {
  const aws = [
    'EUW1-USE1-AWS-Out-Bytes',
    'USE1-EUW1-AWS-In-Bytes',
    'EUW1-CloudFront-In-Bytes',
    'EU-DataTransfer-Out-OBytes',
  ]
  const zones = [
    'EUW1-DataTransfer-xAZ-Out-Bytes',
    'EUW1-DataTransfer-xAZ-In-Bytes',
    'EUW1-DataTransfer-Regional-Bytes',
  ]
  const lines = [...aws, ...zones].map((type) => `Usage,AmazonEC2,${type},GB,2,eu-west-1`)
  expect(counted(importFile([CUR, ...lines].join('\n')).rows)).toEqual([
    '2 x BETWEEN_REGIONS',
    'FEE_ON_OTHER_LINE',
    'FEE_ON_OTHER_LINE',
    '2 x BETWEEN_REGIONS',
    '2 x REGION',
    'FEE_ON_OTHER_LINE',
    // The sender and the receiver each have a line of this usage type.
    '1 x REGION',
  ])

  const columns = 'MeterCategory,MeterName,UnitOfMeasure,Quantity,ResourceLocation'
  const meters = ['Inter-Region Egress', 'Inter-Region Ingress', 'Intra-Region Egress', 'Intra-Region Ingress']
  const azure = meters.map((meter) => `Virtual Network,${meter},1 GB,2,westeurope`)
  expect(counted(importFile([columns, ...azure].join('\n')).rows)).toEqual([
    '2 x BETWEEN_REGIONS',
    'FEE_ON_OTHER_LINE',
    '2 x REGION',
    'FEE_ON_OTHER_LINE',
  ])

  const google = [
    'Inter Region Data Transfer Out',
    'Inter Region Data Transfer In',
    'Inter Zone Egress',
    'Inter Zone Ingress',
  ]
  const header = 'service.description,sku.description,usage.amount,usage.unit,location.region'
  const skus = google.map((sku) => `Compute Engine,Network ${sku} from Americas to EMEA,${2 ** 30},bytes,europe-west1`)
  expect(counted(importFile([header, ...skus].join('\n')).rows)).toEqual([
    '1.073741824 x BETWEEN_REGIONS',
    'FEE_ON_OTHER_LINE',
    '1.073741824 x REGION',
    'FEE_ON_OTHER_LINE',
  ])
})

test('a map does not apply to a bill', () => {
  const bill = readFileSync('test/importers/files/bill-cur2.csv', 'utf8')
  expect(() => importFile(bill, { map: { line_item_resource_id: 'label' } })).toThrow(
    'A map applies to tables of assets, and this is a bill (AWS CUR), whose columns have fixed meanings. Leave out the map',
  )
})

test('the columns of accounts are read, since lines are grouped by them', () => {
  const columns = 'line_item_usage_account_id,line_item_usage_account_name,bill_payer_account_id,identity_line_item_id'
  const bill = [`${CUR},${columns}`, 'Usage,AmazonEC2,BoxUsage:m5.large,Hrs,24,eu-west-1,1,web,2,x'].join('\n')
  expect(importFile(bill).notRead).toEqual(['identity_line_item_id'])
})
