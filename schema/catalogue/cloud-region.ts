import type { CloudRegion as RegionRow } from '../../src/reference/tables.ts'
import { builder } from '../builder.ts'
import { type Entity, entities } from './entity.ts'
import { Location, locationEntity } from './location.ts'
import { findNodes, NodeInterface } from './node.ts'

export const cloudRegionEntity = entities<RegionRow>('CloudRegion', ({ provider, region }) => `${provider}/${region}`)

export const CloudRegion = builder.objectRef<Entity<RegionRow>>('CloudRegion').implement({
  description: 'A region of a cloud provider. Its id is that of the provider and its name: aws/eu-west-3.',
  interfaces: [NodeInterface],
  fields: (t) => ({
    name: t.string({ description: 'Its name: eu-west-3.', resolve: ({ row }) => row.region }),
    location: t.field({
      type: Location,
      description: 'Where it is.',
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
