import { COUNT_WORDS, ON_THEIR_OWN, WRITTEN } from '../importers/table/table-reader.ts'
import type { Source } from './source.ts'

/** White space as JavaScript trims it. */
const SPACES = String.raw`[\s\v\p{Z}\x{FEFF}]+`

/** SQL of a text with its white space trimmed. */
export function trimmed(text: string): string {
  return `regexp_replace(${text}, '^${SPACES}|${SPACES}$', '', 'g')`
}

/** SQL condition: whether a text is a number in this format. */
function isWrittenAs(how: keyof typeof WRITTEN, text: string): string {
  return `regexp_full_match(${text}, '${WRITTEN[how].replaceAll("'", "''")}')`
}

/** SQL of a row's quantity, a DOUBLE; null if it is not a number. Numeric columns need no parsing. */
export function numberOf({ quantity, reader, isCounted }: Pick<Source, 'quantity' | 'reader' | 'isCounted'>): string {
  if (quantity === undefined) return '1::DOUBLE'
  const { hasDecimalCommas } = reader.kind === 'table' ? reader.writing : ON_THEIR_OWN
  const cell = `CAST(${quantity} AS VARCHAR)`
  const text = isCounted ? `regexp_replace(${trimmed(cell)}, '(?i)${COUNT_WORDS}', '', 'g')` : trimmed(cell)
  // Casts are cheap, but accept more than we do: 1_000, inf, +-0.
  const isPlain = `isfinite(try_cast(${cell} AS DOUBLE)) AND NOT contains(${cell}, '_') AND NOT contains(${cell}, '+')`
  const isRefused = hasDecimalCommas || isCounted
  const formats = [
    ['withPoint', text],
    ['withComma', `replace(${text}, ',', '.')`],
    ['bySpaces', `replace(regexp_replace(${text}, '[^0-9.,]', '', 'g'), ',', '.')`],
    ['byPoints', `replace(replace(${text}, '.', ''), ',', '.')`],
    ['byCommas', `replace(${text}, ',', '')`],
  ] as const
  return [
    `CASE WHEN typeof(${quantity}) <> 'VARCHAR' THEN try_cast(${quantity} AS DOUBLE)`,
    ...(isRefused ? [`WHEN ${isWrittenAs('likeThousands', text)} THEN NULL`] : []),
    `WHEN ${isPlain} THEN try_cast(${cell} AS DOUBLE)`,
    ...formats.map(([how, plain]) => `WHEN ${isWrittenAs(how, text)} THEN try_cast(${plain} AS DOUBLE)`),
    'END',
  ].join(' ')
}
