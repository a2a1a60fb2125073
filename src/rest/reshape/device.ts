import type {
  RestCloudInstanceQuery,
  RestIotDeviceQuery,
  RestServerQuery,
  RestTerminalQuery,
  UsageFragment,
} from '../../generated/rest-operations.ts'
import type { Json } from '../json.ts'
import { reshapeNumber, reshapeText } from './attribute.ts'
import { reshapeComponent, type VerboseComponent } from './component.ts'
import {
  reshapeDuration,
  reshapeFactors,
  reshapeLifetime,
  reshapeOtherConsumption,
  reshapePlace,
  reshapePower,
  reshapeWorkload,
} from './usage.ts'

type Entries = Record<string, Json>
type Server = NonNullable<RestServerQuery['server']>
type CloudInstance = NonNullable<RestCloudInstanceQuery['cloudInstance']>
type IotDevice = NonNullable<RestIotDeviceQuery['iotDevice']>
type Terminal = NonNullable<RestTerminalQuery['terminal']>

/** The verbose part of an answer for a server. */
export function reshapeServer({ usage, components = [], units }: Server): Entries {
  if (usage === undefined || units === undefined) return {}
  return {
    ...reshapeDuration(usage),
    ...reshapeComponents(components),
    ...reshapePower(usage),
    ...reshapeGivenWorkload(usage),
    ...reshapePlace(usage),
    ...reshapeLifetime(usage, true),
    ...reshapeOtherConsumption(usage),
    ...reshapeFactors(usage),
    units: reshapeNumber('units', units),
  }
}

/** The same for a cloud instance. */
export function reshapeCloudInstance(instance: CloudInstance): Entries {
  const { vcpu, memory, ssdStorage, hddStorage, usage, components = [] } = instance
  if (usage === undefined || vcpu === undefined || memory === undefined) return {}
  return {
    vcpu: reshapeNumber('vcpu', vcpu),
    memory: reshapeNumber('memory', memory),
    ...(ssdStorage && { ssd_storage: reshapeNumber('ssd_storage', ssdStorage) }),
    ...(hddStorage && { hdd_storage: reshapeNumber('hdd_storage', hddStorage) }),
    ...reshapePower(usage),
    ...reshapeDuration(usage),
    ...reshapeComponents(components),
    ...reshapeGivenWorkload(usage),
    ...reshapePlace(usage),
    ...reshapeLifetime(usage, true),
    ...reshapeOtherConsumption(usage),
    ...reshapeFactors(usage),
  }
}

/** The same for a terminal or a peripheral. */
export function reshapeTerminal({ usage, units, type }: Terminal): Entries {
  if (usage === undefined || units === undefined) return {}
  return {
    ...reshapeDuration(usage),
    ...reshapePower(usage),
    ...reshapeGivenWorkload(usage),
    ...reshapePlace(usage),
    ...reshapeLifetime(usage),
    ...reshapeFactors(usage),
    ...(type && { type: reshapeText(type) }),
    units: reshapeNumber('units', units),
  }
}

/** The same for a connected object; its use is shown only where its power is known. */
export function reshapeIotDevice({ usage, components = [], units }: IotDevice): Entries {
  if (usage === undefined || units === undefined) return {}
  const use = usage.avgPower === null ? {} : { ...reshapePower(usage), ...reshapePlace(usage) }
  return {
    ...reshapeDuration(usage),
    ...reshapeComponents(components),
    ...use,
    ...reshapeLifetime(usage),
    ...(usage.avgPower !== null && reshapeFactors(usage)),
    units: reshapeNumber('units', units),
  }
}

function reshapeComponents(components: readonly (VerboseComponent & { readonly label: string })[]): Entries {
  return Object.fromEntries(components.map((component) => [component.label, reshapeComponent(component)]))
}

/** The load of a device is shown where the caller gave it; else its components show theirs. */
function reshapeGivenWorkload(usage: UsageFragment): Entries {
  return usage.timeWorkload?.status === 'INPUT' ? reshapeWorkload(usage) : {}
}
