import { GPU_MEMORY_KINDS } from '../../../engine/components/gpu.ts'
import { DIE_SIZE_BASES } from '../../tables.ts'
import { choice, NOT_NEGATIVE, number, numberWithBounds, optional, POSITIVE, pattern, text } from '../files/cells.ts'
import { finished, table } from './table-spec.ts'

const source = optional(text('a source'))

const perWatt = numberWithBounds('a number of W per W of thermal design power', NOT_NEGATIVE)
const share = number('a share of the range between idle and full power', { min: 0, max: 1 })
/** Shares of the range between idle and full power at 10, 20, ... 90 percent. */
export const SHARES = ['s_10', 's_20', 's_30', 's_40', 's_50', 's_60', 's_70', 's_80', 's_90'] as const
const shape = Object.fromEntries(SHARES.map((column) => [column, share])) as Readonly<
  Record<(typeof SHARES)[number], typeof share>
>
const IDLE_AND_FULL = [
  ['idle_w_per_tdp_w', 'full_w_per_tdp_w'],
  ['idle_w_per_gb', 'full_w_per_gb'],
  ['idle_rest_w', 'full_rest_w'],
] as const

/** Known models of parts, and properties of kinds of parts. */
export const PART_TABLES = {
  cpus: table(
    {
      name: text('a name'),
      manufacturer: optional(text('a manufacturer')),
      family: optional(text('a family')),
      model_range: optional(text('a model range')),
      core_units: optional(number('a number of cores', POSITIVE)),
      threads: optional(number('a number of threads', POSITIVE)),
      tdp_w: optional(number('a number of W', POSITIVE)),
      die_size_mm2: optional(numberWithBounds('a number in mm2', POSITIVE)),
      die_size_basis: optional(choice(...DIE_SIZE_BASES)),
      die_size_source: source,
      process_nm: optional(number('a number of nm', POSITIVE)),
      released: optional(text('a date')),
      source,
    },
    {
      key: ['name'],
      remarks: ['die_size_basis', 'process_nm', 'released'],
      sources: ['die_size_source', 'source'],
    },
  ),
  gpus: table(
    {
      name: text('a name'),
      manufacturer: optional(text('a manufacturer')),
      vram_gb: optional(number('a number of GB', NOT_NEGATIVE)),
      vram_dies: optional(number('a number of dies', NOT_NEGATIVE)),
      die_size_mm2: optional(number('a number in mm2', POSITIVE)),
      gpu_surface_mm2: optional(number('a number in mm2', NOT_NEGATIVE)),
      pwb_surface_cm2: optional(number('a number of cm2', NOT_NEGATIVE)),
      casing_weight_kg: optional(number('a number of kg', NOT_NEGATIVE)),
      heatsink_weight_kg: optional(number('a number of kg', NOT_NEGATIVE)),
      weight_kg: optional(number('a number of kg', NOT_NEGATIVE)),
      transport_boat_km: optional(number('a number of km', NOT_NEGATIVE)),
      transport_truck_km: optional(number('a number of km', NOT_NEGATIVE)),
      transport_plane_km: optional(number('a number of km', NOT_NEGATIVE)),
      mount: optional(choice('module')),
      memory_kind: optional(choice(...GPU_MEMORY_KINDS)),
      tdp_w: optional(number('a number of W', POSITIVE)),
      idle_w: optional(numberWithBounds('a number of W', NOT_NEGATIVE)),
      die_size_source: source,
      source,
      note: optional(text('a note')),
    },
    {
      key: ['name'],
      remarks: ['note'],
      sources: ['die_size_source', 'source'],
    },
  ),
  'ram-densities': table(
    {
      id: text('an id'),
      manufacturer: text('a manufacturer'),
      process_nm: number('a number of nm', POSITIVE),
      density_gb_per_cm2: number('a number of GB/cm2', POSITIVE),
      generation: optional(text('a generation of memory-generations.csv')),
      source,
      note: optional(text('a note')),
    },
    { key: ['id'], remarks: ['note'], sources: ['source'] },
  ),
  'ssd-densities': table(
    {
      id: text('an id'),
      manufacturer: text('a manufacturer'),
      layers: number('a number of layers', POSITIVE),
      density_gb_per_cm2: number('a number of GB/cm2', POSITIVE),
      year: optional(number('a year', POSITIVE)),
      sold_from: optional(number('a year', POSITIVE)),
      source,
    },
    { key: ['id'], remarks: ['year'], sources: ['source'] },
  ),
  'memory-generations': table(
    {
      generation: text('a generation'),
      first_year: number('a year', POSITIVE),
      usual_from: optional(number('a year', POSITIVE)),
      largest_gb: number('a number of GB', POSITIVE),
      density_gb_per_cm2: optional(numberWithBounds('a number of GB/cm2', POSITIVE)),
      source,
      note: optional(text('a note')),
    },
    { key: ['generation'], remarks: ['note'], sources: ['source'], isOptional: true },
  ),
  'cpu-generations': table(
    {
      family: optional(text('a family')),
      names: optional(pattern('a regular expression')),
      node: optional(text('a variant of the component cpu')),
      memory_generation: optional(text('a generation of memory-generations.csv')),
      source,
      note: optional(text('a note')),
    },
    { key: ['family', 'names'], remarks: ['note'], sources: ['source'], isOptional: true },
  ),
  'server-power': finished(
    table(
      {
        class: text('a class of processors'),
        processors: text('the processors of the class'),
        full_w_per_tdp_w: perWatt,
        idle_w_per_tdp_w: perWatt,
        full_w_per_gb: numberWithBounds('a number of W/GB', NOT_NEGATIVE),
        idle_w_per_gb: numberWithBounds('a number of W/GB', NOT_NEGATIVE),
        full_rest_w: numberWithBounds('a number of W', NOT_NEGATIVE),
        idle_rest_w: numberWithBounds('a number of W', NOT_NEGATIVE),
        ...shape,
        results: optional(number('a number of results', NOT_NEGATIVE)),
        results_with_all_loads: optional(number('a number of results', NOT_NEGATIVE)),
        source,
        note: optional(text('a note')),
      },
      {
        key: ['class'],
        remarks: ['processors', 'results', 'results_with_all_loads', 'note'],
        sources: ['source'],
        isOptional: true,
      },
    ),
    (row, refuse) => {
      for (const [idle, full] of IDLE_AND_FULL) {
        if (row[idle].value > row[full].value) refuse(idle, `expected at most ${full}`)
      }
      let before = 0
      for (const column of SHARES) {
        if (row[column] < before) refuse(column, 'expected at least the share at the load before')
        before = row[column]
      }
      return row
    },
  ),
  'cpu-classes': table(
    {
      class: text('a class of server-power.csv'),
      names: optional(pattern('a regular expression')),
      family: optional(text('a family')),
      model_range: optional(pattern('a regular expression')),
      note: optional(text('a note')),
    },
    { key: ['class', 'names', 'family'], remarks: ['note'], isOptional: true },
  ),
  'form-factors': table(
    {
      drive: choice('hdd', 'ssd'),
      form_factor: text('a form factor'),
      names: pattern('a regular expression'),
      usual: optional(choice('yes')),
      variant: optional(text('a variant of the component hdd')),
      largest_gb: optional(number('a number of GB', POSITIVE)),
      limited_by_year: optional(choice('no')),
      source,
    },
    { key: ['drive', 'form_factor'], sources: ['source'], isOptional: true },
  ),
  'drive-capacities': table(
    {
      drive: choice('hdd', 'ssd'),
      year: number('a year', POSITIVE),
      largest_gb: number('a number of GB', POSITIVE),
      source,
    },
    { key: ['drive', 'year'], sources: ['source'], isOptional: true },
  ),
  'power-profiles': table(
    {
      manufacturer: text('a manufacturer'),
      model_range: text('a model range'),
      a: number('a number', POSITIVE),
      b: number('a number', POSITIVE),
      c: number('a number', NOT_NEGATIVE),
      d: number('a number'),
      source,
    },
    { key: ['manufacturer', 'model_range'], sources: ['source'] },
  ),
}
