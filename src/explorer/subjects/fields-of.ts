import { COMPONENT_NAMES, componentFields } from './component-fields.ts'
import type { Field } from './field.ts'
import type { Subject } from './subject.ts'
import { TERMINAL_NAMES } from './terminal-names.ts'
import { lifetimeFields, loadedUsageFields, plainUsageFields, serverUsageFields } from './usage-fields.ts'

/** How many of it: the API multiplies, the input describes one. */
const QUANTITY: Field = {
  id: 'quantity',
  label: 'How many',
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

const SERVER: readonly Field[] = [
  {
    id: 'archetype',
    label: 'Model',
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
  ...componentFields('ssd', 'configuration.disk.ssd', 'Solid-state drives', 'ssd'),
  ...componentFields('hdd', 'configuration.disk.hdd', 'Hard disk drives', 'hdd'),
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
  ...serverUsageFields,
]

const TERMINAL: readonly Field[] = [
  {
    id: 'kind',
    label: 'What it is',
    path: 'kind',
    type: 'choice',
    choices: Object.entries(TERMINAL_NAMES),
    group: '',
    required: 'Choose what it is.',
  },
  {
    id: 'archetype',
    label: 'Model',
    path: 'archetype',
    type: 'text',
    suggestions: 'terminalArchetypes',
    placeholder: 'a typical one',
    group: '',
    width: 'broad',
  },
  { id: 'units', label: 'How many', path: 'units', type: 'number', placeholder: '1', group: '', width: 'narrow' },
  ...plainUsageFields,
]

const COMPONENT_KIND: Field = {
  id: 'kind',
  label: 'What it is',
  path: '',
  type: 'choice',
  choices: Object.entries(COMPONENT_NAMES),
  group: '',
  required: 'Choose what it is.',
}

const COMPONENT_ARCHETYPE: Field = {
  id: 'archetype',
  label: 'Like which one',
  path: 'archetype',
  type: 'text',
  suggestions: 'componentArchetypes',
  placeholder: 'a typical one',
  group: '',
  isAssumption: true,
}

/** Components that have a load, and those that have a power of their own to enter; the others draw nothing that is known. */
const LOADED = new Set(['cpu', 'ram', 'gpu'])
const POWERED = new Set(['ssd', 'hdd'])

/** Everything that can be entered for a subject, in the order of the form. */
export function fieldsOf({ kind, entered }: Subject): readonly Field[] {
  if (kind === 'cloud') return CLOUD
  if (kind === 'server') return SERVER
  if (kind === 'terminal') return TERMINAL
  const component = entered.kind ?? ''
  const fields = LOADED.has(component) ? loadedUsageFields : POWERED.has(component) ? plainUsageFields : lifetimeFields
  const usage = fields.map((field) => ({
    ...field,
    path: `${component}.${field.path}`,
  }))
  return [COMPONENT_KIND, ...componentFields(component, component, ''), COMPONENT_ARCHETYPE, ...usage]
}

function asAssumptions(fields: readonly Field[]): readonly Field[] {
  return fields.map((field) => ({ ...field, isAssumption: true }))
}
