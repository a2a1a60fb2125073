import { type DensityEstimate, DensityEstimates } from '../engine/components/density-estimates.ts'
import { type DieSizeEstimates, dieSizeEstimates } from '../engine/components/die-size-estimates.ts'
import { consumptionProfile } from '../engine/use/consumption-profile.ts'
import { electricityFactors, type FactorBounds, waterPerKwh } from '../engine/use/electricity-factors.ts'
import type { PowerCurve } from '../engine/use/power-curve.ts'
import type { NumberAttribute } from '../engine/values/attribute.ts'
import type { Criterion } from '../engine/values/criteria.ts'
import type { FactorQuantities } from '../engine/values/factors.ts'
import type { NameMatch } from '../engine/values/name-match.ts'
import type {
  CpuGeneration,
  CpuModel,
  DeviceFactors,
  ElectricityMix,
  FunctionalBlockFactors,
  PowerProfile,
} from '../engine/values/table-rows.ts'
import type { ArchetypeComponent } from '../kinds.ts'
import { Archetypes } from './archetypes.ts'
import { BoundedCache } from './bounded-cache.ts'
import { CloudCatalogue } from './cloud-catalogue.ts'
import { ComponentNames, type NameList, type Word } from './component-names.ts'
import type { DefaultArchetypes } from './default-archetypes.ts'
import { electricityBounds } from './electricity-bounds.ts'
import { FormulaConstants } from './formula-constants.ts'
import { DeviceModels } from './matching/device-models.ts'
import { indelRatio } from './matching/indel-ratio.ts'
import { LocationMatcher } from './matching/location-matcher.ts'
import { perObject } from './per-object.ts'
import { Facilities } from './pue-and-wue.ts'
import type {
  CloudInstanceType,
  CloudProvider,
  CloudRegion,
  ComponentArchetype,
  GpuTableRow,
  IotArchetype,
  Location,
  ServerArchetype,
  Tables,
  TerminalArchetype,
} from './tables.ts'

/** What processors are made of and the memory they take, by their names, else by their families. */
class CpuGenerations {
  readonly #named: readonly { readonly names: RegExp; readonly generation: CpuGeneration }[]
  readonly #families: ReadonlyMap<string, CpuGeneration>
  readonly #ofRows = new WeakMap<CpuModel, { readonly generation: CpuGeneration | undefined }>()

  constructor(rows: readonly CpuGeneration[]) {
    this.#named = rows.flatMap((generation) =>
      generation.names === undefined ? [] : [{ names: new RegExp(generation.names, 'i'), generation }],
    )
    this.#families = new Map(
      rows.flatMap((row) => (row.names === undefined && row.family !== undefined ? [[row.family, row]] : [])),
    )
  }

  /** Undefined where the table has neither its name nor its family. */
  of(row: CpuModel | undefined, family: string | undefined): CpuGeneration | undefined {
    if (row === undefined) return this.#ofFamily(family)
    let known = this.#ofRows.get(row)
    if (known === undefined) {
      const named = this.#named.find(
        ({ names, generation }) =>
          names.test(row.name) && (generation.family === undefined || generation.family === row.family),
      )
      known = { generation: named?.generation ?? this.#ofFamily(row.family) }
      this.#ofRows.set(row, known)
    }
    return known.generation
  }

  #ofFamily(family: string | undefined): CpuGeneration | undefined {
    return family === undefined ? undefined : this.#families.get(family)
  }
}

/** Fitted power curves that are remembered, at some 500 bytes each, for every curve that fits start from; of these there are few. */
const REMEMBERED_FITS = 1000

/**
 * How alike, 0 to 100, two ranges of models must be for the measured power of one to stand for the other: Xeon E7 is like
 * Xeon E (92). Xeon D and Xeon W (83) are processors of other kinds.
 */
const LEAST_LIKENESS_OF_RANGES = 90

/**
 * Every look-up in the tables of one data release. Built once from checked tables, shared by all requests, never changed;
 * what is expensive to find is remembered, up to a bound.
 */
export class References {
  readonly tables: Tables
  readonly defaults: DefaultArchetypes
  readonly constants: FormulaConstants
  readonly facilities: Facilities
  readonly models: DeviceModels
  readonly #names: ComponentNames
  readonly #archetypes: Archetypes
  readonly #cloud: CloudCatalogue
  readonly #locations: LocationMatcher
  readonly #mixes: ReadonlyMap<string, ElectricityMix>
  readonly #devices: ReadonlyMap<string, DeviceFactors>
  readonly #blocks: ReadonlyMap<string, FunctionalBlockFactors>
  readonly #cpuGenerations: CpuGenerations
  readonly #ramDensities: DensityEstimates
  readonly #ssdDensities: DensityEstimates
  readonly #profiles = new Map<string, readonly PowerProfile[]>()
  readonly #dieSizes = new Map<string | undefined, DieSizeEstimates | undefined>()
  readonly #fitsFrom = perObject(
    (_: PowerCurve) => new BoundedCache<number, ReturnType<typeof consumptionProfile>>(REMEMBERED_FITS),
  )
  #bounds: ReturnType<typeof electricityBounds> | undefined
  /** Whether the release has the thermal design power of any card. */
  readonly hasPowerOfCards: boolean

  constructor(tables: Tables, defaults: DefaultArchetypes) {
    this.tables = tables
    this.hasPowerOfCards = tables.gpus.some(({ tdp }) => tdp !== undefined)
    this.constants = new FormulaConstants(tables.constants)
    this.facilities = new Facilities(tables, this.constants)
    this.defaults = defaults
    this.models = new DeviceModels(tables.deviceModels, tables.terminalTypes)
    this.#names = new ComponentNames(tables, defaults)
    this.#archetypes = new Archetypes(tables)
    this.#cloud = new CloudCatalogue(tables)
    this.#locations = new LocationMatcher(tables.locations, tables.nameAliases.locations)
    this.#mixes = new Map(tables.electricity.map((mix) => [mix.location, mix]))
    this.#devices = new Map(tables.deviceFactors.map((each) => [`${each.device} ${each.type ?? ''}`, each]))
    this.#blocks = new Map(tables.functionalBlocks.map((each) => [`${each.block} ${each.hslLevel}`, each]))
    this.#cpuGenerations = new CpuGenerations(tables.cpuGenerations)
    this.#ramDensities = DensityEstimates.ofRam(tables.ramDensities, tables.memoryGenerations)
    this.#ssdDensities = DensityEstimates.ofSsd(tables.ssdDensities)
  }

  matchCpu(name: string): NameMatch<CpuModel> {
    return this.#names.cpus.match(name)
  }

  matchGpu(name: string): NameMatch<GpuTableRow> {
    return this.#names.gpus.match(name)
  }

  matchWord(word: Word, text: string): NameMatch<string> {
    return this.#names.matchWord(word, text)
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
    return this.#names.cpus.search(text)
  }

  /** Graphics cards whose names are near to a text, closest first. */
  searchGpus(text: string): readonly GpuTableRow[] {
    return this.#names.gpus.search(text)
  }

  /** All known names of one kind, each once, in the order of their table. */
  names(of: NameList): readonly string[] {
    return this.#names.listed(of)
  }

  /** The electricity of a location of the tables. */
  mix(location: string): ElectricityMix {
    return this.#mixes.get(location) ?? { location, factors: {} }
  }

  /** What a kWh counts for at a location, made once: what enters a calculation is then one thing wherever it enters. */
  electricityAt(location: string): FactorQuantities {
    return this.#electricity(this.mix(location))
  }

  /** Litres of water that a kWh takes at a location, where they are stated apart from the factor of water use. */
  waterAt(location: string): NumberAttribute | undefined {
    return this.#water(this.mix(location)).perKwh
  }

  readonly #water = perObject((mix: ElectricityMix) => ({ perKwh: waterPerKwh(mix) }))

  readonly #electricity = perObject((mix: ElectricityMix) =>
    electricityFactors(mix, this.constants.range('energy_mj_per_kwh')),
  )

  /** Smallest and largest electricity factor over all locations, by criterion. */
  get electricityBounds(): Readonly<Partial<Record<Criterion, FactorBounds>>> {
    this.#bounds ??= electricityBounds(this.tables)
    return this.#bounds
  }

  /** Throws NotFoundError with the closest ids, as do the look-ups by id below. */
  server(id: string): ServerArchetype {
    return this.#archetypes.server(id)
  }

  iotDevice(id: string): IotArchetype {
    return this.#archetypes.iotDevice(id)
  }

  component(component: ArchetypeComponent, id: string): ComponentArchetype {
    return this.#archetypes.component(component, id)
  }

  /** Ids of the archetypes of a component; every model of the GPU table is one too. */
  componentArchetypes(component: string): readonly string[] {
    return this.#archetypes.idsOf(component)
  }

  /** A terminal archetype by its id, of whatever device; without an id, that of the type, or the device's usual one. */
  terminal(device: string, id: string | undefined, type: string | undefined): TerminalArchetype {
    if (id !== undefined) return this.#archetypes.terminal(device, id)
    return this.#archetypes.typicalTerminal(device, type, this.defaults.terminals[device])
  }

  /** A terminal archetype of this device. Throws NotFoundError for one of another device too. */
  terminalOf(device: string, id: string): TerminalArchetype {
    return this.#archetypes.terminalOf(device, id)
  }

  /** A model of the GPU table by its very name. */
  gpuModel(name: string): GpuTableRow | undefined {
    return this.tables.gpus.find((each) => each.name === name)
  }

  provider(text: string): CloudProvider {
    return this.#cloud.provider(text)
  }

  /** Instance types are equal by case and separators only; the nearest one is never taken instead. */
  cloudInstance(provider: CloudProvider, text: string): CloudInstanceType {
    return this.#cloud.instance(provider, text)
  }

  /** The types of all providers that a text names: `m5.xlarge`, `aws m5.xlarge`. */
  instancesNamed(text: string): readonly CloudInstanceType[] {
    return this.#cloud.instancesNamed(text)
  }

  /** The region of a provider; without a provider, that of the first provider that has one of that name. */
  region(provider: string | undefined, text: string): CloudRegion | undefined {
    return this.#cloud.region(provider, text)
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
  dieSizes(family: string | undefined): DieSizeEstimates {
    if (!this.#dieSizes.has(family)) {
      const rows = family === undefined ? this.tables.cpus : this.tables.cpus.filter((row) => row.family === family)
      this.#dieSizes.set(family, dieSizeEstimates(rows, family))
    }
    const statistics = this.#dieSizes.get(family)
    if (statistics !== undefined) return statistics
    if (family === undefined) throw new Error('No row of the CPU table has a die size')
    return this.dieSizes(undefined)
  }

  /** The power profile measured on CPUs of this model range, or of one that is spelled almost like it. */
  powerProfile(manufacturer: string | undefined, modelRange: string | undefined): PowerProfile | undefined {
    const profiles = this.#profilesOf(modelRange)
    return profiles.find((profile) => manufacturer === undefined || profile.manufacturer === manufacturer)
  }

  /** The profiles that stand for a range of models, closest first. Ranges are those of the CPU table by now, so they are few. */
  #profilesOf(modelRange: string | undefined): readonly PowerProfile[] {
    if (modelRange === undefined) return []
    let profiles = this.#profiles.get(modelRange)
    if (profiles === undefined) {
      profiles = this.tables.powerProfiles
        .map((profile) => ({ profile, likeness: indelRatio(modelRange, profile.modelRange) }))
        .filter(({ likeness }) => likeness >= LEAST_LIKENESS_OF_RANGES)
        .sort((a, b) => b.likeness - a.likeness)
        .map(({ profile }) => profile)
      this.#profiles.set(modelRange, profiles)
    }
    return profiles
  }

  /** The curve of a CPU's power; fits to a TDP are remembered, by what they start from. */
  readonly profileOf: typeof consumptionProfile = (knowledge) => {
    const { profile, archetype, measured, tdp } = knowledge
    if (tdp === undefined || measured !== undefined) return consumptionProfile(knowledge)
    return this.#fitsFrom(profile ?? archetype).getOrCompute(tdp, () => consumptionProfile(knowledge))
  }

  /** What the dies of a CPU are made of, and the memory it takes: by its name, else by its family. */
  cpuGeneration(row: CpuModel | undefined, family: string | undefined): CpuGeneration | undefined {
    return this.#cpuGenerations.of(row, family)
  }

  ramDensity(manufacturer?: string, process?: number, generation?: string): DensityEstimate {
    return this.#ramDensities.of({ manufacturer, step: process, generation })
  }

  /** Densities by the year in which a drive was made, where neither its layers nor its maker say more. */
  ssdDensity(manufacturer?: string, layers?: number, year?: number): DensityEstimate {
    return this.#ssdDensities.of({ manufacturer, step: layers, year })
  }
}
