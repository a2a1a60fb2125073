import { under } from '../../src/input/fault.ts'
import type { CloudProvider as ProviderRow, Tables } from '../../src/reference/tables.ts'
import { builder } from '../builder.ts'
import { scopeOf } from '../context.ts'
import { entryPoints } from '../entry-points.ts'
import { fieldCost } from '../field-cost.ts'
import { CloudRegion, cloudRegionEntity } from './cloud-region.ts'
import { type Entity, entities } from './entity.ts'
import { findNodes, NodeInterface } from './node.ts'

export const cloudProviderEntity = entities<ProviderRow>('CloudProvider', ({ id }) => id)

export const CloudProvider = builder.objectRef<Entity<ProviderRow>>('CloudProvider').implement({
  description: 'A cloud provider. Its id: aws.',
  interfaces: [NodeInterface],
  fields: (t) => ({
    name: t.string({ description: 'Its name.', resolve: ({ row }) => row.name }),
    regions: t.field({
      type: [CloudRegion],
      description: 'Its regions.',
      extensions: fieldCost({
        listSize: (_, { releases }) => ofOneProvider(releases.newest.tables.cloudRegions, releases.newest.tables),
      }),
      resolve: ({ row: { id }, scope }) =>
        scope.references.tables.cloudRegions.flatMap((each) =>
          each.provider === id ? [cloudRegionEntity(each, scope)] : [],
        ),
    }),
  }),
})

findNodes((id, scope) => {
  const row = scope.references.tables.cloudProviders.find((each) => each.id === id)
  return row && cloudProviderEntity(row, scope)
})

entryPoints((t) => ({
  cloudProviders: t.field({
    type: [CloudProvider],
    description: 'Cloud providers whose instances are known.',
    extensions: fieldCost({ listSize: (_, { releases }) => releases.newest.tables.cloudProviders.length }),
    resolve: (parent, _, context) => {
      const scope = scopeOf(parent, context)
      return scope.references.tables.cloudProviders.map((row) => cloudProviderEntity(row, scope))
    },
  }),
  cloudProvider: t.field({
    type: CloudProvider,
    nullable: true,
    description: 'A cloud provider.',
    args: { id: t.arg.id({ required: true, description: 'Its id, in any case.' }) },
    resolve: (parent, { id }, context) => {
      const scope = scopeOf(parent, context)
      return under(['id'], () => cloudProviderEntity(scope.references.provider(id), scope))
    },
  }),
}))

/** How many rows belong to one provider, about. */
export function ofOneProvider(rows: readonly unknown[], { cloudProviders }: Tables): number {
  return rows.length / Math.max(1, cloudProviders.length)
}
