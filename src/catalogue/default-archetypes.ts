import type { ArchetypeComponent } from '../kinds.ts'

/** What is assumed of a thing of which nothing is given: rows of the tables, by id. */
export interface DefaultArchetypes {
  readonly location: string
  readonly server: string
  readonly iotDevice: string
  readonly components: Readonly<Record<ArchetypeComponent, string>>
  /** By device; a device that is not there takes the first archetype of its kind. */
  readonly terminals: Readonly<Record<string, string>>
  /** Similarity, 0 to 100, above which the name of a part is accepted. */
  readonly matchingThreshold: number
}

/** Those of a service whose settings name no others. */
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
