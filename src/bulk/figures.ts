import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { DEFAULT_ARCHETYPES, type DefaultArchetypes } from '../catalogue/default-archetypes.ts'
import { loadReleases } from '../catalogue/tables/load-releases.ts'
import { readTableFolders, SHIPPED_FOLDER } from '../catalogue/tables/table-folder.ts'
import { Assessor, type Release, Releases } from '../library/index.ts'

/** Where figures come from, besides the built-in tables. */
export interface FigureSettings {
  /** Folders of own tables. */
  readonly tables: readonly string[]
  /** Archetypes assumed for missing details. */
  readonly defaults: DefaultArchetypes
}

/** The figures for an evaluation no longer exist. */
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
 * Names everything that figures depend on besides the evaluated thing: the data release with the fingerprint of own
 * tables, the version of this software, and any unusual defaults. A different id means different figures. Example:
 * `2026.11_0.1.0`.
 */
export function figuresId({ label }: Pick<Release, 'label'>, defaults: DefaultArchetypes): string {
  const text = JSON.stringify(defaults)
  const own = text === JSON.stringify(DEFAULT_ARCHETYPES) ? '' : `_${digest(text)}`
  return `${label}_${version}${own}`
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 8)
}

/** Reads the tables as they are now: data release ids by the id of their figures. */
export function openFigures({ tables, defaults }: FigureSettings): ReadonlyMap<string, Release> {
  const releases = new Releases(loadReleases(readTableFolders(SHIPPED_FOLDER, tables)), defaults)
  return new Map(releases.all.map((release) => [figuresId(release, defaults), release]))
}

/** Cache size for tables that were replaced, which are hardly needed again. */
const MOST_OPENED = 3

/** Assessors by figures id, created on first use. */
export class Figures {
  readonly #settings: FigureSettings
  readonly #opened = new Map<string, Assessor>()

  constructor(settings: FigureSettings) {
    this.#settings = settings
  }

  /** Throws FiguresGone if the tables have changed since. */
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
