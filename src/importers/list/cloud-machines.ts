import { at, listAt, textAt } from '../json-at.ts'
import { parseJson } from '../parse-json.ts'

/** Where the list of a cloud has the fields that a row needs. */
interface CloudList {
  readonly provider: string
  readonly type: readonly string[]
  /** A field that only such a machine has. */
  readonly mark: readonly string[]
  readonly region: readonly string[]
  readonly state: readonly string[]
  /** How to list machines with their states. */
  readonly withStates: string
}

const LISTS: readonly CloudList[] = [
  {
    provider: 'aws',
    type: ['InstanceType'],
    mark: ['Placement', 'AvailabilityZone'],
    region: ['Placement', 'AvailabilityZone'],
    state: ['State', 'Name'],
    withStates: 'aws ec2 describe-instances',
  },
  {
    provider: 'aws',
    type: ['configuration', 'instanceType'],
    mark: ['awsRegion'],
    region: ['awsRegion'],
    state: ['configuration', 'state', 'name'],
    withStates: 'a query that also selects configuration.state.name',
  },
  {
    provider: 'azure',
    type: ['hardwareProfile', 'vmSize'],
    mark: ['hardwareProfile', 'vmSize'],
    region: ['location'],
    state: ['powerState'],
    withStates: 'az vm list -d',
  },
  {
    provider: 'azure',
    type: ['properties', 'hardwareProfile', 'vmSize'],
    mark: ['location'],
    region: ['location'],
    state: ['properties', 'extended', 'instanceView', 'powerState', 'code'],
    withStates: 'a query that also returns properties.extended',
  },
]

/**
 * The machines in the answer of `aws ec2 describe-instances`, `az vm list`, AWS Config or Azure Resource Graph, as rows
 * with our columns, and their fields that nothing reads. `warning` is of all machines. Undefined for other documents.
 */
export function cloudMachinesIn(document: unknown) {
  const machines = machinesIn(document)
  const list = LISTS.find(({ type, mark }) =>
    machines.every((each) => textAt(each, ...type) !== undefined && textAt(each, ...mark) !== undefined),
  )
  if (machines.length === 0 || list === undefined) return undefined
  const { provider, type, region, state, withStates } = list
  const hasStates = machines.some((machine) => at(machine, ...state) !== undefined)
  const read = new Set(['name', ...[type, region, state].map(([key]) => key)])
  return {
    ...(!hasStates && {
      warning: {
        code: 'READ_AS' as const,
        message: `The list has no power states, so each machine is assumed to run. To list them with states, use ${withStates}`,
        path: state,
      },
    }),
    items: machines.map((machine) => ({
      label: nameOf(machine),
      provider,
      instance_type: textAt(machine, ...type),
      region: textAt(machine, ...region),
      instance_state: textAt(machine, ...state)?.replace(/^PowerState\//, ''),
    })),
    notRead: [...new Set(machines.flatMap((machine) => Object.keys(machine as object)))].filter(
      (key) => !read.has(key) && !(provider === 'aws' && IN_LABELS.has(key)),
    ),
  }
}

/** A list is the answer itself, or lies within it. AWS Config answers with items that are texts of JSON. */
function machinesIn(document: unknown): readonly unknown[] {
  if (Array.isArray(document)) return document
  const reserved = listAt(document, 'Reservations').flatMap((each) => listAt(each, 'Instances'))
  return [reserved, listAt(document, 'data'), listAt(document, 'Results').map(fromText)].find(isFilled) ?? []
}

const isFilled = (list: readonly unknown[]) => list.length > 0

function fromText(item: unknown): unknown {
  const parsed = typeof item === 'string' ? parseJson(item) : { value: item }
  return 'value' in parsed ? parsed.value : undefined
}

/** Fields of an instance of AWS that its label comes from. */
const IN_LABELS: ReadonlySet<string> = new Set(['Tags', 'InstanceId', 'tags', 'resourceId'])

function nameOf(machine: unknown): string | undefined {
  const tag = listAt(machine, 'Tags').find((each) => at(each, 'Key') === 'Name')
  const ofConfig = listAt(machine, 'tags').find((each) => at(each, 'key') === 'Name')
  return (
    textAt(machine, 'name') ??
    textAt(tag, 'Value') ??
    textAt(ofConfig, 'value') ??
    textAt(machine, 'InstanceId') ??
    textAt(machine, 'resourceId')
  )
}
