import { choice, number, optional, POSITIVE, text } from '../reading/cells.ts'
import { table } from './table-spec.ts'

/** How names in free text are read. */
export const NAME_TABLES = {
  'name-words': table(
    {
      role: choice('maker', 'grade', 'omissible', 'harmless', 'distinct'),
      word: text('a word in lower case'),
      table: optional(choice('gpus')),
    },
    { key: ['role', 'word'], mayLack: ['table'] },
  ),
  'name-aliases': table(
    { table: choice('cpus', 'gpus', 'locations'), name: text('another name'), row: text('a key') },
    { key: ['table', 'name'] },
  ),
  'gpu-variants': table(
    { name: text('a name of a card'), place: number('a place, from 1', POSITIVE) },
    { key: ['name'], isOptional: true },
  ),
}
