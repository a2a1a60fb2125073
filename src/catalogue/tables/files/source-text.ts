import type { MergedTables } from './merged-tables.ts'

/** By key: the shown text of a source, which is its row's text, else its address, else its title. */
type SourceTexts = ReadonlyMap<string, { readonly text: string; readonly url: string | undefined }>

/** The texts of sources.csv. */
export function sourceTexts(tables: MergedTables): SourceTexts {
  return new Map(
    Array.from(tables.sources.rows.values(), ({ row: { key, title, url, shown } }) => [
      key,
      { text: shown ?? url ?? title, url },
    ]),
  )
}

/**
 * The text shown for the source cell of a row. The cell holds a key of sources.csv (`ember`), a key and a page below
 * its address (`techpowerup:epyc-7702.c2246`), or a text with an address. Undefined if it is none of these.
 */
export function sourceText(cell: string, sources: SourceTexts): string | undefined {
  const whole = sources.get(cell)
  if (whole !== undefined) return whole.text
  if (cell.includes('://')) return cell
  const colon = cell.indexOf(':')
  const prefix = colon < 0 ? undefined : sources.get(cell.slice(0, colon))?.url
  return prefix === undefined ? undefined : prefix + cell.slice(colon + 1)
}
