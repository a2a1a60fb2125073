import type { ImportedAsset, ImportedRow } from '../importers/imported.ts'
import { spanOptionsOf } from '../library/assessor.ts'
import type { Assessor, FigureOptions } from '../library/index.ts'

/** A type of instance to use instead, and the figure of all units with it. */
export interface Alternative {
  readonly name: string
  /** Types with the same figure, which could as well be the lowest. */
  readonly others: readonly string[]
  readonly after: number
}

/** A row of a file with an asset. */
export type AssetRow = Extract<ImportedRow, ImportedAsset>

/** Resources of plans that take any machine of their provider, and rules of bills for these machines. */
const OF_ANY_TYPE =
  /^(aws_(instance|spot_instance_request|spot_fleet_request|ec2_fleet|autoscaling_group|eks_node_group)|azurerm_([a-z_]*virtual_machine|[a-z_]*virtual_machine_scale_set|kubernetes_[a-z_]+|batch_pool)|google_(compute|container)_[a-z_]+)$/
const OF_ANY_RULE = /^(aws\.ec2|aws\.ec2\.other|[a-z]+\.machine)$/
/** Databases and caches whose types the tables have by name: `db.m5.large`. Other services choose from fewer. */
const OF_FAMILY =
  /^aws_(db_instance|rds_cluster|rds_cluster_instance|elasticache_cluster|elasticache_replication_group)$/

/**
 * The type of the same provider with as many processors, as much memory and the lowest figure. Undefined if the given
 * one is lowest, or if a service chooses the machine, since its types are not known.
 */
export async function lowerAlternative(
  assessor: Assessor,
  row: AssetRow,
  value: number,
  asked: FigureOptions,
): Promise<Alternative | undefined> {
  const { asset, quantity } = row
  const { cloudInstance } = asset
  if (cloudInstance === undefined || !isFree(row)) return undefined
  const { tables } = assessor.references
  const named = assessor.references.instancesNamed(
    [cloudInstance.provider ?? '', cloudInstance.instanceType].join(' ').trim(),
  )[0]
  if (named === undefined) return undefined
  const { duration: _, ...others } = asked
  const options = { ...others, ...spanOptionsOf(row, asked) }
  const alike = tables.cloudInstances.filter(
    ({ provider, instanceType, vcpu, memory, gpuUnits }) =>
      provider === named.provider &&
      familyOf(instanceType) === familyOf(named.instanceType) &&
      vcpu === named.vcpu &&
      gpuUnits === named.gpuUnits &&
      memory >= named.memory &&
      memory <= 2 * named.memory,
  )
  let lowest: Alternative | undefined
  for (const { instanceType } of alike) {
    const figure = await assessor.figure({ cloudInstance: { ...cloudInstance, instanceType } }, options)
    const after = figure === null ? value : figure.value * quantity
    if (after < (lowest?.after ?? value)) lowest = { name: instanceType, others: [], after }
    else if (after === lowest?.after) lowest = { ...lowest, others: [...lowest.others, instanceType] }
  }
  return lowest
}

/** Whether another type can replace the machine: it is not a share of a host, and no service chooses it. */
function isFree({ asset: { cloudInstance }, rule, path, columns }: AssetRow): boolean {
  if (cloudInstance?.vcpu !== undefined || cloudInstance?.memory !== undefined) return false
  if (rule !== undefined) return OF_ANY_RULE.test(rule)
  const { address, type = '' } = columns ?? {}
  if (address === undefined || address !== path) return true
  return OF_ANY_TYPE.test(type) || OF_FAMILY.test(type)
}

/** `db` of `db.m5.large`, `cache` of `cache.m5.large`; empty for a machine. */
function familyOf(instanceType: string): string {
  return /^(db|cache)\./.exec(instanceType)?.[1] ?? ''
}
