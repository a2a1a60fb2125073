import { GPU_FIELDS, GPU_UNITS } from '../../../engine/components/gpu.ts'
import { snakeCase } from '../../../engine/values/spelling.ts'
import type { StatedRange } from '../../tables.ts'
import { choice, NOT_NEGATIVE, numberWithBounds, POSITIVE, type ReadCell, text } from '../files/cells.ts'

const units = numberWithBounds('a number of units', NOT_NEGATIVE)
const gigabytes = numberWithBounds('a number of GB', NOT_NEGATIVE)
const kilograms = numberWithBounds('a number of kg', NOT_NEGATIVE)
const squareMillimetres = numberWithBounds('a number in mm2', NOT_NEGATIVE)
const CELL_OF_UNIT = {
  W: numberWithBounds('a number of W', POSITIVE),
  kg: kilograms,
  km: numberWithBounds('a number of km', NOT_NEGATIVE),
  gb: gigabytes,
  mm2: squareMillimetres,
  cm2: numberWithBounds('a number of cm2', NOT_NEGATIVE),
  count: units,
}
const parameter = numberWithBounds('a number')

/** Every attribute of component archetypes. power_profile_a to d: power(x) = a ln(b (x + c)) + d, in W. */
export const COMPONENT_ATTRIBUTES: ReadonlyMap<string, ReadCell<StatedRange | string>> = new Map<
  string,
  ReadCell<StatedRange | string>
>([
  ['name', text('a name')],
  ['manufacturer', text('a manufacturer')],
  ['family', text('a family')],
  ['model_range', text('a model range')],
  ['case_type', choice('rack', 'blade')],
  ['units', units],
  ['core_units', numberWithBounds('a number of cores', POSITIVE)],
  ['threads', numberWithBounds('a number of threads', POSITIVE)],
  ['tdp', numberWithBounds('a number of W', POSITIVE)],
  ['die_size', squareMillimetres],
  ['die_size_per_core', squareMillimetres],
  ['power_profile_a', parameter],
  ['power_profile_b', numberWithBounds('a number', POSITIVE)],
  ['power_profile_c', numberWithBounds('a number', NOT_NEGATIVE)],
  ['power_profile_d', parameter],
  ['capacity', gigabytes],
  ['density', numberWithBounds('a number of GB/cm2', POSITIVE)],
  ['process', numberWithBounds('a number of nm', POSITIVE)],
  ['layers', numberWithBounds('a number of layers', POSITIVE)],
  ['unit_weight', kilograms],
  ['pwb_weight', kilograms],
  ...GPU_FIELDS.map((name) => [snakeCase(name), CELL_OF_UNIT[GPU_UNITS[name] ?? 'count']] as const),
  ['usage_avg_power', numberWithBounds('a number of W', NOT_NEGATIVE)],
  ['usage_time_workload', numberWithBounds('a number of percent', { min: 0, max: 100 })],
  ['usage_use_time_ratio', numberWithBounds('a ratio', { min: 0, max: 1 })],
  ['usage_hours_life_time', numberWithBounds('a number of hours', POSITIVE)],
])
