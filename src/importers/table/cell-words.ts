import { FORM_WORDS } from './kind-words.ts'
import { plain } from './plain-name.ts'

/** Whose figures of an SSD count, in English, French, German, Spanish and Italian. */
const METHODS = {
  MAKER: [
    'maker, makers, manufacturer, manufacturers, vendor, maker study, manufacturer study',
    "fabricant, fabricants, étude du fabricant, hersteller, Herstellerangabe, Herstellerstudie, fabricante, estudio del fabricante, produttore, studio del produttore, maker's study, manufacturer's study",
  ],
  STUDY: [
    'study, studies, independent study, independent studies, étude, étude indépendante, études indépendantes',
    'Studie, unabhängige Studie, Studien, estudio, estudio independiente, studio, studio indipendente',
  ],
} as const

/** The words of columns with few values, by column: the value of each. */
const WORDS: Readonly<Record<string, ReadonlyMap<string, string>>> = {
  form: new Map(FORM_WORDS.map(([word, form]) => [plain(word), form])),
  ssd_method: new Map(
    Object.entries(METHODS).flatMap(([method, lists]) =>
      lists.flatMap((list) => list.split(', ')).map((word) => [plain(word), method]),
    ),
  ),
}

/** Whether a column has words for its values. */
export function hasWords(column: string): boolean {
  return Object.hasOwn(WORDS, column)
}

/** The values of a column that has words for them. */
export function valuesOf(column: string): readonly string[] {
  return hasWords(column) ? [...new Set(WORDS[column]?.values())] : []
}

/**
 * The value that a word means in a column with few values; undefined for other columns and unknown words.
 *
 * Example: `wordIn('form', 'Mini-PC')` is MINI.
 */
export function wordIn(column: string, word: string): string | undefined {
  return hasWords(column) ? WORDS[column]?.get(plain(word)) : undefined
}
