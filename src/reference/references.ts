import { CRITERION_CODES, type Criterion } from '../engine/figures/criteria.ts'
import type {
  CpuModel,
  DeviceFactors,
  ElectricityMix,
  FunctionalBlockFactors,
  GpuModel,
  PowerCurve,
  PowerProfile,
} from '../engine/figures/figures.ts'
import type { NameMatch } from '../engine/figures/name-match.ts'
import { exact } from '../engine/figures/range.ts'
import { CASE_TYPES } from '../engine/parts/case.ts'
import type { DensityEstimate } from '../engine/parts/density.ts'
import { type DieSizeStatistics, dieSizeStatistics } from '../engine/parts/die-size.ts'
import { consumptionProfile } from '../engine/use/consumption-profile.ts'
import type { FactorBounds } from '../engine/use/electricity.ts'
import { BoundedCache } from './bounded-cache.ts'
import type { ReferenceDefaults } from './defaults.ts'
import { normaliseInstanceName } from './matching/instance-name.ts'
import { LocationIndex } from './matching/location-index.ts'
import { CPU_ALIASES, GPU_ALIASES } from './matching/name-aliases.ts'
import { NameIndex } from './matching/name-index.ts'
import { nearestNames, SimilarNames } from './matching/nearest-names.ts'
import { type Listed, NotFoundError } from './not-found-error.ts'
import { perObject } from './per-object.ts'
import type {
  ArchetypeComponent,
  CloudInstanceType,
  CloudProvider,
  CloudRegion,
  ComponentArchetype,
  IotArchetype,
  Location,
  ServerArchetype,
  Tables,
  TerminalArchetype,
} from './tables.ts'

/** Similarity above which families, manufacturers and model ranges are accepted. */
const WORD_THRESHOLD = 79

/** Fitted power curves that are remembered, at some 500 bytes each, for every curve that fits start from; of these there are few. */
const REMEMBERED_FITS = 1000

/**
 * Every look-up in the reference tables. Built once from checked tables, shared by all requests, never changed; what is
 * expensive to find is remembered, up to a bound.
 */
export class References {
  readonly tables: Tables
  readonly defaults: ReferenceDefaults
  readonly #cpus: NameIndex<CpuModel>
  readonly #gpus: NameIndex<GpuModel>
  readonly #words: Readonly<Record<Word, NameIndex<string>>>
  readonly #locations: LocationIndex
  readonly #mixes: ReadonlyMap<string, ElectricityMix>
  readonly #servers: ReadonlyMap<string, ServerArchetype>
  readonly #terminals: ReadonlyMap<string, TerminalArchetype>
  readonly #iotDevices: ReadonlyMap<string, IotArchetype>
  readonly #components: ReadonlyMap<string, ComponentArchetype>
  readonly #instances: ReadonlyMap<string, CloudInstanceType>
  readonly #regions: ReadonlyMap<string, CloudRegion>
  readonly #providers: ReadonlyMap<string, CloudProvider>
  readonly #devices: ReadonlyMap<string, DeviceFactors>
  readonly #blocks: ReadonlyMap<string, FunctionalBlockFactors>
  readonly #dieSizes = new Map<string | undefined, DieSizeStatistics | undefined>()
  readonly #densities = new Map<string, DensityEstimate>()
  readonly #fitsFrom = perObject(
    (_: PowerCurve) => new BoundedCache<number, ReturnType<typeof consumptionProfile>>(REMEMBERED_FITS),
  )
  #bounds: Partial<Record<Criterion, FactorBounds>> | undefined

  constructor(tables: Tables, defaults: ReferenceDefaults) {
    this.tables = { ...tables, cpus: tables.cpus.map(withLowerCaseFamily) }
    this.defaults = defaults
    const part = { threshold: defaults.matchingThreshold, digitRule: true }
    this.#cpus = new NameIndex(this.tables.cpus, ({ name }) => name, { ...part, aliases: CPU_ALIASES })
    this.#gpus = new NameIndex(tables.gpus, ({ name }) => name, { ...part, aliases: GPU_ALIASES })
    this.#words = {
      family: wordIndex(this.tables.cpus.map(({ family }) => family)),
      cpuManufacturer: wordIndex(tables.cpus.map(({ manufacturer }) => manufacturer)),
      gpuManufacturer: wordIndex(tables.gpus.map(({ manufacturer }) => manufacturer)),
      ramManufacturer: wordIndex(tables.ramDensities.map(({ manufacturer }) => manufacturer)),
      ssdManufacturer: wordIndex(tables.ssdDensities.map(({ manufacturer }) => manufacturer)),
      modelRange: wordIndex(tables.cpus.map(({ modelRange }) => modelRange)),
    }
    this.#locations = new LocationIndex(tables.locations)
    this.#mixes = by(tables.electricity, ({ location }) => location)
    this.#servers = by(tables.serverArchetypes, ({ id }) => id)
    this.#terminals = by(tables.terminalArchetypes, ({ id }) => id)
    this.#iotDevices = by(tables.iotArchetypes, ({ id }) => id)
    this.#components = by(tables.componentArchetypes, ({ component, id }) => `${component} ${id}`)
    this.#providers = by(tables.cloudProviders, ({ id }) => id.toLowerCase())
    this.#instances = instancesBySpelling(tables.cloudInstances)
    this.#regions = by(tables.cloudRegions, ({ provider, region }) => `${provider} ${region.toLowerCase()}`)
    this.#devices = by(tables.deviceFactors, ({ device, type }) => `${device} ${type ?? ''}`)
    this.#blocks = by(tables.functionalBlocks, ({ block, hslLevel }) => `${block} ${hslLevel}`)
  }

  matchCpu(name: string): NameMatch<CpuModel> {
    return this.#cpus.match(name)
  }

  matchGpu(name: string): NameMatch<GpuModel> {
    return this.#gpus.match(name)
  }

  matchWord(word: Word, text: string): NameMatch<string> {
    return this.#words[word].match(text)
  }

  matchLocation(text: string): NameMatch<Location> {
    return this.#locations.match(text)
  }

  /** Locations by part of a name, or by a code; all where the text is empty. */
  searchLocations(text: string): readonly Location[] {
    return this.#locations.search(text)
  }

  /** CPUs whose names are near to a text, closest first. */
  searchCpus(text: string): readonly CpuModel[] {
    return this.#cpus.search(text)
  }

  /** All known names of one kind, each once, in the order of their table. */
  names(of: NameList): readonly string[] {
    const { cpus, gpus, ramDensities, ssdDensities } = this.tables
    switch (of) {
      case 'CPU_NAME':
        return distinct(cpus.map(({ name }) => name))
      case 'CPU_FAMILY':
        return distinct(cpus.map(({ family }) => family))
      case 'CPU_MODEL_RANGE':
        return distinct(cpus.map(({ modelRange }) => modelRange))
      case 'GPU_NAME':
        return distinct(gpus.map(({ name }) => name))
      case 'RAM_MANUFACTURER':
        return distinct(ramDensities.map(({ manufacturer }) => manufacturer))
      case 'SSD_MANUFACTURER':
        return distinct(ssdDensities.map(({ manufacturer }) => manufacturer))
      case 'CASE_TYPE':
        return CASE_TYPES
    }
  }

  /** The electricity of a location of the tables. */
  mix(location: string): ElectricityMix {
    return this.#mixes.get(location) ?? { location, factors: {} }
  }

  /** Smallest and largest electricity factor over all locations, by criterion. */
  get electricityBounds(): Readonly<Partial<Record<Criterion, FactorBounds>>> {
    this.#bounds ??= boundsOf(this.tables.electricity)
    return this.#bounds
  }

  /** Throws NotFoundError with the closest ids, as do the look-ups by id below. */
  server(id: string): ServerArchetype {
    return found(this.#servers, id, 'server')
  }

  iotDevice(id: string): IotArchetype {
    return found(this.#iotDevices, id, 'iot_device')
  }

  component(component: ArchetypeComponent, id: string): ComponentArchetype {
    const archetype = this.#components.get(`${component} ${id}`)
    if (archetype !== undefined) return archetype
    throw new NotFoundError(id, () => nearestNames(id, this.componentArchetypes(component)), { of: component })
  }

  /** A model of the GPU table by its very name. */
  gpuModel(name: string): GpuModel | undefined {
    return this.tables.gpus.find((each) => each.name === name)
  }

  /** Ids of the archetypes of a component; every model of the GPU table is one too. */
  componentArchetypes(component: string): readonly string[] {
    const ids = this.tables.componentArchetypes.filter((each) => each.component === component).map(({ id }) => id)
    return component === 'gpu' ? [...ids, ...this.tables.gpus.map(({ name }) => name)] : ids
  }

  /** A terminal archetype of a device; without an id, that of the type, or the device's default. */
  terminal(device: string, id: string | undefined, type: string | undefined): TerminalArchetype {
    const ofDevice = this.tables.terminalArchetypes.filter((each) => each.device === device)
    if (id !== undefined) {
      const archetype = this.#terminals.get(id)
      if (archetype?.device === device) return archetype
      const ids = ofDevice.map((each) => each.id)
      throw new NotFoundError(id, () => nearestNames(id, ids), { of: 'terminal', within: device })
    }
    const usual = this.#terminals.get(this.defaults.terminals[device] ?? '')
    const chosen = ofDevice.find((each) => type !== undefined && each.type === type) ?? usual ?? ofDevice[0]
    if (chosen === undefined) throw new NotFoundError(device, () => [], { of: 'terminal' })
    return chosen
  }

  provider(text: string): CloudProvider {
    const provider = this.#providers.get(text.trim().toLowerCase())
    if (provider !== undefined) return provider
    throw new NotFoundError(text, () => nearestNames(text, this.#providers.keys()), { of: 'cloud_provider' })
  }

  /** Instance types are equal by case and separators only; the nearest one is never taken instead. */
  cloudInstance(provider: CloudProvider, text: string): CloudInstanceType {
    const found =
      this.#instances.get(`${provider.id} ${normaliseInstanceName(text, true)}`) ??
      this.#instances.get(`${provider.id} ${normaliseInstanceName(text)}`)
    if (found !== undefined) return found
    throw new NotFoundError(text, () => this.#typesOf(provider).nearest(text), {
      of: 'cloud_instance',
      within: provider.id,
    })
  }

  readonly #typesOf = perObject(({ id }: CloudProvider) => {
    const ofProvider = this.tables.cloudInstances.filter((each) => each.provider === id)
    return new SimilarNames(ofProvider.map(({ instanceType }) => instanceType))
  })

  /** The region of a provider; without a provider, that of the first provider that has one of that name. */
  region(provider: string | undefined, text: string): CloudRegion | undefined {
    const region = text.trim().toLowerCase()
    if (provider !== undefined) return this.#regions.get(`${provider} ${region}`)
    return this.tables.cloudRegions.find((each) => each.region.toLowerCase() === region)
  }

  /** Factors of a device as such; undefined where none are published. */
  device(device: string, type?: string): DeviceFactors | undefined {
    return this.#devices.get(`${device} ${type ?? ''}`) ?? this.#devices.get(`${device} `)
  }

  /** Types of a device that factors are published for. */
  deviceTypes(device: string): readonly string[] {
    return this.tables.deviceFactors.flatMap((each) => (each.device === device && each.type ? [each.type] : []))
  }

  /** Undefined where nothing is published for the block at that level. */
  functionalBlock(block: string, hslLevel: string): FunctionalBlockFactors | undefined {
    return this.#blocks.get(`${block} ${hslLevel}`)
  }

  /** Die sizes of a family, or of all where the family is unknown or none of its die sizes is. */
  dieSizes(family: string | undefined): DieSizeStatistics {
    if (!this.#dieSizes.has(family)) {
      const rows = family === undefined ? this.tables.cpus : this.tables.cpus.filter((row) => row.family === family)
      this.#dieSizes.set(family, dieSizeStatistics(rows, family))
    }
    const statistics = this.#dieSizes.get(family)
    if (statistics !== undefined) return statistics
    if (family === undefined) throw new Error('No row of the CPU table has a die size')
    return this.dieSizes(undefined)
  }

  /**
   * The power profile measured on CPUs of this very model range. Both names are those of the CPU table by now; a range that
   * merely sounds like another (Xeon W, Xeon E) has no profile.
   */
  powerProfile(manufacturer: string | undefined, modelRange: string | undefined): PowerProfile | undefined {
    return this.tables.powerProfiles.find(
      (profile) =>
        profile.modelRange === modelRange && (manufacturer === undefined || profile.manufacturer === manufacturer),
    )
  }

  /** The curve of a CPU's power; fits to a TDP are remembered, by what they start from. */
  readonly profileOf: typeof consumptionProfile = (knowledge) => {
    const { profile, archetype, measured, tdp } = knowledge
    if (tdp === undefined || measured !== undefined) return consumptionProfile(knowledge)
    return this.#fitsFrom(profile ?? archetype).getOrCompute(tdp, () => consumptionProfile(knowledge))
  }

  ramDensity(manufacturer: string | undefined, process: number | undefined): DensityEstimate {
    const { ramDensities } = this.tables
    return this.#density('ram', ramDensities, manufacturer, process, (row) => row.process)
  }

  ssdDensity(manufacturer: string | undefined, layers: number | undefined): DensityEstimate {
    const { ssdDensities } = this.tables
    return this.#density('ssd', ssdDensities, manufacturer, layers, (row) => row.layers)
  }

  #density<Row extends { readonly manufacturer: string; readonly density: number }>(
    table: string,
    rows: readonly Row[],
    manufacturer: string | undefined,
    generation: number | undefined,
    generationOf: (row: Row) => number,
  ): DensityEstimate {
    const key = `${table} ${manufacturer ?? ''} ${generation ?? ''}`
    const known = this.#densities.get(key)
    if (known !== undefined) return known
    const made = rows.filter((row) => manufacturer === undefined || row.manufacturer === manufacturer)
    const narrowed = made.filter((row) => generation === undefined || generationOf(row) === generation)
    const estimate = narrowed.length > 0 ? densityOf(narrowed, narrowed.length < rows.length) : densityOf(rows, false)
    if (narrowed.length > 0) this.#densities.set(key, estimate)
    return estimate
  }
}

/** What is looked up by a close name, besides parts: an index each. */
export type Word =
  | 'family'
  | 'cpuManufacturer'
  | 'gpuManufacturer'
  | 'ramManufacturer'
  | 'ssdManufacturer'
  | 'modelRange'

export type NameList =
  | 'CPU_NAME'
  | 'CPU_FAMILY'
  | 'CPU_MODEL_RANGE'
  | 'GPU_NAME'
  | 'RAM_MANUFACTURER'
  | 'SSD_MANUFACTURER'
  | 'CASE_TYPE'

function distinct(names: readonly (string | undefined)[]): readonly string[] {
  return [...new Set(names.filter((name): name is string => name !== undefined))]
}

/** Families are canonical in lower case. */
function withLowerCaseFamily<Row extends CpuModel>(row: Row): Row {
  return row.family === undefined ? row : { ...row, family: row.family.toLowerCase() }
}

function wordIndex(words: readonly (string | undefined)[]): NameIndex<string> {
  return new NameIndex(distinct(words), (word) => word, { threshold: WORD_THRESHOLD, digitRule: false })
}

function by<Row>(rows: readonly Row[], keyOf: (row: Row) => string): ReadonlyMap<string, Row> {
  return new Map(rows.map((row) => [keyOf(row), row]))
}

/** Types by their full spelling and, where that leaves no doubt, without Azure's prefix. */
function instancesBySpelling(instances: readonly CloudInstanceType[]): ReadonlyMap<string, CloudInstanceType> {
  const map = new Map<string, CloudInstanceType>()
  for (const each of instances) map.set(`${each.provider} ${normaliseInstanceName(each.instanceType, true)}`, each)
  for (const each of instances) {
    const key = `${each.provider} ${normaliseInstanceName(each.instanceType)}`
    if (!map.has(key)) map.set(key, each)
  }
  return map
}

function found<Row>(rows: ReadonlyMap<string, Row>, id: string, of: Listed['of']): Row {
  const row = rows.get(id)
  if (row !== undefined) return row
  throw new NotFoundError(id, () => nearestNames(id, rows.keys()), { of })
}

function boundsOf(mixes: readonly ElectricityMix[]): Partial<Record<Criterion, FactorBounds>> {
  const bounds: Partial<Record<Criterion, FactorBounds>> = {}
  for (const criterion of CRITERION_CODES) {
    const figures = mixes.flatMap(({ factors }) => factors[criterion] ?? [])
    if (figures.length === 0) continue
    const sorted = figures.toSorted((a, b) => a.value - b.value)
    const [least, most] = [sorted[0], sorted.at(-1)]
    if (least === undefined || most === undefined) continue
    const doubts = [least.doubt, most.doubt].filter((doubt): doubt is string => doubt !== undefined)
    bounds[criterion] = { min: least.value, max: most.value, doubts: [...new Set(doubts)] }
  }
  return bounds
}

function densityOf(
  rows: readonly { readonly manufacturer: string; readonly density: number }[],
  narrowed: boolean,
): DensityEstimate {
  const densities = rows.map(({ density }) => density)
  const [only] = rows
  if (rows.length === 1 && only) return { density: exact(only.density), source: only.manufacturer, narrowed }
  const value = densities.reduce((total, density) => total + density, 0) / densities.length
  const density = { value, min: Math.min(...densities), max: Math.max(...densities) }
  return { density, source: `Average of ${rows.length} rows`, narrowed }
}
