import { IotDevice as EngineDevice } from '../../src/engine/devices/iot-device.ts'
import { IotDeviceInput as IotDeviceSchema } from '../../src/input/iot-device-input.ts'
import { resolveIotDevice } from '../../src/reference/resolve/resolve-iot-device.ts'
import { builder } from '../builder.ts'
import { NumberAttribute } from './attribute.ts'
import { ComponentInterface, ComponentKind } from './component.ts'
import { AssessableInterface } from './impact.ts'
import { componentsOf } from './server.ts'
import { Usage, UsageInput } from './usage.ts'

const IotDevice = builder.objectRef<EngineDevice>('IotDevice').implement({
  description: 'A connected object: its functional blocks.',
  interfaces: [AssessableInterface],
  isTypeOf: (value) => value instanceof EngineDevice,
  fields: (t) => ({
    archetype: t.id({ description: 'The archetype that completed it.', resolve: ({ archetype }) => archetype }),
    units: t.field({ type: NumberAttribute, description: 'How many of it.', resolve: ({ units }) => units }),
    usage: t.field({ type: Usage, description: 'How it is used.', resolve: ({ usage }) => usage }),
    warnings: t.stringList({ description: 'What to keep in mind of it.', resolve: ({ warnings }) => warnings }),
    components: t.field({
      type: [ComponentInterface],
      description: 'Its functional blocks.',
      args: { kinds: t.arg({ type: [ComponentKind], description: 'Which kinds; all when omitted.' }) },
      resolve: (device, { kinds }) => componentsOf(device, kinds),
    }),
  }),
})

const FunctionalBlockInput = builder.inputType('FunctionalBlockInput', {
  description: 'A functional block of a connected object.',
  fields: (t) => ({
    type: t.string({ required: true, description: 'What it does: sensing, casing, pcb, connectivity.' }),
    hslLevel: t.string({ required: true, description: 'Hardware specification level, HSL-0 to HSL-3.' }),
    units: t.int({ description: 'How many, 0 or more.' }),
    usage: t.field({ type: UsageInput, description: 'How it is used.' }),
  }),
})

export const IotDeviceInput = builder.inputType('IotDeviceInput', {
  description: 'What you know of a connected object.',
  fields: (t) => ({
    archetype: t.id({ description: 'Archetype whose blocks are taken where you list none.' }),
    units: t.int({ description: 'How many of it, 0 or more.' }),
    functionalBlocks: t.field({ type: [FunctionalBlockInput], description: 'All its functional blocks.' }),
    usage: t.field({ type: UsageInput, description: 'How it is used; power is that of one.' }),
  }),
})

builder.queryField('iotDevice', (t) =>
  t.field({
    type: IotDevice,
    nullable: true,
    description: 'A connected object.',
    args: { input: t.arg({ type: IotDeviceInput, description: 'What you know of it.' }) },
    resolve: async (_, { input }, { loaders, check }) =>
      new EngineDevice(await resolveIotDevice(loaders, check(IotDeviceSchema, input ?? {}, ['input']))),
  }),
)
