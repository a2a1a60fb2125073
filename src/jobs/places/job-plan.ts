import type { SourceCounts } from '../../batch/distinct-assets.ts'
import type { Source } from '../../batch/source.ts'

/** A part of the distinct assets of a file, evaluated at once by any worker. */
export interface PlannedPart {
  /** Its number and the hash of its content: `00012-9f86d081884c7d65`. */
  readonly name: string
  /** The first of its assets and the one after its last, by their numbers. */
  readonly ids: readonly [from: number, to: number]
  /** Rows of the file that it is about. */
  readonly rows: number
}

/** How the work of a job is cut. It is written when all of its parts are there. */
export interface JobPlan {
  /** The hash of all assets and of what names the figures: another cut has other results, and so have other figures. */
  readonly name: string
  /** Names the figures that its parts are evaluated by (see `figuresId`). */
  readonly figures: string
  readonly source: Source
  readonly counts: SourceCounts
  readonly rows: number
  /** In the order of their assets. */
  readonly parts: readonly PlannedPart[]
}
