/** The columns of a bill that name what was used. */
export interface BilledThing {
  readonly ServiceName?: string
  readonly SkuPriceDetails?: string
  readonly SkuMeter?: string
  readonly ChargeDescription?: string
}

/** How each provider writes its types, by the documentation of its virtual machines. */
const TYPES: Readonly<Record<string, RegExp>> = {
  // m5.xlarge, u-6tb1.metal, m7i.metal-24xl
  aws: /(?<![\w.-])[a-z][a-z0-9-]{0,20}\.(?:nano|micro|small|medium|large|\d{0,3}xlarge|metal(?:-\d{1,3}xl)?)(?![\w-])/i,
  // D2s v3, Standard_D2s_v3, NC24ads A100 v4
  azure:
    /(?<![\w.-])(?:(?:standard|basic)[_ ])?(?:[a-z]{1,3}\d{1,3}(?:-\d{1,3})?[a-z]{0,4}(?:[_ ](?:a100|h100|h200|a10|t4|mi300x))?[_ ]v\d|(?:standard|basic)_[a-z]{1,3}\d{1,3}[a-z]{0,4})(?![\w-])/i,
  // n2-standard-2, e2-micro, a2-highgpu-1g
  gcp: /(?<![\w.-])[a-z]\d[a-z]?-(?:standard|highmem|highcpu|highgpu|megagpu|ultragpu|megamem|ultramem|hypermem|micro|small|medium)(?:-\d{1,4}g?)?(?:-lssd|-metal)?(?![\w])/i,
  // VM.Standard.E4.Flex, BM.Standard3.64
  oracle: /(?<![\w.-])(?:vm|bm)\.[a-z][a-z0-9]{0,20}(?:\.[a-z0-9]{1,20}){1,3}(?![\w])/i,
  // b3-8, c2-30-flex
  ovhcloud: /(?<![\w.-])[a-z]{1,2}\d{1,2}-\d{1,4}(?:-flex)?(?![\w-])/i,
  // DEV1-S, PRO2-XS, COPARM1-2C-8G
  scaleway: /(?<![\w.-])[a-z]{2,8}\d-(?:xxs|xs|s|m|l|xl|\d{1,3}c-\d{1,4}g)(?![\w-])/i,
}

/** Types of managed services: their machines are not sold as machines, and what they are differs. */
const MANAGED =
  /(?<![\w.-])((?:db|cache|ml|kafka|dax|opensearch)\.[a-z][a-z0-9-]{0,20}\.\w{1,20}|[a-z][a-z0-9-]{0,20}\.\w{1,20}\.(?:search|elasticsearch))(?![\w-])/i
/** What is charged on top of a machine that has a line of its own. */
const ON_TOP = /\b(EBSOptimized|EBS[- ]Optimized|license|licence|windows server burst|CPU credits?)\b/i
/** The services that sell virtual machines. */
const MACHINE_SERVICES: Readonly<Record<string, RegExp>> = {
  aws: /elastic compute cloud|ec2(?! container)/i,
  azure: /virtual machines(?! licen[sc]es)/i,
  gcp: /compute engine/i,
}
/** More of a text than this is not looked at: what is on top of every bill is short. */
const LONGEST_TEXT = 4000

/** The instance type that a line of a bill is about, or why there is none. */
export function instanceTypeIn(
  provider: string,
  line: BilledThing,
): { readonly type: string } | { readonly skipped: string } {
  const texts = [line.SkuPriceDetails, line.SkuMeter, line.ChargeDescription].map(
    (text) => text?.slice(0, LONGEST_TEXT) ?? '',
  )
  const managed = texts.map((text) => MANAGED.exec(text)?.[1]).find((each) => each !== undefined)
  if (managed !== undefined) return { skipped: `${managed} is a type of a managed service` }
  const service = MACHINE_SERVICES[provider]
  if (line.ServiceName !== undefined && service !== undefined && !service.test(line.ServiceName))
    return { skipped: `${line.ServiceName.slice(0, 60)}, not a virtual machine` }
  const onTop = texts.map((text) => ON_TOP.exec(text)?.[0]).find((each) => each !== undefined)
  if (onTop !== undefined) return { skipped: `charged on top of a machine: ${onTop}` }
  const pattern = TYPES[provider]
  const type = pattern && texts.map((text) => pattern.exec(text)?.[0]).find((each) => each !== undefined)
  if (type === undefined) return { skipped: 'no instance type in SkuPriceDetails, SkuMeter or ChargeDescription' }
  return { type: provider === 'azure' ? type.replaceAll(' ', '_') : type }
}
