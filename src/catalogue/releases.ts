import { DEFAULT_ARCHETYPES, type DefaultArchetypes } from './default-archetypes.ts'
import { nearestNames } from './matching/nearest-names.ts'
import { NotFoundError } from './not-found-error.ts'
import { perObject } from './per-object.ts'
import { References } from './references.ts'
import type { Tables } from './tables.ts'

/** The look-ups of tables, which all releases with these tables and defaults share. */
const referencesOf = perObject((tables: Tables) =>
  perObject((defaults: DefaultArchetypes) => new References(tables, defaults)),
)

/** The figures of one data release: its tables, and every look-up in them. */
export class Release {
  /** `2026.11` */
  readonly id: string
  readonly tables: Tables
  readonly #defaults: DefaultArchetypes

  constructor(tables: Tables, defaults: DefaultArchetypes) {
    this.id = tables.release.id
    this.tables = tables
    this.#defaults = defaults
  }

  /** Built when first needed: most releases are hardly ever used. */
  get references(): References {
    return referencesOf(this.tables)(this.#defaults)
  }

  /** A copy with some tables replaced. */
  with(tables: Partial<Tables>): Release {
    return new Release({ ...this.tables, ...tables }, this.#defaults)
  }

  /** Whether its figures can still change. The tables of a closed release never do. */
  get isDraft(): boolean {
    return this.tables.release.isDraft
  }

  /** What answers state: the id, plus `+` and the fingerprint of the figures if own tables are loaded. */
  get label(): string {
    return this.tables.release.label
  }
}

/** The year that ages of factors are counted from: 2026 of 2026.11, and of a release that names no year. */
export function yearOf(release: string): number {
  return Number(/^\d{4}/.exec(release)?.[0] ?? 2026)
}

/**
 * Every data release, newest first. `tables` holds those of each release, newest first; at least one.
 *
 * @example
 * releases.newest.id // '2026.11'
 * releases.find('boavizta-2.4.1').references.mix('FRA').factors.gwp?.value // 0.098
 */
export class Releases {
  readonly all: readonly Release[]
  readonly newest: Release

  constructor(tables: readonly [Tables, ...Tables[]], defaults: DefaultArchetypes = DEFAULT_ARCHETYPES) {
    const [newest, ...others] = tables.map((each) => new Release(each, defaults)) as [Release, ...Release[]]
    this.newest = newest
    this.all = [newest, ...others]
  }

  /** A release by its id, or by its label. Throws NotFoundError with the closest ids. */
  find(id: string): Release {
    const release = this.all.find((each) => each.id === id || each.label === id)
    if (release !== undefined) return release
    const ids = this.all.map((each) => each.id)
    const near = nearestNames(id, ids)
    throw new NotFoundError(id, () => (near.length > 0 ? near : ids), { of: 'release', names: ids })
  }
}
