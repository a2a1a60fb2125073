import { Terminal as EngineTerminal, type TerminalKind as Kind } from '../../src/engine/devices/terminal.ts'
import { TerminalInput } from '../../src/input/terminal-input.ts'
import { resolveTerminal } from '../../src/reference/resolve/resolve-terminal.ts'
import { builder } from '../builder.ts'
import { entryPoints } from '../entry-points.ts'
import { enumType } from '../inputs/enum-type.ts'
import { inputType } from '../inputs/input-type.ts'
import { assessInput, STRICT } from './assess.ts'
import { NumberAttribute, TextAttribute } from './attribute.ts'
import { AssessableInterface } from './impact.ts'
import { Usage } from './usage.ts'
import { WARNINGS } from './warning.ts'

export const TerminalKind = enumType<Kind>('TerminalKind', 'Kinds of terminals and peripherals.', {
  LAPTOP: 'A laptop; types pro and perso.',
  DESKTOP: 'A desktop computer without its monitor; types pro and perso.',
  SMARTPHONE: 'A smartphone.',
  TABLET: 'A tablet.',
  TELEVISION: 'A television; types pro and perso.',
  BOX: 'An internet box.',
  VR_HEADSET: 'A virtual reality headset; types oled and lcd.',
  MONITOR: 'A monitor.',
  USB_STICK: 'A USB stick.',
  EXTERNAL_SSD: 'An external solid-state drive.',
  EXTERNAL_HDD: 'An external hard disk drive.',
  VR_CONTROLLER: 'A controller of a virtual reality headset.',
  SMARTWATCH: 'A smartwatch, of which no factor is published yet.',
})

const Terminal = builder.objectRef<EngineTerminal>('Terminal').implement({
  description: 'A terminal or a peripheral, known as a whole.',
  interfaces: [AssessableInterface],
  isTypeOf: (value) => value instanceof EngineTerminal,
  fields: (t) => ({
    kind: t.expose('kind', { type: TerminalKind, description: 'What it is.' }),
    archetype: t.exposeID('archetype', { description: 'The archetype that completed it.' }),
    type: t.expose('type', {
      type: TextAttribute,
      nullable: true,
      description: 'Its type, such as pro or perso; null where there are none.',
    }),
    units: t.expose('units', { type: NumberAttribute, description: 'How many of it.' }),
    usage: t.expose('usage', { type: Usage, description: 'How it is used.' }),
    warnings: t.field({ ...WARNINGS, description: 'What to keep in mind of it.' }),
  }),
})

entryPoints((t) => ({
  terminal: t.field({
    type: Terminal,
    nullable: true,
    description: 'A terminal or a peripheral.',
    args: {
      input: t.arg({ type: inputType(TerminalInput), required: true, description: 'What you know of it.' }),
      strict: t.arg.boolean(STRICT),
    },
    resolve: assessInput(
      TerminalInput,
      async (loaders, input) => new EngineTerminal(await resolveTerminal(loaders, input)),
    ),
  }),
}))
