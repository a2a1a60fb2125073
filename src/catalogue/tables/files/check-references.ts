import { CRITERION_CODES, type Criterion } from '../../../engine/values/criteria.ts'
import type { Range } from '../../../engine/values/range.ts'
import { TABLE_NAMES, TABLE_SPECS, type TableName, type TableRow } from '../specs/table-specs.ts'
import type { MergedTables } from './merged-tables.ts'
import type { LocatedRow } from './read-table.ts'
import { sourceText, sourceTexts } from './source-text.ts'

/** The first release whose manufacturing figures are checked. Earlier ones load as published. */
export const FIRST_WITH_CHECKED_MAKING = '2026.12'

/** Captures the release folder of a line: `2026.12` in `2026.12/device-factors.csv:2`. */
const RELEASE_OF_LINE = /^(\d{4}\.\d{2})\//

const MAKING_TABLES = [
  'component-factors',
  'gpu-factors',
  'device-factors',
  'functional-block-factors',
] as const satisfies readonly TableName[]

/** Parts of climate change. */
const SPLITS = ['gwppf', 'gwppb', 'gwpplu'] as const satisfies readonly Criterion[]

/** Published parts are rounded: together they exceed climate change itself by up to 0.3 %. */
const ROUNDED = 1.01

/**
 * Reports manufacturing figures below 0, and parts of climate change above climate change itself, by row. `isWhole`
 * checks every row, otherwise only rows from that release or a later one.
 */
export function checkMaking(tables: MergedTables, isWhole: boolean, report: (fault: string) => void): void {
  for (const name of MAKING_TABLES) {
    for (const { key, row, line } of tables[name].rows.values() as Iterable<LocatedRow<object>>) {
      if (!isWhole && (RELEASE_OF_LINE.exec(line())?.[1] ?? '') < FIRST_WITH_CHECKED_MAKING) continue
      const cells = row as Readonly<Partial<Record<Criterion, Range>>>
      for (const code of CRITERION_CODES) {
        const figure = cells[code]
        if (figure !== undefined && figure.min < 0) {
          report(`${line()}: ${code}: the impact of making "${key}" is ${figure.min}, expected 0 or more`)
        }
      }
      const { gwp } = cells
      if (gwp === undefined) continue
      const parts = SPLITS.map((code) => ({ code, value: cells[code]?.value ?? 0 }))
      const above = parts.filter(({ value }) => value > gwp.value)
      for (const { code, value } of above)
        report(`${line()}: ${code}: ${value} for "${key}" is above its gwp of ${gwp.value}`)
      const together = parts.reduce((sum, { value }) => sum + value, 0)
      if (above.length === 0 && together > gwp.value * ROUNDED)
        report(`${line()}: ${SPLITS.join(', ')}: the sum for "${key}" is ${together}, above its gwp of ${gwp.value}`)
    }
  }
}

type Report = (fault: string) => void

/** Checks references between tables: one fault for each row and column whose target is missing. */
export function checkReferences(tables: MergedTables, report: Report): void {
  const check = <From extends TableName>(
    from: From,
    column: string,
    to: TableName,
    nameIn: (row: TableRow<From>) => string | undefined,
  ) => {
    if (!tables[to].readable) return
    for (const located of tables[from].rows.values() as Iterable<LocatedRow<TableRow<From>>>) {
      const name = nameIn(located.row)
      if (name === undefined || tables[to].rows.has(name) || tables[to].refusedKeys.has(name)) continue
      report(`${located.line()}: ${column}: no "${name}" in ${to}.csv`)
    }
  }
  check('electricity', 'location', 'locations', (row) => row.location)
  check('electricity-water', 'location', 'locations', (row) => row.location)
  check('locations', 'code', 'electricity', (row) => row.code)
  check('locations', 'country', 'locations', (row) => row.country)
  check('cities', 'location', 'locations', (row) => row.location)
  check('cloud-regions', 'provider', 'cloud-providers', (row) => row.provider)
  check('cloud-regions', 'location', 'locations', (row) => row.location)
  check('cloud-instances', 'provider', 'cloud-providers', (row) => row.provider)
  check('custom-instances', 'host', 'cloud-instances', ({ provider, host }) => `${provider}/${host}`)
  check('host-families', 'host', 'cloud-instances', ({ provider, host }) => `${provider}/${host}`)
  check('host-families', 'family', 'cloud-instances', ({ provider, family }) => `${provider}/${family}`)
  check('cloud-instances', 'platform', 'server-archetypes', (row) => row.platform)
  const devices = new Set(Array.from(tables['device-factors'].rows.values(), ({ row }) => row.device))
  for (const { row, line } of tables['device-stages'].rows.values()) {
    if (!devices.has(row.device)) report(`${line()}: device: no "${row.device}" in device-factors.csv`)
  }
  for (const { row, line } of tables['terminal-sizes'].rows.values()) {
    if (!devices.has(row.device)) report(`${line()}: device: no "${row.device}" in device-factors.csv`)
  }
  for (const { row, line } of tables.models.rows.values()) {
    const to = row.device === 'server' ? 'server-archetypes' : 'terminal-archetypes'
    if (!tables[to].rows.has(row.archetype)) report(`${line()}: archetype: no "${row.archetype}" in ${to}.csv`)
  }
  check('iot-blocks', 'device', 'iot-archetypes', (row) => row.device)
  check('iot-blocks', 'hsl_level', 'functional-block-factors', ({ block, hsl_level: level }) =>
    level === undefined ? undefined : `${block}/${level}/manufacture`,
  )
  for (const table of ['cpus', 'gpus', 'locations'] as const) {
    check('name-aliases', 'row', table, (alias) => (alias.table === table ? alias.row : undefined))
  }
  check('cpu-classes', 'class', 'server-power', (row) => row.class)
  check('server-archetypes', 'cpu_class', 'server-power', (row) => row.cpu_class)
  check('published', 'kind', 'published-kinds', (row) => row.kind)
  check('gpu-variants', 'name', 'gpus', (row) => row.name)
  checkCpuNames(tables, report)
  checkSources(tables, report)
  checkDoubts(tables, report)
}

/** Makers and cloud providers vary letter case and separators (`E5-2676 v3`, `E5-2676 V3`). */
function plainName(name: string): string {
  return name.toLowerCase().replace(/[-_\s]+/g, '')
}

function checkCpuNames(tables: MergedTables, report: Report): void {
  if (!tables.cpus.readable) return
  const known = new Set([...tables.cpus.rows.keys(), ...tables.cpus.refusedKeys].map(plainName))
  for (const { row, line } of tables['server-archetypes'].rows.values()) {
    if (row.cpu_name === undefined || known.has(plainName(row.cpu_name))) continue
    report(`${line()}: cpu_name: no "${row.cpu_name}" in cpus.csv`)
  }
}

function checkSources(tables: MergedTables, report: Report): void {
  if (!tables.sources.readable) return
  const known = sourceTexts(tables)
  // Thousands of rows share a few sources.
  const cited = new Set<string>()
  for (const name of TABLE_NAMES) {
    for (const { row, line } of tables[name].rows.values()) {
      for (const column of TABLE_SPECS[name].sources) {
        const source = (row as Readonly<Record<string, string | undefined>>)[column]
        if (source === undefined || cited.has(source)) continue
        if (sourceText(source, known) !== undefined) {
          cited.add(source)
          continue
        }
        if (tables.sources.refusedKeys.has(source)) continue
        report(`${line()}: ${column}: expected a key of sources.csv or a text with an address, got "${source}"`)
      }
    }
  }
}

function checkDoubts(tables: MergedTables, report: Report): void {
  for (const { row: doubt, line } of tables.doubts.rows.values()) {
    const { rows, refusedKeys, readable } = tables[doubt.table]
    if (!readable || refusedKeys.has(doubt.row)) continue
    const doubted: Readonly<Record<string, unknown>> | undefined = rows.get(doubt.row)?.row
    if (doubted === undefined) {
      report(`${line()}: row: no "${doubt.row}" in ${doubt.table}.csv`)
    } else if (doubt.column !== undefined && doubted[doubt.column] === undefined) {
      report(`${line()}: column: "${doubt.row}" has no figure "${doubt.column}" in ${doubt.table}.csv`)
    }
  }
}
