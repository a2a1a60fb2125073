import type { ArchetypeComponent } from '../kinds.ts'

/** The rows assumed for a thing without details, by id. */
export interface DefaultArchetypes {
  readonly location: string
  readonly server: string
  readonly iotDevice: string
  readonly components: Readonly<Record<ArchetypeComponent, string>>
  /** By device; others take the first archetype of their kind. */
  readonly terminals: Readonly<Record<string, string>>
  /** Minimum similarity of the name of a part, 0 to 100. */
  readonly matchingThreshold: number
}

/** The defaults of a service whose settings name no others. */
export const DEFAULT_ARCHETYPES: DefaultArchetypes = {
  location: 'EEE',
  server: 'platform_compute_medium',
  iotDevice: 'iot-device-default',
  components: {
    cpu: 'DEFAULT',
    gpu: 'DEFAULT',
    ram: 'DEFAULT',
    ssd: 'DEFAULT',
    hdd: 'DEFAULT',
    power_supply: 'DEFAULT',
    case: 'rack',
  },
  terminals: {
    laptop: 'laptop-pro',
    desktop: 'desktop-pro',
    television: 'tv-pro',
    vr_headset: 'vr-headset-lcd',
  },
  matchingThreshold: 80,
}
