import { GB_OF_GIB } from '../billing/bill-unit.ts'
import type { BillingRule } from '../billing/billing-rule.ts'
import { BILLING_RULES } from '../billing/find-rule.ts'
import { assetOfRule } from '../billing/read-bill-line.ts'
import { checkAsset } from '../check-asset.ts'
import { checkRows } from '../check-rows.ts'
import type { ImportedFile, ImportedRow, RowOutcome } from '../imported.ts'
import { at, listAt, textAt } from '../json-at.ts'
import { awsResources } from './aws-resources.ts'
import { azureResources } from './azure-resources.ts'
import { googleResources } from './google-resources.ts'
import {
  PlanConfiguration,
  type Planned,
  type PlannedOf,
  type PlannedShare,
  type PlanResource,
} from './plan-configuration.ts'

const BY_TYPE: Readonly<Record<string, PlannedOf>> = { ...awsResources, ...azureResources, ...googleResources }

/** The machines and volumes of a plan's resource. */
export const plannedOf: PlannedOf = (resource, configuration) => {
  const { type } = resource
  if (!Object.hasOwn(BY_TYPE, type)) return { skipped: `${type.slice(0, 100)} is not a known type of machine` }
  const planned = (BY_TYPE[type] as PlannedOf)(resource, configuration)
  const unknown = 'skipped' in planned ? undefined : planned.find(isOfUnknownSize)
  return unknown === undefined ? planned : { skipped: `no machine is known for the size ${sizeOf(unknown)}` }
}

function isOfUnknownSize(planned: Planned): planned is PlannedShare {
  return 'shareRule' in planned && ruleOf(planned.shareRule) === undefined
}

/** `ra3.9xlarge` of `aws.redshift.ra3.9xlarge`. */
function sizeOf({ shareRule }: PlannedShare): string {
  return shareRule.split('.').slice(2).join('.')
}

function ruleOf(id: string): BillingRule | undefined {
  return BILLING_RULES.find((each) => each.id === id)
}

/** Which side of a plan: the current state or the planned one. */
export type PlanSide = 'before' | 'after'

/** Whether a document is the output of `terraform show -json` (or OpenTofu's) for a plan or a state. */
export function isPlan(document: unknown): boolean {
  const has = (key: string) => at(document, key) !== undefined
  return has('format_version') && (has('resource_changes') || has('planned_values') || has('values'))
}

/**
 * Reads the machines, databases and volumes before or after a plan, one row each. Groups count the machines they
 * request. Other resources are left out with a reason.
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
  const planned = plannedOf(resource, configuration)
  if ('skipped' in planned) return [planned]
  return planned.map((each): RowOutcome => {
    const asset = assetOf(each)
    if (asset === undefined) {
      const what = 'rule' in each || 'shareRule' in each ? 'size' : 'instance type'
      const message = `the plan does not name its ${what}`
      return { fault: { code: 'BAD_USER_INPUT', message, path: [what.replace(' ', '_')] } }
    }
    const checked = checkAsset(asset)
    const part = 'part' in each ? ` ${each.part}` : ''
    const label = `${resource.address}${part}`
    return 'fault' in checked ? checked : { label, quantity: each.quantity, asset: checked.asset }
  })
}

/** Returns the input for one of the planned things. Undefined if the plan does not say enough. */
function assetOf(planned: Planned): object | undefined {
  const { provider, region } = planned
  const usage = region === undefined ? {} : { usage: { region } }
  if ('rule' in planned) {
    const { rule: id, gibibytes } = planned
    const rule = ruleOf(id)
    if (gibibytes === undefined || rule === undefined) return undefined
    const { asset } = assetOfRule(rule, provider, usage)
    return { storage: { ...asset.storage, gigabytes: gibibytes * GB_OF_GIB } }
  }
  if ('shareRule' in planned) {
    const { detail: instanceType, vcpu = 0, memory = 0 } = ruleOf(planned.shareRule) ?? {}
    const { units } = planned
    if (units === undefined) return undefined
    return { cloudInstance: { provider, instanceType, vcpu: vcpu * units, memory: memory * units, ...usage } }
  }
  const { instanceType, share } = planned
  return instanceType === undefined ? undefined : { cloudInstance: { provider, instanceType, ...share, ...usage } }
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
