import { resolveCloudInstance } from '../../src/catalogue/resolve/resolve-cloud-instance.ts'
import { CloudInstance as EngineInstance } from '../../src/engine/devices/cloud-instance.ts'
import { CloudInstanceInput } from '../../src/input/device-input.ts'
import { builder } from '../builder.ts'
import { entryPoints } from '../entry-points.ts'
import { ASSET_COST, fieldCost } from '../field-cost.ts'
import { inputType } from '../inputs/input-type.ts'
import { assessInput, STRICT, withScopeOf } from './assess.ts'
import { NumberAttribute } from './attribute.ts'
import { ComponentInterface, ComponentKind } from './component.ts'
import { AssessableInterface } from './impact.ts'
import { componentsOf, Server } from './server.ts'
import { Usage } from './usage.ts'
import { WARNINGS } from './warning.ts'

export const CloudInstance = builder.objectRef<EngineInstance>('CloudInstance').implement({
  description: 'A cloud instance: its share of the server that hosts it.',
  interfaces: [AssessableInterface],
  isTypeOf: (value) => value instanceof EngineInstance,
  fields: (t) => ({
    provider: t.exposeID('provider', { description: 'Id of the provider.' }),
    instanceType: t.exposeID('instanceType', {
      description:
        'Name of the instance type that was used; a warning has the spelling that was asked for, where it differs.',
    }),
    vcpu: t.expose('vcpu', { type: NumberAttribute, description: 'Threads it has.' }),
    memory: t.expose('memory', { type: NumberAttribute, description: 'Memory it has, in GB.' }),
    ssdStorage: t.expose('ssdStorage', {
      type: NumberAttribute,
      nullable: true,
      description: 'Solid-state storage it has, in GB; null where it has none.',
    }),
    hddStorage: t.expose('hddStorage', {
      type: NumberAttribute,
      nullable: true,
      description: 'Hard disk storage it has, in GB; null where it has none.',
    }),
    usage: t.expose('usage', { type: Usage, description: 'How it is used.' }),
    components: t.field({
      type: [ComponentInterface],
      description: "The host's components; their impacts and powers are the instance's share.",
      args: { kinds: t.arg({ type: [ComponentKind], description: 'Which kinds; all when omitted.' }) },
      resolve: (instance, { kinds }) => componentsOf(instance, kinds),
    }),
    platform: t.field({
      type: Server,
      description: 'The whole machine that it runs on, used as the instance is.',
      resolve: (instance, _, context) => withScopeOf(instance, instance.platform, context),
    }),
    warnings: t.field({ ...WARNINGS, description: 'What to keep in mind of it.' }),
  }),
})

entryPoints((t) => ({
  cloudInstance: t.field({
    type: CloudInstance,
    nullable: true,
    description: 'A cloud instance.',
    extensions: fieldCost({ cost: () => ASSET_COST }),
    args: {
      input: t.arg({
        type: inputType(CloudInstanceInput),
        required: true,
        description: 'Which one, and how it is used.',
      }),
      strict: t.arg.boolean(STRICT),
    },
    resolve: assessInput(
      'cloudInstance',
      CloudInstanceInput,
      async (loaders, input) => new EngineInstance(await resolveCloudInstance(loaders, input)),
    ),
  }),
}))
