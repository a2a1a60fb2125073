import { densityOf } from '../../engine/components/density-estimates.ts'
import type { NetworkBill, NetworkReach } from '../../engine/devices/network-service.ts'
import type { StorageBill } from '../../engine/devices/storage-service.ts'
import type { NetworkInput, StorageInput } from '../../input/device-input.ts'
import { under } from '../../input/fault.ts'
import type { Loaders } from '../loaders.ts'
import { factorsOfComponent } from './component-factors.ts'
import { usualFormFactor } from './form-factor.ts'
import { resolveUsage } from './resolve-usage.ts'

/** Storage as a service: GB on typical drives of a kind. */
export async function resolveStorage(loaders: Loaders, input: StorageInput, at = 'input'): Promise<StorageBill> {
  const { references } = loaders
  const { constants } = references
  const { kind, gigabytes, copies, copiesMin, copiesMax } = input
  const column = kind === 'SSD' ? 'ssd' : 'hdd'
  const typicalUsage = { hoursLifeTime: constants.cell('drive_life', 'hours_life_time') }
  return {
    kind,
    gigabytes,
    ...(copies !== undefined && { copies: { value: copies, min: copiesMin ?? copies, max: copiesMax ?? copies } }),
    typicalCopies: constants.cell('storage_copies', 'storage_copies'),
    driveSize: constants.leaf(`${column}_typical`),
    wattPerTb: constants.leaf(`${column}_power`, 'avg_power'),
    ...(kind === 'SSD' && {
      density: densityOf(undefined, '', references.ssdDensity(undefined, undefined), undefined),
    }),
    factors: factorsOfComponent(references, column, usualFormFactor(references, column)?.variant),
    usage: await resolveUsage(loaders, input.usage, typicalUsage, `${at}.usage`, siteOf(loaders, input)),
    at,
  }
}

const KWH_PER_GB: Readonly<Record<NetworkReach, string>> = {
  REGION: 'network_region',
  BETWEEN_REGIONS: 'network_between_regions',
  INTERNET: 'network_internet',
}

/** A data transfer: its figures cover whole networks, outside any data centre. */
export async function resolveNetwork(loaders: Loaders, input: NetworkInput, at = 'input'): Promise<NetworkBill> {
  const { gigabytes, reach, usage } = input
  const site = { ...siteOf(loaders, input), isInDataCentre: false } as const
  return {
    gigabytes,
    reach,
    kwhPerGb: loaders.references.constants.leaf(KWH_PER_GB[reach]),
    usage: await resolveUsage(loaders, usage, {}, `${at}.usage`, site),
    at,
  }
}

/** Whose regions it may be in. */
function siteOf({ references }: Loaders, { provider }: { readonly provider?: string | undefined }) {
  return provider === undefined ? {} : { provider: under(['provider'], () => references.provider(provider)).id }
}
