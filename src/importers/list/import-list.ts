import type { ImportedFile } from '../imported.ts'
import { readItem } from './read-item.ts'

/** Reads a list of items of a fleet, or of assets. */
export function importList(items: readonly unknown[]): ImportedFile {
  return { format: 'list', rows: items.map((item, at) => ({ path: `[${at}]`, ...readItem(item) })) }
}
