import { choice, text } from '../reading/cells.ts'
import { table } from './table-spec.ts'

/** How names in free text are read. */
export const NAME_TABLES = {
  'name-words': table(
    { role: choice('maker', 'grade', 'omissible', 'harmless'), word: text('a word in lower case') },
    { key: ['role', 'word'] },
  ),
  'name-aliases': table(
    { table: choice('cpus', 'gpus', 'locations'), name: text('another name'), row: text('a key') },
    { key: ['table', 'name'] },
  ),
}
