import { TABLE_NAMES, TABLE_SPECS, type TableName, type TableRow } from '../specs/table-specs.ts'
import type { MergedTables } from './merged-tables.ts'
import type { PlacedRow } from './read-table.ts'
import { sourceText, sourceTexts } from './source-text.ts'

type Report = (fault: string) => void

/** Checks that what a row names in another table is there: one fault for each row and column where it is not. */
export function checkReferences(tables: MergedTables, report: Report): void {
  const check = <From extends TableName>(
    from: From,
    column: string,
    to: TableName,
    nameIn: (row: TableRow<From>) => string | undefined,
  ) => {
    if (!tables[to].readable) return
    for (const placed of tables[from].rows.values() as Iterable<PlacedRow<TableRow<From>>>) {
      const name = nameIn(placed.row)
      if (name === undefined || tables[to].rows.has(name) || tables[to].refusedKeys.has(name)) continue
      report(`${placed.place()}: ${column}: no "${name}" in ${to}.csv`)
    }
  }
  check('electricity', 'location', 'locations', (row) => row.location)
  check('locations', 'code', 'electricity', (row) => row.code)
  check('locations', 'country', 'locations', (row) => row.country)
  check('cloud-regions', 'provider', 'cloud-providers', (row) => row.provider)
  check('cloud-regions', 'location', 'locations', (row) => row.location)
  check('cloud-instances', 'provider', 'cloud-providers', (row) => row.provider)
  check('cloud-instances', 'platform', 'server-archetypes', (row) => row.platform)
  check('iot-blocks', 'device', 'iot-archetypes', (row) => row.device)
  check('iot-blocks', 'hsl_level', 'functional-block-factors', ({ block, hsl_level: level }) =>
    level === undefined ? undefined : `${block}/${level}/manufacture`,
  )
  for (const table of ['cpus', 'gpus', 'locations'] as const) {
    check('name-aliases', 'row', table, (alias) => (alias.table === table ? alias.row : undefined))
  }
  check('gpu-variants', 'name', 'gpus', (row) => row.name)
  checkCpuNames(tables, report)
  checkSources(tables, report)
  checkDoubts(tables, report)
}

/** Names differ by letter case and separators between makers and cloud providers (`E5-2676 v3`, `E5-2676 V3`). */
function plainName(name: string): string {
  return name.toLowerCase().replace(/[-_\s]+/g, '')
}

function checkCpuNames(tables: MergedTables, report: Report): void {
  if (!tables.cpus.readable) return
  const known = new Set([...tables.cpus.rows.keys(), ...tables.cpus.refusedKeys].map(plainName))
  for (const { row, place } of tables['server-archetypes'].rows.values()) {
    if (row.cpu_name === undefined || known.has(plainName(row.cpu_name))) continue
    report(`${place()}: cpu_name: no "${row.cpu_name}" in cpus.csv`)
  }
}

function checkSources(tables: MergedTables, report: Report): void {
  if (!tables.sources.readable) return
  const known = sourceTexts(tables)
  for (const name of TABLE_NAMES) {
    for (const { row, place } of tables[name].rows.values()) {
      for (const column of TABLE_SPECS[name].sources) {
        const source = (row as Readonly<Record<string, string | undefined>>)[column]
        if (source === undefined || sourceText(source, known) !== undefined) continue
        if (tables.sources.refusedKeys.has(source)) continue
        report(`${place()}: ${column}: expected a key of sources.csv or a text with an address, got "${source}"`)
      }
    }
  }
}

function checkDoubts(tables: MergedTables, report: Report): void {
  for (const { row: doubt, place } of tables.doubts.rows.values()) {
    const { rows, refusedKeys, readable } = tables[doubt.table]
    if (!readable || refusedKeys.has(doubt.row)) continue
    const doubted: Readonly<Record<string, unknown>> | undefined = rows.get(doubt.row)?.row
    if (doubted === undefined) {
      report(`${place()}: row: no "${doubt.row}" in ${doubt.table}.csv`)
    } else if (doubt.column !== undefined && doubted[doubt.column] === undefined) {
      report(`${place()}: column: "${doubt.row}" has no figure "${doubt.column}" in ${doubt.table}.csv`)
    }
  }
}
