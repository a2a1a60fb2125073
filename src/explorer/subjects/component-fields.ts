import type { ComponentName } from '../../kinds.ts'
import type { Field } from './field.ts'

/** `input`: the field of the input, where it is not called by the name. */
type ComponentField = Omit<Field, 'path' | 'group' | 'id'> & { readonly name: string; readonly input?: string }

const units: ComponentField = { name: 'units', label: 'Quantity', type: 'number' }

const year: ComponentField = { name: 'year', label: 'Year of manufacture', type: 'number' }

const generation: ComponentField = {
  name: 'generation',
  input: 'generationName',
  label: 'Memory generation',
  type: 'choice',
  choices: [['', 'Not known'], ...['DDR3', 'DDR4', 'DDR5', 'HBM'].map((each) => [each, each] as const)],
}

const HDD_FORM_FACTORS: ComponentField['choices'] = [
  ['', 'Not known'],
  ['3.5-inch', '3.5-inch'],
  ['2.5-inch', '2.5-inch'],
]

/** Fields of each kind of component, most important first. */
const COMPONENT_FIELDS: Readonly<Record<ComponentName, readonly ComponentField[]>> = {
  cpu: [
    { name: 'name', label: 'Processor model', type: 'text', suggestions: 'cpus' },
    units,
    { name: 'coreUnits', label: 'Cores each', type: 'number', isAssumption: true },
    { name: 'dieSize', label: 'Die area each', type: 'number', unit: 'mm²', isAssumption: true },
    { name: 'tdp', label: 'Thermal design power', type: 'number', unit: 'W', isAssumption: true },
    { name: 'family', label: 'Code name of the generation', type: 'text', isAssumption: true },
  ],
  gpu: [
    { name: 'name', label: 'Model', type: 'text', suggestions: 'gpus' },
    units,
    { name: 'vram', label: 'Video memory', type: 'number', unit: 'GB', isAssumption: true },
    { name: 'gpuSurface', label: 'Wafer area of the processor', type: 'number', unit: 'mm²', isAssumption: true },
    { name: 'weight', label: 'Weight of the card', type: 'number', unit: 'kg', isAssumption: true },
  ],
  ram: [
    units,
    { name: 'capacity', label: 'Capacity each', type: 'number', unit: 'GB' },
    { name: 'density', label: 'Density', type: 'number', unit: 'GB/cm²', isAssumption: true },
    { name: 'manufacturer', label: 'Maker', type: 'text', suggestions: 'ramManufacturers', isAssumption: true },
    { name: 'process', label: 'Lithography', type: 'number', unit: 'nm', isAssumption: true },
    { ...generation, isAssumption: true },
    { ...year, isAssumption: true },
  ],
  ssd: [
    units,
    { name: 'capacity', label: 'Capacity each', type: 'number', unit: 'GB' },
    { name: 'density', label: 'Density', type: 'number', unit: 'GB/cm²', isAssumption: true },
    { name: 'manufacturer', label: 'Maker', type: 'text', suggestions: 'ssdManufacturers', isAssumption: true },
    { name: 'layers', label: 'Layers of cells', type: 'number', isAssumption: true },
    { name: 'formFactor', label: 'Form factor', type: 'text', isAssumption: true },
    {
      name: 'method',
      label: 'Whose figures',
      type: 'choice',
      choices: [
        ['', 'Between both'],
        ['MAKER', 'Makers of drives'],
        ['STUDY', 'Independent studies'],
      ],
      isAssumption: true,
    },
    { ...year, isAssumption: true },
  ],
  hdd: [
    units,
    { name: 'capacity', label: 'Capacity each', type: 'number', unit: 'GB' },
    { name: 'formFactor', input: 'formFactorName', label: 'Form factor', type: 'choice', choices: HDD_FORM_FACTORS },
    { ...year, isAssumption: true },
  ],
  powerSupply: [
    { ...units, isAssumption: true },
    { name: 'unitWeight', label: 'Weight each', type: 'number', unit: 'kg', isAssumption: true },
  ],
  case: [
    {
      name: 'caseType',
      label: 'Type',
      type: 'choice',
      choices: [
        ['', 'Not known'],
        ['RACK', 'Rack'],
        ['BLADE', 'Blade'],
      ],
    },
  ],
  motherboard: [units],
  assembly: [units],
}

/** The fields of a kind of component, at its path in the input. */
export function componentFields(kind: ComponentName, path: string, group: string, prefix = ''): readonly Field[] {
  return COMPONENT_FIELDS[kind].map(({ name, input = name, ...field }) => ({
    ...field,
    id: prefix === '' ? name : `${prefix}${name === 'name' ? '' : name[0]?.toUpperCase() + name.slice(1)}`,
    path: `${path}.${input}`,
    group,
  }))
}
