import type { Release } from '../../src/reference/tables.ts'
import { builder } from '../builder.ts'

const DataTable = builder.objectRef<Release['tables'][number]>('DataTable').implement({
  description: 'A reference table.',
  fields: (t) => ({
    name: t.string({ description: 'Its name.', resolve: ({ name }) => name }),
    rows: t.int({ description: 'How many rows it has.', resolve: ({ rows }) => rows }),
  }),
})

const DataRelease = builder.objectRef<Release>('DataRelease').implement({
  description: 'The reference figures that answers are computed from.',
  fields: (t) => ({
    id: t.string({ description: 'Changes when, and only when, a figure changes.', resolve: ({ id }) => id }),
    tables: t.field({ type: [DataTable], description: 'The tables.', resolve: ({ tables }) => tables }),
  }),
})

builder.queryField('dataRelease', (t) =>
  t.field({
    type: DataRelease,
    description: 'Which reference figures are in use.',
    resolve: (_root, _args, { references }) => references.tables.release,
  }),
)
