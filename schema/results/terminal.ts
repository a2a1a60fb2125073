import { resolveTerminal } from '../../src/catalogue/resolve/resolve-terminal.ts'
import {
  type DesktopForm,
  Terminal as EngineTerminal,
  type TerminalKind as Kind,
} from '../../src/engine/devices/terminal.ts'
import { TerminalInput } from '../../src/input/device-input.ts'
import { TERMINALS } from '../../src/kinds.ts'
import { builder } from '../builder.ts'
import { entryPoints } from '../entry-points.ts'
import { ASSET_COST, fieldCost } from '../field-cost.ts'
import { descriptionsOf, enumType, inputType } from '../inputs/input-type.ts'
import { assessInput, STRICT } from './assess.ts'
import { NumberAttribute, TextAttribute } from './attribute.ts'
import { AssessableInterface } from './impact.ts'
import { wholeDeviceFields } from './whole-device.ts'

export const TerminalKind = enumType<Kind>(
  'TerminalKind',
  'Kinds of terminals and peripherals.',
  descriptionsOf(TERMINALS),
)

enumType<DesktopForm>('DesktopForm', 'Forms of desktop computers.', {
  MINI: 'A small case, such as a mini PC or a Mac mini.',
  TOWER: 'A tower or minitower.',
  ALL_IN_ONE: 'With its screen, such as an iMac.',
  WORKSTATION: 'A workstation for demanding work, in a tower.',
})

const Terminal = builder.objectRef<EngineTerminal>('Terminal').implement({
  description: 'A terminal or peripheral, which is assessed as a whole.',
  interfaces: [AssessableInterface],
  isTypeOf: (value) => value instanceof EngineTerminal,
  fields: (t) => ({
    kind: t.expose('kind', { type: TerminalKind, description: 'Kind of terminal.' }),
    archetype: t.exposeID('archetype', { description: 'Archetype that filled in missing inputs.' }),
    type: t.expose('type', {
      type: TextAttribute,
      nullable: true,
      description: 'Type, such as pro or perso. Later versions may add values. Null for kinds without types.',
    }),
    form: t.expose('form', { type: TextAttribute, nullable: true, description: 'Form of a desktop computer.' }),
    storage: t.expose('storage', {
      type: NumberAttribute,
      nullable: true,
      description: 'Storage in GB, of a smartphone or of the configuration of a known model.',
    }),
    inches: t.expose('inches', {
      type: NumberAttribute,
      nullable: true,
      description: 'Diagonal of the screen of a monitor, in inches.',
    }),
    year: t.expose('year', { type: NumberAttribute, nullable: true, description: 'Year of manufacture.' }),
    ...wholeDeviceFields(t as never),
  }),
})

entryPoints((t) => ({
  terminal: t.field({
    type: Terminal,
    nullable: true,
    description: 'Assesses a terminal or a peripheral.',
    extensions: fieldCost({ cost: () => ASSET_COST }),
    args: {
      input: t.arg({
        type: inputType(TerminalInput),
        required: true,
        description: 'The asset, with everything you know about it.',
      }),
      strict: t.arg.boolean(STRICT),
    },
    resolve: assessInput(
      'terminal',
      TerminalInput,
      async (loaders, input) => new EngineTerminal(await resolveTerminal(loaders, input)),
    ),
  }),
}))
