import type { Release as EngineRelease } from '../../src/catalogue/releases.ts'
import type { DataRelease as Row } from '../../src/catalogue/tables.ts'
import { under } from '../../src/input/fault.ts'
import { builder } from '../builder.ts'
import { type Scope, scopeOf } from '../context.ts'
import { allEntryPoints, entryPoints } from '../entry-points.ts'
import { fieldCost } from '../field-cost.ts'
import { NodeInterface } from './node.ts'

const DataTable = builder.objectRef<Row['tables'][number]>('DataTable').implement({
  description: 'A reference table.',
  fields: (t) => ({
    name: t.string({ description: 'Name of the table.', resolve: ({ name }) => name }),
    rows: t.int({ description: 'Number of rows.', resolve: ({ rows }) => rows }),
  }),
})

/** A release before it had entry points, kept for existing clients. */
const DataRelease = builder.objectRef<Row>('DataRelease').implement({
  description: 'The data release that answers come from.',
  fields: (t) => ({
    id: t.exposeString('id', { description: 'Name of the release.' }),
    fingerprint: t.exposeString('fingerprint', {
      description: 'Fingerprint of the figures. It changes if, and only if, a figure changes.',
    }),
    tables: t.field({
      type: [DataTable],
      description: 'Reference tables of the release.',
      resolve: ({ tables }) => tables,
    }),
  }),
})

entryPoints((t) => ({
  dataRelease: t.field({
    type: DataRelease,
    description: 'The data release in use.',
    deprecationReason: 'Use `release`. Its type has the same fields',
    resolve: (parent, _, context) => scopeOf(parent, context).references.tables.release,
  }),
}))

const ReleaseType = builder.objectRef<Scope>('Release')

/**
 * A data release, with every question answered from its tables. Call it after loading every file that defines entry
 * points.
 */
export function defineReleases(): void {
  ReleaseType.implement({
    description:
      'A data release: a version of all reference figures. Like `Query`, it has fields that assess and look up equipment, and answers them from its own tables.',
    interfaces: [NodeInterface],
    fields: (t) => ({
      ...allEntryPoints(t as unknown as Parameters<typeof allEntryPoints>[0]),
      id: t.id({ description: 'Name of the release: 2026.12.', resolve: ({ release }) => release.id }),
      fingerprint: t.string({
        description: 'Fingerprint of the figures. It changes if, and only if, a figure changes.',
        resolve: ({ release }) => release.tables.release.fingerprint,
      }),
      tables: t.field({
        type: [DataTable],
        description: 'Reference tables of the release.',
        extensions: fieldCost({ listSize: (_, { releases }) => releases.newest.tables.release.tables.length }),
        resolve: ({ release }) => release.tables.release.tables,
      }),
      isDraft: t.boolean({
        description:
          'Whether the figures of this release can still change. Those of a closed release without own tables never do.',
        resolve: ({ release }) => release.isDraft,
      }),
      current: t.boolean({
        description: 'Whether answers come from this release by default.',
        resolve: ({ release }, _, context) => release === context.release,
      }),
    }),
  })
  builder.queryFields((t) => ({
    releases: t.field({
      type: [ReleaseType],
      description: 'All data releases, newest first.',
      extensions: fieldCost({ listSize: (_, { releases }) => releases.all.length }),
      resolve: (_, __, { releases, scopeOf }) => releases.all.map((release: EngineRelease) => scopeOf(release)),
    }),
    release: t.field({
      type: ReleaseType,
      nullable: true,
      description: 'A data release by its id.',
      args: {
        id: t.arg.id({
          description:
            'Id of the release: boavizta-2.4.1. Default: the release in the settings of the service, or the newest.',
        }),
      },
      resolve: (_, { id }, { releases, release, scopeOf }) =>
        scopeOf(id == null ? release : under(['id'], () => releases.find(String(id)))),
    }),
  }))
}
