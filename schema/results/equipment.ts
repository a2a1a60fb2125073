import { resolveEquipment } from '../../src/catalogue/resolve/resolve-equipment.ts'
import { Equipment as EngineEquipment, type EquipmentKind as Kind } from '../../src/engine/devices/equipment.ts'
import { EquipmentInput } from '../../src/input/device-input.ts'
import { EQUIPMENT } from '../../src/kinds.ts'
import { builder } from '../builder.ts'
import { entryPoints } from '../entry-points.ts'
import { ASSET_COST, fieldCost } from '../field-cost.ts'
import { descriptionsOf, enumType, inputType } from '../inputs/input-type.ts'
import { assessInput, STRICT } from './assess.ts'
import { NumberAttribute, TextAttribute } from './attribute.ts'
import { AssessableInterface } from './impact.ts'
import { wholeDeviceFields } from './whole-device.ts'

const EquipmentKind = enumType<Kind>(
  'EquipmentKind',
  'Kinds of equipment of a company, beside servers, terminals and peripherals.',
  descriptionsOf(EQUIPMENT),
)

const Equipment = builder.objectRef<EngineEquipment>('Equipment').implement({
  description: 'Equipment of a company, such as a switch, a printer or a storage array.',
  interfaces: [AssessableInterface],
  isTypeOf: (value) => value instanceof EngineEquipment,
  fields: (t) => ({
    kind: t.expose('kind', { type: EquipmentKind, description: 'Kind of equipment.' }),
    type: t.expose('type', {
      type: TextAttribute,
      nullable: true,
      description:
        'Type, such as laser or ink of a printer. Later versions may add values. Null for kinds without types.',
    }),
    ports: t.expose('ports', {
      type: NumberAttribute,
      nullable: true,
      description: 'Number of network ports of a switch. Null for other kinds.',
    }),
    ...wholeDeviceFields(t as never),
  }),
})

entryPoints((t) => ({
  equipment: t.field({
    type: Equipment,
    nullable: true,
    description: 'Assesses equipment of a company, such as a switch, a printer or a storage array.',
    extensions: fieldCost({ cost: () => ASSET_COST }),
    args: {
      input: t.arg({
        type: inputType(EquipmentInput),
        required: true,
        description: 'The asset, with everything you know about it.',
      }),
      strict: t.arg.boolean(STRICT),
    },
    resolve: assessInput(
      'equipment',
      EquipmentInput,
      async (loaders, input) => new EngineEquipment(await resolveEquipment(loaders, input)),
    ),
  }),
}))
