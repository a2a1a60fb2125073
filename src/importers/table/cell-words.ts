import { FORM_WORDS } from './kind-words.ts'
import { plain } from './plain-name.ts'

const OF_MAKER = [
  "maker, makers, manufacturer, manufacturers, vendor, maker's figures, manufacturer's figures",
  'fabricant, fabricants, hersteller, Herstellerangabe, fabricante, produttore',
]

/** Whose figures of a model count, in English, French, German, Spanish and Italian. */
const FIGURES = {
  MAKER: OF_MAKER,
  MODEL: ['model, modelled, modeled, our model, ours, modèle, modélisé, Modell, modelliert, modelo, modello'],
} as const

/** Whose figures of an SSD count, in the same languages. */
const METHODS = {
  MAKER: [
    ...OF_MAKER,
    "maker study, manufacturer study, maker's study, manufacturer's study",
    'étude du fabricant, Herstellerstudie, estudio del fabricante, studio del produttore',
  ],
  STUDY: [
    'study, studies, independent study, independent studies, étude, étude indépendante, études indépendantes',
    'Studie, unabhängige Studie, Studien, estudio, estudio independiente, studio, studio indipendente',
  ],
} as const

/** What a figure of one's own covers. `Cradle to grave` covers the use as well, which no such figure does. */
const COVERS = {
  MAKING: [
    'making, manufacturing, manufacture, production, cradle to gate',
    'fabrication, du berceau à la porte, Herstellung, Produktion, fabricación, producción, fabbricazione, produzione',
  ],
  EMBEDDED: ['embedded, embodied', 'gris, carbone gris, grau, graue Emissionen, incorporado, incorporato'],
} as const

/** The words of columns with few values, by column: the value of each. */
const WORDS: Readonly<Record<string, ReadonlyMap<string, string>>> = {
  form: new Map(FORM_WORDS.map(([word, form]) => [plain(word), form])),
  figures: valuesByWord(FIGURES),
  ssd_method: valuesByWord(METHODS),
  own_covers: valuesByWord(COVERS),
}

function valuesByWord(words: Readonly<Record<string, readonly string[]>>): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(words).flatMap(([value, lists]) =>
      lists.flatMap((list) => list.split(', ')).map((word) => [plain(word), value]),
    ),
  )
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
