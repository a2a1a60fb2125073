import { resolveIotDevice } from '../../src/catalogue/resolve/resolve-iot-device.ts'
import { IotDevice as EngineDevice } from '../../src/engine/devices/iot-device.ts'
import { IotDeviceInput } from '../../src/input/device-input.ts'
import { builder } from '../builder.ts'
import { entryPoints } from '../entry-points.ts'
import { ASSET_COST, fieldCost } from '../field-cost.ts'
import { inputType } from '../inputs/input-type.ts'
import { assessInput, STRICT } from './assess.ts'
import { NumberAttribute } from './attribute.ts'
import { ComponentInterface, ComponentKind } from './component.ts'
import { AssessableInterface } from './impact.ts'
import { componentsOf } from './server.ts'
import { Usage } from './usage.ts'
import { WARNINGS } from './warning.ts'

const IotDevice = builder.objectRef<EngineDevice>('IotDevice').implement({
  description: 'An IoT device with its functional blocks.',
  interfaces: [AssessableInterface],
  isTypeOf: (value) => value instanceof EngineDevice,
  fields: (t) => ({
    archetype: t.exposeID('archetype', { description: 'Archetype that filled in missing inputs.' }),
    units: t.expose('units', { type: NumberAttribute, description: 'Number of units.' }),
    usage: t.expose('usage', { type: Usage, description: 'How the asset is used.' }),
    warnings: t.field({ ...WARNINGS, description: 'Warnings about the asset and its inputs.' }),
    components: t.field({
      type: [ComponentInterface],
      description: 'Functional blocks of the object.',
      args: { kinds: t.arg({ type: [ComponentKind], description: 'Kinds of components to return. Default: all.' }) },
      resolve: (device, { kinds }) => componentsOf(device, kinds),
    }),
  }),
})

entryPoints((t) => ({
  iotDevice: t.field({
    type: IotDevice,
    nullable: true,
    description: 'Assesses an IoT device.',
    extensions: fieldCost({ cost: () => ASSET_COST }),
    args: {
      input: t.arg({ type: inputType(IotDeviceInput), description: 'The asset, with everything you know about it.' }),
      strict: t.arg.boolean(STRICT),
    },
    resolve: assessInput(
      'iotDevice',
      IotDeviceInput,
      async (loaders, input) => new EngineDevice(await resolveIotDevice(loaders, input)),
    ),
  }),
}))
