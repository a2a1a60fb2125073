import { checkAsset } from '../check-asset.ts'
import { checkRows } from '../check-rows.ts'
import type { ImportedFile, ImportedRow, RowOutcome } from '../imported.ts'
import { at, listAt, textAt } from '../json-at.ts'
import { awsMachines } from './aws-machines.ts'
import { azureMachines } from './azure-machines.ts'
import { googleMachines } from './google-machines.ts'
import { type MachinesOf, PlanConfiguration, type PlanResource } from './plan-configuration.ts'

const BY_TYPE: Readonly<Record<string, MachinesOf>> = { ...awsMachines, ...azureMachines, ...googleMachines }

/** The machines of a plan's resource. */
export const machinesOf: MachinesOf = (resource, configuration) => {
  const { type } = resource
  if (!Object.hasOwn(BY_TYPE, type)) return { skipped: `${type.slice(0, 100)} is not a known type of machine` }
  return (BY_TYPE[type] as MachinesOf)(resource, configuration)
}

/** Which side of a plan: the current state or the planned one. */
export type PlanSide = 'before' | 'after'

/** Whether a document is the output of `terraform show -json` (or OpenTofu's) for a plan or a state. */
export function isPlan(document: unknown): boolean {
  const has = (key: string) => at(document, key) !== undefined
  return has('format_version') && (has('resource_changes') || has('planned_values') || has('values'))
}

/**
 * Reads the machines before or after a plan, one row per resource. Groups count the machines they request. Other
 * resources are left out with a reason.
 *
 * The format: https://developer.hashicorp.com/terraform/internals/json-format
 */
export function importPlan(document: unknown, side: PlanSide = 'after'): ImportedFile {
  const resources = resourcesOf(document, side)
  checkRows(resources.length)
  const configuration = new PlanConfiguration(document, resources)
  const rows = resources.flatMap((resource): ImportedRow[] => {
    const { address, type, action } = resource
    const row = { path: address, columns: { address, type, action } }
    return readResource(resource, configuration).map((outcome) => ({ ...row, ...outcome }))
  })
  return { format: 'terraform', notRead: [], rows }
}

function readResource(resource: PlanResource, configuration: PlanConfiguration): readonly RowOutcome[] {
  const machines = machinesOf(resource, configuration)
  if ('skipped' in machines) return [machines]
  return machines.map(({ provider, instanceType, region, quantity }): RowOutcome => {
    if (instanceType === undefined) {
      const message = 'the plan does not name its instance type'
      return { fault: { code: 'BAD_USER_INPUT', message, path: ['instance_type'] } }
    }
    const usage = region === undefined ? {} : { usage: { region } }
    const checked = checkAsset({ cloudInstance: { provider, instanceType, ...usage } })
    return 'fault' in checked ? checked : { label: resource.address, quantity, asset: checked.asset }
  })
}

/** Every managed resource on one side. */
function resourcesOf(document: unknown, side: PlanSide): readonly PlanResource[] {
  const changes = at(document, 'resource_changes')
  if (!Array.isArray(changes)) {
    if (side === 'before') return modulesOf(at(document, 'prior_state', 'values', 'root_module')).flatMap(resourcesIn)
    const root = at(document, 'planned_values', 'root_module') ?? at(document, 'values', 'root_module')
    return modulesOf(root).flatMap(resourcesIn)
  }
  return changes.flatMap((change) => {
    const values = at(change, 'change', side)
    const isThere = values !== null && values !== undefined && textAt(change, 'mode') !== 'data'
    if (!isThere || at(change, 'deposed') !== undefined) return []
    const action = listAt(change, 'change', 'actions').map(String).join('+').slice(0, 60)
    return [{ address: textAt(change, 'address') ?? '', type: textAt(change, 'type') ?? '', values, action }]
  })
}

function resourcesIn(module: unknown): readonly PlanResource[] {
  return listAt(module, 'resources')
    .filter((resource) => textAt(resource, 'mode') !== 'data')
    .map((resource) => ({
      address: textAt(resource, 'address') ?? '',
      type: textAt(resource, 'type') ?? '',
      values: at(resource, 'values'),
      action: '',
    }))
}

/** A module and all modules it calls. */
function modulesOf(root: unknown): readonly unknown[] {
  const found: unknown[] = []
  const visit = (module: unknown) => {
    if (module === null || module === undefined) return
    found.push(module)
    for (const child of listAt(module, 'child_modules')) visit(child)
  }
  visit(root)
  return found
}
