import { formula, sum, withoutPer } from '../values/formula.ts'
import type { Estimate } from '../values/range.ts'
import { GIGABYTES_PER_TERABYTE } from './storage-and-network.ts'

/**
 * The larger of a figure and the least that it can be: a whole server is at least its known parts, a drive at least the
 * smallest one. Example: 2,320 kBq U235 eq. for a whole server and 100 kBq for its processors give 2,320 kBq.
 */
export const atLeast = formula(
  { name: 'at_least', text: 'max(figure, least)', operands: ['figure', 'least'] },
  (figure, least) => Math.max(figure, least),
)

/**
 * One part of the climate change of making, in the proportion it has in the three parts of a whole server. Example:
 * with 3,660 of 3,664.19 kg fossil, 1,000 kg of making are 998.9 kg fossil.
 */
export const splitOfMaking = formula(
  {
    name: 'split_of_making',
    text: 'part * making / (biogenic + fossil + land_use)',
    operands: ['part', 'making', 'biogenic', 'fossil', 'land_use'],
    signed: 'part',
    falling: ['biogenic', 'fossil', 'land_use'],
  },
  (part, making, biogenic, fossil, landUse) => (part * making) / (biogenic + fossil + landUse),
)

/** Impact of one blade server with its share of the enclosure. Example: 880 / 16 + 30.9 = 85.9 kg CO2 eq. */
export const bladeConstant = formula(
  {
    name: 'blade_constant',
    text: 'enclosure / slots + blade_server',
    operands: ['enclosure', 'slots', 'blade_server'],
    fallingAt: (enclosure) => (enclosure >= 0 ? 0b010 : 0),
  },
  (enclosure, slots, bladeServer) => enclosure / slots + bladeServer,
)

/**
 * Impact of one case: a rack where `is_blade` is 0, a blade where it is 1. If only an archetype names the type, the
 * other type is a bound. Example: a typical rack of 150 kg CO2 eq. is 150 (85.9 to 150), since a blade is 85.9.
 */
export const caseConstant = formula(
  {
    name: 'case_constant',
    text: 'rack * (1 - is_blade) + blade * is_blade',
    operands: ['rack', 'blade', 'is_blade'],
    fallingAt: (rack, blade) => (blade >= rack ? 0 : 0b100),
  },
  (rack, blade, isBlade) => rack * (1 - isBlade) + blade * isBlade,
)

/** Freight in kg km: distance times weight. Example: 19,000 km with 1.69 kg are 32,110 kg km. */
export const freight = formula(
  { name: 'freight', text: 'distance * weight', operands: ['distance', 'weight'], unit: 'kg km' },
  (distance, weight) => distance * weight,
)

/**
 * Making units with dies (CPU, RAM, SSD): die area of one unit in mm2 or cm2, impact per area, and a base per unit.
 * Factors of component-factors.csv (Boavizta, after the German Environment Agency, Texte 94/2021). Example: 2
 * processors of 200 mm2 at 0.0197 kg CO2 eq. per mm2 and 9.14 kg each are 26.16 kg.
 */
const makingOfDies = formula(
  {
    name: 'making',
    text: 'units * (area * per_area + base)',
    operands: ['units', 'area', 'per_area', 'base'],
    unit: (_units, _area, perArea) => withoutPer(perArea),
  },
  (units, area, perArea, base) => units * (area * perArea + base),
)

/**
 * Making units with a published impact per unit. It may be below 0 (land use). Example: 2 hard disks of 31.11 kg CO2
 * eq. are 62.22 kg.
 */
export const makingOfUnits = formula(
  { name: 'making', text: 'per_unit * units', operands: ['per_unit', 'units'], unit: withoutPer, signed: 'per_unit' },
  (perUnit, units) => perUnit * units,
)

/**
 * Making one unit with a published impact per kg, cm2, mm2 or kg km. Example: a power supply of 2.99 kg at 24.3 kg CO2
 * eq. per kg is 72.66 kg.
 */
export const makingOfAmount = formula(
  {
    name: 'making_of_part',
    text: 'per_amount * amount',
    operands: ['per_amount', 'amount'],
    unit: withoutPer,
    signed: 'per_amount',
  },
  (perAmount, amount) => perAmount * amount,
)

/**
 * Making a capacity in GB with a published impact per TB of whole drives. Example: a drive of 480 GB at 21.5 kg CO2 eq.
 * per TB is 10.32 kg.
 */
export const makingOfCapacity = formula(
  {
    name: 'making_of_capacity',
    text: 'capacity / 1000 * per_terabyte',
    operands: ['capacity', 'per_terabyte'],
    unit: (_capacity, perTerabyte) => withoutPer(perTerabyte),
  },
  (capacity, perTerabyte) => (capacity / GIGABYTES_PER_TERABYTE) * perTerabyte,
)

/**
 * Making a device with storage, times the spread of devices with as much (1). Example: a phone of 128 GB at 52 kg CO2
 * eq. and 0.048 kg per GB is 58.144 kg.
 */
export const makingByStorage = formula(
  {
    name: 'making_by_storage',
    text: '(base + per_gigabyte * storage) * spread',
    operands: ['base', 'per_gigabyte', 'storage', 'spread'],
  },
  (base, perGigabyte, storage, spread) => (base + perGigabyte * storage) * spread,
)

/**
 * A figure of network equipment with these ports, where a share of it does not grow with them: making, or power.
 * Example: where a switch of 48 ports is 367 kg CO2 eq. and a share of 0.56 is fixed, one of 24 ports is 286.26 kg.
 */
export const byPorts = formula(
  {
    name: 'by_ports',
    text: 'of_reference * (fixed + (1 - fixed) * ports / reference)',
    operands: ['of_reference', 'fixed', 'ports', 'reference'],
    fallingAt: (_, __, ports, reference) => 0b1000 | (ports > reference ? 0b0010 : 0),
  },
  (ofReference, fixed, ports, reference) => ofReference * (fixed + ((1 - fixed) * ports) / reference),
)

/**
 * Making a screen, in proportion to its area, times the spread of screens of one size (1). Example: a monitor of 27
 * inches is 116.4375 kg CO2 eq., where one of 24 inches is 92 kg.
 */
export const makingByDiagonal = formula(
  {
    name: 'making_by_diagonal',
    text: 'at_reference * pow(inches / reference, 2) * spread',
    operands: ['at_reference', 'inches', 'reference', 'spread'],
    falling: ['reference'],
  },
  (atReference, inches, reference, spread) => atReference * (inches / reference) ** 2 * spread,
)

/** Die area, in cm2, of a capacity in GB at a density in GB per cm2. Example: 32 GB at 2 GB per cm2 take 16 cm2. */
export const areaOfMemory = formula(
  {
    name: 'die_area',
    text: 'capacity / density',
    operands: ['capacity', 'density'],
    unit: 'cm2',
    falling: ['density'],
  },
  (capacity, density) => capacity / density,
)

/** Die area, in cm2, of one GB at a density in GB per cm2. Example: at 50 GB per cm2 a GB takes 0.02 cm2. */
export const areaOfGigabyte = formula(
  { name: 'die_area_per_gb', text: '1 / density', operands: ['density'], unit: 'cm2/GB', falling: ['density'] },
  (density) => 1 / density,
)

/**
 * A functional block of an IoT device, made and disposed of (Pirson and Bol 2021). Example: 0.5 kg CO2 eq. of
 * making and 0.02 kg of end of life are 0.52 kg.
 */
export const makingAndEnd = formula(
  {
    name: 'making_and_end_of_life',
    text: 'manufacture + end_of_life',
    operands: ['manufacture', 'end_of_life'],
  },
  (manufacture, endOfLife) => manufacture + endOfLife,
)

/**
 * Transport or end of life of devices, or of an instance's share of its host. Example: 2 laptops with 12.3 kg CO2 eq.
 * of transport each are 24.6 kg.
 */
export const stageOfDevices = formula(
  {
    name: 'stage_of_life',
    text: 'per_device * devices',
    operands: ['per_device', 'devices'],
    signed: 'per_device',
  },
  (perDevice, devices) => perDevice * devices,
)

/**
 * Making a component of a server, times the error of the model, `model` (1 if it is right). All components of a server
 * share that error. Example: 30 kg by a model that is right are 30 kg.
 */
export const makingByModel = formula(
  { name: 'making_by_model', text: 'making * model', operands: ['making', 'model'], signed: 'making' },
  (making, model) => making * model,
)

/** An instance's part of a component of its host. Example: a share of 4 / 96 of 30 kg is 1.25 kg. */
export const shareOfMaking = formula(
  { name: 'share_of_making', text: 'making * share', operands: ['making', 'share'], signed: 'making' },
  (making, share) => making * share,
)

/**
 * Making units with dies; undefined if a factor is unknown. Factors below 0 reverse directions, so they are computed
 * apart.
 */
export function makingWithDies(
  units: Estimate,
  area: Estimate,
  perArea: Estimate | undefined,
  base: Estimate | undefined,
): Estimate | undefined {
  if (perArea === undefined || base === undefined) return undefined
  if (perArea.min >= 0 && base.min >= 0) return makingOfDies.of(units, area, perArea, base)
  const perUnit = sum([makingOfAmount.of(perArea, area), base], () => ['dies', 'base'])
  return makingOfUnits.of(perUnit, units)
}
