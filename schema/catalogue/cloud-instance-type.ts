import { resolveCloudInstance } from '../../src/catalogue/resolve/resolve-cloud-instance.ts'
import type { CloudInstanceType as TypeRow } from '../../src/catalogue/tables.ts'
import { CloudInstance as EngineInstance } from '../../src/engine/devices/cloud-instance.ts'
import { FaultError } from '../../src/input/fault.ts'
import { id } from '../../src/input/fields.ts'
import { UsageInput } from '../../src/input/usage-input.ts'
import { builder } from '../builder.ts'
import { fieldCost, SEARCH_COST } from '../field-cost.ts'
import { inputType } from '../inputs/input-type.ts'
import { assess, STRICT, scopeOfAsset } from '../results/assess.ts'
import { CloudInstance } from '../results/cloud-instance.ts'
import { CloudProvider, CloudRegion, cloudProviderEntity, ofOneProvider } from './cloud-provider.ts'
import { connectionOf, pageArguments, pageOf, SEARCHED_PAGE } from './connection.ts'
import { type Entity, entities } from './entity.ts'
import { findNodes, NodeInterface } from './node.ts'

const localIdOf = ({ provider, instanceType }: TypeRow) => `${provider}/${instanceType}`

/** Cost of looking up everything an instance is made of. */
const INSTANCE_COST = 25

export const cloudInstanceTypeEntity = entities<TypeRow>('CloudInstanceType', localIdOf)

export const CloudInstanceType = builder.objectRef<Entity<TypeRow>>('CloudInstanceType').implement({
  description: 'An instance type of a cloud provider. The id is the provider and the name: aws/m5.xlarge.',
  interfaces: [NodeInterface],
  fields: (t) => ({
    name: t.string({ description: 'Name of the instance type: m5.xlarge.', resolve: ({ row }) => row.instanceType }),
    provider: t.field({
      type: CloudProvider,
      description: 'Provider of the instance type.',
      resolve: ({ row, scope }) => cloudProviderEntity(scope.references.provider(row.provider), scope),
    }),
    vcpu: t.float({ description: 'Number of threads (vCPUs).', resolve: ({ row }) => row.vcpu }),
    memory: t.float({ description: 'Memory, in GB.', resolve: ({ row }) => row.memory }),
    ssdStorage: t.float({ description: 'Local SSD storage, in GB.', resolve: ({ row }) => row.ssdStorage }),
    hddStorage: t.float({ description: 'Local hard disk storage, in GB.', resolve: ({ row }) => row.hddStorage }),
    gpus: t.float({
      description: 'Number of graphics cards. It can be a share of one.',
      resolve: ({ row }) => row.gpuUnits,
    }),
    platform: t.id({ description: 'Server archetype of the host.', resolve: ({ row }) => row.platform }),
    source: t.string({
      nullable: true,
      description: 'Source of the specifications.',
      resolve: ({ row }) => row.source,
    }),
    instance: t.field({
      type: CloudInstance,
      description: 'An instance of this type.',
      extensions: fieldCost({ cost: () => INSTANCE_COST }),
      args: {
        usage: t.arg({ type: inputType(UsageInput), description: 'How the instance is used.' }),
        strict: t.arg.boolean(STRICT),
      },
      resolve: ({ row: { provider, instanceType }, scope }, { usage, strict }, context) =>
        assess({ scope, context, strict }, async () => {
          const used = usage == null ? {} : { usage: context.check(UsageInput, usage, ['usage']) }
          return new EngineInstance(await resolveCloudInstance(scope.loaders, { provider, instanceType, ...used }))
        }),
    }),
  }),
})

builder.objectField(CloudInstance, 'type', (t) =>
  t.field({
    type: CloudInstanceType,
    description: 'Catalogue entry of the instance type.',
    resolve: (instance, _, context) => {
      const scope = scopeOfAsset(instance, context)
      const { references } = scope
      const row = references.cloudInstance(references.provider(instance.provider), instance.instanceType)
      return cloudInstanceTypeEntity(row, scope)
    },
  }),
)

builder.objectField(CloudRegion, 'cloudInstance', (t) =>
  t.field({
    type: CloudInstance,
    nullable: true,
    description: 'A cloud instance in this region.',
    extensions: fieldCost({ cost: () => INSTANCE_COST + SEARCH_COST / 2 }),
    args: {
      type: t.arg.id({ required: true, description: 'Name of the instance type, in upper or lower case: m5.xlarge.' }),
      usage: t.arg({
        type: inputType(UsageInput),
        description: 'How the instance is used. Its region is this region.',
      }),
      strict: t.arg.boolean({ ...STRICT, required: true }),
    },
    resolve: ({ row: { provider, region }, scope }, { type, usage, strict }, context) =>
      assess({ scope, context, strict }, async () => {
        const used = usage == null ? {} : context.check(UsageInput, usage, ['usage'])
        const isElsewhere =
          used.region !== undefined && scope.references.region(provider, used.region)?.region !== region
        if (used.usageLocation !== undefined || isElsewhere) {
          const message = `expected no place, because the instance is in ${region}`
          throw new FaultError([{ path: ['usage'], message, code: 'INVALID_VALUE' }])
        }
        const instanceType = context.check(id, type, ['type'])
        const input = { provider, instanceType, usage: { ...used, region } }
        return new EngineInstance(await resolveCloudInstance(scope.loaders, input))
      }),
  }),
)

export const CloudInstanceTypeConnection = connectionOf(CloudInstanceType, 'instance types')

const SEARCH = {
  description: 'Part of a name, in upper or lower case. Without a match, the list has similar names.',
} as const

builder.objectField(CloudProvider, 'instanceTypesConnection', (t) =>
  t.field({
    type: CloudInstanceTypeConnection,
    description: 'Instance types of the provider, in pages.',
    extensions: SEARCHED_PAGE,
    args: { search: t.arg.string(SEARCH), ...pageArguments(t) },
    resolve: ({ row, scope }, { search, ...page }) => {
      const list = [scope.release.id, 'cloudInstanceType', row.id, search]
      const found = scope.references.searchInstances(row, search)
      return pageOf(found, page, (type) => cloudInstanceTypeEntity(type, scope), list)
    },
  }),
)

builder.objectField(CloudProvider, 'instanceTypes', (t) =>
  t.field({
    type: [CloudInstanceType],
    description: 'Instance types of the provider, all at once.',
    deprecationReason: 'Use `instanceTypesConnection`',
    extensions: fieldCost({
      listSize: (_, { releases }) => ofOneProvider(releases.newest.tables.cloudInstances, releases.newest.tables),
      cost: ({ search }) => (search ? SEARCH_COST : 0),
    }),
    args: { search: t.arg.string(SEARCH) },
    resolve: ({ row, scope }, { search }) =>
      scope.references.searchInstances(row, search).map((type) => cloudInstanceTypeEntity(type, scope)),
  }),
)

findNodes((id, scope) => {
  const [provider = '', name = ''] = id.split('/')
  const row = scope.references.instancesNamed(`${provider} ${name}`).find((each) => localIdOf(each) === id)
  return row && cloudInstanceTypeEntity(row, scope)
})
