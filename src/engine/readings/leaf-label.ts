import { type Leaf, type LeafTable, leafId } from '../values/leaf.ts'
import { snakeCase } from '../values/spelling.ts'

/**
 * Words for a property of a part, by the part's and the property's name; for a property of use, by the property's
 * alone. Other names are spelled out: `cpu_die_size` is the die size of the CPU.
 */
const WORDS: Readonly<Record<string, string>> = {
  cpu_units: 'Number of CPUs',
  cpu_core_units: 'Number of cores of the CPU',
  cpu_threads: 'Number of threads of the CPU',
  cpu_tdp: 'Thermal design power of the CPU',
  cpu_own_die_size: 'Die size of the CPU',
  gpu_units: 'Number of graphics cards',
  gpu_tdp: 'Thermal design power of the graphics card',
  gpu_vram: 'Memory of the graphics card',
  gpu_vram_dies: 'Number of memory dies of the graphics card',
  gpu_vram_surface: 'Wafer area of the memory of the graphics card',
  gpu_gpu_surface: 'Wafer area of the processor of the graphics card',
  gpu_pwb_surface: 'Circuit board of the graphics card',
  gpu_heatsink_weight: 'Weight of the heat sink of the graphics card',
  gpu_casing_weight: 'Weight of the casing of the graphics card',
  gpu_transport_boat: 'Distance the graphics card travels by ship',
  gpu_transport_truck: 'Distance the graphics card travels by road',
  gpu_transport_plane: 'Distance the graphics card travels by air',
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
  rest_of_server_units: 'Number of sets of unlisted parts (network card, fans, cables and the like)',
  assembly_units: 'Number of machines that are assembled',
  device_units: 'Number of devices',
  avg_power: 'Power in use',
  power_watt: 'Measured power',
  time_workload: 'Load',
  use_time_ratio: 'Share of the time during which the asset is in use',
  hours_life_time: 'Lifetime',
  other_consumption_ratio: 'Power besides CPU, memory and graphics cards',
  hours_use_time: 'Hours of use',
  days_use_time: 'Days of use',
  years_use_time: 'Years of use',
  quantity: 'Quantity of the asset',
  functional_units: 'Number of functional units',
  gigabytes: 'Amount of data',
  copies: 'Number of copies',
  storage_copies: 'Number of copies',
  pue: 'PUE of the data centre',
  wue: 'Water that the data centre uses per kWh',
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
  rest_of_server: 'rest of the server',
  device: 'device',
}

/**
 * A property in words, by its column after the part, if it belongs to one. Names without an entry are spelled out.
 *
 * @example
 * propertyWords('cpu_tdp') // 'Thermal design power of the CPU'
 */
export function propertyWords(property: string): string {
  const known = WORDS[property]
  if (known !== undefined) return known
  const part = componentOfProperty(property)
  if (part === undefined) return capital(property.replaceAll('_', ' '))
  return `${capital(property.slice(part.length + 1).replaceAll('_', ' '))} of the ${PARTS[part]}`
}

/**
 * The part that a property belongs to, as tables name it: `power_supply` for `power_supply_units`; undefined if it
 * belongs to none.
 */
export function componentOfProperty(property: string): string | undefined {
  return Object.keys(PARTS).find((each) => property.startsWith(`${each}_`))
}

/** `capital('die size')` is `Die size`. */
function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** Constants of formulas in words, by id. */
const CONSTANTS: Readonly<Record<string, string>> = {
  hours_per_year: 'Hours of a year',
  life_cap: 'Maximum number of lifetimes counted in a duration',
  wafer_diameter: 'Diameter of a wafer',
  wafer_kerf: 'Width of the saw cut around a die',
  wafer_defects: 'Defects of a wafer per area',
  edge_loss: 'Share of dies lost at the edge of a wafer',
  generic_drives: 'Drives of a typical server',
  mean_of_regions: "What an unknown region uses: 1 for the mean of the provider's regions, 0 for the default location",
  murphy: 'Die yield model: 1 for Murphy, 0 for Seeds',
  vram_area: 'Die area of graphics memory per GB',
  blade_slots: 'Blades that share an enclosure',
  ram_power: 'Power of memory per GB',
  cpu_power_least: 'Lowest power of a CPU',
  building: 'Impact of a data centre building, per kWh',
  pue_default: 'PUE of data centres in general',
  wue_default: 'Water that data centres in general use per kWh',
  gpu_idle: 'Idle power of graphics cards, as a share of their thermal design power',
  gpu_full: 'Power of graphics cards at full load, as a share of their thermal design power',
  gpu_full_utilisation:
    'Power of graphics cards if a tool reports a utilisation of 100 %, as a share of their thermal design power',
  gpu_load_default: 'Assumed load of a graphics card',
  ssd_power: 'Power of solid-state drives per TB',
  hdd_power: 'Power of hard disks per TB',
  ssd_typical: 'Size of a typical solid-state drive',
  hdd_typical: 'Size of a typical hard disk',
  drive_life: 'Lifetime of a drive',
  storage_copies: 'Copies that a storage service keeps',
  network_region: 'Electricity of a network within a region, per GB',
  network_between_regions: 'Electricity of a network between regions, per GB',
  network_internet: 'Electricity of the internet, per GB',
  server_power_field: 'Power of servers in use, divided by that of benchmarked servers',
  supply_efficiency: 'Efficiency of power supplies',
  drives_in_rest: 'Drives of a benchmarked server',
  server_ssd_power: 'Power of a solid-state drive of a server',
  server_hdd_power: 'Power of a hard disk of a server',
  switch_ports: 'Ports of the switch that the figures are of',
  switch_fixed_share: 'Share of a switch that does not grow with its ports',
  array_drive_power: 'Power of a drive of a storage array, with its share of controllers and fans',
  card_overhead: 'What a graphics card adds to its server besides its own power, as a ratio of it',
  module_overhead: 'What a graphics module adds to its server besides its own power, as a ratio of it',
  cpu_tdp_default: 'Thermal design power of an unknown processor of a server',
}

/** Columns of the power of servers in words. */
const SERVER_POWER: Readonly<Record<string, string>> = {
  full_w_per_tdp_w: 'Power of a server at full load, per W of thermal design power',
  idle_w_per_tdp_w: 'Idle power of a server, per W of thermal design power',
  full_w_per_gb: 'Power of a server at full load, per GB of memory',
  idle_w_per_gb: 'Idle power of a server, per GB of memory',
  full_rest_w: 'Power of the rest of a server at full load',
  idle_rest_w: 'Idle power of the rest of a server',
  full: 'Power of a server at full load, by the model',
  card_share: 'What cards add from idle to full load, as a share of the power at full load, by the model',
  idle_share: 'Idle power of a server as a share of its power at full load, by the model',
}

/** `Share of the range between idle and full power at a load of 50 %`, from the column `s_50`. */
function shareOfRangeAt(column: string): string {
  return `Share of the range between idle and full power at a load of ${column.slice('s_'.length)} %`
}

/** Products in words, in the plural, by their name in the tables of factors. */
const MADE: Readonly<Record<string, string>> = {
  cpu: 'CPUs',
  ram: 'memory',
  ssd: 'solid-state drives',
  hdd: 'hard disks',
  motherboard: 'motherboards',
  power_supply: 'power supplies',
  assembly: 'a machine assembled from its parts',
  rest_of_server: 'the rest of servers',
  case: 'cases',
}

/** `making CPUs`, from the name of a component or device in the tables. */
export function making(name: string): string {
  const [kind = name, ...variant] = name.split('.')
  const of = variant.length > 0 ? ` (${variant.join(' ').replaceAll('_', ' ')})` : ''
  return `making ${MADE[kind] ?? kind.replaceAll('_', ' ')}${of}`
}

/** `transport of a laptop (pro)`, from the name of a device in the tables. */
export function stageOf(device: string, stage: string): string {
  const [kind = device, ...type] = device.split('.')
  const of = type.length > 0 ? ` (${type.join(' ').replaceAll('_', ' ')})` : ''
  return `${stage.replaceAll('_', ' ')} of a ${kind.replaceAll('_', ' ')}${of}`
}

/** Columns of an instance type in words. */
const INSTANCE: Readonly<Record<string, string>> = { vcpu: 'vCPU', gpu_units: 'Number of graphics cards' }

/** The property behind a leaf, as tables name it: `ram_capacity`; for other leaves, the column. */
export function propertyOf({ table, row, column = '', property }: Leaf): string {
  if (property !== undefined) return snakeCase(property)
  return table === 'defaults' && row !== undefined ? `${row}_${column}` : snakeCase(column)
}

type Label = (leaf: Leaf & { readonly row: string; readonly column: string; readonly criterion: string }) => string

const words: Label = (leaf) => propertyWords(propertyOf(leaf))
const typical: Label = (leaf) => `${words(leaf)} (typical: ${leaf.row})`
const ofRow: Label = (leaf) => (leaf.average === undefined ? `${words(leaf)} (${leaf.row})` : ofSimilar(leaf))
const ofSimilar: Label = (leaf) => `${words(leaf)} (average of similar models)`
const ofDevice: Label = ({ row, column, criterion }) =>
  `${capital(making(column ? `${row}.${column}` : row))}: ${criterion}`

/** Place of electricity in words: `FRA`, `an unknown location`, `an unknown region of aws`. */
export function placeOf({ row, within }: Pick<Leaf, 'row' | 'within'>): string {
  if (row !== 'unknown') return row ?? ''
  return within === undefined ? 'an unknown location' : `an unknown region of ${within}`
}

/** Amounts that factors of components are per. */
const PER: Readonly<Record<string, string>> = {
  base: 'per piece',
  per_die_area: 'per die area',
  per_terabyte: 'per TB',
}

/** What making a device of some size depends on. */
const SIZES: Readonly<Record<string, string>> = {
  base: 'whatever its storage',
  per_gigabyte: 'per GB of storage',
  at_reference: 'at the size stated',
  reference: 'size that it is stated for',
  spread: 'spread of devices of one size',
}

/** What makers publish of a model. */
const PUBLISHED: Readonly<Record<string, string>> = { making: 'Manufacturing', avg_power: 'Power in use' }

/** The label for the leaves of each table. */
const LABELS: Readonly<Record<LeafTable, Label>> = {
  input: (leaf) =>
    leaf.column === 'elecFactors' ? `Electricity as given: ${leaf.criterion}` : `${words(leaf)}, as given`,
  defaults: (leaf) => `${words(leaf)}, as assumed`,
  constants: ({ row }) => CONSTANTS[row] ?? capital(row.replaceAll('_', ' ')),
  electricity: (leaf) =>
    leaf.row === undefined ? leafId(leaf) : `Electricity of ${placeOf(leaf)}: ${leaf.criterion ?? leaf.column}`,
  facility: ({ row, column }) => `${column.toUpperCase()} of ${row}`,
  'facility-regions': ({ row }) => `Water of the electricity of ${row}`,
  'component-factors': ({ row, column, variant, criterion }) => {
    const which = variant === undefined ? '' : ` (${variantWords(variant)})`
    return `${capital(making(row))}${which}, ${PER[column] ?? column}: ${criterion}`
  },
  'gpu-factors': ({ row, criterion }) => `Manufacturing of graphics cards, ${row.replaceAll('_', ' ')}: ${criterion}`,
  'device-factors': ofDevice,
  'device-stages': ({ row, column, criterion }) => `${capital(stageOf(row, column))}: ${criterion}`,
  'functional-block-factors': ofDevice,
  cpus: ofRow,
  gpus: ofRow,
  'ram-densities': words,
  'ssd-densities': words,
  'power-model': ({ row }) => modelOfPower(row),
  'server-power': ({ row, column }) => `${SERVER_POWER[column] ?? shareOfRangeAt(column)} (class ${row})`,
  model: ({ row, column }: Leaf) => {
    if (row === 'making') return 'Model of server manufacturing'
    if (row === 'server_power') return modelOfPower(column === undefined ? 'servers' : `servers with ${column}`)
    if (row === 'server_power_idle') return `Model of the idle power of servers with ${column}`
    return modelOfPower(column ?? 'servers')
  },
  'power-profiles': (leaf) => `Parameter ${leaf.column} of the power curve by ${curveOf(leaf)}`,
  'cloud-instances': ({ row, column }) => `${INSTANCE[column] ?? capital(column.replaceAll('_', ' '))} of ${row}`,
  'host-families': ({ row, column, criterion }) =>
    column === 'power'
      ? `Power of the possible hosts of ${row}`
      : `Manufacturing of the possible hosts of ${row}: ${criterion}`,
  'component-archetypes': (leaf) => typical({ ...leaf, row: `${leaf.within?.replaceAll('_', ' ')} ${leaf.row}` }),
  'server-archetypes': typical,
  'terminal-archetypes': typical,
  'terminal-sizes': (leaf) =>
    leaf.property === undefined ? `${capital(making(leaf.row))}, ${SIZES[leaf.column] ?? leaf.column}` : typical(leaf),
  'iot-archetypes': typical,
  published: ({ row, column }) => `${PUBLISHED[column] ?? column} of ${row}, by its maker`,
}

/**
 * An input of a figure in words.
 *
 * @example
 * leafLabel({ table: 'server-archetypes', row: 'dellR740', column: 'ram_capacity' })
 * // 'Capacity of a memory module (typical: dellR740)'
 */
export function leafLabel(leaf: Leaf): string {
  return LABELS[leaf.table](leaf as Parameters<Label>[0])
}

function modelOfPower(of: string): string {
  return `Model of the power of ${of === 'archetype' ? 'a typical CPU' : of}`
}

/** `7 nm` for the node 7, `3.5-inch` for 3_5_inch. */
function variantWords(variant: string): string {
  if (variant === 'unknown') return 'unknown node'
  return /^\d+$/.test(variant) ? `${variant} nm` : variant.replace(/^(\d)_(\d)_/, '$1.$2-').replaceAll('_', ' ')
}

function curveOf({ row, property }: Leaf): string {
  if (property === 'fit_to_tdp') return 'the thermal design power'
  if (property === 'fit_to_measured') return 'measured points'
  return row === 'cpu-archetype' ? 'a typical CPU' : `${row}`
}
