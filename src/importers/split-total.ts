/** A part of a server, the name of one, and its usual size in GB. */
const PARTS = {
  /** As in the typical server: table `server-archetypes`. */
  ram: { one: 'module', size: 32 },
  /** Of the typical drives: `ssd_typical` and `hdd_typical` in the table `constants`. */
  ssd: { one: 'drive', size: 1920 },
  hdd: { one: 'drive', size: 16_000 },
} as const
/** More parts than any server has. */
const MOST_PARTS = 1024

export type PartWithCapacity = keyof typeof PARTS

/** Equal parts that add up to a capacity, in GB each. */
export interface EqualParts {
  readonly units: number
  readonly capacity: number
}

/**
 * Splits the memory or storage of a whole server, in GB, into equal parts of at most the usual size. Inventories list
 * the total, but not the number of parts.
 *
 * Example: 768 GB of memory are 24 modules of 32 GB. 4 TB of hard disks are one drive.
 */
export function splitTotal(part: PartWithCapacity, total: number): EqualParts {
  const units = Math.min(MOST_PARTS, Math.ceil(total / PARTS[part].size))
  return { units, capacity: units === 0 ? 0 : total / units }
}

/** `24 modules of 32 GB` */
export function partsInWords(part: PartWithCapacity, { units, capacity }: EqualParts): string {
  const { one } = PARTS[part]
  return units === 0 ? `no ${one}` : `${units} ${one}${units === 1 ? '' : 's'} of ${Number(capacity.toFixed(2))} GB`
}
