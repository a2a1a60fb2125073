import { choice, number, optional, POSITIVE, text } from '../files/cells.ts'
import { table } from './table-spec.ts'

/** How free-text names are parsed. */
export const NAME_TABLES = {
  'name-words': table(
    {
      role: choice('maker', 'grade', 'omissible', 'harmless', 'distinct'),
      word: text('a word in lower case'),
      table: optional(choice('gpus')),
    },
    { key: ['role', 'word'] },
  ),
  'name-aliases': table(
    { table: choice('cpus', 'gpus', 'locations'), name: text('another name'), row: text('a key') },
    { key: ['table', 'name'] },
  ),
  cities: table(
    {
      city: text('the English name of a city'),
      names: optional(text('its names in other languages, separated by bars')),
      location: text('a code of locations.csv'),
      source: text('a source'),
    },
    { key: ['city'], sources: ['source'], isOptional: true },
  ),
  models: table(
    {
      device: text('server, or a device of terminal-archetypes.csv'),
      manufacturer: text('a manufacturer'),
      name: text('a model, or the beginning that all names of a product line share'),
      covers: choice('model', 'line'),
      archetype: text('an id of server-archetypes.csv or terminal-archetypes.csv'),
      source: text('a source'),
      other_method: optional(text('a sentence')),
    },
    { key: ['device', 'manufacturer', 'name'], remarks: ['other_method'], sources: ['source'], isOptional: true },
  ),
  'terminal-types': table(
    {
      device: text('a device of terminal-archetypes.csv'),
      name: text('an everyday word for a type'),
      type: optional(text('a type of the device')),
      has_figures: choice('yes', 'no'),
    },
    { key: ['device', 'name'], isOptional: true },
  ),
  'gpu-variants': table(
    { name: text('a name of a card'), place: number('a rank, from 1', POSITIVE) },
    { key: ['name'], isOptional: true },
  ),
}
