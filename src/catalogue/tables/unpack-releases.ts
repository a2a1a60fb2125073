import type { Tables } from '../tables.ts'
import { makeReleases } from './make-releases.ts'
import { TableError } from './table-error.ts'
import type { TableFolders } from './table-folder.ts'

/** The magic bytes of gzip. */
const GZIP = [0x1f, 0x8b]

/**
 * The tables of every data release, newest first, from the compressed file of the package,
 * `impactql-core/tables.json.gz`, by address or as bytes. `own` adds tables on top of every release. Throws a TypeError
 * if the file cannot be fetched, and a TableError if it holds no tables or your own tables have faults.
 *
 * @example
 * const releases = new Releases(await fetchReleases('/assets/tables.json.gz'))
 */
export async function fetchReleases(
  source: string | URL | Uint8Array,
  own: OwnTables = {},
): Promise<readonly [Tables, ...Tables[]]> {
  const bytes = source instanceof Uint8Array ? source : await fetchBytes(source)
  return unpackReleases(await textOf(bytes), own)
}

async function fetchBytes(address: string | URL): Promise<Uint8Array> {
  const response = await fetch(address)
  if (!response.ok) throw new TypeError(`The tables at ${address} cannot be fetched: ${response.status}`)
  return new Uint8Array(await response.arrayBuffer())
}

/** If the server declares the encoding, the browser has already decompressed the file. */
function textOf(bytes: Uint8Array): Promise<string> {
  const isCompressed = GZIP.every((byte, at) => bytes[at] === byte)
  const stream = new Blob([bytes as Uint8Array<ArrayBuffer>]).stream()
  return new Response(isCompressed ? stream.pipeThrough(new DecompressionStream('gzip')) : stream).text()
}

/** Your own tables, each as the text of a CSV file: `{ 'cpus.csv': 'name,...' }`. */
export type OwnTables = Readonly<Record<string, string>>

/**
 * The tables of every data release, newest first, from the text of `tables.json`. Throws a TableError as
 * `fetchReleases` does.
 */
export function unpackReleases(text: string, own: OwnTables = {}): readonly [Tables, ...Tables[]] {
  return makeReleases({
    ...foldersOf(text),
    own: Object.keys(own).length > 0 ? [{ path: 'own tables', name: 'own tables', files: own }] : [],
  })
}

function foldersOf(text: string): Omit<TableFolders, 'own'> {
  try {
    const { base, overlays } = JSON.parse(text) as Partial<TableFolders>
    if (base?.files !== undefined && Array.isArray(overlays)) return { base, overlays }
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
  }
  throw new TableError(['Expected the tables of impactql: the file tables.json.gz of the package'])
}
