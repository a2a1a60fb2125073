import { checkRows } from '../check-rows.ts'
import type { ImportedFile } from '../imported.ts'
import type { ColumnMap } from '../table/columns.ts'
import { writingOfMarks } from '../table/table-reader.ts'
import { notReadOf } from './not-read-of.ts'
import { itemReader, marksInItem } from './read-item.ts'

/**
 * Reads a list of fleet items or assets. Throws an ImportError if it is too long, or if an unread field seems to
 * matter.
 */
export function importList(items: readonly unknown[], asked?: ColumnMap): ImportedFile {
  checkRows(items.length)
  const { notRead, map, notes } = notReadOf(items, asked)
  const read = itemReader(map, writingOfMarks(items.flatMap((item) => marksInItem(item, map))))
  return {
    format: 'list',
    notRead,
    ...(notes && { notes }),
    rows: items.map((item, at) => ({ path: `[${at}]`, ...read(item) })),
  }
}
