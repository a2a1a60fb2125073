import { at, listAt } from '../json-at.ts'
import type { PlannedOf, PlanResource } from './plan-configuration.ts'

/** Fields of templates that say what their machines, tasks and variants are. */
const DECIDING = [
  'instance_type',
  'instance_requirements',
  'machine_type',
  'guest_accelerator',
  'cpu',
  'memory',
  'runtime_platform',
]
/** Blocks of templates, with the amounts in them that count. Other fields, such as device names, do not. */
const BLOCKS = ['root_block_device', 'ebs_block_device', 'block_device_mappings', 'disk', 'production_variants']
const AMOUNTS = [
  'volume_size',
  'volume_type',
  'disk_size_gb',
  'disk_type',
  'volume_size_in_gb',
  'instance_type',
  'initial_instance_count',
]

/** A template of machines, which groups refer to. */
export const template: PlannedOf = (resource) => ({
  skipped: 'a template: it is counted in the group that uses it',
  ...(changesMachines(resource) && { changesMachines: true }),
})

/** Whether a plan gives an existing template other machines, not only other tags, images or names. */
function changesMachines({ values, otherSide, unknown }: PlanResource): boolean {
  if (otherSide === undefined || otherSide === null) return false
  return (
    DECIDING.some((field) => isOpen(at(unknown, field)) || !isSame(at(values, field), at(otherSide, field))) ||
    BLOCKS.some((field) => isOtherBlock(listAt(values, field), listAt(otherSide, field)))
  )
}

/** Whether anything in a value is known only after the plan is applied. */
function isOpen(unknown: unknown): boolean {
  if (unknown === null || typeof unknown !== 'object') return unknown === true
  return Object.values(unknown).some(isOpen)
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one ?? null) === JSON.stringify(other ?? null)
}

/** An amount that a plan leaves to the provider stays the same. */
function isOtherBlock(blocks: readonly unknown[], others: readonly unknown[]): boolean {
  if (blocks.length !== others.length) return true
  return blocks.some((block, index) =>
    AMOUNTS.some((field) => {
      const [is, was] = [block, others[index]].map((each) => at(each, 'ebs', 0, field) ?? at(each, field))
      return is !== undefined && is !== null && !isSame(is, was)
    }),
  )
}
