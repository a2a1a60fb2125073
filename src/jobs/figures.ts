import { Assessor, type DefaultArchetypes, type Release, Releases } from '../index.ts'
import { loadReleases } from '../tables/load-releases.ts'
import { readTableFolders, SHIPPED_FOLDER } from '../tables/table-folder.ts'
import { figuresId } from './figures-id.ts'
import { FiguresGone } from './job-fault.ts'

/** What figures come from, besides the tables that are shipped. */
export interface FigureSettings {
  /** Folders of own tables. */
  readonly tables: readonly string[]
  /** What is assumed where nothing is given. */
  readonly defaults: DefaultArchetypes
}

/** All that can be evaluated by, as the tables are now: the id of each data release by the name of its figures. */
export function openFigures({ tables, defaults }: FigureSettings): ReadonlyMap<string, Release> {
  const releases = new Releases(loadReleases(readTableFolders(SHIPPED_FOLDER, tables)), defaults)
  return new Map(releases.all.map((release) => [figuresId(release, defaults), release]))
}

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
    const assessor = new Assessor(release)
    // Tables that are read again are few: those before are hardly needed any more.
    if (this.#opened.size >= MOST_OPENED) this.#opened.clear()
    this.#opened.set(figures, assessor)
    return assessor
  }
}

const MOST_OPENED = 3
