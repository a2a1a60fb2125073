import type { CloudProvider as ProviderRow, CloudRegion as RegionRow, Tables } from '../../src/catalogue/tables.ts'
import { under } from '../../src/input/fault.ts'
import { builder } from '../builder.ts'
import { scopeOf } from '../context.ts'
import { entryPoints } from '../entry-points.ts'
import { fieldCost } from '../field-cost.ts'
import { type Entity, entities } from './entity.ts'
import { Location, locationEntity } from './location.ts'
import { findNodes, NodeInterface } from './node.ts'

const cloudRegionEntity = entities<RegionRow>('CloudRegion', ({ provider, region }) => `${provider}/${region}`)

export const CloudRegion = builder.objectRef<Entity<RegionRow>>('CloudRegion').implement({
  description: 'A region of a cloud provider. The id is the provider and the name: aws/eu-west-3.',
  interfaces: [NodeInterface],
  fields: (t) => ({
    name: t.string({ description: 'Name of the region: eu-west-3.', resolve: ({ row }) => row.region }),
    otherNames: t.stringList({
      description:
        'What the provider also calls the region, such as `Europe (Paris)`. Inputs take these names too, unless two regions share one. Empty in releases before 2026.12.',
      resolve: ({ row: { otherNames = [] } }) => [...otherNames],
    }),
    location: t.field({
      type: Location,
      description: 'Location of the region.',
      resolve: ({ row: { location }, scope }) => {
        const { row } = scope.references.matchLocation(location)
        if (row === undefined) throw new Error(`No location ${location}`)
        return locationEntity(row, scope)
      },
    }),
  }),
})

findNodes((id, scope) => {
  const row = scope.references.tables.cloudRegions.find(({ provider, region }) => `${provider}/${region}` === id)
  return row && cloudRegionEntity(row, scope)
})

export const cloudProviderEntity = entities<ProviderRow>('CloudProvider', ({ id }) => id)

export const CloudProvider = builder.objectRef<Entity<ProviderRow>>('CloudProvider').implement({
  description: 'A cloud provider. Example of an id: aws.',
  interfaces: [NodeInterface],
  fields: (t) => ({
    name: t.string({ description: 'Name of the provider.', resolve: ({ row }) => row.name }),
    regions: t.field({
      type: [CloudRegion],
      description: 'Regions of the provider.',
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
    description: 'All cloud providers with known instance types.',
    extensions: fieldCost({ listSize: (_, { releases }) => releases.newest.tables.cloudProviders.length }),
    resolve: (parent, _, context) => {
      const scope = scopeOf(parent, context)
      return scope.references.tables.cloudProviders.map((row) => cloudProviderEntity(row, scope))
    },
  }),
  cloudProvider: t.field({
    type: CloudProvider,
    nullable: true,
    description: 'A cloud provider by its id.',
    args: { id: t.arg.id({ required: true, description: 'Id of the provider, in upper or lower case.' }) },
    resolve: (parent, { id }, context) => {
      const scope = scopeOf(parent, context)
      return under(['id'], () => cloudProviderEntity(scope.references.provider(id), scope))
    },
  }),
}))

/** Approximate number of rows per provider. */
export function ofOneProvider(rows: readonly unknown[], { cloudProviders }: Tables): number {
  return rows.length / Math.max(1, cloudProviders.length)
}
