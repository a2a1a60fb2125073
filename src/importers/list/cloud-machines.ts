import { at, listAt, textAt } from '../json-at.ts'

/** Where the list of a cloud has the fields that a row needs. */
interface CloudList {
  readonly provider: string
  readonly type: readonly string[]
  /** A field that only such a machine has. */
  readonly mark: readonly string[]
  readonly region: readonly string[]
  readonly state: readonly string[]
}

const LISTS: readonly CloudList[] = [
  {
    provider: 'aws',
    type: ['InstanceType'],
    mark: ['Placement', 'AvailabilityZone'],
    region: ['Placement', 'AvailabilityZone'],
    state: ['State', 'Name'],
  },
  {
    provider: 'azure',
    type: ['hardwareProfile', 'vmSize'],
    mark: ['hardwareProfile', 'vmSize'],
    region: ['location'],
    state: ['powerState'],
  },
]

/** What `az vm list` leaves out without `-d`. */
const NO_STATES = {
  code: 'READ_AS',
  message:
    'The list has no power states, so each machine is assumed to run. To list them with states, use az vm list -d',
} as const

/**
 * The machines in the answer of `aws ec2 describe-instances` or `az vm list`, as rows with our columns, and their
 * fields that nothing reads. `warning` is of all machines. Undefined for any other document.
 */
export function cloudMachinesIn(document: unknown) {
  const reserved = listAt(document, 'Reservations').flatMap((each) => listAt(each, 'Instances'))
  const machines = Array.isArray(document) ? document : reserved
  const list = LISTS.find(({ type, mark }) =>
    machines.every((each) => textAt(each, ...type) !== undefined && textAt(each, ...mark) !== undefined),
  )
  if (machines.length === 0 || list === undefined) return undefined
  const { provider, type, region, state } = list
  const hasStates = machines.some((machine) => at(machine, ...state) !== undefined)
  const read = new Set(['name', ...[type, region, state].map(([key]) => key)])
  return {
    ...(!hasStates && { warning: { ...NO_STATES, path: state } }),
    items: machines.map((machine) => ({
      label: nameOf(machine),
      provider,
      instance_type: textAt(machine, ...type),
      region: textAt(machine, ...region),
      instance_state: textAt(machine, ...state),
    })),
    notRead: [...new Set(machines.flatMap((machine) => Object.keys(machine as object)))].filter(
      (key) => !read.has(key) && !(provider === 'aws' && IN_LABELS.has(key)),
    ),
  }
}

/** Fields of an instance of AWS that its label comes from. */
const IN_LABELS: ReadonlySet<string> = new Set(['Tags', 'InstanceId'])

function nameOf(machine: unknown): string | undefined {
  const tag = listAt(machine, 'Tags').find((each) => at(each, 'Key') === 'Name')
  return textAt(machine, 'name') ?? textAt(tag, 'Value') ?? textAt(machine, 'InstanceId')
}
