import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { DEFAULT_ARCHETYPES, type DefaultArchetypes } from '../catalogue/default-archetypes.ts'
import { loadReleases } from '../catalogue/tables/load-releases.ts'
import { readTableFolders, SHIPPED_FOLDER } from '../catalogue/tables/table-folder.ts'
import { Assessor, type Release, Releases } from '../library/index.ts'

/** What figures come from, besides the tables that are shipped. */
export interface FigureSettings {
  /** Folders of own tables. */
  readonly tables: readonly string[]
  /** What is assumed where nothing is given. */
  readonly defaults: DefaultArchetypes
}

/** Nobody has the figures any more that something is to be evaluated by. */
export class FiguresGone extends Error {
  override readonly name = 'FiguresGone'

  constructor(figures: string) {
    super(`Data release ${figures} is no longer available`)
  }
}

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  readonly version: string
}

/**
 * Names everything that figures depend on besides what is evaluated: the data release with the fingerprint of own tables, the
 * version of this software, and the defaults where they are not the usual ones. Who has another name for it has other
 * figures. Example: `2026.11_0.1.0`.
 */
export function figuresId({ label }: Pick<Release, 'label'>, defaults: DefaultArchetypes): string {
  const text = JSON.stringify(defaults)
  const own = text === JSON.stringify(DEFAULT_ARCHETYPES) ? '' : `_${digest(text)}`
  return `${label}_${version}${own}`
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 8)
}

/** All that can be evaluated by, as the tables are now: the id of each data release by the name of its figures. */
export function openFigures({ tables, defaults }: FigureSettings): ReadonlyMap<string, Release> {
  const releases = new Releases(loadReleases(readTableFolders(SHIPPED_FOLDER, tables)), defaults)
  return new Map(releases.all.map((release) => [figuresId(release, defaults), release]))
}

/** Tables that are read again are few: those before are hardly needed any more. */
const MOST_OPENED = 3

/** Assessors by the names of their figures, opened when they are first needed. */
export class Figures {
  readonly #settings: FigureSettings
  readonly #opened = new Map<string, Assessor>()

  constructor(settings: FigureSettings) {
    this.#settings = settings
  }

  /** Throws FiguresGone where the tables are others by now. */
  assessor(figures: string): Assessor {
    const known = this.#opened.get(figures)
    if (known !== undefined) return known
    const release = openFigures(this.#settings).get(figures)
    if (release === undefined) throw new FiguresGone(figures)
    if (this.#opened.size >= MOST_OPENED) this.#opened.clear()
    const assessor = new Assessor(release)
    this.#opened.set(figures, assessor)
    return assessor
  }
}
