import type { DefaultArchetypes } from '../catalogue/default-archetypes.ts'
import { Assessor, type Release } from '../library/index.ts'
import { openReleases } from './open-assessor.ts'
import { releaseKey, version } from './release-key.ts'

/** Where figures come from, besides the built-in tables. */
export interface ReleaseSettings {
  /** Folders of own tables. */
  readonly tables: readonly string[]
  /** Archetypes assumed for missing details. */
  readonly defaults: DefaultArchetypes
}

/** The release for an evaluation no longer exists. */
export class ReleaseGone extends Error {
  override readonly name = 'ReleaseGone'

  constructor(key: string) {
    super(`Data release ${key} is no longer available`)
  }
}

/** Reads the tables as they are now: all data releases by their keys, or the one with this id. */
export function releasesByKey(settings: ReleaseSettings, only?: string): ReadonlyMap<string, Release> {
  return new Map(
    openReleases({ ...settings, only }).all.map((release) => [releaseKey(release, settings.defaults), release]),
  )
}

/** Cache size for tables that were replaced, which are hardly needed again. */
const MOST_OPENED = 3

/** Assessors by release key, created on first use. */
export class Assessors {
  readonly #settings: ReleaseSettings
  readonly #opened = new Map<string, Assessor>()

  constructor(settings: ReleaseSettings) {
    this.#settings = settings
  }

  /** Throws ReleaseGone if the tables have changed since. */
  assessor(key: string): Assessor {
    const known = this.#opened.get(key)
    if (known !== undefined) return known
    const release = releasesByKey(this.#settings, this.#idOf(key)).get(key)
    if (release === undefined) throw new ReleaseGone(key)
    if (this.#opened.size >= MOST_OPENED) this.#opened.clear()
    const assessor = new Assessor(release)
    this.#opened.set(key, assessor)
    return assessor
  }

  /** The id of the only release to load. Own tables are checked with the newest one, so they need all. */
  #idOf(key: string): string | undefined {
    return this.#settings.tables.length > 0 ? undefined : key.split(`_${version}`)[0]
  }
}
