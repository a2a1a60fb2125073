import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parse } from 'csv-parse/sync'

/** A source of the tables; what is not known is an empty text. */
export interface Source {
  readonly key: string
  readonly title: string
  readonly publisher: string
  readonly url: string
  readonly licence: string
  readonly note: string
  readonly year?: string
}

const DATA = fileURLToPath(new URL('../../data/', import.meta.url))

/** The sources of the shipped tables and of the releases on top of them, a key once. */
export function readSources(): readonly Source[] {
  const files = globSync(['sources.csv', '*/sources.csv', '*/*/sources.csv'], { cwd: DATA }).toSorted()
  const sources = files.flatMap((file) =>
    parse<Source>(readFileSync(`${DATA}${file}`, 'utf8'), { columns: true, comment: '#', comment_no_infix: true }),
  )
  return [...new Map(sources.map((source) => [source.key, source])).values()]
}
