import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import type { Tables } from '../tables.ts'
import { type OwnTables, unpackReleases } from './unpack-releases.ts'

/** In the package, the compressed tables are two folders above the modules of `catalogue/tables`. */
const PACKED = new URL('../../../tables.json.gz', import.meta.url)

/**
 * The tables of every data release, newest first, from the package's file: `loadReleases` of `impactql-core/tables`,
 * for Node.js. `own` adds tables on top of every release. Throws a TableError if your own tables have faults.
 *
 * @example
 * const releases = new Releases(loadReleases())
 */
export function loadPackagedReleases(own: OwnTables = {}): readonly [Tables, ...Tables[]] {
  return unpackReleases(gunzipSync(readFileSync(PACKED)).toString(), own)
}
