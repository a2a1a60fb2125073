import { COMPONENTS } from '../../kinds.ts'
import { type Catalogue, locationName } from '../form/catalogue.ts'
import { pageWords } from './page-words.ts'

/** Attributes with their own words on the page; others use their names. */
const ATTRIBUTES: Readonly<Record<string, string>> = {
  units: 'Quantity',
  core_units: 'Cores each',
  die_size: 'Die area each',
  die_size_per_core: 'Die area per core',
  model_range: 'Model range',
  family: 'Generation',
  tdp: 'Thermal design power',
  unit_weight: 'Weight each',
  case_type: 'Type of case',
  capacity: 'Capacity each',
  process: 'Lithography',
  year: 'Year of manufacture',
  vcpu: 'Virtual CPUs (threads)',
  ssd_storage: 'Solid-state storage',
  hdd_storage: 'Hard disk storage',
  usage_location: 'Location',
  time_workload: 'Load',
  use_time_ratio: 'Share of time in use',
  hours_life_time: 'Lifetime',
  other_consumption_ratio: 'Power besides CPU, RAM and GPU',
  avg_power: 'Power in use',
  mean_power: 'Mean power over a year',
  pue: 'Power usage effectiveness (PUE)',
  vram: 'Video memory',
  vram_dies: 'Dies of video memory',
  vram_surface: 'Wafer area of the video memory',
  gpu_surface: 'Wafer area of the processor',
  pwb_surface: 'Area of printed board',
  power_curve: 'Power curve',
}

const PARTS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.values(COMPONENTS).map(({ kind, part }) => [kind, part])),
  REST_OF_SERVER: 'Rest of the server',
}

const STAGES: Readonly<Record<string, string>> = {
  MAKING: 'Manufacturing',
  TRANSPORT: 'Transport',
  USE: 'Use',
  END_OF_LIFE: 'End of life',
  BUILDING: 'Building',
}

/** A stage in words: END_OF_LIFE is `End of life`. */
export function stageWords(stage: string): string {
  return STAGES[stage] ?? stage
}

const UNITS: Readonly<Record<string, string>> = {
  'kg CO2 eq.': 'kg CO₂eq',
  'kg CO2 eq./kWh': 'kg CO₂eq/kWh',
  'kg Sb eq.': 'kg Sb eq',
  'kg Sb eq./kWh': 'kg Sb eq/kWh',
  mm2: 'mm²',
  cm2: 'cm²',
  'GB/cm2': 'GB/cm²',
  m3: 'm³',
  'm3 eq.': 'm³ eq',
  gb: 'GB',
  none: '',
  '/1': '',
  '1': '',
  'ratio /1': '',
  'No dimension': '(no unit)',
}

const CRITERIA: Readonly<Record<string, string>> = {
  GWP: 'Carbon footprint',
  ADP: 'Resource depletion',
  PE: 'Primary energy',
}

/** An attribute in words: `unit_weight` is `Weight each`. */
export function attributeWords(name: string): string {
  return ATTRIBUTES[name] ?? (name[0]?.toUpperCase() ?? '') + name.slice(1).replaceAll('_', ' ')
}

/** A part in words: `RAM-1` is `Memory`, `RAM-2` is `Memory 2`. */
export function componentWords({ kind, label }: { readonly kind: string; readonly label: string }): string {
  const number = /-(\d+)$/.exec(label)?.[1]
  const name = PARTS[kind] ?? label
  return number === undefined || number === '1' ? name : `${name} ${number}`
}

/** A symbol of a formula in words: `Memory` for `ram_1`, `share of life` for `share_of_life`. */
export function symbolWords(symbol: string): string {
  const [, part = '', number] = /^(\w+)_(\d+)$/.exec(symbol) ?? []
  const kind = part.toUpperCase()
  return Object.hasOwn(PARTS, kind)
    ? componentWords({ kind, label: `${kind}-${number}` })
    : pageWords(symbol.replaceAll('_', ' '))
}

/** A unit for display: `GB/cm2` is `GB/cm²`. */
export function unitWords(unit: string | null | undefined): string {
  return unit === null || unit === undefined ? '' : (UNITS[unit] ?? unit)
}

/** A criterion in few words. */
export function criterionWords({
  criterion,
  description,
}: {
  readonly criterion: string
  readonly description: string
}): string {
  return CRITERIA[criterion] ?? description.replace(/ \(PEF\)$/, '')
}

/**
 * The API's name of an input, with names of places and without archetypes: `Electricity of FRA` is `Electricity of
 * France`, `Load (typical: dellR740)` is `Load`.
 */
export function leafWords(
  { leaf, label }: { readonly leaf: string; readonly label: string },
  catalogue: Pick<Catalogue, 'locations'>,
): string {
  const [, location] = /^electricity\.([A-Z]{3})(?:\.|$)/.exec(leaf) ?? []
  return location === undefined
    ? pageWords(label.replace(/ \(typical: .*\)$/, ''))
    : `Electricity of ${locationName(location, catalogue)}`
}
