import { CRITERION_CODES, type Criterion } from '../../engine/figures/criteria.ts'
import type {
  ComponentFactors,
  ElectricityMix,
  Factors,
  Figure,
  FunctionalBlockFactors,
  GpuPart,
  PowerProfile,
} from '../../engine/figures/figures.ts'
import type {
  ComponentArchetype,
  IotArchetype,
  Release,
  ServerArchetype,
  StatedRange,
  Tables,
  UsageArchetype,
} from '../tables.ts'
import type { MergedTables } from './merged-tables.ts'
import type { PinnedDoubts } from './pinned-doubts.ts'
import { releaseId } from './release-id.ts'
import { sourceText, sourceTexts } from './source-text.ts'
import { TABLE_NAMES, type TableName, type TableRow } from './table-specs.ts'

/** Keys whose value may be undefined become keys that may be absent. */
type Known<Fields> = { [Name in keyof Fields as undefined extends Fields[Name] ? never : Name]: Fields[Name] } & {
  [Name in keyof Fields as undefined extends Fields[Name] ? Name : never]?: Exclude<Fields[Name], undefined>
}

/** The fields that are known, without those that are undefined. */
function known<Fields extends object>(fields: Fields): Known<Fields> {
  const result: Record<string, unknown> = {}
  for (const name in fields) if (fields[name] !== undefined) result[name] = fields[name]
  return result as Known<Fields>
}

/** Turns checked rows into the tables that the rest of the program reads. */
export function buildTables(merged: MergedTables, doubts: PinnedDoubts): Tables {
  const rows = <Name extends TableName>(name: Name): TableRow<Name>[] =>
    Array.from(merged[name].rows.values(), ({ row }) => row as TableRow<Name>)
  const sources = sourceTexts(merged)
  const shown = (source: string | undefined) => (source === undefined ? undefined : sourceText(source, sources))
  return {
    locations: rows('locations').map(known),
    electricity: electricityMixes(merged, doubts, rows('electricity-sources'), shown),
    componentFactors: componentFactors(rows('component-factors'), shown),
    gpuFactors: new Map(rows('gpu-factors').map((row): [GpuPart, Factors] => [row.part, factorsOf(row)])),
    deviceFactors: rows('device-factors').map((row) =>
      known({ device: row.device, type: row.type, factors: factorsOf(row), source: shown(row.source) }),
    ),
    functionalBlocks: functionalBlocks(rows('functional-block-factors')),
    cpus: rows('cpus').map((row) =>
      known({
        name: row.name,
        manufacturer: row.manufacturer,
        family: row.family,
        modelRange: row.model_range,
        coreUnits: row.core_units,
        threads: row.threads,
        tdp: row.tdp_w,
        dieSize: row.die_size_mm2,
        dieSizeBasis: row.die_size_basis,
        dieSizeSource: shown(row.die_size_source),
        source: shown(row.source),
      }),
    ),
    gpus: rows('gpus').map((row) =>
      known({
        name: row.name,
        manufacturer: row.manufacturer,
        vram: row.vram_gb,
        vramDies: row.vram_dies,
        gpuSurface: row.gpu_surface_mm2,
        pwbSurface: row.pwb_surface_cm2,
        transportBoat: row.transport_boat_km,
        transportTruck: row.transport_truck_km,
        transportPlane: row.transport_plane_km,
        casingWeight: row.casing_weight_kg,
        heatsinkWeight: row.heatsink_weight_kg,
        weight: row.weight_kg,
      }),
    ),
    ramDensities: rows('ram-densities').map((row) => ({
      manufacturer: row.manufacturer,
      process: row.process_nm,
      density: row.density_gb_per_cm2,
    })),
    ssdDensities: rows('ssd-densities').map((row) =>
      known({
        manufacturer: row.manufacturer,
        layers: row.layers,
        density: row.density_gb_per_cm2,
        source: shown(row.source),
      }),
    ),
    powerProfiles: powerProfiles(merged, doubts),
    componentArchetypes: componentArchetypes(rows('component-archetypes')),
    serverArchetypes: rows('server-archetypes').map(serverArchetype),
    terminalArchetypes: rows('terminal-archetypes').map((row) =>
      known({ id: row.id, group: row.group, device: row.device, type: row.type, usage: usageOf(row) }),
    ),
    iotArchetypes: iotArchetypes(rows('iot-archetypes'), rows('iot-blocks')),
    cloudInstances: rows('cloud-instances').map((row) =>
      known({
        provider: row.provider,
        instanceType: row.instance_type,
        vcpu: row.vcpu,
        memory: row.memory_gb,
        ssdStorage: row.ssd_storage_gb ?? 0,
        hddStorage: row.hdd_storage_gb ?? 0,
        gpuUnits: row.gpu_units ?? 0,
        platform: row.platform,
        source: shown(row.source),
      }),
    ),
    cloudRegions: rows('cloud-regions'),
    cloudProviders: rows('cloud-providers').map(({ id, name }) => ({ id, name })),
    release: release(merged),
  }
}

/** The id is made when it is first read: it takes a fifth of the time that all the rest takes at the start. */
function release(merged: MergedTables): Release {
  let id: string | undefined
  return {
    get id() {
      id ??= releaseId(merged)
      return id
    },
    tables: TABLE_NAMES.map((name) => ({ name, rows: merged[name].rows.size })),
  }
}

type Shown = (source: string | undefined) => string | undefined

/** The factors of a wide row; an empty cell is a criterion without a known figure, 0 is a figure. */
function factorsOf(row: object): Factors {
  const cells = row as Readonly<Record<string, unknown>>
  const factors: Partial<Record<Criterion, number>> = {}
  for (const code of CRITERION_CODES) {
    const figure = cells[code]
    if (typeof figure === 'number') factors[code] = figure
  }
  return factors
}

function electricityMixes(
  merged: MergedTables,
  doubts: PinnedDoubts,
  sourceRows: readonly TableRow<'electricity-sources'>[],
  shown: Shown,
): ElectricityMix[] {
  const usualSource = new Map<Criterion, string>()
  for (const { criterion, source } of sourceRows) if (!usualSource.has(criterion)) usualSource.set(criterion, source)
  return Array.from(merged.electricity.rows.values(), ({ key, row }) => {
    const warnings = doubts.of('electricity', key, merged)
    const factors: Partial<Record<Criterion, Figure>> = {}
    for (const [code, value] of Object.entries(factorsOf(row)) as [Exclude<Criterion, 'adp' | 'fe'>, number][]) {
      const source = shown(row[`${code}_source`] ?? usualSource.get(code))
      factors[code] = known({ value, source, doubt: warnings.get(code) ?? warnings.get('') })
    }
    return { location: row.location, factors }
  })
}

function componentFactors(rows: readonly TableRow<'component-factors'>[], shown: Shown): Map<string, ComponentFactors> {
  const factors = new Map<string, ComponentFactors>()
  for (const row of rows) {
    const component = row.variant === undefined ? row.component : `${row.component}.${row.variant}`
    const earlier = factors.get(component)
    const perDieArea = row.per === 'mm2' || row.per === 'cm2'
    const base = perDieArea ? (earlier?.base ?? {}) : factorsOf(row)
    const area = perDieArea ? factorsOf(row) : (earlier?.perDieArea ?? {})
    factors.set(component, known({ base, perDieArea: area, source: earlier?.source ?? shown(row.source) }))
  }
  return factors
}

function functionalBlocks(rows: readonly TableRow<'functional-block-factors'>[]): FunctionalBlockFactors[] {
  const blocks = new Map<string, FunctionalBlockFactors>()
  for (const row of rows) {
    const key = `${row.block}/${row.hsl_level}`
    const block = blocks.get(key) ?? { block: row.block, hslLevel: row.hsl_level, manufacture: {}, endOfLife: {} }
    const stage = row.stage === 'manufacture' ? { manufacture: factorsOf(row) } : { endOfLife: factorsOf(row) }
    blocks.set(key, { ...block, ...stage })
  }
  return [...blocks.values()]
}

function powerProfiles(merged: MergedTables, doubts: PinnedDoubts): PowerProfile[] {
  return Array.from(merged['power-profiles'].rows.values(), ({ key, row }) => {
    const doubt = doubts.of('power-profiles', key, merged).values().next().value
    const { manufacturer, model_range: modelRange, a, b, c, d } = row
    return known({ manufacturer, modelRange, a, b, c, d, doubt })
  })
}

function componentArchetypes(rows: readonly TableRow<'component-archetypes'>[]): ComponentArchetype[] {
  const archetypes = new Map<
    string,
    ComponentArchetype & { attributes: Record<string, StatedRange | string>; attributeNames: string[] }
  >()
  for (const { component, id, attribute, cell } of rows) {
    const key = `${component}/${id}`
    let archetype = archetypes.get(key)
    if (archetype === undefined) {
      archetype = { component, id, attributes: {}, attributeNames: [] }
      archetypes.set(key, archetype)
    }
    archetype.attributeNames.push(attribute)
    if (cell !== undefined) archetype.attributes[attribute] = cell
  }
  return [...archetypes.values()]
}

function serverArchetype(row: TableRow<'server-archetypes'>): ServerArchetype {
  return known({
    id: row.id,
    manufacturer: row.manufacturer,
    caseType: row.case_type,
    cpu: known({
      units: row.cpu_units,
      coreUnits: row.cpu_core_units,
      dieSizePerCore: row.cpu_die_size_per_core_mm2,
      name: row.cpu_name,
      threads: row.cpu_threads,
    }),
    ram: known({ units: row.ram_units, capacity: row.ram_capacity_gb }),
    ssd: known({ units: row.ssd_units, capacity: row.ssd_capacity_gb }),
    hdd: known({ units: row.hdd_units, capacity: row.hdd_capacity_gb }),
    gpu: known({ units: row.gpu_units, name: row.gpu_name, vram: row.gpu_vram_gb }),
    powerSupply: known({ units: row.power_supply_units, unitWeight: row.power_supply_weight_kg }),
    usage: known({
      timeWorkload: row.time_workload_percent,
      useTimeRatio: row.use_time_ratio,
      hoursLifeTime: row.hours_life_time,
      otherConsumptionRatio: row.other_consumption_ratio,
    }),
    warning: row.warning,
  })
}

function usageOf(row: {
  readonly avg_power_w?: StatedRange | undefined
  readonly use_time_ratio?: StatedRange | undefined
  readonly hours_life_time?: StatedRange | undefined
}): Pick<UsageArchetype, 'useTimeRatio' | 'hoursLifeTime' | 'avgPower'> {
  return known({ useTimeRatio: row.use_time_ratio, hoursLifeTime: row.hours_life_time, avgPower: row.avg_power_w })
}

function iotArchetypes(
  rows: readonly TableRow<'iot-archetypes'>[],
  blockRows: readonly TableRow<'iot-blocks'>[],
): IotArchetype[] {
  const blocks = new Map(rows.map(({ id }): [string, { type: string; hslLevel: string }[]] => [id, []]))
  for (const { device, block, hsl_level: hslLevel } of blockRows) {
    if (hslLevel !== undefined) blocks.get(device)?.push({ type: block, hslLevel })
  }
  return rows.map((row) => ({ id: row.id, blocks: blocks.get(row.id) ?? [], usage: usageOf(row) }))
}
