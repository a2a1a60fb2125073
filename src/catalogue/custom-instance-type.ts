import { known } from './known.ts'
import type { CloudInstanceType, CustomInstances } from './tables.ts'

/** https://cloud.google.com/compute/docs/instances/creating-instance-with-custom-machine-type */
const MEGABYTES_STEP = 256
/** The prefix, the vCPUs if they are not those of the prefix, and MB of memory. */
const NAME = /^([a-z][a-z0-9-]{0,30}?)(?:-([1-9]\d{0,3}))?-([1-9]\d{2,7})(?:-ext)?$/

/** The text before the size in the name of a custom instance type, in lower case; undefined for another text. */
export function customPrefixOf(name: string): string | undefined {
  return NAME.exec(name)?.[1]
}

/**
 * The instance type that states its size in its name: `n2-custom-4-16384` has 4 vCPUs and 16 GB of memory. It is a part
 * of the host that `largest` runs on, without local drives and graphics cards.
 *
 * `name` is in lower case, with the prefix of `custom`. Undefined if the name states vCPUs that its prefix has already,
 * or none, memory in no whole steps of 256 MB, or a size above that of `largest`. Also undefined for memory that such
 * types cannot have.
 */
export function customInstanceType(
  name: string,
  custom: CustomInstances,
  largest: CloudInstanceType,
): CloudInstanceType | undefined {
  const [, , stated, megabytes] = NAME.exec(name) ?? []
  if ((stated === undefined) === (custom.vcpu === undefined)) return undefined
  const vcpu = custom.vcpu ?? Number(stated)
  const memory = Number(megabytes) / 1024
  const { provider, source, leastPerVcpu = 0, largestMemory = largest.memory } = custom
  const isWhole = Number(megabytes) % MEGABYTES_STEP === 0
  if (!isWhole || vcpu > largest.vcpu || memory > largestMemory || memory / vcpu < leastPerVcpu) return undefined
  return known({
    ...largest,
    instanceType: name,
    vcpu,
    memory,
    ssdStorage: 0,
    hddStorage: 0,
    gpuUnits: 0,
    source: source && `Size read from the name ${name}: ${source}`,
    provider,
  })
}
