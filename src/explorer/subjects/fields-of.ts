import { COMPONENTS, type ComponentName, concerns, DESKTOP_FORM_NAMES, EQUIPMENT, TERMINALS } from '../../kinds.ts'
import { componentFields } from './component-fields.ts'
import { type Field, PROFILE_EXAMPLE } from './field.ts'
import type { Subject } from './subject.ts'

/** Hours of a year in lifetimes. */
const HOURS_A_YEAR = 8760

const USE = 'Use and lifetime'

/** The place of this subject, if it differs from the shared one. */
const usageLocation: Field = {
  id: 'location',
  label: 'Location (override)',
  path: 'usage.usageLocation',
  type: 'text',
  suggestions: 'locations',
  placeholder: 'as above',
  group: '',
  width: 'half',
}
const timeWorkload: Field = {
  id: 'load',
  label: 'Load (override)',
  path: 'usage.timeWorkload',
  type: 'number',
  unit: '%',
  placeholder: 'as above',
  group: '',
}
const hoursLifeTime: Field = {
  id: 'lifetime',
  label: 'Lifetime',
  path: 'usage.hoursLifeTime',
  type: 'number',
  unit: 'years',
  factor: HOURS_A_YEAR,
  group: USE,
  isAssumption: true,
}
const useTimeRatio: Field = {
  id: 'useTimeRatio',
  label: 'Share of time in use',
  path: 'usage.useTimeRatio',
  type: 'number',
  unit: '0 to 1',
  group: USE,
  isAssumption: true,
}
const avgPower: Field = {
  id: 'power',
  label: 'Power in use, if you measured it',
  path: 'usage.avgPower',
  type: 'number',
  unit: 'W',
  group: USE,
  isAssumption: true,
}
const powerProfile: Field = {
  id: 'profile',
  label: 'Power by load, if you measured it',
  path: 'usage.powerProfile',
  type: 'profile',
  unit: '% = W',
  placeholder: PROFILE_EXAMPLE,
  group: USE,
  width: 'wide',
  isAssumption: true,
}
const otherConsumptionRatio: Field = {
  id: 'otherRatio',
  label: 'Power besides CPU, RAM and GPU',
  path: 'usage.otherConsumptionRatio',
  type: 'number',
  unit: '× theirs',
  group: USE,
  isAssumption: true,
}

const pue: Field = {
  id: 'pue',
  label: 'PUE of the data centre',
  path: 'usage.facility.pue',
  type: 'number',
  unit: '1 or more',
  group: USE,
  isAssumption: true,
}

/** The carbon footprint of its electricity. Other criteria keep the factors of the place. */
const electricity: Field = {
  id: 'electricity',
  label: 'Carbon footprint of a kWh',
  path: 'usage.elecFactors.0.value',
  type: 'number',
  least: 0,
  unit: 'kg CO₂eq',
  group: USE,
  isAssumption: true,
}

/** Fields on the use of anything that draws power. */
const plainUsageFields: readonly Field[] = [usageLocation, hoursLifeTime, useTimeRatio, avgPower, electricity]

/** Fields on the use of a thing with a load. */
const loadedUsageFields: readonly Field[] = [
  usageLocation,
  timeWorkload,
  hoursLifeTime,
  useTimeRatio,
  avgPower,
  electricity,
]

/** Fields on the use of a server or cloud instance. */
const serverUsageFields: readonly Field[] = [...loadedUsageFields, otherConsumptionRatio, pue]

/** Parts without a known power have only a lifetime. */
const lifetimeFields: readonly Field[] = [hoursLifeTime]

/** The quantity: the API multiplies, since the input describes one unit. */
const QUANTITY: Field = {
  id: 'quantity',
  label: 'Quantity',
  path: '',
  type: 'number',
  placeholder: '1',
  group: '',
  width: 'narrow',
}

const CLOUD: readonly Field[] = [
  {
    id: 'provider',
    label: 'Provider',
    path: 'provider',
    type: 'choice',
    group: '',
    required: 'Choose a provider.',
  },
  {
    id: 'type',
    label: 'Instance type',
    path: 'instanceType',
    type: 'text',
    suggestions: 'instanceTypes',
    group: '',
    width: 'broad',
    required: 'Choose an instance type.',
  },
  QUANTITY,
  ...serverUsageFields,
]

const MODEL: Field = {
  id: 'model',
  label: 'Model',
  path: 'model.name',
  type: 'text',
  placeholder: 'maker and name',
  group: '',
  width: 'broad',
}

const VIRTUAL_MACHINE = 'Only a virtual machine on it'

const SERVER: readonly Field[] = [
  MODEL,
  {
    id: 'archetype',
    label: 'Similar to',
    path: 'archetype',
    type: 'text',
    suggestions: 'serverArchetypes',
    placeholder: 'a typical one',
    group: '',
    width: 'broad',
  },
  QUANTITY,
  ...componentFields('cpu', 'configuration.cpu', 'Processors', 'cpu'),
  ...componentFields('ram', 'configuration.ram.0', 'Memory modules', 'ram'),
  ...componentFields('ssd', 'configuration.disks.ssd', 'Solid-state drives', 'ssd'),
  ...componentFields('hdd', 'configuration.disks.hdd', 'Hard disk drives', 'hdd'),
  ...asAssumptions(componentFields('gpu', 'configuration.gpu', 'Graphics cards', 'gpu')),
  ...componentFields('powerSupply', 'configuration.powerSupply', 'Power supplies and case', 'powerSupply'),
  {
    id: 'caseType',
    label: 'Case',
    path: 'model.type',
    type: 'choice',
    choices: [
      ['', 'Not known'],
      ['RACK', 'Rack'],
      ['BLADE', 'Blade'],
    ],
    group: 'Power supplies and case',
    isAssumption: true,
  },
  {
    id: 'vmThreads',
    label: 'Threads',
    path: 'share.vcpu',
    type: 'number',
    placeholder: 'the whole server',
    group: VIRTUAL_MACHINE,
    required: 'Enter how many threads the virtual machine has.',
    requiredWith: ['vmMemory', 'vmStorage'],
    isAssumption: true,
  },
  {
    id: 'vmMemory',
    label: 'Memory',
    path: 'share.memory',
    type: 'number',
    unit: 'GB',
    placeholder: 'by threads',
    group: VIRTUAL_MACHINE,
    isAssumption: true,
  },
  {
    id: 'vmStorage',
    label: 'Solid-state storage',
    path: 'share.ssdStorage',
    type: 'number',
    unit: 'GB',
    placeholder: 'by threads',
    group: VIRTUAL_MACHINE,
    isAssumption: true,
  },
  ...serverUsageFields,
  powerProfile,
]

const OWN = 'Figures of your own'

const ownFigures: readonly Field[] = [
  {
    id: 'ownMaking',
    label: 'Manufacturing',
    path: 'own.making',
    type: 'number',
    unit: 'kg',
    group: OWN,
    isAssumption: true,
  },
  {
    id: 'ownEnergy',
    label: 'Electricity of a year',
    path: 'own.kwhYear',
    type: 'number',
    unit: 'kWh',
    group: OWN,
    isAssumption: true,
  },
  { id: 'ownSource', label: 'Source', path: 'own.source', type: 'text', group: OWN, isAssumption: true },
]

const TERMINAL: readonly Field[] = [
  {
    id: 'kind',
    label: 'Device',
    path: 'kind',
    type: 'choice',
    choices: choicesOf(TERMINALS),
    group: '',
    required: 'Choose a device.',
  },
  {
    id: 'type',
    label: 'Type',
    path: 'type',
    type: 'text',
    placeholder: 'pro, perso, chromebook …',
    group: '',
  },
  {
    id: 'form',
    label: 'Form',
    path: 'form',
    type: 'choice',
    choices: [['', 'Not known'], ...Object.entries(DESKTOP_FORM_NAMES)],
    group: '',
  },
  { id: 'inches', label: 'Diagonal of the screen', path: 'inches', type: 'number', unit: 'inches', group: '' },
  { id: 'storage', label: 'Storage', path: 'storage', type: 'number', unit: 'GB', group: '' },
  MODEL,
  {
    id: 'archetype',
    label: 'Similar to',
    path: 'archetype',
    type: 'text',
    suggestions: 'terminalArchetypes',
    placeholder: 'a typical one',
    group: '',
    width: 'broad',
  },
  { id: 'units', label: 'Quantity', path: 'units', type: 'number', placeholder: '1', group: '', width: 'narrow' },
  { id: 'year', label: 'Year of manufacture', path: 'year', type: 'number', group: '', isAssumption: true },
  {
    id: 'figures',
    label: 'Whose figures',
    path: 'figures',
    type: 'choice',
    choices: [
      ['', 'Of the maker, if published'],
      ['MODEL', 'Of our model'],
    ],
    group: '',
    isAssumption: true,
  },
  ...ownFigures,
  ...plainUsageFields,
]

const EQUIPMENT_FIELDS: readonly Field[] = [
  {
    id: 'kind',
    label: 'Equipment',
    path: 'kind',
    type: 'choice',
    choices: choicesOf(EQUIPMENT),
    group: '',
    required: 'Choose a kind of equipment.',
  },
  { id: 'type', label: 'Type', path: 'type', type: 'text', placeholder: 'access, laser …', group: '' },
  { id: 'model', label: 'Model', path: 'model', type: 'text', group: '', width: 'broad' },
  { id: 'ports', label: 'Network ports', path: 'ports', type: 'number', group: '', width: 'narrow' },
  { id: 'units', label: 'Quantity', path: 'units', type: 'number', placeholder: '1', group: '', width: 'narrow' },
  ...ownFigures,
  ...plainUsageFields,
]

const COMPONENT_KIND: Field = {
  id: 'kind',
  label: 'Component',
  path: '',
  type: 'choice',
  choices: choicesOf(COMPONENTS),
  group: '',
  required: 'Choose a component.',
}

const COMPONENT_ARCHETYPE: Field = {
  id: 'archetype',
  label: 'Similar to',
  path: 'archetype',
  type: 'text',
  suggestions: 'componentArchetypes',
  placeholder: 'a typical one',
  group: '',
  isAssumption: true,
}

const IOT_DEVICE: readonly Field[] = [
  {
    id: 'archetype',
    label: 'Model',
    path: 'archetype',
    type: 'text',
    placeholder: 'a typical one',
    group: '',
    width: 'broad',
  },
  { id: 'units', label: 'Quantity', path: 'units', type: 'number', placeholder: '1', group: '', width: 'narrow' },
  ...plainUsageFields,
]

const GIGABYTES: Field = {
  id: 'gigabytes',
  label: 'Amount',
  path: 'gigabytes',
  type: 'number',
  unit: 'GB',
  group: '',
  required: 'Enter how many GB.',
}

const STORAGE: readonly Field[] = [
  {
    id: 'kind',
    label: 'Drives',
    path: 'kind',
    type: 'choice',
    choices: [
      ['SSD', COMPONENTS.ssd.plural],
      ['HDD', COMPONENTS.hdd.plural],
    ],
    group: '',
    required: 'Choose the drives.',
  },
  GIGABYTES,
  { id: 'copies', label: 'Number of copies', path: 'copies', type: 'number', group: '', isAssumption: true },
  ...plainUsageFields.filter(({ id }) => id === 'location' || id === 'lifetime'),
  pue,
]

const NETWORK: readonly Field[] = [
  GIGABYTES,
  {
    id: 'reach',
    label: 'Distance',
    path: 'reach',
    type: 'choice',
    choices: [
      ['REGION', 'Within a region'],
      ['BETWEEN_REGIONS', 'Between regions'],
      ['INTERNET', 'Over the internet'],
    ],
    group: '',
    required: 'Choose the distance.',
  },
  ...plainUsageFields.filter(({ id }) => id === 'location'),
]

const FIELDS: Readonly<Record<Exclude<Subject['kind'], 'component' | 'terminal'>, readonly Field[]>> = {
  cloud: CLOUD,
  server: SERVER,
  equipment: EQUIPMENT_FIELDS,
  iotDevice: IOT_DEVICE,
  storage: STORAGE,
  network: NETWORK,
}

/** Fields on the use of a component, by which inputs matter. */
const USAGE_FIELDS = { load: loadedUsageFields, power: plainUsageFields, lifetime: lifetimeFields } as const

/** All fields of a subject, in form order. */
export function fieldsOf({ kind, entered }: Subject): readonly Field[] {
  if (kind === 'terminal')
    return TERMINAL.filter(({ path }) => concerns(entered.kind ?? '', path, Boolean(entered.model)))
  if (kind !== 'component') return FIELDS[kind]
  const component = entered.kind ?? ''
  if (!isComponent(component)) return [COMPONENT_KIND]
  const usage = USAGE_FIELDS[COMPONENTS[component].use].map((field) => ({
    ...field,
    path: `${component}.${field.path}`,
  }))
  return [COMPONENT_KIND, ...componentFields(component, component, ''), COMPONENT_ARCHETYPE, ...usage]
}

function isComponent(name: string): name is ComponentName {
  return Object.hasOwn(COMPONENTS, name)
}

function choicesOf(kinds: Readonly<Record<string, { readonly name: string }>>) {
  return Object.entries(kinds).map(([kind, { name }]) => [kind, name] as const)
}

function asAssumptions(fields: readonly Field[]): readonly Field[] {
  return fields.map((field) => ({ ...field, isAssumption: true }))
}
