import { GPU_FIELDS, GPU_UNITS } from '../../../engine/components/gpu.ts'
import { snakeCase } from '../../../engine/values/spelling.ts'
import type { PowerProfile } from '../../../engine/values/table-rows.ts'
import { known } from '../../known.ts'
import type { CpuTableRow, GpuTableRow, Tables } from '../../tables.ts'
import { SHARES } from '../specs/component-tables.ts'
import type { CheckedRows } from './checked-rows.ts'

/** Known models of parts, and properties of kinds of parts. */
export function componentTables(
  tables: CheckedRows,
): Pick<
  Tables,
  | 'cpus'
  | 'gpus'
  | 'ramDensities'
  | 'ssdDensities'
  | 'memoryGenerations'
  | 'cpuGenerations'
  | 'serverPower'
  | 'cpuClasses'
  | 'formFactors'
  | 'driveCapacities'
  | 'powerProfiles'
> {
  const { rows, shown } = tables
  return {
    cpus: cpus(tables),
    gpus: gpus(tables),
    ramDensities: rows('ram-densities').map((row) =>
      known({
        manufacturer: row.manufacturer,
        process: row.process_nm,
        density: row.density_gb_per_cm2,
        generation: row.generation,
        source: shown(row.source),
      }),
    ),
    ssdDensities: rows('ssd-densities').map((row) =>
      known({
        manufacturer: row.manufacturer,
        layers: row.layers,
        density: row.density_gb_per_cm2,
        soldFrom: row.sold_from,
        source: shown(row.source),
      }),
    ),
    memoryGenerations: rows('memory-generations').map((row) =>
      known({
        generation: row.generation,
        firstYear: row.first_year,
        usualFrom: row.usual_from,
        largest: row.largest_gb,
        density: row.density_gb_per_cm2,
        source: shown(row.source),
      }),
    ),
    cpuGenerations: rows('cpu-generations').map(({ family, names, node, memory_generation: memoryGeneration }) =>
      known({ family: family?.toLowerCase(), names, node, memoryGeneration }),
    ),
    serverPower: rows('server-power').map((row) => ({
      name: row.class,
      ...known({ source: shown(row.source) }),
      fullPerTdp: row.full_w_per_tdp_w,
      idlePerTdp: row.idle_w_per_tdp_w,
      fullPerGb: row.full_w_per_gb,
      idlePerGb: row.idle_w_per_gb,
      fullRest: row.full_rest_w,
      idleRest: row.idle_rest_w,
      shape: SHARES.map((column) => row[column]),
    })),
    cpuClasses: rows('cpu-classes').map(({ class: name, names, family, model_range: modelRange }) =>
      known({ name, names, family: family?.toLowerCase(), modelRange }),
    ),
    formFactors: rows('form-factors').map((row) =>
      known({
        drive: row.drive,
        name: row.form_factor,
        names: row.names,
        isUsual: row.usual === 'yes',
        largest: row.largest_gb,
        isLimitedByYear: row.limited_by_year !== 'no',
        variant: row.variant,
      }),
    ),
    driveCapacities: rows('drive-capacities').map(({ drive, year, largest_gb: largest }) => ({ drive, year, largest })),
    powerProfiles: powerProfiles(tables),
  }
}

function cpus({ rows, shown }: CheckedRows): CpuTableRow[] {
  return rows('cpus').map(({ die_size_mm2: die, ...row }) =>
    known({
      name: row.name,
      manufacturer: row.manufacturer,
      // Families are canonical in lower case.
      family: row.family?.toLowerCase(),
      modelRange: row.model_range,
      coreUnits: row.core_units,
      threads: row.threads,
      tdp: row.tdp_w,
      dieSize: die?.value,
      dieSizeMin: die?.boundsGiven && die.min,
      dieSizeMax: die?.boundsGiven && die.max,
      dieSizeBasis: row.die_size_basis,
      dieSizeSource: shown(row.die_size_source),
      released: row.released,
      source: shown(row.source),
    }),
  )
}

/** The column of each figure of a card: its name and its unit. */
const GPU_COLUMNS = GPU_FIELDS.map((name) => [name, [snakeCase(name), GPU_UNITS[name] ?? []].flat().join('_')] as const)

/** `gpuSurface` is wafer surface. If only the bare die of a card is known, it is the wafer that the die takes. */
function gpus({ rows, shown }: CheckedRows): GpuTableRow[] {
  return rows('gpus').map((row) =>
    known({
      name: row.name,
      manufacturer: row.manufacturer,
      ...Object.fromEntries(GPU_COLUMNS.map(([name, column]) => [name, row[column as keyof typeof row]])),
      gpuDieArea: row.gpu_surface_mm2 === undefined ? row.die_size_mm2 : undefined,
      tdp: row.tdp_w,
      idlePower: row.idle_w,
      isModule: row.mount === 'module' || undefined,
      memoryKind: row.memory_kind,
      dieSource: shown(row.die_size_source),
      source: shown(row.source),
    }),
  )
}

function powerProfiles({ located, doubtsOf, shown }: CheckedRows): PowerProfile[] {
  return Array.from(located('power-profiles'), ({ key, row }) => {
    const [doubt] = doubtsOf('power-profiles', key).values()
    const { manufacturer, model_range: modelRange, a, b, c, d } = row
    return known({ manufacturer, modelRange, a, b, c, d, doubt, source: shown(row.source) })
  })
}
