import { CloudInstance as EngineInstance } from '../../src/engine/devices/cloud-instance.ts'
import { CloudInstanceInput as CloudInstanceSchema } from '../../src/input/cloud-instance-input.ts'
import { resolveCloudInstance } from '../../src/reference/resolve/resolve-cloud-instance.ts'
import { builder } from '../builder.ts'
import { NumberAttribute } from './attribute.ts'
import { ComponentInterface, ComponentKind } from './component.ts'
import { AssessableInterface } from './impact.ts'
import { componentsOf, Server } from './server.ts'
import { Usage, UsageInput } from './usage.ts'

const CloudInstance = builder.objectRef<EngineInstance>('CloudInstance').implement({
  description: 'A cloud instance: its share of the server that hosts it.',
  interfaces: [AssessableInterface],
  isTypeOf: (value) => value instanceof EngineInstance,
  fields: (t) => ({
    provider: t.id({ description: 'Id of the provider.', resolve: ({ provider }) => provider }),
    instanceType: t.id({
      description: 'The instance type that was used; a warning says so where it is not spelled as asked for.',
      resolve: ({ instanceType }) => instanceType,
    }),
    vcpu: t.field({ type: NumberAttribute, description: 'Threads it has.', resolve: ({ vcpu }) => vcpu }),
    memory: t.field({ type: NumberAttribute, description: 'Memory it has, in GB.', resolve: ({ memory }) => memory }),
    ssdStorage: t.field({
      type: NumberAttribute,
      nullable: true,
      description: 'Solid-state storage it has, in GB; null where it has none.',
      resolve: ({ ssdStorage }) => ssdStorage,
    }),
    hddStorage: t.field({
      type: NumberAttribute,
      nullable: true,
      description: 'Hard disk storage it has, in GB; null where it has none.',
      resolve: ({ hddStorage }) => hddStorage,
    }),
    usage: t.field({ type: Usage, description: 'How it is used.', resolve: ({ usage }) => usage }),
    components: t.field({
      type: [ComponentInterface],
      description: "The host's components; their impacts and powers are the instance's share.",
      args: { kinds: t.arg({ type: [ComponentKind], description: 'Which kinds; all when omitted.' }) },
      resolve: (instance, { kinds }) => componentsOf(instance, kinds),
    }),
    platform: t.field({
      type: Server,
      description: 'The whole machine that it runs on, used as the instance is.',
      resolve: ({ platform }) => platform,
    }),
    warnings: t.stringList({ description: 'What to keep in mind of it.', resolve: ({ warnings }) => warnings }),
  }),
})

export const CloudInstanceInput = builder.inputType('CloudInstanceInput', {
  description: 'A cloud instance.',
  fields: (t) => ({
    provider: t.id({ required: true, description: 'Id of the provider; see `cloudProviders`.' }),
    instanceType: t.id({ required: true, description: 'Instance type, in any case: m5.xlarge.' }),
    usage: t.field({ type: UsageInput, description: 'How it is used.' }),
  }),
})

builder.queryField('cloudInstance', (t) =>
  t.field({
    type: CloudInstance,
    nullable: true,
    description: 'A cloud instance.',
    args: { input: t.arg({ type: CloudInstanceInput, required: true, description: 'Which one, and how it is used.' }) },
    resolve: async (_, { input }, { loaders, check }) =>
      new EngineInstance(await resolveCloudInstance(loaders, check(CloudInstanceSchema, input, ['input']))),
  }),
)
