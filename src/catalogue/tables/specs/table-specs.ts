import { choice, optional, text } from '../files/cells.ts'
import { ARCHETYPE_TABLES } from './archetype-tables.ts'
import { CLOUD_TABLES } from './cloud-tables.ts'
import { PART_TABLES } from './component-tables.ts'
import { FACTOR_TABLES } from './factor-tables.ts'
import { METHOD_TABLES } from './method-tables.ts'
import { NAME_TABLES } from './name-tables.ts'
import { PUBLISHED_TABLES } from './published-tables.ts'
import { table } from './table-spec.ts'

const SOURCE_TABLES = {
  sources: table(
    {
      key: text('a key'),
      title: text('a title'),
      publisher: optional(text('a publisher')),
      year: optional(text('a year')),
      url: optional(text('an address')),
      licence: optional(text('a licence')),
      note: optional(text('a note')),
      shown: optional(text('a text')),
    },
    { key: ['key'], remarks: 'all' },
  ),
}

const DOUBT_TABLES = {
  doubts: table(
    {
      table: choice('electricity', 'power-profiles', 'server-archetypes', 'terminal-archetypes', 'cloud-instances'),
      row: text('a key'),
      column: optional(text('a column')),
      warning: text('a warning'),
    },
    { key: ['table', 'row', 'column'], remarks: 'all' },
  ),
}

/**
 * Every table of reference figures; its file is its name with `.csv`. Doubts come last, after the rows they are about.
 */
export const TABLE_SPECS = {
  ...SOURCE_TABLES,
  ...FACTOR_TABLES,
  ...PART_TABLES,
  ...ARCHETYPE_TABLES,
  ...CLOUD_TABLES,
  ...METHOD_TABLES,
  ...NAME_TABLES,
  ...PUBLISHED_TABLES,
  ...DOUBT_TABLES,
}

export type TableName = keyof typeof TABLE_SPECS
export type TableRow<Name extends TableName> = NonNullable<(typeof TABLE_SPECS)[Name]['row']>
/** In the order in which tables are read. */
export const TABLE_NAMES = Object.keys(TABLE_SPECS) as readonly TableName[]

/** The file in which an overlay lists the rows it removes; not a table itself. */
export const REMOVED_SPEC = table(
  { table: text('a table'), key: text('a key'), reason: text('a reason') },
  { key: ['table', 'key'] },
)

/** The file in which the base lists the closed releases, with the figures they must keep. Not a table itself. */
export const CLOSED_SPEC = table({ id: text('a release'), fingerprint: text('a fingerprint') }, { key: ['id'] })

/** The file in which an overlay lists the cells it removes; the key `*` stands for every row. Not a table itself. */
export const REMOVED_CELLS_SPEC = table(
  { table: text('a table'), key: text('a key'), column: text('a column'), reason: text('a reason') },
  { key: ['table', 'key', 'column'] },
)
