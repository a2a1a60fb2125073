import { cellsOf, dim, inLine, lineWidth } from './style.ts'

/** A column of a table for people. */
export interface Column {
  /** Its name, with the unit of its numbers. */
  readonly head: string
  /** Numbers are right-aligned and never shortened. */
  readonly isNumber?: boolean
  /** The minimum width of a text; 14 by default. */
  readonly least?: number
  /** Names are shortened in their middle: their end tells them apart. */
  readonly isName?: boolean
  /** On a narrow terminal, the column with the highest number is dropped first. */
  readonly leftOut?: number
}

/** Between columns. */
const GAP = '  '
const LEAST = 14

/** A table as text: its lines, and the number of visible columns. */
export interface FittedTable {
  readonly text: string
  readonly columns: number
}

/**
 * A table with aligned columns, at most `width` wide as far as columns can be shortened or dropped. Empty columns are
 * always dropped.
 */
export function fitTable(
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  width = lineWidth(),
): FittedTable {
  const filled = columns.flatMap((column, at) => {
    const head = inLine(column.head)
    const cells = rows.map((row) => inLine(row[at] ?? ''))
    if (cells.every((cell) => cell === '')) return []
    const natural = Math.max(head.length, ...cells.map(cellsOf))
    const least = column.isNumber ? natural : Math.min(natural, Math.max(column.least ?? LEAST, head.length))
    return [{ ...column, head, cells, natural, least }]
  })
  const widthOf = (shown: readonly { readonly least: number }[]) =>
    shown.reduce((sum, { least }) => sum + least + GAP.length, -GAP.length)
  let shown = filled
  while (widthOf(shown) > width) {
    const last = shown.reduce((most, { leftOut = -1 }) => Math.max(most, leftOut), -1)
    if (last < 0) break
    shown = shown.filter((column) => column !== shown.findLast(({ leftOut }) => leftOut === last))
  }
  // Shortest texts first, so that as many as possible stay whole.
  let spare = width - widthOf(shown)
  const widths = new Map<(typeof shown)[number], number>()
  for (const column of shown.toSorted((one, other) => one.natural - other.natural)) {
    const more = Math.max(0, Math.min(spare, column.natural - column.least))
    spare -= more
    widths.set(column, column.least + more)
  }
  const sized = shown.map((column) => ({ ...column, width: widths.get(column) ?? column.least }))
  const line = (cellOf: (column: (typeof sized)[number]) => string) =>
    sized
      .map((column) => {
        const cell = shorten(cellOf(column), column.width, column.isName)
        const room = ' '.repeat(Math.max(0, column.width - cellsOf(cell)))
        return column.isNumber ? room + cell : cell + room
      })
      .join(GAP)
      .trimEnd()
  const head = dim(line(({ head: name }) => name))
  const lines = rows.map((_, at) => line(({ cells }) => cells[at] ?? ''))
  return { text: [head, ...lines].join('\n'), columns: shown.length }
}

function shorten(cell: string, width: number, isName = false): string {
  if (cellsOf(cell) <= width) return cell
  const end = isName ? Math.ceil((width - 1) * 0.6) : 0
  const characters = Array.from(GRAPHEMES.segment(cell), ({ segment }) => segment)
  return `${fitting(characters, width - 1 - end)}…${fitting(characters.toReversed(), end, true)}`
}

const GRAPHEMES = new Intl.Segmenter()

/** The first characters that fit, in reading order. */
function fitting(characters: readonly string[], width: number, isReversed = false): string {
  const end = characters.findIndex((_, at) => cellsOf(characters.slice(0, at + 1).join('')) > width)
  const kept = characters.slice(0, end)
  return (isReversed ? kept.toReversed() : kept).join('')
}
