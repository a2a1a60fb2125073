import { formula } from '../values/formula.ts'

/** Loads in percent at which the shape of a class states its share of the range, apart from 0 and 100. */
export const LOADS_OF_SHAPE = [10, 20, 30, 40, 50, 60, 70, 80, 90] as const

/** The parts that the loads of a shape cut the whole range of loads into. */
const STEPS = 10
const PERCENT = 100
const SHAPE = LOADS_OF_SHAPE.map((load) => `s_${load}`)

/** How far a load is into a step, from 0 to 1: the second step is from 10 to 20 percent. */
function partOfStep(load: number, step: number): number {
  return Math.min(1, Math.max(0, (load / PERCENT) * STEPS - step))
}

/** `s_10 * min(1, max(0, load / 100 * 10)) + (s_20 - s_10) * min(1, max(0, load / 100 * 10 - 1)) + ...` */
const TEXT_OF_SHAPE = [
  's_10 * min(1, max(0, load / 100 * 10))',
  ...SHAPE.map((from, at) => `(${SHAPE[at + 1] ?? 1} - ${from}) * min(1, max(0, load / 100 * 10 - ${at + 1}))`),
].join(' + ')

/**
 * Where the power of a server lies between idle (0) and full load (1), at a load of 0 to 100 percent: linear between
 * the measured loads of its class. The shares rise with the load. Example: with 0.173 at 10 percent and 0.232 at 20
 * percent, it is 0.2025 at 15 percent.
 */
export const shareOfRange = formula(
  { name: 'share_of_range', text: TEXT_OF_SHAPE, operands: ['load', ...SHAPE], unit: '1' },
  (load, ...shape) => {
    let result = 0
    let before = 0
    for (let step = 0; step < STEPS; step++) {
      const share = shape[step] ?? 1
      result += (share - before) * partOfStep(load, step)
      before = share
    }
    return result
  },
)

/**
 * What a level of a workload adds to the mean share of the range. Power is linear in that share, so the mean share
 * gives the mean power. Example: 0.494 for 33.3 percent of the time adds 0.1645.
 */
export const shareOfLevel = formula(
  { name: 'share_of_level', text: 'time / 100 * share_of_range', operands: ['time', 'share_of_range'], unit: '1' },
  (time, share) => (time / 100) * share,
)

/**
 * Power between idle and full load, per W of thermal design power, per GB or of a whole, at a share of the range.
 * `idle_error` is 1 if the idle power is right. Example: 14.2 W idle and 30 W at full load are 20.85 W at 0.421.
 */
export const powerInRange = formula(
  {
    name: 'power_in_range',
    text: 'idle * idle_error * (1 - share_of_range) + full * share_of_range',
    operands: ['idle', 'idle_error', 'full', 'share_of_range'],
  },
  (idle, error, full, share) => idle * error * (1 - share) + full * share,
)

/**
 * Power of processors in a server, in W at the wall, from their thermal design power. Example: 0.4807 W per W, 205 W, 2
 * processors: 197.1 W.
 */
export const powerByTdp = formula(
  {
    name: 'cpu_power_in_server',
    text: 'watt_per_tdp * tdp * units',
    operands: ['watt_per_tdp', 'tdp', 'units'],
    unit: 'W',
  },
  (wattPerTdp, tdp, units) => wattPerTdp * tdp * units,
)

/**
 * Power of processors, memory and the rest of a server in the field, in W. `field` is the power of servers in use
 * divided by that of benchmarked ones; `model` is 1 if the model is right. Example: 231.9 W as benchmarked are 255.1 W
 * with a field of 1.1.
 */
export const powerInField = formula(
  { name: 'server_power', text: 'field * model * benchmarked', operands: ['field', 'model', 'benchmarked'], unit: 'W' },
  (field, model, benchmarked) => field * model * benchmarked,
)

/**
 * Power at the wall, in W, of a part whose own power was measured. Example: 94 W with an efficiency of 0.94 are 100 W.
 */
export const powerAtWall = formula(
  {
    name: 'power_at_wall',
    text: 'measured / supply_efficiency',
    operands: ['measured', 'supply_efficiency'],
    unit: 'W',
    falling: ['supply_efficiency'],
  },
  (measured, efficiency) => measured / efficiency,
)

/**
 * What a graphics card adds to its server, in W: its own power, and supply, fans, switches and network for it. Example:
 * a module of 640 W with an overhead of 0.5 adds 960 W.
 */
export const powerOfCardInServer = formula(
  { name: 'card_in_server', text: 'power * (1 + overhead)', operands: ['power', 'overhead'], unit: 'W' },
  (power, overhead) => power * (1 + overhead),
)

/**
 * Drives of an entry whose power is not in the rest of the server. `before` are the drives of earlier entries. Example:
 * of 8 drives after none, with 2 in the rest, 6 count.
 */
export const furtherDrives = formula(
  {
    name: 'further_drives',
    text: 'max(0, before + units - in_rest) - max(0, before - in_rest)',
    operands: ['before', 'units', 'in_rest'],
    falling: ['in_rest'],
  },
  (before, units, inRest) => Math.max(0, before + units - inRest) - Math.max(0, before - inRest),
)

/**
 * By how much the power rises from one measured point to the next, in W, at a share of the range: nothing up to the
 * first point, all of it from the second on. Example: from 100 W at 0.2 to 200 W at 0.6, it rises by 50 W at 0.4.
 */
export const riseBetweenPoints = formula(
  {
    name: 'rise_between_points',
    text: '(to - from) * min(1, max(0, (share_of_range - share_from) / (share_to - share_from)))',
    operands: ['to', 'from', 'share_of_range', 'share_to', 'share_from'],
    unit: 'W',
    falling: ['from', 'share_to', 'share_from'],
  },
  (to, from, share, shareTo, shareFrom) =>
    (to - from) * Math.min(1, Math.max(0, (share - shareFrom) / (shareTo - shareFrom))),
)

const BEYOND = {
  operands: ['idle_share', 'card_share', 'share_of_range', 'load', 'share_at_end', 'load_at_end'],
  unit: '1',
} as const

const OF_FULL = (share: string, load: string) =>
  `(idle_share + (1 - idle_share - card_share) * ${share} + card_share * ${load} / 100)`
const RATIO = `${OF_FULL('share_of_range', 'load')} / ${OF_FULL('share_at_end', 'load_at_end')}`

/** Modelled power as a share of that at full load: that of cards rises with the load itself. */
function ofFull(idle: number, cards: number, share: number, load: number): number {
  return idle + (1 - idle - cards) * share + (cards * load) / PERCENT
}

/**
 * Power below the lowest measured load, divided by that at this load, as the model falls; 1 from that load on.
 * `idle_share` is the modelled idle power divided by the modelled power at full load, and `card_share` what cards add
 * from idle to full load, divided by the same. Example: an idle share of 0.14, no cards, 0.1 at the load and 0.4 at the
 * lowest measured load give 0.4669.
 */
export const belowProfile = formula(
  { ...BEYOND, name: 'below_profile', text: `min(1, ${RATIO})`, falling: ['share_at_end', 'load_at_end'] },
  (idle, cards, share, load, shareAtEnd, loadAtEnd) =>
    Math.min(1, ofFull(idle, cards, share, load) / ofFull(idle, cards, shareAtEnd, loadAtEnd)),
)

/**
 * Power above the highest measured load, divided by that at this load, as the model rises; 1 up to that load. Example:
 * an idle share of 0.14, no cards, 1 at the load and 0.4 at the highest measured load give 2.0661.
 */
export const aboveProfile = formula(
  {
    ...BEYOND,
    name: 'above_profile',
    text: `max(1, ${RATIO})`,
    falling: ['idle_share', 'share_at_end', 'load_at_end'],
  },
  (idle, cards, share, load, shareAtEnd, loadAtEnd) =>
    Math.max(1, ofFull(idle, cards, share, load) / ofFull(idle, cards, shareAtEnd, loadAtEnd)),
)

/** Power by a measured profile, in W. Example: 200 W at its end, 1 below and 1.2 above are 240 W. */
export const beyondProfile = formula(
  { name: 'power_by_profile', text: 'power * below * above', operands: ['power', 'below', 'above'], unit: 'W' },
  (power, below, above) => power * below * above,
)

/**
 * Power at full load, in W, of a server whose idle power alone was measured: that of the model, at least the idle
 * power. Example: 462 W modelled and 70 W idle are 462 W.
 */
export const fullAboveIdle = formula(
  { name: 'full_above_idle', text: 'max(modelled, idle)', operands: ['modelled', 'idle'], unit: 'W' },
  (modelled, idle) => Math.max(modelled, idle),
)
