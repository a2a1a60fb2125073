import { known } from '../../reference/known.ts'
import {
  type Constant,
  type NameAliases,
  type NameWords,
  PEDIGREE_INDICATORS,
  type Tables,
} from '../../reference/tables.ts'
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

/** How names in free text are read. */
export function nameTables({ rows }: CheckedRows): {
  readonly nameWords: NameWords
  readonly nameAliases: NameAliases
} {
  const words = (role: TableRow<'name-words'>['role']) =>
    new Set(rows('name-words').flatMap((row) => (row.role === role ? [row.word] : [])))
  const aliases = (table: TableRow<'name-aliases'>['table']) =>
    new Map(
      rows('name-aliases').flatMap((row): [string, string][] => (row.table === table ? [[row.name, row.row]] : [])),
    )
  return {
    nameWords: {
      makers: words('maker'),
      grades: words('grade'),
      omissible: new Set([...words('grade'), ...words('omissible')]),
      harmless: words('harmless'),
    },
    nameAliases: { cpus: aliases('cpus'), gpus: aliases('gpus'), locations: aliases('locations') },
  }
}
