import { nearestNames } from '../../src/reference/matching/nearest-names.ts'
import type {
  CloudInstanceType as InstanceRow,
  CloudProvider as ProviderRow,
  CloudRegion as RegionRow,
} from '../../src/reference/tables.ts'
import { builder } from '../builder.ts'
import { Location } from './location.ts'

const CloudRegion = builder.objectRef<RegionRow>('CloudRegion').implement({
  description: 'A region of a cloud provider.',
  fields: (t) => ({
    id: t.id({ description: 'Id of the region: eu-west-3.', resolve: ({ region }) => region }),
    location: t.field({
      type: Location,
      description: 'Where it is.',
      resolve: ({ location }, _, { references }) => {
        const { row } = references.matchLocation(location)
        if (row === undefined) throw new Error(`No location ${location}`)
        return row
      },
    }),
  }),
})

const CloudInstanceType = builder.objectRef<InstanceRow>('CloudInstanceType').implement({
  description: 'An instance type of a cloud provider.',
  fields: (t) => ({
    id: t.id({ description: 'Its name: m5.xlarge.', resolve: ({ instanceType }) => instanceType }),
    vcpu: t.float({ description: 'Threads it has.', resolve: ({ vcpu }) => vcpu }),
    memory: t.float({ description: 'Memory it has, in GB.', resolve: ({ memory }) => memory }),
    ssdStorage: t.float({ description: 'Solid-state storage it has, in GB.', resolve: ({ ssdStorage }) => ssdStorage }),
    hddStorage: t.float({ description: 'Hard disk storage it has, in GB.', resolve: ({ hddStorage }) => hddStorage }),
    gpuUnits: t.float({ description: 'Graphics cards it has, or shares of one.', resolve: ({ gpuUnits }) => gpuUnits }),
    platform: t.id({ description: 'Server archetype that hosts it.', resolve: ({ platform }) => platform }),
    source: t.string({ nullable: true, description: 'Where it was published.', resolve: ({ source }) => source }),
  }),
})

const CloudProvider = builder.objectRef<ProviderRow>('CloudProvider').implement({
  description: 'A cloud provider.',
  fields: (t) => ({
    id: t.id({ description: 'Its id: aws.', resolve: ({ id }) => id }),
    name: t.string({ description: 'Its name.', resolve: ({ name }) => name }),
    regions: t.field({
      type: [CloudRegion],
      description: 'Its regions.',
      resolve: ({ id }, _, { references }) => references.tables.cloudRegions.filter((each) => each.provider === id),
    }),
    instanceTypes: t.field({
      type: [CloudInstanceType],
      description: 'Its instance types.',
      args: { search: t.arg.string({ description: 'Part of a name, in any case; names alike when none has it.' }) },
      resolve: ({ id }, { search }, { references }) => {
        const types = references.tables.cloudInstances.filter((each) => each.provider === id)
        const wanted = search?.trim().toLowerCase()
        if (!wanted) return types
        const found = types.filter((each) => each.instanceType.toLowerCase().includes(wanted))
        if (found.length > 0) return found
        const alike = nearestNames(
          wanted,
          types.map((each) => each.instanceType),
        )
        return types.filter((each) => alike.includes(each.instanceType))
      },
    }),
  }),
})

builder.queryField('cloudProviders', (t) =>
  t.field({
    type: [CloudProvider],
    description: 'Cloud providers whose instances are known.',
    resolve: (_root, _args, { references }) => references.tables.cloudProviders,
  }),
)

builder.queryField('cloudProvider', (t) =>
  t.field({
    type: CloudProvider,
    nullable: true,
    description: 'A cloud provider.',
    args: { id: t.arg.id({ required: true, description: 'Its id, in any case.' }) },
    resolve: (_, { id }, { references }) => references.provider(id),
  }),
)
