import { ImportError } from '../import-error.ts'
import type { ColumnMap } from './columns.ts'
import { findColumns } from './find-columns.ts'
import { isBlank } from './import-table.ts'
import { targetOf } from './map-target.ts'
import { positionsOf } from './numbered-parts.ts'
import { readCsv } from './read-csv.ts'
import { uniqueNames } from './unique-names.ts'

/** The first rows of a table, and what its columns are recognised as. */
export interface TableHead {
  /** The columns of the file, each with a unique name. */
  readonly columns: readonly string[]
  /** What each is read as: a known column, with the unit that a map gives it, `tag`, or null for an unread one. */
  readonly readAs: readonly (string | null)[]
  /** The first non-empty rows. */
  readonly rows: readonly (readonly string[])[]
}

const ROWS = 3

/**
 * The head of a table. Unlike `importTable`, it also works if two columns have one meaning or no column is known. Each
 * column is then read as if it were alone, so that people can choose. Throws an ImportError if the text is not a table.
 */
export function tableHead(text: string, map: ColumnMap = {}): TableHead {
  const { header, rows } = readCsv(text, map)
  const columns = uniqueNames(header)
  const own = Object.fromEntries(Object.entries(map).filter(([theirs]) => columns.includes(theirs)))
  const filled = rows.filter(({ cells = [] }) => !cells.every(isBlank))
  return {
    columns,
    readAs: readAsOf(header, columns, own),
    rows: filled.slice(0, ROWS).map(({ cells = [] }) => columns.map((_, at) => cells[at] ?? '')),
  }
}

function readAsOf(header: readonly string[], columns: readonly string[], map: ColumnMap): readonly (string | null)[] {
  try {
    return meantBy(header, map)
  } catch (error) {
    if (!(error instanceof ImportError)) throw error
    return header.flatMap((name, at) => {
      const mapped = map[columns[at] ?? '']
      return meantBy([name], mapped === undefined ? {} : { [name]: mapped })
    })
  }
}

function meantBy(header: readonly string[], map: ColumnMap): readonly (string | null)[] {
  const { at: found, parts, tags } = findColumns(header, map)
  const readAs = header.map((): string | null => null)
  for (const at of tags) readAs[at] = 'tag'
  for (const [column, group] of parts) for (const at of group.flatMap(positionsOf)) readAs[at] = column
  for (const [column, at] of found) {
    const mapped = map[header[at] ?? ''] ?? ''
    readAs[at] = targetOf(mapped)?.unit === undefined ? column : mapped
  }
  return readAs
}
