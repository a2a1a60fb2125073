import type { DuckDBConnection } from '@duckdb/node-api'
import { sqlText } from '../../src/bulk/database.ts'
import type { AssetInput } from '../../src/library/index.ts'

/** A kind of lines of a made bill: how it is written, and what a unit of it is. */
export interface MadeKind {
  readonly service: string
  readonly text: string
  readonly unit: string
  /** What is counted of it: an hour, a GB for an hour, a GB; undefined of what is left out. */
  readonly asset?: AssetInput
  /** How many of these a unit is. */
  readonly many?: number
}

const usage = { region: 'eu-west-1' }
const GIB = 1.073741824
const instance = (instanceType: string): AssetInput => ({ cloudInstance: { provider: 'aws', instanceType, usage } })
const compute = (vcpu: number, memory: number, instanceType = 'm6i.large'): AssetInput => {
  return { cloudInstance: { provider: 'aws', instanceType, vcpu, memory, usage } }
}
const storage = (kind: 'SSD' | 'HDD', copies: number, copiesMin = copies, copiesMax = copies): AssetInput => {
  return { storage: { kind, gigabytes: 1, copies, copiesMin, copiesMax, provider: 'aws', usage } }
}
const network = (reach: 'REGION' | 'BETWEEN_REGIONS' | 'INTERNET'): AssetInput => {
  return { network: { gigabytes: 1, reach, usage } }
}
const EC2 = 'AmazonEC2'
const RDS = 'AmazonRDS'

/** 34 kinds of lines, each with what it is, by hand. */
export const MADE_KINDS: readonly MadeKind[] = [
  { service: EC2, text: 'EUW1-BoxUsage:m5.xlarge', unit: 'Hrs', asset: instance('m5.xlarge'), many: 1 },
  { service: EC2, text: 'EUW1-SpotUsage:c5.large', unit: 'Hrs', asset: instance('c5.large'), many: 1 },
  { service: EC2, text: 'EUW1-BoxUsage:t3.micro', unit: 'Seconds', asset: instance('t3.micro'), many: 1 / 3600 },
  { service: EC2, text: 'EUW1-BoxUsage:r5.2xlarge', unit: 'Hrs', asset: instance('r5.2xlarge'), many: 1 },
  { service: RDS, text: 'EUW1-InstanceUsage:db.r5.large', unit: 'Hrs', asset: instance('db.r5.large'), many: 1 },
  { service: RDS, text: 'EUW1-Multi-AZUsage:db.m5.large', unit: 'Hrs', asset: instance('db.m5.large'), many: 2 },
  {
    service: 'AmazonElastiCache',
    text: 'NodeUsage:cache.t3.micro',
    unit: 'Hrs',
    asset: instance('cache.t3.micro'),
    many: 1,
  },
  { service: 'AmazonES', text: 'ESInstance:r6g.large.search', unit: 'Hrs', asset: instance('r6g.large'), many: 1 },
  { service: 'AmazonECS', text: 'EUW1-Fargate-vCPU-Hours:perCPU', unit: 'hours', asset: compute(1, 0), many: 1 },
  { service: 'AmazonECS', text: 'EUW1-Fargate-GB-Hours', unit: 'hours', asset: compute(0, 1), many: 1 },
  { service: 'AWSLambda', text: 'Lambda-GB-Second', unit: 'GB-Second', asset: compute(1024 / 1769, 1), many: 1 / 3600 },
  {
    service: 'AWSLambda',
    text: 'Lambda-GB-Second-ARM',
    unit: 'GB-Second',
    asset: compute(1024 / 1769, 1, 'm6g.large'),
    many: 1 / 3600,
  },
  { service: 'AWSGlue', text: 'EUW1-ETL-DPU-Hour', unit: 'DPU-Hour', asset: compute(4, 16), many: 1 },
  { service: RDS, text: 'EUW1-Aurora:ServerlessV2Usage', unit: 'ACU-Hr', asset: compute(0.25, 2), many: 1 },
  { service: 'AmazonRedshift', text: 'EUW1-Node:ra3.xlplus', unit: 'Hrs', asset: compute(4, 32), many: 1 },
  { service: EC2, text: 'EUW1-EBS:VolumeUsage.gp3', unit: 'GB-Mo', asset: storage('SSD', 2, 1, 3), many: 730 * GIB },
  { service: EC2, text: 'EUW1-EBS:VolumeUsage.st1', unit: 'GB-Mo', asset: storage('HDD', 2, 1, 3), many: 730 * GIB },
  { service: EC2, text: 'EUW1-EBS:SnapshotUsage', unit: 'GB-Mo', asset: storage('HDD', 2, 1.3, 6), many: 730 * GIB },
  {
    service: 'AmazonS3',
    text: 'EUW1-TimedStorage-ByteHrs',
    unit: 'GB-Mo',
    asset: storage('HDD', 2, 1.3, 6),
    many: 730 * GIB,
  },
  {
    service: 'AmazonS3',
    text: 'EUW1-TimedStorage-ZIA-ByteHrs',
    unit: 'GB-Mo',
    asset: storage('HDD', 2, 1.3, 3),
    many: 730 * GIB,
  },
  { service: RDS, text: 'EUW1-RDS:GP2-Storage', unit: 'GB-Mo', asset: storage('SSD', 1), many: 730 * GIB },
  { service: RDS, text: 'EUW1-Aurora:StorageUsage', unit: 'GB-Mo', asset: storage('SSD', 6), many: 730 * GIB },
  { service: 'AmazonEFS', text: 'EUW1-TimedStorage-Std', unit: 'GB-Hours', asset: storage('SSD', 3), many: GIB },
  { service: 'AWSDataTransfer', text: 'EUW1-DataTransfer-Out-Bytes', unit: 'GB', asset: network('INTERNET'), many: 1 },
  {
    service: 'AWSDataTransfer',
    text: 'EUW1-USE1-AWS-Out-Bytes',
    unit: 'GB',
    asset: network('BETWEEN_REGIONS'),
    many: 1,
  },
  { service: EC2, text: 'EUW1-DataTransfer-Regional-Bytes', unit: 'GB', asset: network('REGION'), many: 0.5 },
  { service: 'AmazonS3', text: 'EUW1-Requests-Tier1', unit: 'Requests' },
  { service: 'AWSLambda', text: 'Request', unit: 'Requests' },
  { service: EC2, text: 'EUW1-NatGateway-Hours', unit: 'Hrs' },
  { service: 'AWSELB', text: 'EUW1-LoadBalancerUsage', unit: 'Hrs' },
  { service: EC2, text: 'EUW1-EBSOptimized:m4.large', unit: 'Hrs' },
  { service: 'AmazonVPC', text: 'EUW1-PublicIPv4:InUseAddress', unit: 'Hrs' },
  { service: 'AmazonFuture', text: 'EUW1-Futures', unit: 'Futures' },
  { service: 'AWSSupportBusiness', text: 'Dollar', unit: 'Dollars' },
]

/**
 * Writes a made bill (CUR) of so many lines to a Parquet file. Its lines have every kind in turn, 30 days, 100 accounts
 * and partial hours. One line in 50 takes back a part of the usage of its day.
 */
export async function writeMadeBill(database: DuckDBConnection, file: string, lines: number): Promise<void> {
  await database.run('CREATE OR REPLACE TABLE kinds (kind INTEGER, service VARCHAR, usage VARCHAR, unit VARCHAR)')
  const values = MADE_KINDS.map(
    ({ service, text, unit }, kind) => `(${kind}, ${[service, text, unit].map(sqlText).join(', ')})`,
  )
  await database.run(`INSERT INTO kinds VALUES ${values.join(', ')}`)
  await database.run(`COPY (
    SELECT 'Usage' AS line_item_line_item_type, service AS line_item_product_code, usage AS line_item_usage_type,
      unit AS pricing_unit, 'eu-west-1' AS product_region_code,
      DATE '2026-10-01' + (i // ${MADE_KINDS.length} % 30)::INTEGER AS line_item_usage_start_date,
      'account ' || (hash(i) % 100) AS line_item_usage_account_id,
      CASE WHEN i // ${MADE_KINDS.length} % 50 = 7 THEN -0.125 ELSE ((i * 7919) % 24000) / 1000 + 1 END AS line_item_usage_amount,
      ((i * 31) % 1000) / 100 AS line_item_unblended_cost, 'USD' AS line_item_currency_code
    FROM range(${lines}) lines(i) JOIN kinds ON kind = i % ${MADE_KINDS.length} ORDER BY i
  ) TO ${sqlText(file)} (FORMAT parquet)`)
}
