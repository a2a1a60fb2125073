const NAMES: readonly (readonly [RegExp, string])[] = [
  [/\b(aws|amazon)\b/, 'aws'],
  [/\b(azure|microsoft)\b/, 'azure'],
  [/\b(gcp|google)\b/, 'gcp'],
  [/\b(oci|oracle)\b/, 'oracle'],
  [/\bovh(cloud)?\b/, 'ovhcloud'],
  [/\bscaleway\b/, 'scaleway'],
]

/** The id of a cloud provider by what bills and plans call it: `Amazon Web Services, Inc.` is aws. */
export function providerOf(name: string): string | undefined {
  const lower = name.slice(0, 200).toLowerCase()
  return NAMES.find(([pattern]) => pattern.test(lower))?.[1]
}
