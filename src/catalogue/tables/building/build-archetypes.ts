import { known } from '../../known.ts'
import type {
  ComponentArchetype,
  DeviceArchetype,
  IotArchetype,
  ServerArchetype,
  StatedRange,
  StatedUsage,
  Tables,
  TerminalSize,
} from '../../tables.ts'
import type { TableRow } from '../specs/table-specs.ts'
import type { CheckedRows } from './checked-rows.ts'

/** Typical parts and devices. */
export function archetypeTables(
  tables: CheckedRows,
): Pick<
  Tables,
  | 'componentArchetypes'
  | 'serverArchetypes'
  | 'terminalArchetypes'
  | 'equipmentArchetypes'
  | 'terminalSizes'
  | 'iotArchetypes'
> {
  const devices = deviceArchetypes(tables)
  return {
    componentArchetypes: componentArchetypes(tables),
    serverArchetypes: serverArchetypes(tables),
    terminalArchetypes: devices.filter(({ group }) => group !== 'equipment'),
    equipmentArchetypes: devices.filter(({ group }) => group === 'equipment'),
    terminalSizes: tables.rows('terminal-sizes').map((row) => terminalSize(row, tables.shown(row.source))),
    iotArchetypes: iotArchetypes(tables),
  }
}

function terminalSize(row: TableRow<'terminal-sizes'>, source: string | undefined): TerminalSize {
  const { device, covers, typical, spread } = row
  const of = { device, covers, typical, spread, ...known({ source }) }
  return row.size === 'storage'
    ? { ...of, size: 'storage', base: row.base_kg ?? 0, perGigabyte: row.kg_per_gb ?? 0 }
    : { ...of, size: 'inches', reference: row.reference_inches ?? 1, atReference: row.kg_at_reference ?? 0 }
}

/** A number with the source of its row. */
function cell(range: StatedRange | undefined, source: string | undefined): StatedRange | undefined {
  return range === undefined || source === undefined ? range : { ...range, source }
}

function componentArchetypes({ rows, shown }: CheckedRows): ComponentArchetype[] {
  const archetypes = new Map<
    string,
    ComponentArchetype & { attributes: Record<string, StatedRange | string>; attributeNames: string[] }
  >()
  for (const { component, id, attribute, cell: given, source } of rows('component-archetypes')) {
    const key = `${component}/${id}`
    let archetype = archetypes.get(key)
    if (archetype === undefined) {
      archetype = known({ component, id, attributes: {}, attributeNames: [], source: shown(source) })
      archetypes.set(key, archetype)
    }
    archetype.attributeNames.push(attribute)
    const value = typeof given === 'object' ? cell(given, shown(source)) : given
    if (value !== undefined) archetype.attributes[attribute] = value
  }
  return [...archetypes.values()]
}

function serverArchetypes({ located, shown, doubtsOf }: CheckedRows): ServerArchetype[] {
  return Array.from(located('server-archetypes'), ({ key, row }) => {
    const published = shown(row.source)
    const source = row.warning === undefined ? published : `${published} (${row.warning})`
    const of = (range: StatedRange | undefined) => cell(range, source)
    const usual = (range: StatedRange | undefined) => cell(range, shown(row.usual_source) ?? source)
    const doubts = [...new Set(doubtsOf('server-archetypes', key).values())]
    return known({
      id: row.id,
      manufacturer: row.manufacturer,
      caseType: row.case_type,
      cpuClass: row.cpu_class,
      cpu: known({
        units: of(row.cpu_units),
        coreUnits: of(row.cpu_core_units),
        dieSizePerCore: of(row.cpu_die_size_per_core_mm2),
        name: row.cpu_name,
        threads: of(row.cpu_threads),
      }),
      ram: known({ units: of(row.ram_units), capacity: of(row.ram_capacity_gb) }),
      ssd: known({ units: of(row.ssd_units), capacity: of(row.ssd_capacity_gb) }),
      hdd: known({ units: of(row.hdd_units), capacity: of(row.hdd_capacity_gb) }),
      gpu: known({ units: of(row.gpu_units), name: row.gpu_name, vram: of(row.gpu_vram_gb) }),
      powerSupply: known({ units: usual(row.power_supply_units), unitWeight: usual(row.power_supply_weight_kg) }),
      usage: known({
        timeWorkload: usual(row.time_workload_percent),
        useTimeRatio: usual(row.use_time_ratio),
        hoursLifeTime: usual(row.hours_life_time),
        otherConsumptionRatio: usual(row.other_consumption_ratio),
      }),
      warning: row.warning,
      doubt: doubts.length > 0 ? doubts.join('; ') : undefined,
      source,
    })
  })
}

function deviceArchetypes({ located, shown, doubtsOf }: CheckedRows): readonly DeviceArchetype[] {
  return Array.from(located('terminal-archetypes'), ({ key, row }) => {
    const { id, group, device, type, kwh_per_year: energy } = row
    const source = shown(row.source)
    const avgPower = cell(row.avg_power_w, energy === undefined ? source : sourceOfEnergy(row, energy, shown))
    const { avg_power_w_until_2020: earlier, kwh_per_year_until_2020: energyEarlier } = row
    const powerUntil2020 = energyEarlier && cell(earlier, sourceOfEnergy(row, energyEarlier, shown))
    const doubts = [...new Set(doubtsOf('terminal-archetypes', key).values())]
    return known({
      id,
      group,
      device,
      type,
      usage: known({ ...usageOf(row, source), avgPower }),
      powerUntil2020,
      doubt: doubts.length > 0 ? doubts.join('; ') : undefined,
      source,
    })
  })
}

/**
 * The source of a power derived from energy: `22 kWh a year (12 to 32), in use 3 hours a day: between 19 kWh, the
 * median of…`.
 */
function sourceOfEnergy(
  row: TableRow<'terminal-archetypes'>,
  energy: StatedRange,
  shown: CheckedRows['shown'],
): string {
  const { hours_per_day: hours } = row
  const source = shown(row.energy_source ?? row.source)
  const bounds = energy.boundsGiven ? ` (${energy.min} to ${energy.max})` : ''
  const stated = `${energy.value} kWh a year${bounds}, in use ${hours?.value} hours a day`
  return source === undefined ? stated : `${stated}: ${source}`
}

interface UsageCells
  extends Pick<TableRow<'terminal-archetypes'>, 'avg_power_w' | 'use_time_ratio' | 'hours_life_time'> {}

function usageOf(
  row: UsageCells,
  source: string | undefined,
): Pick<StatedUsage, 'useTimeRatio' | 'hoursLifeTime' | 'avgPower'> {
  return known({
    useTimeRatio: cell(row.use_time_ratio, source),
    hoursLifeTime: cell(row.hours_life_time, source),
    avgPower: cell(row.avg_power_w, source),
  })
}

function iotArchetypes({ rows, shown }: CheckedRows): IotArchetype[] {
  const devices = rows('iot-archetypes')
  const blocks = new Map(devices.map(({ id }): [string, { type: string; hslLevel: string }[]] => [id, []]))
  for (const { device, block, hsl_level: hslLevel } of rows('iot-blocks')) {
    if (hslLevel !== undefined) blocks.get(device)?.push({ type: block, hslLevel })
  }
  return devices.map((row) => {
    const source = shown(row.source)
    return known({ id: row.id, blocks: blocks.get(row.id) ?? [], usage: usageOf(row, source), source })
  })
}
