import { known } from '../../reference/known.ts'
import { type Constant, type NameWords, PEDIGREE_INDICATORS, type Tables } from '../../reference/tables.ts'
import type { TableRow } from '../specs/table-specs.ts'
import type { CheckedRows } from './checked-rows.ts'

/** Constants of formulas, and how uncertain the figures of other tables are. */
export function methodTables({ rows, shown }: CheckedRows): Pick<Tables, 'constants' | 'uncertainties' | 'pedigree'> {
  return {
    constants: new Map(
      rows('constants').map(({ id, value, min = value, max = value, unit, source }): [string, Constant] => [
        id,
        known({ value, min, max, unit, source: shown(source) }),
      ]),
    ),
    uncertainties: rows('uncertainty').map(({ table, kind, basic, gsd2, source, ...row }) => {
      const scores = known(Object.fromEntries(PEDIGREE_INDICATORS.map((indicator) => [indicator, row[indicator]])))
      return known({ table, kind, scores, basic, gsd2, source: shown(source) })
    }),
    pedigree: rows('pedigree').map(({ indicator, score, factor }) => ({ indicator, score, factor })),
  }
}

type NameTables = Pick<Tables, 'nameWords' | 'gpuWords' | 'nameAliases' | 'gpuVariants'>

/** How names in free text are read. */
export function nameTables({ rows }: CheckedRows): NameTables {
  const allWords = rows('name-words')
  const aliases = (table: TableRow<'name-aliases'>['table']) =>
    new Map(
      rows('name-aliases').flatMap((row): [string, string][] => (row.table === table ? [[row.name, row.row]] : [])),
    )
  return {
    nameWords: readWords(allWords.filter(({ table }) => table === undefined)),
    gpuWords: readWords(allWords),
    nameAliases: { cpus: aliases('cpus'), gpus: aliases('gpus'), locations: aliases('locations') },
    gpuVariants: rows('gpu-variants')
      .toSorted((a, b) => a.place - b.place)
      .map(({ name }) => name),
  }
}

/** Words by their role. One that makes a name another part is not harmless, whatever else is stated of it. */
function readWords(rows: readonly TableRow<'name-words'>[]): NameWords {
  const words = (...wanted: readonly TableRow<'name-words'>['role'][]) =>
    new Set(rows.flatMap(({ role, word }) => (wanted.includes(role) ? [word] : [])))
  const distinct = words('distinct')
  return {
    makers: words('maker'),
    grades: words('grade'),
    omissible: words('grade', 'omissible'),
    harmless: new Set([...words('harmless')].filter((word) => !distinct.has(word))),
  }
}
