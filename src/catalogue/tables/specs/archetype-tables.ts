import { ARCHETYPE_COMPONENTS, type ArchetypeComponent } from '../../../kinds.ts'
import { powerInUse } from '../../power-in-use.ts'
import type { StatedRange } from '../../tables.ts'
import {
  choice,
  type Limits,
  NOT_NEGATIVE,
  number,
  numberWithBounds,
  optional,
  POSITIVE,
  Refusal,
  text,
} from '../files/cells.ts'
import { COMPONENT_ATTRIBUTES } from './component-attributes.ts'
import { finished, type RefuseColumn, table } from './table-spec.ts'

const units = (of: string, limits: Limits = NOT_NEGATIVE) => optional(numberWithBounds(`a number of ${of}`, limits))
const ratio = optional(numberWithBounds('a ratio', { min: 0, max: 1 }))
const source = optional(text('a source'))
const use = { avg_power_w: units('W'), use_time_ratio: ratio, hours_life_time: units('hours', POSITIVE) }

interface AttributeRow {
  readonly component: ArchetypeComponent
  readonly id: string
  readonly attribute: string
  readonly value: string | undefined
  readonly min: string | undefined
  readonly max: string | undefined
  readonly source: string | undefined
}

/** Reads a component's attribute. The attribute determines whether it is a number or a text, and its unit. */
function readAttribute({ value, min, max, ...named }: AttributeRow, refuse: RefuseColumn) {
  const unknown = { ...named, cell: undefined }
  const refused = (column: string, reason: string) => {
    refuse(column, reason)
    return unknown
  }
  const read = COMPONENT_ATTRIBUTES.get(named.attribute)
  if (read === undefined) return refused('attribute', `no component has an attribute "${named.attribute}"`)
  if ((min === undefined) !== (max === undefined)) return refused('min', 'expected both min and max, or neither')
  if (value === undefined && min === undefined) {
    return named.attribute.startsWith('power_profile_') ? refused('value', 'expected a number, got nothing') : unknown
  }
  const cell = read(min === undefined ? value : `${value ?? ''}|${min}|${max}`)
  return cell instanceof Refusal ? refused('value', cell.reason) : { ...named, cell }
}

const HOURS_PER_DAY = 24

interface TerminalRow {
  readonly avg_power_w: StatedRange | undefined
  readonly use_time_ratio: StatedRange | undefined
  readonly kwh_per_year: StatedRange | undefined
  readonly kwh_per_year_until_2020: StatedRange | undefined
  readonly hours_per_day: StatedRange | undefined
}

/**
 * Converts what makers publish for a terminal, energy per year and hours of use per day, to power and share of time in
 * use. 22 kWh a year in 3 hours a day are 0.125 of the time at 20.09 W.
 */
function readEnergy<Row extends TerminalRow>(row: Row, refuse: RefuseColumn): Row & EarlierPower {
  const { kwh_per_year: energy, hours_per_day: hours, avg_power_w: power, use_time_ratio: ratio } = row
  const { kwh_per_year_until_2020: earlier } = row
  if (earlier !== undefined && energy === undefined) refuse('kwh_per_year', 'expected a number of kWh, got nothing')
  if (energy === undefined && hours === undefined) return row
  if (energy === undefined || hours === undefined)
    refuse('kwh_per_year', 'expected both kwh_per_year and hours_per_day, or neither')
  else if (power !== undefined || ratio !== undefined) {
    refuse('kwh_per_year', 'expected avg_power_w and use_time_ratio, or kwh_per_year and hours_per_day, not both')
  } else if (hours.min !== hours.max) refuse('hours_per_day', 'expected one number, without bounds')
  else {
    const inUse = hours.value / HOURS_PER_DAY
    const share = { value: inUse, min: inUse, max: inUse }
    return {
      ...row,
      avg_power_w: powerOf(energy, inUse),
      ...(earlier && { avg_power_w_until_2020: powerOf(earlier, inUse) }),
      use_time_ratio: share,
    }
  }
  return row
}

type EarlierPower = { readonly avg_power_w_until_2020?: StatedRange }

/** The power in use by `powerInUse`, with the bounds of the energy. */
function powerOf({ min, max, value, ...stated }: StatedRange, inUse: number): StatedRange {
  const of = (kwh: number) => powerInUse(kwh, inUse)
  return { ...stated, value: of(value), min: of(min), max: of(max) }
}

/** Typical parts and devices. */
export const ARCHETYPE_TABLES = {
  'component-archetypes': finished(
    table(
      {
        component: choice(...ARCHETYPE_COMPONENTS),
        id: text('an id'),
        attribute: text('an attribute'),
        value: optional(text('a value')),
        min: optional(text('a number')),
        max: optional(text('a number')),
        source,
      },
      { key: ['component', 'id', 'attribute'], sources: ['source'] },
    ),
    readAttribute,
  ),
  'server-archetypes': table(
    {
      id: text('an id'),
      manufacturer: optional(text('a manufacturer')),
      case_type: optional(choice('rack', 'blade')),
      cpu_units: units('units'),
      cpu_name: optional(text('a name of cpus.csv')),
      cpu_class: optional(text('a class of server-power.csv')),
      cpu_core_units: units('cores', POSITIVE),
      cpu_threads: units('threads', POSITIVE),
      cpu_die_size_per_core_mm2: units('mm2', POSITIVE),
      ram_units: units('units'),
      ram_capacity_gb: units('GB'),
      ssd_units: units('units'),
      ssd_capacity_gb: units('GB'),
      hdd_units: units('units'),
      hdd_capacity_gb: units('GB'),
      gpu_units: units('units'),
      gpu_name: optional(text('a name')),
      gpu_vram_gb: units('GB'),
      power_supply_units: units('units'),
      power_supply_weight_kg: units('kg'),
      time_workload_percent: units('percent', { min: 0, max: 100 }),
      use_time_ratio: ratio,
      hours_life_time: units('hours', POSITIVE),
      other_consumption_ratio: optional(numberWithBounds('a ratio', NOT_NEGATIVE)),
      warning: optional(text('a warning')),
      source,
      usual_source: source,
    },
    { key: ['id'], remarks: ['warning'], sources: ['source', 'usual_source'] },
  ),
  'terminal-archetypes': finished(
    table(
      {
        id: text('an id'),
        group: choice('terminal', 'peripheral', 'equipment'),
        device: text('a device'),
        type: optional(text('a type')),
        ...use,
        kwh_per_year: units('kWh'),
        kwh_per_year_until_2020: units('kWh'),
        hours_per_day: optional(numberWithBounds('a number of hours', { above: 0, max: HOURS_PER_DAY })),
        source,
        energy_source: source,
      },
      {
        key: ['id'],
        sources: ['source', 'energy_source'],
      },
    ),
    readEnergy,
  ),
  'terminal-sizes': finished(
    table(
      {
        device: text('a device of device-factors.csv'),
        size: choice('storage', 'inches'),
        covers: choice('MAKING', 'EMBEDDED'),
        typical: number('a number of GB or inches', POSITIVE),
        base_kg: optional(number('a number of kg', NOT_NEGATIVE)),
        kg_per_gb: optional(number('a number of kg per GB', POSITIVE)),
        reference_inches: optional(number('a number of inches', POSITIVE)),
        kg_at_reference: optional(number('a number of kg', POSITIVE)),
        spread: numberWithBounds('a ratio', POSITIVE),
        source,
        note: optional(text('a note')),
      },
      { key: ['device'], remarks: ['note'], sources: ['source'], isOptional: true },
    ),
    (row, refuse) => {
      const needs =
        row.size === 'storage'
          ? (['base_kg', 'kg_per_gb'] as const)
          : (['reference_inches', 'kg_at_reference'] as const)
      for (const column of needs)
        if (row[column] === undefined) refuse(column, `expected a number for ${row.size}, got nothing`)
      return row
    },
  ),
  'iot-archetypes': table(
    {
      id: text('an id'),
      ...use,
      source,
    },
    { key: ['id'], sources: ['source'] },
  ),
  'iot-blocks': table(
    {
      device: text('an id of iot-archetypes.csv'),
      block: text('a functional block'),
      hsl_level: optional(text('a hardware specification level')),
      source,
    },
    { key: ['device', 'block'], sources: ['source'] },
  ),
}
