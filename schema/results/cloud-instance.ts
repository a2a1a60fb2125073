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
  description: 'A cloud instance: a share of the server that hosts it.',
  interfaces: [AssessableInterface],
  isTypeOf: (value) => value instanceof EngineInstance,
  fields: (t) => ({
    provider: t.exposeID('provider', { description: 'Id of the provider.' }),
    instanceType: t.exposeID('instanceType', {
      description: 'Name of the matched instance type. If you spelled it differently, a warning shows your spelling.',
    }),
    vcpu: t.expose('vcpu', { type: NumberAttribute, description: 'Number of threads (vCPUs).' }),
    memory: t.expose('memory', { type: NumberAttribute, description: 'Memory, in GB.' }),
    ssdStorage: t.expose('ssdStorage', {
      type: NumberAttribute,
      nullable: true,
      description: 'Local SSD storage, in GB. Null without any.',
    }),
    hddStorage: t.expose('hddStorage', {
      type: NumberAttribute,
      nullable: true,
      description: 'Local hard disk storage, in GB. Null without any.',
    }),
    usage: t.expose('usage', { type: Usage, description: 'How the asset is used.' }),
    components: t.field({
      type: [ComponentInterface],
      description: 'Components of the host. Their impacts and powers are the share of the instance.',
      args: { kinds: t.arg({ type: [ComponentKind], description: 'Kinds of components to return. Default: all.' }) },
      resolve: (instance, { kinds }) => componentsOf(instance, kinds),
    }),
    platform: t.field({
      type: Server,
      description: 'The whole host, used like the instance.',
      resolve: (instance, _, context) => withScopeOf(instance, instance.platform, context),
    }),
    warnings: t.field({ ...WARNINGS, description: 'Warnings about the asset and its inputs.' }),
  }),
})

entryPoints((t) => ({
  cloudInstance: t.field({
    type: CloudInstance,
    nullable: true,
    description: 'Assesses a cloud instance.',
    extensions: fieldCost({ cost: () => ASSET_COST }),
    args: {
      input: t.arg({
        type: inputType(CloudInstanceInput),
        required: true,
        description: 'The instance type and its usage.',
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
