import { checkRows } from '../check-rows.ts'
import type { ImportedFile } from '../imported.ts'
import { readItem } from './read-item.ts'

/** Reads a list of items of a fleet, or of assets. Throws an ImportError where it is too long. */
export function importList(items: readonly unknown[]): ImportedFile {
  checkRows(items.length)
  return { format: 'list', rows: items.map((item, at) => ({ path: `[${at}]`, ...readItem(item) })) }
}
