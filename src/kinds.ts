import type { ComponentKind } from './engine/components/component.ts'
import type { EquipmentKind } from './engine/devices/equipment.ts'
import type { DesktopForm, TerminalKind } from './engine/devices/terminal.ts'

/**
 * Columns of a table of assets, and the input fields they fill: as text, as numbers, or as one of a few words in any
 * case. `needs` lists required columns.
 */
export interface KindColumns {
  readonly texts?: Readonly<Record<string, string>>
  readonly numbers?: Readonly<Record<string, string>>
  readonly words?: Readonly<Record<string, string>>
  readonly needs?: readonly string[]
}

interface AssetWords {
  /** Its name on pages. */
  readonly name: string
  /** Its name on a button, if shorter. */
  readonly short?: string
  /** Description of its field of `AssetInput`. */
  readonly one: string
  /** Its path under /v1. Undefined if it has a path for each kind, or none; /v2 assesses every asset. */
  readonly path?: string
  readonly columns: KindColumns
}

/** Columns of a row's own figures, for every kind that takes `own`. */
const OWN_FIGURES = {
  texts: { own_source: 'own.source' },
  words: { own_covers: 'own.covers' },
  numbers: {
    own_making_kg: 'own.making',
    own_low: 'own.low',
    own_high: 'own.high',
    own_kwh_year: 'own.kwhYear',
    own_year: 'own.year',
  },
} as const

/** Every kind of asset, by its field of `AssetInput`; `src/catalogue/kinds.ts` says how each is created. */
export const ASSETS = {
  cloudInstance: {
    name: 'Cloud instance',
    one: 'A cloud instance',
    path: '/v1/cloud/instance',
    columns: { texts: { provider: 'provider', instance_type: 'instanceType' }, needs: ['instance_type'] },
  },
  server: {
    name: 'Server',
    one: 'A server',
    path: '/v1/server',
    columns: {
      texts: {
        archetype: 'archetype',
        model: 'model.name',
        manufacturer: 'model.manufacturer',
        case_type: 'model.type',
        ...OWN_FIGURES.texts,
      },
      words: OWN_FIGURES.words,
      numbers: {
        ...OWN_FIGURES.numbers,
        share_vcpu: 'share.vcpu',
        share_memory: 'share.memory',
        share_ssd: 'share.ssdStorage',
        share_hdd: 'share.hddStorage',
        share_gpus: 'share.gpuUnits',
      },
    },
  },
  terminal: {
    name: 'Laptop, screen or other device',
    short: 'Laptop or other device',
    one: 'A terminal or a peripheral',
    columns: {
      texts: {
        archetype: 'archetype',
        model: 'model.name',
        manufacturer: 'model.manufacturer',
        terminal_type: 'type',
        ...OWN_FIGURES.texts,
      },
      words: { form: 'form', figures: 'figures', ...OWN_FIGURES.words },
      numbers: { ...OWN_FIGURES.numbers, terminal_storage: 'storage', inches: 'inches', year_of_manufacture: 'year' },
    },
  },
  equipment: {
    name: 'Network device, printer or other equipment',
    short: 'Other equipment',
    one: 'Equipment of a company beside servers, terminals and peripherals',
    columns: {
      texts: { model: 'model', manufacturer: 'manufacturer', terminal_type: 'type', ...OWN_FIGURES.texts },
      words: OWN_FIGURES.words,
      numbers: { ports: 'ports', ...OWN_FIGURES.numbers },
    },
  },
  component: { name: 'Single component', short: 'Component', one: 'A component that stands alone', columns: {} },
  iotDevice: {
    name: 'IoT device',
    one: 'An IoT device',
    path: '/v1/iot/iot_device',
    columns: { texts: { archetype: 'archetype' } },
  },
  storage: {
    name: 'Storage as a service',
    short: 'Storage',
    one: 'Storage as a service',
    columns: {
      texts: { provider: 'provider' },
      words: { storage_kind: 'kind' },
      numbers: { gigabytes: 'gigabytes', copies: 'copies' },
      needs: ['storage_kind', 'gigabytes'],
    },
  },
  network: {
    name: 'Data moved over networks',
    short: 'Network',
    one: 'Data transferred over networks',
    columns: { words: { reach: 'reach' }, numbers: { gigabytes: 'gigabytes' }, needs: ['gigabytes', 'reach'] },
  },
} as const satisfies Readonly<Record<string, AssetWords>>

export type AssetKind = keyof typeof ASSETS

interface TerminalWords {
  readonly name: string
  /** Description of its value of `TerminalKind`. */
  readonly description: string
  /** Its folder under /v1. */
  readonly group: 'terminal' | 'peripheral'
  /** Whether lists of /v1 include it. Their clients expect fixed lists, but all kinds have paths. */
  readonly isListed: boolean
  /** Fields of `TerminalInput` that change figures of this kind, but not of every kind. */
  readonly ownFields?: readonly ('form' | 'storage' | 'inches' | 'year')[]
  /** Further ones that only select the configuration of a model that its maker has figures of. */
  readonly modelFields?: readonly 'storage'[]
}

/** Every kind of terminal and peripheral, by its value of `TerminalKind`, in display order. */
export const TERMINALS = {
  LAPTOP: {
    name: 'Laptop',
    description: 'A laptop; types pro and perso.',
    group: 'terminal',
    isListed: true,
    modelFields: ['storage'],
  },
  DESKTOP: {
    name: 'Desktop computer, without monitor',
    description: 'A desktop computer without its monitor; types pro and perso.',
    group: 'terminal',
    isListed: true,
    ownFields: ['form', 'year'],
    modelFields: ['storage'],
  },
  SMARTPHONE: {
    name: 'Smartphone',
    description: 'A smartphone.',
    group: 'terminal',
    isListed: true,
    ownFields: ['storage'],
  },
  TELEVISION: {
    name: 'Television',
    description: 'A television; types pro and perso.',
    group: 'terminal',
    isListed: true,
  },
  TABLET: {
    name: 'Tablet',
    description: 'A tablet.',
    group: 'terminal',
    isListed: true,
    modelFields: ['storage'],
  },
  BOX: { name: 'Internet box', description: 'A home internet router.', group: 'terminal', isListed: true },
  VR_HEADSET: {
    name: 'Virtual reality headset',
    description: 'A virtual reality headset; types oled and lcd.',
    group: 'terminal',
    isListed: true,
  },
  MONITOR: {
    name: 'Monitor',
    description: 'A monitor.',
    group: 'peripheral',
    isListed: true,
    ownFields: ['inches'],
  },
  USB_STICK: { name: 'USB stick', description: 'A USB stick.', group: 'peripheral', isListed: true },
  EXTERNAL_SSD: {
    name: 'External solid-state drive',
    description: 'An external solid-state drive.',
    group: 'peripheral',
    isListed: true,
  },
  EXTERNAL_HDD: {
    name: 'External hard disk drive',
    description: 'An external hard disk drive.',
    group: 'peripheral',
    isListed: true,
  },
  VR_CONTROLLER: {
    name: 'Virtual reality controller',
    description: 'A controller of a virtual reality headset.',
    group: 'peripheral',
    isListed: true,
  },
  SMARTWATCH: {
    name: 'Smartwatch',
    description: 'A smartwatch. No factor is published for it yet.',
    group: 'terminal',
    isListed: false,
  },
} as const satisfies Readonly<Record<TerminalKind, TerminalWords>>

interface EquipmentWords {
  readonly name: string
  /** Description of its value of `EquipmentKind`. */
  readonly description: string
}

/** Every kind of equipment, by its value of `EquipmentKind`, in display order. */
export const EQUIPMENT = {
  SWITCH: { name: 'Network switch', description: 'A network switch; types access and data_centre.' },
  ROUTER: { name: 'Router', description: 'A router in a rack. An internet box is a terminal of the kind BOX.' },
  FIREWALL: { name: 'Firewall', description: 'A firewall in a rack.' },
  ACCESS_POINT: { name: 'Wireless access point', description: 'A wireless access point.' },
  STORAGE_ARRAY: {
    name: 'Storage array',
    description: 'A storage array: its enclosure with controllers, and the drives that you give.',
  },
  PRINTER: { name: 'Printer', description: 'A printer, without paper and toner; types laser and ink.' },
  MULTIFUNCTION_PRINTER: {
    name: 'Multifunction printer',
    description: 'A copier that stands on the floor, without paper and toner.',
  },
  PROJECTOR: { name: 'Projector', description: 'A projector.' },
  IP_PHONE: { name: 'Desk phone', description: 'A desk phone for calls over IP.' },
  THIN_CLIENT: { name: 'Thin client', description: 'A thin client, without its monitor.' },
  KEYBOARD_AND_MOUSE: { name: 'Keyboard and mouse', description: 'A keyboard with a mouse.' },
  MOUSE: { name: 'Mouse', description: 'A mouse.' },
  SPEAKER: { name: 'Connected speaker', description: 'A connected speaker.' },
  CONSOLE: { name: 'Game console', description: 'A game console; types home and portable.' },
  CHARGER: { name: 'Charger', description: 'A charger; types laptop and phone.' },
  DOCKING_STATION: { name: 'Docking station', description: 'A docking station.' },
  HEADSET: { name: 'Headset', description: 'A headset.' },
  UPS: { name: 'Uninterruptible power supply', description: 'An uninterruptible power supply (UPS).' },
  OTHER: { name: 'Other equipment', description: 'Anything else that you have figures of.' },
} as const satisfies Readonly<Record<EquipmentKind, EquipmentWords>>

const OWN_FIELDS: ReadonlySet<string> = new Set(
  Object.values<TerminalWords>(TERMINALS).flatMap(({ ownFields = [] }) => ownFields),
)

/**
 * Whether a field of `TerminalInput` changes figures of a kind: of a thing of a named model, or of any.
 *
 * Example: `concerns('MONITOR', 'inches')` is true, and `concerns('LAPTOP', 'inches')` is false. `concerns('LAPTOP',
 * 'storage')` is true, but not for a laptop without a model.
 */
export function concerns(kind: string, field: string, hasModel = true): boolean {
  const { ownFields = [], modelFields = [] }: Partial<TerminalWords> = Object.hasOwn(TERMINALS, kind)
    ? TERMINALS[kind as TerminalKind]
    : {}
  const fields: readonly string[] = hasModel ? [...ownFields, ...modelFields] : ownFields
  return !OWN_FIELDS.has(field) || fields.includes(field)
}

/** The names of the forms of desktop computers. */
export const DESKTOP_FORM_NAMES = {
  MINI: 'Mini PC',
  TOWER: 'Tower PC',
  ALL_IN_ONE: 'All-in-one PC',
  WORKSTATION: 'Workstation',
} as const satisfies Readonly<Record<DesktopForm, string>>

interface ComponentWords {
  readonly kind: ComponentKind
  /** Its name in tables and in paths under /v1/component. */
  readonly table: string
  readonly name: string
  /** Its plural; below, its name as part of a device. */
  readonly plural: string
  readonly part: string
  /** Description of its value of `ComponentKind`. */
  readonly description: string
  /**
   * Which inputs on use matter. `load`: load, place and lifetime. `power`: place and lifetime. `lifetime`: only the
   * lifetime.
   */
  readonly use: 'load' | 'power' | 'lifetime'
  /** Whether tables have archetypes of it; components that are only counted have none. */
  readonly hasArchetypes: boolean
  readonly isListed: boolean
  readonly columns: KindColumns
}

type CamelCase<Kind extends string> = Kind extends `${infer First}_${infer Rest}`
  ? `${Lowercase<First>}${Capitalize<Lowercase<Rest>>}`
  : Lowercase<Kind>

/** Every kind of component that may stand alone, by its field of `ComponentInput`, in display order. */
export const COMPONENTS = {
  cpu: {
    kind: 'CPU',
    table: 'cpu',
    name: 'Processor',
    plural: 'Processors',
    part: 'Processors',
    description: 'Processors.',
    use: 'load',
    hasArchetypes: true,
    isListed: true,
    columns: {
      texts: { cpu_name: 'name' },
      numbers: { cpu_units: 'units', cpu_cores: 'coreUnits', cpu_tdp: 'tdp', cpu_die_size: 'dieSize' },
    },
  },
  gpu: {
    kind: 'GPU',
    table: 'gpu',
    name: 'Graphics card',
    plural: 'Graphics cards',
    part: 'Graphics cards',
    description: 'Graphics cards and accelerators.',
    use: 'load',
    hasArchetypes: true,
    isListed: true,
    columns: { texts: { gpu_name: 'name' }, numbers: { gpu_units: 'units' } },
  },
  ram: {
    kind: 'RAM',
    table: 'ram',
    name: 'Memory',
    plural: 'Memory modules',
    part: 'Memory',
    description: 'Memory modules.',
    use: 'load',
    hasArchetypes: true,
    isListed: true,
    columns: {
      texts: { ram_generation: 'generation' },
      numbers: { ram_units: 'units', ram_capacity: 'capacity', ram_year: 'year' },
    },
  },
  ssd: {
    kind: 'SSD',
    table: 'ssd',
    name: 'Solid-state drive',
    plural: 'Solid-state drives',
    part: 'Solid-state drives',
    description: 'Solid-state drives.',
    use: 'power',
    hasArchetypes: true,
    isListed: true,
    columns: {
      texts: { ssd_form_factor: 'formFactor' },
      words: { ssd_method: 'method' },
      numbers: { ssd_units: 'units', ssd_capacity: 'capacity', ssd_year: 'year' },
    },
  },
  hdd: {
    kind: 'HDD',
    table: 'hdd',
    name: 'Hard disk drive',
    plural: 'Hard disk drives',
    part: 'Hard disk drives',
    description: 'Hard disk drives.',
    use: 'power',
    hasArchetypes: true,
    isListed: true,
    columns: {
      texts: { hdd_form_factor: 'formFactor' },
      numbers: { hdd_units: 'units', hdd_capacity: 'capacity', hdd_year: 'year' },
    },
  },
  motherboard: {
    kind: 'MOTHERBOARD',
    table: 'motherboard',
    name: 'Motherboard',
    plural: 'Motherboards',
    part: 'Motherboard',
    description: 'Motherboards.',
    use: 'lifetime',
    hasArchetypes: false,
    isListed: true,
    columns: {},
  },
  powerSupply: {
    kind: 'POWER_SUPPLY',
    table: 'power_supply',
    name: 'Power supply',
    plural: 'Power supplies',
    part: 'Power supplies',
    description: 'Power supplies.',
    use: 'lifetime',
    hasArchetypes: true,
    isListed: true,
    columns: {},
  },
  case: {
    kind: 'CASE',
    table: 'case',
    name: 'Case',
    plural: 'Cases',
    part: 'Case',
    description: 'The case: of a rack server, or of a blade with its share of the enclosure.',
    use: 'lifetime',
    hasArchetypes: true,
    isListed: true,
    columns: {},
  },
  assembly: {
    kind: 'ASSEMBLY',
    table: 'assembly',
    name: 'Assembly',
    plural: 'Assemblies',
    part: 'Assembly',
    description: 'Assembling the parts of a server.',
    use: 'lifetime',
    hasArchetypes: false,
    isListed: false,
    columns: {},
  },
} as const satisfies Readonly<
  Record<CamelCase<Exclude<ComponentKind, 'FUNCTIONAL_BLOCK' | 'REST_OF_SERVER'>>, ComponentWords>
>

export type ComponentName = keyof typeof COMPONENTS

type Named = Readonly<Record<string, { readonly name?: string; readonly part?: string }>>

/** The name of a kind, by its code in tables: `cloudInstance` is Cloud instance, and `ip_phone` Desk phone. */
export function nameOfKind(kind: string): string {
  const kinds: Named = { ...ASSETS, ...COMPONENTS, ...TERMINALS, ...EQUIPMENT }
  const { name, part } = kinds[kind] ?? kinds[kind.toUpperCase()] ?? {}
  return name ?? part ?? kind
}

/** Equipment with archetypes in tables, by its names there. */
export const ARCHETYPES_OF = [
  'server',
  'cloud_instance',
  'terminal',
  'iot_device',
  'cpu',
  'gpu',
  'ram',
  'ssd',
  'hdd',
  'power_supply',
  'case',
] as const

/** Components with archetypes in tables, by their names there. */
export type ArchetypeComponent = {
  [Name in ComponentName]: (typeof COMPONENTS)[Name]['hasArchetypes'] extends true
    ? (typeof COMPONENTS)[Name]['table']
    : never
}[ComponentName]

export const ARCHETYPE_COMPONENTS = Object.values(COMPONENTS).flatMap(({ table, hasArchetypes }) =>
  hasArchetypes ? table : [],
) as readonly string[] as readonly ArchetypeComponent[]
