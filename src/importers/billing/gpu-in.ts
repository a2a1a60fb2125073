/**
 * The graphics cards that Google Cloud bills apart from their machines, as its SKUs name them
 * (https://cloud.google.com/skus), and the cards of the catalogue that its documentation says they are
 * (https://cloud.google.com/compute/docs/gpus). `H100 80GB Mega` and `H100 80GB Plus` are the same card in other
 * machines.
 */
export const BILLED_GPUS: readonly (readonly [RegExp, string])[] = [
  [/\bk80\b/, 'NVIDIA K80'],
  [/\bp4\b/, 'NVIDIA P4'],
  [/\bp100\b/, 'NVIDIA P100'],
  [/\bv100\b/, 'NVIDIA V100 SXM2 16GB'],
  [/\bt4\b/, 'NVIDIA T4'],
  [/\ba100 80gb\b/, 'NVIDIA A100 SXM4 80GB'],
  [/\ba100\b/, 'NVIDIA A100 SXM4 40GB'],
  [/\bl4\b/, 'NVIDIA L4'],
  [/\bh100\b/, 'NVIDIA H100 SXM 80GB'],
  [/\bh200\b/, 'NVIDIA H200 SXM 141GB'],
  [/\bb200\b/, 'NVIDIA B200 SXM 180GB'],
  [/\brtx (?:pro )?6000\b/, 'NVIDIA RTX PRO 6000 Blackwell Server Edition'],
]

/** The entry of the rate card for a card of any other name. */
export const OTHER_GPU = 'other'

/**
 * The graphics card that the name of a SKU names: NVIDIA T4 of `Nvidia Tesla T4 GPU running in Finland`. Of a card
 * that is not in the list, its name as it stands.
 */
export function gpuIn(text: string): string | undefined {
  const lower = text.toLowerCase()
  const known = BILLED_GPUS.find(([name]) => name.test(lower))?.[1]
  return known ?? /nvidia .*?(?=(?: spot)?(?: pod)? gpu\b)/i.exec(text)?.[0]
}
