import { Terminal as EngineTerminal, TERMINAL_KINDS } from '../../src/engine/devices/terminal.ts'
import { TerminalInput as TerminalSchema } from '../../src/input/terminal-input.ts'
import { resolveTerminal } from '../../src/reference/resolve/resolve-terminal.ts'
import { builder } from '../builder.ts'
import { NumberAttribute, TextAttribute } from './attribute.ts'
import { AssessableInterface } from './impact.ts'
import { Usage, UsageInput } from './usage.ts'

type Kind = (typeof TERMINAL_KINDS)[number]

const KIND_DESCRIPTIONS: Record<Kind, string> = {
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
}

export const TerminalKind = builder.enumType('TerminalKind', {
  description: 'Kinds of terminals and peripherals.',
  values: Object.fromEntries(
    TERMINAL_KINDS.map((kind) => [kind, { value: kind, description: KIND_DESCRIPTIONS[kind] }]),
  ) as Record<Kind, { value: Kind; description: string }>,
})

const Terminal = builder.objectRef<EngineTerminal>('Terminal').implement({
  description: 'A terminal or a peripheral, known as a whole.',
  interfaces: [AssessableInterface],
  isTypeOf: (value) => value instanceof EngineTerminal,
  fields: (t) => ({
    kind: t.field({ type: TerminalKind, description: 'What it is.', resolve: ({ kind }) => kind }),
    archetype: t.id({ description: 'The archetype that completed it.', resolve: ({ archetype }) => archetype }),
    type: t.field({
      type: TextAttribute,
      nullable: true,
      description: 'Its type, such as pro or perso; null where there are none.',
      resolve: ({ type }) => type,
    }),
    units: t.field({ type: NumberAttribute, description: 'How many of it.', resolve: ({ units }) => units }),
    usage: t.field({ type: Usage, description: 'How it is used.', resolve: ({ usage }) => usage }),
    warnings: t.stringList({ description: 'What to keep in mind of it.', resolve: ({ warnings }) => warnings }),
  }),
})

export const TerminalInput = builder.inputType('TerminalInput', {
  description: 'What you know of a terminal or a peripheral.',
  fields: (t) => ({
    kind: t.field({ type: TerminalKind, required: true, description: 'What it is.' }),
    archetype: t.id({ description: 'Archetype that completes the rest; see `terminalArchetypes`.' }),
    type: t.string({ description: 'Its type, such as pro or perso.' }),
    units: t.int({ description: 'How many of it, 0 or more.' }),
    usage: t.field({ type: UsageInput, description: 'How it is used; power is that of one.' }),
  }),
})

builder.queryField('terminal', (t) =>
  t.field({
    type: Terminal,
    nullable: true,
    description: 'A terminal or a peripheral.',
    args: { input: t.arg({ type: TerminalInput, required: true, description: 'What you know of it.' }) },
    resolve: async (_, { input }, { loaders, check }) =>
      new EngineTerminal(await resolveTerminal(loaders, check(TerminalSchema, input, ['input']))),
  }),
)
