import { assetOfGpu } from '../billing/read-bill-line.ts'
import { checkAsset } from '../check-asset.ts'
import { checkRows } from '../check-rows.ts'
import { FARGATE_HOST, fargateSizeOf } from '../fargate-host.ts'
import type { ImportedFile, RowOutcome, RowWarning } from '../imported.ts'
import { at, listAt, textAt } from '../json-at.ts'
import { splitTotal } from '../split-total.ts'
import { countryOf, placeColumnOf } from '../table/place-names.ts'
import { acceleratorsWithoutFigures, cardsOfNode } from './cards-of-node.ts'
import { WHOLE_SERVER } from './import-lshw.ts'
import { labelOf } from './label-of-node.ts'

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

/** Machines with it are in no table: https://cloud.google.com/kubernetes-engine/docs/concepts/tpus */
const TPU = 'google.com/tpu'
/** Machines of GKE Autopilot, whose size and host Google does not publish: `ek-standard-8`. */
const OF_AUTOPILOT = /^ek-/
/** Their host, as the rule `gcp.autopilot.vcpu` of bills has it. */
const AUTOPILOT_HOST = 'e2-standard-2'

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
    rows: nodes.flatMap((node, index) => {
      const path = `items[${index}]`
      const row = readNode(node)
      return [row, ...addedCards(node), ...leftOutOf(node, row)].map((each) => ({ path, ...each }))
    }),
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
  const labels = (keys: readonly string[]) => labelOf(node, keys)
  const type = labels(TYPE_LABELS) ?? ''
  const region = labels(REGION_LABELS)
  if (labels(['type']) === 'virtual-kubelet' || taintsOf(node).includes('virtual-kubelet.io/provider'))
    return { skipped: 'a virtual node (virtual-kubelet): it is no machine, and its pods run as containers elsewhere' }
  const scheme = /^([a-z0-9]+)[:.]/.exec(textAt(node, 'spec', 'providerID') ?? '')?.[1] ?? ''
  const provider = Object.hasOwn(PROVIDERS, scheme) ? PROVIDERS[scheme] : undefined
  const isFargate = labels(['eks.amazonaws.com/compute-type']) === 'fargate'
  const isInstance = isFargate || (provider !== undefined && !NO_TYPES.has(type))
  const place = isInstance ? { usage: region === undefined ? {} : { region }, warnings: [] } : placeOf(region)
  const usage = Object.keys(place.usage).length === 0 ? {} : { usage: place.usage }
  const configuration = configurationOf(node)
  if (isFargate && (configuration.cpu === undefined || configuration.ram === undefined))
    return fault('the node of Fargate has no capacity')
  if (!isInstance && configuration.cpu === undefined && configuration.ram === undefined)
    return fault('the node has neither an instance type nor a capacity')
  if (isInstance && acceleratorsWithoutFigures(node).includes(TPU))
    return fault(`the node ${type} has accelerators without figures (${TPU}), so it is not counted`, 'NOT_FOUND')
  const { threads: vcpu, memory } = capacityOf(node)
  const isOfAutopilot = provider === 'gcp' && OF_AUTOPILOT.test(type) && vcpu !== undefined && memory !== undefined
  const instance = isFargate
    ? fargateOf(node)
    : { provider, ...(isOfAutopilot ? { instanceType: AUTOPILOT_HOST, vcpu, memory } : { instanceType: type }) }
  const checked = checkAsset(
    isInstance ? { cloudInstance: { ...instance, ...usage } } : { server: { configuration, ...usage } },
  )
  if ('fault' in checked) return checked
  const isPart = !isInstance && VIRTUAL.test(scheme)
  const warnings = [
    ...(isPart ? [WHOLE_SERVER] : []),
    ...(isInstance ? [] : warningsOfCards(node)),
    ...(isOfAutopilot ? [ofAutopilot(type, vcpu, memory)] : []),
    ...place.warnings,
  ]
  return { label, quantity: 1, asset: checked.asset, ...(warnings.length > 0 && { warnings }) }
}

/** The use of a node outside clouds, if the label of its region is a place, as `eu-west-3` and `Paris` are. */
function placeOf(region: string | undefined): { readonly usage: object; readonly warnings: readonly RowWarning[] } {
  if (region === undefined) return { usage: {}, warnings: [] }
  const kind = placeColumnOf([region])
  if (kind === 'region') return { usage: { region }, warnings: [] }
  if (kind === 'location') return { usage: { usageLocation: countryOf(region) ?? region }, warnings: [] }
  const message = `The region "${region}" of the node is not a known place. This result does not use it`
  return { usage: {}, warnings: [{ code: 'NOT_USED', message, path: [] }] }
}

function ofAutopilot(type: string, vcpu: number, memory: number): RowWarning {
  const message = `Google does not publish the size of ${type}. This result counts ${vcpu} vCPU and ${memory} GB of a host of E2`
  return { code: 'READ_AS', message, path: [] }
}

/** A faulty row for each kind of accelerator that the figure of a server leaves out. */
function leftOutOf(node: unknown, row: RowOutcome): readonly RowOutcome[] {
  if (!('asset' in row) || row.asset.server === undefined) return []
  return acceleratorsWithoutFigures(node).map((resource) =>
    fault(`the node has accelerators without figures (${resource}): its row leaves them out`, 'NOT_FOUND'),
  )
}

/** The graphics cards that are added to an N1 machine of Google Cloud. Other types include theirs. */
function addedCards(node: unknown): readonly RowOutcome[] {
  const cards = cardsOfNode(node)
  const type = labelOf(node, TYPE_LABELS) ?? ''
  if (cards === undefined || !/^gce:/.test(textAt(node, 'spec', 'providerID') ?? '') || !/^(n1|custom)-/.test(type))
    return []
  const region = labelOf(node, REGION_LABELS)
  const checked = checkAsset(assetOfGpu(cards.name, region === undefined ? {} : { usage: { region } }))
  if ('fault' in checked) return [checked]
  const warnings = warningsOfCards(node)
  const label = `${textAt(node, 'metadata', 'name') ?? ''} graphics cards`
  return [{ label, quantity: cards.units, asset: checked.asset, ...(warnings.length > 0 && { warnings }) }]
}

function warningsOfCards(node: unknown): readonly RowWarning[] {
  const { isFromParts = false, units } = cardsOfNode(node) ?? {}
  const message = `The node lists parts of graphics cards (MIG). This result counts ${units} whole cards`
  return isFromParts ? [{ code: 'READ_AS', message, path: [] }] : []
}

function fault(message: string, code = 'BAD_USER_INPUT'): RowOutcome {
  return { fault: { code, message, path: [] } }
}

function taintsOf(node: unknown): readonly (string | undefined)[] {
  return listAt(node, 'spec', 'taints').map((each) => textAt(each, 'key'))
}

/** The vCPU and memory of a node of Fargate, which has one pod and shares any host. */
function fargateOf(node: unknown) {
  const isArm = textAt(node, 'status', 'nodeInfo', 'architecture') === 'arm64'
  const { threads: vcpu = 0, memory = 0 } = capacityOf(node)
  const size = fargateSizeOf({ vcpu, memory })
  return { provider: 'aws', instanceType: FARGATE_HOST[isArm ? 'ARM64' : 'X86_64'], ...size, anyHost: true }
}

/** Threads, and GB of memory as it is sold: rounded, because the kernel keeps some for itself. */
function capacityOf(node: unknown) {
  const [threads, bytes] = ['cpu', 'memory'].map((each) => quantityIn(textAt(node, 'status', 'capacity', each)))
  return { threads, memory: bytes && Math.max(1, Math.round(bytes / 2 ** 30)) }
}

/** One processor with all threads of the node, since nodes do not report sockets. */
function configurationOf(node: unknown) {
  const { threads, memory } = capacityOf(node)
  const { name, units } = cardsOfNode(node) ?? {}
  // What a node sets aside for itself can be a part of a thread.
  const all = threads && Math.ceil(threads)
  return {
    ...(all !== undefined && { cpu: { units: 1, threads: all, coreUnits: Math.ceil(all / 2) } }),
    ...(units !== undefined && { gpu: { units, ...(name !== undefined && { name }) } }),
    ...(memory !== undefined && { ram: [splitTotal('ram', memory)] }),
  }
}

/** Decimal and binary suffixes of quantities. */
const SUFFIXES: Readonly<Record<string, number>> = {
  '': 1,
  n: 1e-9,
  u: 1e-6,
  m: 1e-3,
  k: 1e3,
  M: 1e6,
  G: 1e9,
  T: 1e12,
  P: 1e15,
  E: 1e18,
  Ki: 2 ** 10,
  Mi: 2 ** 20,
  Gi: 2 ** 30,
  Ti: 2 ** 40,
  Pi: 2 ** 50,
  Ei: 2 ** 60,
}

/**
 * The number that a quantity of Kubernetes means: `39500m` is 39.5, `64Gi` is 2^36 and `64e9` is 6.4e10. Undefined for
 * 0 and for texts of another form.
 *
 * https://kubernetes.io/docs/reference/kubernetes-api/common-definitions/quantity/
 */
function quantityIn(text = ''): number | undefined {
  const [, number, exponent, suffix = ''] =
    /^\+?(\d{1,20}(?:\.\d{0,9})?|\.\d{1,9})(?:[eE]([+-]?\d{1,2})|([a-zA-Z]{1,2}))?$/.exec(text) ?? []
  if (number === undefined || !Object.hasOwn(SUFFIXES, suffix)) return undefined
  return Number(number) * 10 ** Number(exponent ?? 0) * (SUFFIXES[suffix] as number) || undefined
}
