import { checkAsset } from '../check-asset.ts'
import { checkRows } from '../check-rows.ts'
import type { ImportedFile, RowOutcome } from '../imported.ts'
import { at, textAt } from '../json-at.ts'
import { splitTotal } from '../split-total.ts'
import { WHOLE_SERVER } from './import-lshw.ts'

const TYPE_LABELS = ['node.kubernetes.io/instance-type', 'beta.kubernetes.io/instance-type']
const REGION_LABELS = ['topology.kubernetes.io/region', 'failure-domain.beta.kubernetes.io/region']
/** Provider prefixes of machine ids: https://kubernetes.io/docs/reference/kubernetes-api/cluster-resources/node-v1/ */
const PROVIDERS: Readonly<Record<string, string>> = {
  aws: 'aws',
  azure: 'azure',
  gce: 'gcp',
  oci: 'oracle',
  ocid1: 'oracle',
  openstack: 'ovhcloud',
  scaleway: 'scaleway',
}
/** Prefixes of machine ids of hypervisors and of clouds without figures, whose nodes are virtual machines. */
const VIRTUAL =
  /^(vsphere|kubevirt|nutanix|proxmox|harvester|cloudstack|libvirt|hcloud|digitalocean|linode|vultr|exoscale|ibm|ibmcloud|ionos|civo|upcloud|openstack)$/

/** Values of virtual and own machines in place of an instance type. */
const NO_TYPES: ReadonlySet<string> = new Set(['', 'k3s', 'rke2', 'metal3', 'unknown', 'baremetal', 'bare-metal'])

/**
 * Binary and decimal suffixes of quantities:
 * https://kubernetes.io/docs/reference/kubernetes-api/common-definitions/quantity/
 */
const BYTES: Readonly<Record<string, number>> = {
  '': 1,
  k: 1e3,
  M: 1e6,
  G: 1e9,
  T: 1e12,
  Ki: 2 ** 10,
  Mi: 2 ** 20,
  Gi: 2 ** 30,
  Ti: 2 ** 40,
}

/**
 * Reads `kubectl get nodes -o json`. Nodes in a cloud are its instances; other nodes are servers with their cores and
 * memory.
 */
export function importNodes(document: unknown): ImportedFile {
  const items = at(document, 'items')
  const nodes = Array.isArray(items) ? items : [document]
  checkRows(nodes.length)
  return {
    format: 'kubernetes',
    notRead: [],
    rows: nodes.map((node, index) => ({ path: `items[${index}]`, ...readNode(node) })),
  }
}

/** Whether a document is a list of nodes, or one node. */
export function isNodes(document: unknown): boolean {
  const kind = at(document, 'kind')
  if (kind === 'Node' || kind === 'NodeList') return true
  return kind === 'List' && at(document, 'items', 0, 'kind') === 'Node'
}

function readNode(node: unknown): RowOutcome {
  if (at(node, 'metadata') === undefined) return fault('expected a node, with its metadata')
  if (at(node, 'kind') !== undefined && at(node, 'kind') !== 'Node')
    return { skipped: `a ${String(at(node, 'kind')).slice(0, 60)}, not a node` }
  const label = textAt(node, 'metadata', 'name') ?? ''
  const labels = (keys: readonly string[]) =>
    keys.map((key) => textAt(node, 'metadata', 'labels', key)).find((each) => each !== undefined)
  const type = labels(TYPE_LABELS) ?? ''
  const region = labels(REGION_LABELS)
  const scheme = /^([a-z0-9]+)[:.]/.exec(textAt(node, 'spec', 'providerID') ?? '')?.[1] ?? ''
  const provider = Object.hasOwn(PROVIDERS, scheme) ? PROVIDERS[scheme] : undefined
  const usage = region === undefined ? {} : { usage: { region } }
  const isInstance = provider !== undefined && !NO_TYPES.has(type)
  const configuration = configurationOf(node)
  if (!isInstance && Object.keys(configuration).length === 0)
    return fault('the node has neither an instance type nor a capacity')
  const asset = isInstance
    ? { cloudInstance: { provider, instanceType: type, ...usage } }
    : { server: { configuration } }
  const checked = checkAsset(asset)
  if ('fault' in checked) return checked
  const isPart = !isInstance && VIRTUAL.test(scheme)
  return { label, quantity: 1, asset: checked.asset, ...(isPart && { warnings: [WHOLE_SERVER] }) }
}

function fault(message: string): RowOutcome {
  return { fault: { code: 'BAD_USER_INPUT', message, path: [] } }
}

/** One processor with all threads of the node, since nodes do not report sockets. */
function configurationOf(node: unknown) {
  const threads = Number(textAt(node, 'status', 'capacity', 'cpu') ?? Number.NaN)
  const memory = gigabytes(textAt(node, 'status', 'capacity', 'memory') ?? '')
  return {
    ...(Number.isInteger(threads) && threads > 0 && { cpu: { units: 1, threads, coreUnits: Math.ceil(threads / 2) } }),
    ...(memory !== undefined && { ram: [splitTotal('ram', memory)] }),
  }
}

/** Rounds up to GB as memory is sold, in powers of two, because the kernel keeps some for itself. */
function gigabytes(text: string): number | undefined {
  const [, number = '', suffix = ''] = /^(\d{1,20}(?:\.\d{1,9})?)([A-Za-z]{0,2})$/.exec(text) ?? []
  const bytes = Object.hasOwn(BYTES, suffix) && number !== '' ? Number(number) * (BYTES[suffix] as number) : undefined
  return bytes === undefined ? undefined : Math.max(1, Math.round(bytes / 2 ** 30))
}
