import type { GpuPart, GpuPartFactors } from '../../engine/figures/table-rows.ts'
import { known } from '../../reference/known.ts'
import type { DataRelease, Tables } from '../../reference/tables.ts'
import { archetypeTables } from './build-archetypes.ts'
import { cloudTables } from './build-cloud.ts'
import { componentFactors, electricityMixes, factorsOf, functionalBlocks } from './build-factors.ts'
import { methodTables, nameTables } from './build-method.ts'
import { partTables } from './build-parts.ts'
import type { CheckedRows } from './checked-rows.ts'

/** Turns checked rows into the tables that the rest of the program reads. */
export function buildTables(tables: CheckedRows, release: DataRelease): Tables {
  const { rows, shown } = tables
  return {
    locations: rows('locations').map(known),
    electricity: electricityMixes(tables),
    componentFactors: componentFactors(tables),
    gpuFactors: new Map(
      rows('gpu-factors').map((row): [GpuPart, GpuPartFactors] => [
        row.part,
        known({ factors: factorsOf(row), source: shown(row.source) }),
      ]),
    ),
    deviceFactors: rows('device-factors').map((row) =>
      known({ device: row.device, type: row.type, factors: factorsOf(row), source: shown(row.source) }),
    ),
    functionalBlocks: functionalBlocks(tables),
    ...partTables(tables),
    ...archetypeTables(tables),
    ...cloudTables(tables),
    ...methodTables(tables),
    ...nameTables(tables),
    release,
  }
}
