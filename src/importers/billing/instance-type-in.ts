/** How each provider writes its types, from the documentation of its virtual machines. */
export const TYPES: Readonly<Record<string, RegExp>> = {
  // m5.xlarge, u-6tb1.metal, m7i.metal-24xl
  aws: /(?<![\w.-])[a-z][a-z0-9-]{0,20}\.(?:nano|micro|small|medium|large|\d{0,3}xlarge|metal(?:-\d{1,3}xl)?)(?![\w-])/i,
  // D2s v3, Standard_D2s_v3, NC24ads A100 v4, B2ms
  azure:
    /(?<![\w.-])(?:(?:standard|basic)[_ ])?(?:[a-z]{1,3}\d{1,3}(?:-\d{1,3})?[a-z]{0,4}(?:[_ ](?:a100|h100|h200|a10|t4|mi300x))?[_ ]v\d|(?:standard|basic)_[a-z]{1,3}\d{1,3}[a-z]{0,4}|b\d{1,2}(?:ls|ms|s))(?![\w-])/i,
  // n2-standard-2, e2-micro, a2-highgpu-1g. Google bills custom types by cores and GB.
  gcp: /(?<![\w.-])[a-z]\d[a-z]?-(?:standard|highmem|highcpu|highgpu|megagpu|ultragpu|megamem|ultramem|hypermem|micro|small|medium)(?:-\d{1,4}g?)?(?:-lssd|-metal)?(?![\w])/i,
  // VM.Standard.E4.Flex, BM.Standard3.64
  oracle: /(?<![\w.-])(?:vm|bm)\.[a-z][a-z0-9]{0,20}(?:\.[a-z0-9]{1,20}){1,3}(?![\w])/i,
  // b3-8, c2-30-flex
  ovhcloud: /(?<![\w.-])[a-z]{1,2}\d{1,2}-\d{1,4}(?:-flex)?(?![\w-])/i,
  // DEV1-S, PRO2-XS, COPARM1-2C-8G
  scaleway: /(?<![\w.-])[a-z]{2,8}\d-(?:xxs|xs|s|m|l|xl|\d{1,3}c-\d{1,4}g)(?![\w-])/i,
}

/** The first types of Azure, without a version: `F2/F2s`, `D2/DS2`. Only among the names of machines are they types. */
export const FIRST_AZURE =
  /(?<![\w.-])(?:ds?|f|gs?|m|l|a|h|n[cdvp])\d{1,3}(?:-\d{1,3})?(?:s|l?ms|m|ls|ts|m?r)?(?![\w-])/i

/**
 * Types of managed services of AWS. Databases and caches are in the catalogue; the others are machines of the same
 * name. `db.r5.4xlarge.tpc2.mem4x` has four times the memory of `db.r5.4xlarge`.
 */
export const MANAGED =
  /(?<![\w.-])((?:db|cache)\.[a-z][a-z0-9-]{0,20}\.\w{1,20}(?:-\d{1,3}xl)?(?:\.tpc\d\.mem\d{1,2}x)?)|(?<![\w.])(?:ml|kafka(?:\.express)?|dax|opensearch|mq|dms)\.([a-z][a-z0-9-]{0,20}\.\w{1,20})|(?<![\w.-])([a-z][a-z0-9-]{0,20}\.\w{1,20})\.(?:search|elasticsearch)(?![\w-])/i
/** A node of a cache as AWS describes it: `T4G Micro Cache node-hour` is of cache.t4g.micro. */
export const CACHE_NODE = /\b([a-z]\d[a-z]*) (micro|small|medium|large|\d{0,2}xlarge) cache node/i
/** The type of a machine among the details of a price in FOCUS: `{"InstanceType": "m5d.2xlarge"}`. */
export const TYPE_IN_DETAILS = /InstanceType"?[:=] *"?([^",}]+)/i
/** Longer texts are cut: the names that identify a line are short. */
export const LONGEST_TEXT = 4000

/** Whether a text is written like the instance type of a provider, from its first letter to its last. */
export function isInstanceType(text: string): boolean {
  return Object.values(TYPES).some((type) => type.exec(text)?.[0].length === text.length)
}

/** Whether a text is written like an instance type of Azure. */
export function isTypeOfAzure(text: string): boolean {
  return TYPES.azure?.exec(text)?.[0].length === text.length
}

/** The type that the details of a price name; '' without one. */
export function typeInDetails(details: string | undefined): string {
  return TYPE_IN_DETAILS.exec(details?.slice(0, LONGEST_TEXT) ?? '')?.[1] ?? ''
}

/** The instance type that the first of these texts names. */
export function instanceTypeIn(provider: string, texts: readonly string[]): string | undefined {
  for (const text of texts) {
    const looked = text.slice(0, LONGEST_TEXT)
    const [, kept, bare, searched] = (provider === 'aws' && MANAGED.exec(looked)) || []
    const [, family, size] = (provider === 'aws' && CACHE_NODE.exec(looked)) || []
    const node = family && `cache.${family}.${size}`.toLowerCase()
    const type = kept ?? bare ?? searched ?? node ?? TYPES[provider]?.exec(looked)?.[0]
    if (type !== undefined) return provider === 'azure' ? type.replaceAll(' ', '_') : type
  }
  if (provider !== 'azure') return undefined
  return texts.map((text) => FIRST_AZURE.exec(text.slice(0, LONGEST_TEXT))?.[0]).find((type) => type !== undefined)
}
