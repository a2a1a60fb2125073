import { at, textAt } from '../json-at.ts'
import { labelOf } from './label-of-node.ts'

/** Graphics cards of a node. */
interface NodeCards {
  readonly name?: string
  readonly units: number
  /** Whether the number follows from that of the parts that the cards are divided into. */
  readonly isFromParts: boolean
}

/**
 * Labels of the product and the number of cards, as in `docs/gpu-feature-discovery` of
 * https://github.com/NVIDIA/k8s-device-plugin and in https://cloud.google.com/kubernetes-engine/docs/how-to/gpus
 */
const PRODUCTS = ['nvidia.com/gpu.product', 'cloud.google.com/gke-accelerator', 'amd.com/gpu.product-name']
const COUNTS = ['cloud.google.com/gke-accelerator-count', 'nvidia.com/gpu.count']
/** Labels of the number of pods that share each card in turn. */
const REPLICAS = ['nvidia.com/gpu.replicas', 'cloud.google.com/gke-max-shared-clients-per-gpu']
const RESOURCES = ['nvidia.com/gpu', 'nvidia.com/gpu.shared', 'amd.com/gpu']
/** Resources of accelerators that no table has figures of, by the documentation of their plugins. */
const WITHOUT_FIGURES =
  /^(google\.com\/tpu|gpu\.intel\.com\/(i915|xe)|aws\.amazon\.com\/neuron(core|device)?|habana\.ai\/gaudi|huawei\.com\/ascend[\w-]*|qualcomm\.com\/qaic|cambricon\.com\/mlu[\w-]*|tenstorrent\.com\/\w+)$/i
/** A part of a card (MIG), which has some of its slices: 3g.40gb. */
const PART = /(?:^|-)(?:mig-)?(\d)g\.\d+gb/i

/**
 * The graphics cards of a node, from its labels and capacity. Cards that pods share, in turn or in parts, count once.
 * Undefined if it has none.
 */
export function cardsOfNode(node: unknown): NodeCards | undefined {
  const label = (keys: readonly string[]) => labelOf(node, keys)
  const product = label(PRODUCTS) ?? ''
  const replicas = whole(label(REPLICAS)) || 1
  const slices = /\bA30\b/i.test(product) ? 4 : 7
  const cardsIn = (count: number, part: string) => {
    const [, size] = PART.exec(part) ?? []
    return size === undefined ? count : count / Math.max(1, Math.floor(slices / Number(size)))
  }
  const partOfAll = PART.test(product) ? product : (label(['cloud.google.com/gke-gpu-partition-size']) ?? '')
  const capacity = (key: string) => whole(textAt(node, 'status', 'capacity', key)) / replicas
  const listed = RESOURCES.reduce((sum, key) => sum + cardsIn(capacity(key), partOfAll), 0)
  const parts = Object.keys(Object(at(node, 'status', 'capacity'))).filter((key) => key.startsWith('nvidia.com/mig-'))
  const divided = parts.reduce((sum, key) => sum + cardsIn(capacity(key), key.slice('nvidia.com/'.length)), 0)
  // For a product in parts of one size, the label counts the parts.
  const labelled = whole(label(PART.test(product) ? COUNTS.slice(0, 1) : COUNTS))
  const units = labelled || Math.ceil(listed) + Math.ceil(divided)
  if (units === 0) return undefined
  const name = product.replace(/-SHARED$|-MIG-.*$/i, '').replaceAll(/[-_]/g, ' ')
  return {
    ...(name !== '' && { name }),
    units,
    isFromParts: labelled === 0 && (divided > 0 || (listed > 0 && PART.test(partOfAll))),
  }
}

/** The resources of a node's accelerators without figures: `google.com/tpu`. Several pods can share each. */
export function acceleratorsWithoutFigures(node: unknown): readonly string[] {
  const capacity = Object(at(node, 'status', 'capacity')) as Readonly<Record<string, unknown>>
  return Object.keys(capacity).filter((key) => WITHOUT_FIGURES.test(key) && whole(textAt(capacity, key)) > 0)
}

function whole(text: string | undefined): number {
  return text !== undefined && /^\d{1,6}$/.test(text) ? Number(text) : 0
}
