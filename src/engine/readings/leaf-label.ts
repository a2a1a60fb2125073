import { snakeCase } from '../figures/snake-case.ts'
import { capital, propertyOf } from './property-words.ts'

/** The constants of formulas for people, by their ids. */
const CONSTANTS: Readonly<Record<string, string>> = {
  hours_per_year: 'Hours of a year',
  wafer_diameter: 'Diameter of a wafer',
  wafer_kerf: 'Width of the saw cut around a die',
  wafer_defects: 'Defects of a wafer per area',
  vram_area: 'Die area of graphics memory per GB',
  blade_slots: 'Blades that share an enclosure',
  ram_power: 'Power of memory per GB',
  cpu_power_least: 'Least power of a CPU',
  building: 'Building of a data centre, per kWh',
  pue_default: 'PUE of data centres in general',
  wue_default: 'Water that data centres in general use per kWh',
  gpu_idle: 'Idle power of graphics cards, as a share of their thermal design power',
  gpu_full: 'Full power of graphics cards, as a share of their thermal design power',
  gpu_full_utilisation: 'Full power of graphics cards at the load that a tool shows',
  gpu_load_default: 'Load of a graphics card of which none is known',
  ssd_power: 'Power of solid-state drives per TB',
  hdd_power: 'Power of hard disks per TB',
  ssd_typical: 'Size of a typical solid-state drive',
  hdd_typical: 'Size of a typical hard disk',
  drive_life: 'Lifetime of a drive',
  storage_copies: 'Copies that a storage service keeps',
  network_region: 'Electricity of a network within a region, per GB',
  network_between_regions: 'Electricity of a network between regions, per GB',
  network_internet: 'Electricity of the internet, per GB',
}

/** What is made, in the plural, by its name in the tables of factors. */
const MADE: Readonly<Record<string, string>> = {
  cpu: 'CPUs',
  ram: 'memory',
  ssd: 'solid-state drives',
  hdd: 'hard disks',
  motherboard: 'motherboards',
  power_supply: 'power supplies',
  assembly: 'a machine of its parts',
  case: 'cases',
}

/** `making CPUs`, of the name of a component or a device in the tables. */
export function making(name: string): string {
  const [kind = name, ...variant] = name.split('.')
  const of = variant.length > 0 ? ` (${variant.join(' ').replaceAll('_', ' ')})` : ''
  return `making ${MADE[kind] ?? kind.replaceAll('_', ' ')}${of}`
}

/** What an instance type has, by column. */
const INSTANCE: Readonly<Record<string, string>> = { vcpu: 'vCPU', gpu_units: 'Number of graphics cards' }

interface Rule {
  readonly leaves: RegExp
  /** By the parts that the pattern captures. */
  readonly label: (...captured: string[]) => string
}

const RULES: readonly Rule[] = [
  { leaves: /^electricity\.unknown\.(.+)$/, label: (criterion) => `Electricity of an unknown location: ${criterion}` },
  { leaves: /^electricity\.([^.]+)\.(.+)$/, label: (place, criterion) => `Electricity of ${place}: ${criterion}` },
  {
    leaves: /^component-factors\.(.+)\.(base|per_die_area)\.([^.]+)$/,
    label: (of, per, criterion) =>
      `${capital(making(of))}, ${per === 'base' ? 'per piece' : 'per die area'}: ${criterion}`,
  },
  {
    leaves: /^gpu-factors\.([^.]+)\.([^.]+)$/,
    label: (part, criterion) => `Making graphics cards, ${part.replaceAll('_', ' ')}: ${criterion}`,
  },
  {
    leaves: /^(?:device|functional-block)-factors\.(.+)\.([^.]+)$/,
    label: (device, criterion) => `${capital(making(device))}: ${criterion}`,
  },
  { leaves: /^constants\.(.+)$/, label: (id) => CONSTANTS[id] ?? capital(id.replaceAll('_', ' ')) },
  {
    leaves: /^power-model\.(.+)$/,
    label: (name) => `Model of the power of ${name === 'archetype' ? 'a typical CPU' : name}`,
  },
  {
    leaves: /^power-profiles\.(?:fit\.(tdp|measured)\.)?(.+)\.([abcd])$/,
    label: (fit, name, parameter) => {
      const to = fit === 'tdp' ? 'the thermal design power' : fit === 'measured' ? 'measured points' : name
      return `Parameter ${parameter} of the power curve by ${to === 'cpu-archetype' ? 'a typical CPU' : to}`
    },
  },
  {
    leaves: /^cpus\.(?:average|line|proportion)\.die_size\.(.+)$/,
    label: () => 'Die size of the CPU, of similar ones',
  },
  { leaves: /^(ram|ssd)-densities\./, label: (kind) => propertyOf(`${kind}_density`).words },
  { leaves: /^(cpu|gpu)s\.(.+)\.([a-z_]+)$/, label: (part, name, column) => ofNamed(`${part}_${column}`, name) },
  {
    leaves: /^cloud-instances\.[^.]+\.(.+)\.([a-z_]+)$/,
    label: (type, column) => `${INSTANCE[column] ?? capital(column.replaceAll('_', ' '))} of ${type}`,
  },
  {
    leaves: /^component-archetypes\.([a-z_]+)\.(.+?)\.(usage_)?([a-z_]+)$/,
    label: (part, id, ofUse, column) => typical(ofUse ? column : `${part}_${column}`, `${words(part)} ${id}`),
  },
  {
    leaves: /^(?:server|terminal|iot)-archetypes\.(.+)\.([a-z_]+)$/,
    label: (id, column) => typical(column === 'case_type' ? 'case_case_type' : column, id),
  },
  { leaves: /^defaults\.(?:([a-z_]+)\.)?([a-z_]+)$/, label: (part, name) => assumed(part ? `${part}_${name}` : name) },
  { leaves: /^facility\.(.+)\.(pue|wue)$/, label: (place, name) => `${name.toUpperCase()} of ${place}` },
  { leaves: /^facility-regions\.([^.]+)\.(.+)\.water$/, label: (_, region) => `Water of the electricity of ${region}` },
  { leaves: /^input\..*elecFactors\.(.+)$/, label: (criterion) => `Electricity as given: ${criterion}` },
  { leaves: /^input\b(?:.*?)(?:([A-Za-z]+)(?:\[\d+\])?\.)?([A-Za-z]+)$/, label: (part, name) => given(part, name) },
]

/**
 * What enters a figure, for people.
 *
 * @example
 * leafLabel('server-archetypes.dellR740.ram_capacity') // 'Capacity of a memory module (typical: dellR740)'
 */
export function leafLabel(leaf: string): string {
  for (const { leaves, label } of RULES) {
    const met = leaves.exec(leaf)
    if (met !== null) return label(...met.slice(1))
  }
  return leaf
}

function words(name: string): string {
  return name.replaceAll('_', ' ')
}

function ofNamed(column: string, name: string): string {
  return `${propertyOf(column).words} (${name})`
}

function typical(column: string, archetype: string): string {
  return `${propertyOf(column).words} (typical: ${archetype})`
}

function assumed(column: string): string {
  return `${propertyOf(column).words}, as assumed`
}

/** `Capacity of a memory module, as given`, of `ram` and `capacity`. */
function given(part: string | undefined, name: string): string {
  const column = snakeCase(name)
  const ofPart = part === undefined ? '' : `${snakeCase(part)}_${column}`
  const isOfPart = /^(cpu|gpu|ram|ssd|hdd|power_supply|case)_/.test(ofPart)
  return `${propertyOf(isOfPart ? ofPart : column === 'case_type' ? 'case_case_type' : column).words}, as given`
}
