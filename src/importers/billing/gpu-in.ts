/**
 * The graphics cards that Google Cloud bills apart from their machines, as its SKUs name them
 * (https://cloud.google.com/skus).
 */
export const BILLED_GPUS = [
  'nvidia tesla k80',
  'nvidia tesla p4',
  'nvidia tesla p100',
  'nvidia tesla v100',
  'nvidia tesla t4',
  'nvidia t4',
  'nvidia tesla a100',
  'nvidia tesla a100 80gb',
  'nvidia l4',
  'nvidia h100 80gb',
  'nvidia h200 141gb',
  'nvidia b200',
] as const

/** The entry of the rate card for a card of any other name. */
export const OTHER_GPU = 'other'

/**
 * The graphics card that the name of a SKU names: `Nvidia Tesla T4` of `Nvidia Tesla T4 GPU running in Finland`,
 * `NVIDIA T4` of `Autopilot NVIDIA T4 Pod GPU Requests`.
 */
export function gpuIn(text: string): string | undefined {
  return /nvidia .*?(?=(?: pod)? gpu\b)/i.exec(text)?.[0]
}
