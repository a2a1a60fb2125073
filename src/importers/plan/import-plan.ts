import { GB_OF_GIB } from '../billing/bill-unit.ts'
import type { BillingRule } from '../billing/billing-rule.ts'
import { BILLING_RULES } from '../billing/find-rule.ts'
import { assetOfGpu, assetOfRule } from '../billing/read-bill-line.ts'
import { checkAsset } from '../check-asset.ts'
import { checkRows } from '../check-rows.ts'
import { ImportError } from '../import-error.ts'
import type { ImportedFile, ImportedRow, RowOutcome, RowWarning } from '../imported.ts'
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
  withoutFigures,
} from './plan-configuration.ts'

const BY_TYPE: Readonly<Record<string, PlannedOf>> = { ...awsResources, ...azureResources, ...googleResources }

/** The machines and volumes of a plan's resource. */
const plannedOf: PlannedOf = (resource, configuration) => {
  const { type } = resource
  if (!Object.hasOwn(BY_TYPE, type)) return { skipped: `${type.slice(0, 100)} is not a known type of machine` }
  const planned = (BY_TYPE[type] as PlannedOf)(resource, configuration)
  const unknown = isList(planned) ? planned.find(isOfUnknownSize) : undefined
  return unknown === undefined ? planned : withoutFigures(`no machine is known for the size ${sizeOf(unknown)}`)
}

function isList(planned: ReturnType<PlannedOf>): planned is readonly Planned[] {
  return Array.isArray(planned)
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

/**
 * Whether a document is the output of `terraform show -json` (or OpenTofu's) for a plan or a state, or a state file.
 */
export function isPlan(document: unknown): boolean {
  const has = (key: string) => at(document, key) !== undefined
  if (isStateFile(document)) return true
  return has('format_version') && (has('resource_changes') || has('planned_values') || has('values'))
}

/** Whether a document is a state as Terraform keeps it, whose resources have no addresses. */
function isStateFile(document: unknown): boolean {
  return at(document, 'lineage') !== undefined && at(document, 'terraform_version') !== undefined
}

/**
 * Reads the machines, databases and volumes before or after a plan, one row each. Groups count the machines they
 * request. Other resources are left out with a reason.
 *
 * The format: https://developer.hashicorp.com/terraform/internals/json-format
 */
export function importPlan(document: unknown, side: PlanSide = 'after'): ImportedFile {
  if (isStateFile(document))
    throw new ImportError('This is a state file (Terraform). Run terraform show -json, and save the output')
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
  if (!isList(planned)) return [planned]
  if (resource.action === DEFERRED || planned.some(({ quantity }) => quantity === undefined))
    return [unknownOf('number of machines', 'number')]
  return planned.map((each): RowOutcome => {
    const asset = assetOf(each)
    if (asset === undefined) {
      const isSized = 'rule' in each || 'shareRule' in each
      return isSized ? unknownOf('size', 'size') : unknownOf('instance type', 'instance_type')
    }
    const checked = checkAsset(asset)
    const part = 'part' in each ? ` ${each.part}` : ''
    const label = `${resource.address}${part}`
    if ('fault' in checked) return checked
    const note = 'note' in each ? each.note : undefined
    const warnings: readonly RowWarning[] = note === undefined ? [] : [{ code: 'READ_AS', message: note, path: [] }]
    return { label, quantity: each.quantity ?? 0, asset: checked.asset, ...(warnings.length > 0 && { warnings }) }
  })
}

/** A fault: the plan lacks what makes the figure. */
function unknownOf(what: string, field: string): RowOutcome {
  return { fault: { code: 'BAD_USER_INPUT', message: `the plan does not specify its ${what}`, path: [field] } }
}

/** Returns the input for one of the planned things. Undefined if the plan does not say enough. */
function assetOf(planned: Planned): object | undefined {
  const { provider, region } = planned
  const usage = region === undefined ? {} : { usage: { region } }
  if ('rule' in planned) {
    const { rule: id, kind, gibibytes } = planned
    const rule = ruleOf(id)
    if (gibibytes === undefined || rule === undefined) return undefined
    const { asset } = assetOfRule(rule, provider, usage)
    return { storage: { ...asset.storage, ...(kind && { kind }), gigabytes: gibibytes * GB_OF_GIB } }
  }
  if ('shareRule' in planned) {
    const { detail: instanceType, vcpu = 0, memory = 0 } = ruleOf(planned.shareRule) ?? {}
    const { units } = planned
    if (units === undefined) return undefined
    return { cloudInstance: { provider, instanceType, vcpu: vcpu * units, memory: memory * units, ...usage } }
  }
  if ('gpu' in planned) return assetOfGpu(planned.gpu.replaceAll(/[-_]/g, ' '), usage)
  const { instanceType, share } = planned
  return instanceType === undefined ? undefined : { cloudInstance: { provider, instanceType, ...share, ...usage } }
}

/** The action of a change that Terraform puts off to a later plan, since a number or a provider is unknown. */
const DEFERRED = 'deferred'

/** Every managed resource on one side. Throws an ImportError if the plan has no sides, or is cut off. */
function resourcesOf(document: unknown, side: PlanSide): readonly PlanResource[] {
  if (at(document, 'errored') === true)
    throw new ImportError('The plan is not complete, since terraform plan has ended with an error. Run it again')
  const changes = at(document, 'resource_changes')
  const isState = changes === undefined && at(document, 'planned_values') === undefined
  if (side === 'before' && isState)
    throw new ImportError('This is a Terraform state, which has only one side. Compare it with a second file')
  if (!Array.isArray(changes)) {
    if (side === 'before') return modulesOf(at(document, 'prior_state', 'values', 'root_module')).flatMap(resourcesIn)
    const root = at(document, 'planned_values', 'root_module') ?? at(document, 'values', 'root_module')
    return modulesOf(root).flatMap(resourcesIn)
  }
  const deferred = listAt(document, 'deferred_changes').map((each) => at(each, 'resource_change'))
  return [...changes, ...deferred].flatMap((change, index) => {
    const actions = listAt(change, 'change', 'actions').map(String)
    const values = at(change, 'change', actions.includes('forget') ? 'before' : side)
    const otherSide = at(change, 'change', side === 'after' ? 'before' : 'after')
    const isThere = values !== null && values !== undefined && textAt(change, 'mode') !== 'data'
    if (!isThere || at(change, 'deposed') !== undefined) return []
    return [
      {
        address: textAt(change, 'address') ?? '',
        type: textAt(change, 'type') ?? '',
        values,
        otherSide,
        unknown: side === 'after' ? at(change, 'change', 'after_unknown') : undefined,
        action: index < changes.length ? actions.join('+').slice(0, 60) : DEFERRED,
      },
    ]
  })
}

function resourcesIn(module: unknown): readonly PlanResource[] {
  return listAt(module, 'resources')
    .filter((resource) => textAt(resource, 'mode') !== 'data')
    .map((resource) => ({
      address: textAt(resource, 'address') ?? '',
      type: textAt(resource, 'type') ?? '',
      values: at(resource, 'values'),
      unknown: undefined,
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
