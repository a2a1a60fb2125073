import { isDeepStrictEqual } from 'node:util'
import type { Settings } from '../../schema/context.ts'
import { DEFAULT_ARCHETYPES, type DefaultArchetypes } from '../catalogue/default-archetypes.ts'
import { NotFoundError } from '../catalogue/not-found-error.ts'
import { type Release, Releases } from '../catalogue/releases.ts'
import { loadReleases } from '../catalogue/tables/load-releases.ts'
import type { TableFolders } from '../catalogue/tables/table-folder.ts'
import type { Tables } from '../catalogue/tables.ts'
import { type Config, ConfigError, configFault, referenceDefaults, type SettingName } from './settings/config.ts'

/**
 * Builds what operations answer from: tables, and how figures are requested and shown. Throws a TableError or a
 * ConfigError.
 */
export function buildSettings(config: Config, folders: TableFolders): Settings {
  const defaults = referenceDefaults(config)
  const releases = new Releases(loadReleases(folders), defaults)
  // A test checks the usual defaults in all shipped releases, so that a start need not build the earlier ones.
  const isShipped = folders.own.length === 0 && isDeepStrictEqual(defaults, DEFAULT_ARCHETYPES)
  for (const { tables } of isShipped ? [releases.newest] : releases.all) checkDefaults(defaults, tables)
  const rounding = {
    uncertaintyShare: config.uncertaintyShare,
    maximumDigits: config.maximumDigits,
    minimumDigits: config.minimumDigits,
  }
  const release = configuredRelease(releases, config, 'release')
  const restRelease = configuredRelease(releases, config, 'restRelease')
  return { releases, release, restRelease, rounding, defaultCriteria: config.criteria }
}

function configuredRelease(releases: Releases, config: Config, setting: 'release' | 'restRelease'): Release {
  const id = config[setting]
  if (id === '') return releases.newest
  try {
    return releases.find(id)
  } catch (error) {
    if (!(error instanceof NotFoundError)) throw error
    throw new ConfigError([configFault(setting, id, `one of ${releases.all.map((each) => each.id).join(', ')}`)])
  }
}

/** The power profile of an unknown processor. */
const POWER_PROFILE = ['power_profile_a', 'power_profile_b', 'power_profile_c', 'power_profile_d']

/** A default that the tables lack would fail each request that needs it. */
export function checkDefaults(defaults: DefaultArchetypes, tables: Tables): void {
  const faults: string[] = []
  const check = (setting: SettingName, known: boolean, given: string) => {
    if (!known) faults.push(configFault(setting, given))
  }
  check(
    'location',
    tables.locations.some(({ code }) => code === defaults.location),
    defaults.location,
  )
  check(
    'serverArchetype',
    tables.serverArchetypes.some(({ id }) => id === defaults.server),
    defaults.server,
  )
  check(
    'iotArchetype',
    tables.iotArchetypes.some(({ id }) => id === defaults.iotDevice),
    defaults.iotDevice,
  )
  for (const [kind, archetype] of Object.entries(defaults.components)) {
    const found = tables.componentArchetypes.find(({ component, id }) => component === kind && id === archetype)
    check('componentArchetypes', found !== undefined, `${kind}=${archetype}`)
    if (kind === 'cpu' && found !== undefined && !POWER_PROFILE.every((name) => name in found.attributes)) {
      const expected = `an archetype that has ${POWER_PROFILE.join(', ')}`
      faults.push(configFault('componentArchetypes', `${kind}=${archetype}`, expected))
    }
  }
  for (const [kind, archetype] of Object.entries(defaults.terminals)) {
    const known = tables.terminalArchetypes.some(({ device, id }) => device === kind && id === archetype)
    check('terminalArchetypes', known, `${kind}=${archetype}`)
  }
  if (faults.length > 0) throw new ConfigError(faults)
}
