/** Attributes as they are called on the page; others by their own names. */
const ATTRIBUTES: Readonly<Record<string, string>> = {
  units: 'How many',
  core_units: 'Cores of one',
  die_size: 'Die area of one',
  die_size_per_core: 'Die area per core',
  model_range: 'Range of models',
  family: 'Generation',
  tdp: 'Thermal design power',
  unit_weight: 'Weight of one',
  case_type: 'Type of case',
  capacity: 'Capacity of one',
  process: 'Lithography',
  vcpu: 'Virtual CPUs (threads)',
  ssd_storage: 'Solid-state storage',
  hdd_storage: 'Hard disk storage',
  usage_location: 'Location',
  time_workload: 'Load',
  use_time_ratio: 'Share of time in use',
  hours_life_time: 'Lifetime',
  other_consumption_ratio: 'Power besides CPU, RAM and GPU',
  avg_power: 'Mean power',
  vram: 'Video memory',
  vram_dies: 'Dies of video memory',
  vram_surface: 'Wafer area of the video memory',
  gpu_surface: 'Wafer area of the processor',
  pwb_surface: 'Area of printed board',
  power_curve: 'Power curve',
}

const PARTS: Readonly<Record<string, string>> = {
  CPU: 'Processors',
  RAM: 'Memory',
  SSD: 'Solid-state drives',
  HDD: 'Hard disk drives',
  GPU: 'Graphics cards',
  POWER_SUPPLY: 'Power supplies',
  CASE: 'Case',
  MOTHERBOARD: 'Motherboard',
  ASSEMBLY: 'Assembly',
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
  'ratio /1': '',
  'No dimension': '(no unit)',
}

const CRITERIA: Readonly<Record<string, string>> = {
  GWP: 'Carbon footprint',
  ADP: 'Resource depletion',
  PE: 'Primary energy',
}

/** What an attribute is called: `unit_weight` is `Weight of one`. */
export function attributeWords(name: string): string {
  return ATTRIBUTES[name] ?? (name[0]?.toUpperCase() ?? '') + name.slice(1).replaceAll('_', ' ')
}

/** What a part is called: `RAM-1` is `Memory`, `RAM-2` is `Memory 2`. */
export function partWords({ kind, label }: { readonly kind: string; readonly label: string }): string {
  const number = /-(\d+)$/.exec(label)?.[1]
  const name = PARTS[kind] ?? label
  return number === undefined || number === '1' ? name : `${name} ${number}`
}

/** A unit as it is printed: `GB/cm2` is `GB/cm²`. */
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
