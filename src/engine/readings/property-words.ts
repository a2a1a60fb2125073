import { camelCase } from '../figures/camel-case.ts'

/** A property of a thing for people, and the fields of the input that give it: `cpu.dieSize`, `usage.timeWorkload`. */
export interface Property {
  readonly words: string
  readonly advice: string
  readonly inputs: readonly string[]
}

/**
 * Of a part, by its name in tables and the property's; of the use of a thing by the property's alone. One that is not here is
 * spelled out: `cpu_die_size` is the die size of the CPU.
 */
const WORDS: Readonly<Record<string, string>> = {
  cpu_units: 'Number of CPUs',
  cpu_core_units: 'Number of cores of the CPU',
  cpu_threads: 'Number of threads of the CPU',
  cpu_tdp: 'Thermal design power of the CPU',
  gpu_units: 'Number of graphics cards',
  gpu_tdp: 'Thermal design power of the graphics card',
  gpu_vram: 'Memory of the graphics card',
  gpu_vram_dies: 'Number of memory dies of the graphics card',
  gpu_vram_surface: 'Wafer area of the memory of the graphics card',
  gpu_gpu_surface: 'Wafer area of the processor of the graphics card',
  gpu_pwb_surface: 'Circuit board of the graphics card',
  gpu_heatsink_weight: 'Weight of the heat sink of the graphics card',
  gpu_casing_weight: 'Weight of the casing of the graphics card',
  gpu_transport_boat: 'Way of the graphics card by ship',
  gpu_transport_truck: 'Way of the graphics card by road',
  gpu_transport_plane: 'Way of the graphics card by air',
  ram_units: 'Number of memory modules',
  ram_capacity: 'Capacity of a memory module',
  ram_density: 'Density of the dies of the memory',
  ssd_units: 'Number of solid-state drives',
  ssd_capacity: 'Capacity of a solid-state drive',
  ssd_density: 'Density of the dies of the solid-state drive',
  hdd_units: 'Number of hard disks',
  hdd_capacity: 'Capacity of a hard disk',
  power_supply_units: 'Number of power supplies',
  power_supply_unit_weight: 'Weight of a power supply',
  case_units: 'Number of cases',
  case_case_type: 'Type of the case',
  motherboard_units: 'Number of motherboards',
  assembly_units: 'Number of machines that are put together',
  device_units: 'Number of devices',
  avg_power: 'Mean power',
  time_workload: 'Load',
  use_time_ratio: 'Share of the time in use',
  hours_life_time: 'Lifetime',
  other_consumption_ratio: 'Power besides CPU, memory and graphics cards',
  hours_use_time: 'Hours of use',
  days_use_time: 'Days of use',
  years_use_time: 'Years of use',
  quantity: 'Number of such assets',
  gigabytes: 'Amount of data',
  copies: 'Number of copies that are kept',
  pue: 'PUE of the data centre',
  wue: 'Water that the data centre uses per kWh',
}

/** Where giving the property itself is not the best advice. */
const ADVICE: Readonly<Record<string, Omit<Property, 'words'>>> = {
  cpu_die_size: { advice: 'Give the name of the CPU, or its die size.', inputs: ['cpu.name', 'cpu.dieSize'] },
  ram_density: {
    advice: 'Give the maker and the process of the memory, or its density.',
    inputs: ['ram.manufacturer', 'ram.process', 'ram.density'],
  },
  ssd_density: { advice: 'Give the maker and the layers of the drive.', inputs: ['ssd.manufacturer', 'ssd.layers'] },
  case_case_type: { advice: 'Give the type of the case.', inputs: ['model.type', 'case.caseType'] },
  other_consumption_ratio: { advice: 'Give the power of the whole machine.', inputs: ['usage.avgPower'] },
  avg_power: { advice: 'Give the power that was measured.', inputs: ['usage.avgPower'] },
  time_workload: { advice: 'Give the load.', inputs: ['usage.timeWorkload', 'usage.workloadLevels'] },
  pue: { advice: 'Give the PUE of the data centre.', inputs: ['usage.facility.pue'] },
  wue: { advice: 'Give the water that the data centre uses per kWh.', inputs: ['usage.facility.wue'] },
}

/** Parts for people, by their names in tables. */
const PARTS: Readonly<Record<string, string>> = {
  cpu: 'CPU',
  gpu: 'graphics card',
  ram: 'memory',
  ssd: 'solid-state drive',
  hdd: 'hard disk',
  power_supply: 'power supply',
  case: 'case',
  motherboard: 'motherboard',
  assembly: 'assembly',
  device: 'device',
}

/**
 * A property by its column, after the part where it is one of a part. One without words of its own is spelled out.
 *
 * @example
 * propertyOf('cpu_tdp') // { words: 'Thermal design power of the CPU', ..., inputs: ['cpu.tdp'] }
 */
export function propertyOf(column: string): Property {
  const part = Object.keys(PARTS).find((each) => column.startsWith(`${each}_`))
  const name = part === undefined ? column : column.slice(part.length + 1)
  const spelled = capital(name.replaceAll('_', ' '))
  const words = WORDS[column] ?? (part === undefined ? spelled : `${spelled} of the ${PARTS[part]}`)
  const advice = ADVICE[column]
  if (advice !== undefined) return { words, ...advice }
  const field = part === undefined ? `usage.${camelCase(column)}` : `${camelCase(part)}.${camelCase(name)}`
  return { words, advice: `Give the ${lower(words)}.`, inputs: [field] }
}

/** `capital('die size')` is `Die size`. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

function lower(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1)
}
