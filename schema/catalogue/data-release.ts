import type { DataRelease as Row } from '../../src/reference/tables.ts'
import { builder } from '../builder.ts'
import { scopeOf } from '../context.ts'
import { entryPoints } from '../entry-points.ts'

const DataTable = builder.objectRef<Row['tables'][number]>('DataTable').implement({
  description: 'A reference table.',
  fields: (t) => ({
    name: t.string({ description: 'Its name.', resolve: ({ name }) => name }),
    rows: t.int({ description: 'How many rows it has.', resolve: ({ rows }) => rows }),
  }),
})

const DataRelease = builder.objectRef<Row>('DataRelease').implement({
  description: 'The reference figures that answers are computed from.',
  fields: (t) => ({
    id: t.exposeString('id', { description: 'The name of the release.' }),
    fingerprint: t.exposeString('fingerprint', { description: 'Changes when, and only when, a figure changes.' }),
    tables: t.field({ type: [DataTable], description: 'The tables.', resolve: ({ tables }) => tables }),
  }),
})

entryPoints((t) => ({
  dataRelease: t.field({
    type: DataRelease,
    description: 'Which reference figures are in use.',
    resolve: (parent, _, context) => scopeOf(parent, context).references.tables.release,
  }),
}))
