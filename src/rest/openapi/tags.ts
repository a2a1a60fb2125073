/** Groups of operations, in the order in which the document shows them. */
export const TAGS = {
  Servers: 'Servers, described part by part or by an archetype',
  Cloud: 'Cloud instances: their share of the server that hosts them',
  Terminals: 'Laptops, desktops, phones and other things people look at',
  Peripherals: 'Monitors, drives and controllers',
  Components: 'Parts of a device, or parts that stand alone',
  'IoT devices': 'Connected objects, by their functional blocks',
  'CPU power': 'How the power of a processor follows its load',
  Names: 'What is known: criteria, places, names of parts',
  'Version 2': 'What /v1 lacks: assets of any kind, their data centre, software, time; with the names of /graphql',
} as const

export type Tag = keyof typeof TAGS
