import type {
  RestCloudInstanceQuery,
  RestIotDeviceQuery,
  RestServerQuery,
  RestTerminalQuery,
  UsageFragment,
} from '../../../generated/asset-operations.ts'
import type { Json } from '../json.ts'
import { reshapeNumber, reshapeText } from './attribute.ts'
import { reshapeComponent, type VerboseComponent } from './component.ts'
import type { AskedCriteria } from './impacts.ts'
import {
  reshapeAllFactors,
  reshapeDuration,
  reshapeGivenFactors,
  reshapeGivenUse,
  reshapeGivenWorkload,
  reshapeLifetime,
  reshapeLocation,
  reshapeOtherConsumption,
  reshapePower,
  UNIT_OF_LEVELS,
} from './usage.ts'

type Entries = Record<string, Json>
type Server = NonNullable<RestServerQuery['server']>
type CloudInstance = NonNullable<RestCloudInstanceQuery['cloudInstance']>
type IotDevice = NonNullable<RestIotDeviceQuery['iotDevice']>
type Terminal = NonNullable<RestTerminalQuery['terminal']>

/** The verbose part of an answer for a server. */
export function reshapeServer({ usage, components = [], units }: Server, asked: AskedCriteria): Entries {
  if (usage === undefined || units === undefined) return {}
  return {
    ...reshapeDuration(usage),
    ...reshapeComponents(components, asked, usage),
    ...reshapePower(usage),
    ...reshapeGivenWorkload(usage),
    ...reshapeLocation(usage),
    ...reshapeLifetime(usage, true),
    ...reshapeOtherConsumption(usage),
    ...reshapeAllFactors(usage, asked),
    units: reshapeNumber('units', units),
  }
}

/** The verbose part for a cloud instance; it repeats `instancePerServer` from the request. */
export function reshapeCloudInstance(
  instance: CloudInstance,
  asked: AskedCriteria,
  instancePerServer: number | undefined,
): Entries {
  const { vcpu, memory, ssdStorage, hddStorage, usage, components = [] } = instance
  if (usage === undefined || vcpu === undefined || memory === undefined) return {}
  return {
    vcpu: reshapeNumber('vcpu', vcpu),
    memory: reshapeNumber('memory', memory),
    ...(ssdStorage && { ssd_storage: reshapeNumber('ssd_storage', ssdStorage) }),
    ...(hddStorage && { hdd_storage: reshapeNumber('hdd_storage', hddStorage) }),
    // The caller's values on use come first, and keep their place.
    ...reshapePower(usage),
    ...reshapeGivenUse(usage, undefined, true),
    ...(instancePerServer !== undefined && { instance_per_server: { value: instancePerServer, status: 'INPUT' } }),
    ...reshapeGivenFactors(usage, asked),
    ...reshapeDuration(usage),
    ...reshapeComponents(components, asked, usage),
    ...reshapeGivenWorkload(usage),
    ...reshapeLocation(usage),
    ...reshapeLifetime(usage, true),
    ...reshapeOtherConsumption(usage),
    ...reshapeAllFactors(usage, asked),
  }
}

/** The verbose part for a terminal or peripheral. */
export function reshapeTerminal({ usage, units, type }: Terminal, asked: AskedCriteria): Entries {
  if (usage === undefined || units === undefined) return {}
  return {
    ...reshapeDuration(usage),
    ...reshapePower(usage),
    ...reshapeGivenWorkload(usage, UNIT_OF_LEVELS),
    ...reshapeLocation(usage),
    ...reshapeLifetime(usage),
    ...reshapeAllFactors(usage, asked),
    ...(type && { type: reshapeText(type) }),
    units: reshapeNumber('units', units),
  }
}

/**
 * The verbose part for an IoT device. Its full use is shown if its power is known, else only what the caller set.
 */
export function reshapeIotDevice({ usage, components = [], units }: IotDevice, asked: AskedCriteria): Entries {
  if (usage === undefined || units === undefined) return {}
  const isPowered = usage.avgPower !== null
  return {
    ...reshapeDuration(usage),
    ...reshapeComponents(components, asked, usage),
    ...reshapePower(usage),
    ...(isPowered
      ? { ...reshapeGivenWorkload(usage, UNIT_OF_LEVELS), ...reshapeLocation(usage) }
      : reshapeGivenUse(usage, UNIT_OF_LEVELS)),
    ...reshapeLifetime(usage),
    ...(isPowered ? reshapeAllFactors(usage, asked) : reshapeGivenFactors(usage, asked)),
    units: reshapeNumber('units', units),
  }
}

function reshapeComponents(
  components: readonly (VerboseComponent & { readonly label: string })[],
  asked: AskedCriteria,
  ofDevice: UsageFragment,
): Entries {
  return Object.fromEntries(
    components.map((component) => [component.label, reshapeComponent(component, asked, ofDevice)]),
  )
}
