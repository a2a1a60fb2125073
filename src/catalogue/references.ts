import { type DensityEstimate, DensityEstimates } from '../engine/components/density-estimates.ts'
import { type DieSizeEstimates, dieSizeEstimates } from '../engine/components/die-size-estimates.ts'
import { consumptionProfile } from '../engine/use/consumption-profile.ts'
import {
  type Electricity,
  electricityFactors,
  type FactorBounds,
  waterPerKwh,
} from '../engine/use/electricity-factors.ts'
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
import { electricityOfRegions } from './electricity-of-regions.ts'
import { FormulaConstants } from './formula-constants.ts'
import { DeviceModels } from './matching/device-models.ts'
import { indelRatio } from './matching/indel-ratio.ts'
import { LocationMatcher, type PlaceMatch } from './matching/location-matcher.ts'
import { RegionMatcher } from './matching/region-matcher.ts'
import { NotFoundError } from './not-found-error.ts'
import { perObject } from './per-object.ts'
import { Facilities } from './pue-and-wue.ts'
import { ServerPowerModels } from './server-power-models.ts'
import type {
  CloudInstanceType,
  CloudProvider,
  CloudRegion,
  ComponentArchetype,
  DeviceArchetype,
  GpuTableRow,
  IotArchetype,
  Location,
  ServerArchetype,
  Tables,
} from './tables.ts'

/** Impact per kWh in an unknown region of a provider: the mean of its regions. */
interface MeanOfRegions extends Omit<Electricity, 'location' | 'water'> {
  readonly regions: number
  readonly water: NumberAttribute | undefined
}

/** Processor generations (dies and memory) by name, else by family. */
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

  /** Undefined if the table has neither its name nor its family. */
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

/** Capacity of the cache of fitted power curves, about 500 bytes each, per start curve. There are few start curves. */
const REMEMBERED_FITS = 1000

/**
 * Minimum similarity, 0 to 100, for the measured power of one model range to stand for another. Xeon E7 is close to
 * Xeon E (92). Xeon D and Xeon W (83) are different processors.
 */
const LEAST_LIKENESS_OF_RANGES = 90

/**
 * Every look-up in the tables of one data release. Built once from checked tables, shared by all requests, and
 * immutable. Expensive look-ups are cached, up to a bound.
 */
export class References {
  readonly tables: Tables
  readonly defaults: DefaultArchetypes
  readonly constants: FormulaConstants
  readonly facilities: Facilities
  readonly models: DeviceModels
  /** Undefined in releases where the power of a server is the sum of that of its parts. */
  readonly serverPower: ServerPowerModels | undefined
  readonly #names: ComponentNames
  readonly #archetypes: Archetypes
  readonly #cloud: CloudCatalogue
  readonly #regions: RegionMatcher
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
    this.serverPower = ServerPowerModels.of(tables, this.constants)
    this.#names = new ComponentNames(tables, defaults)
    this.#archetypes = new Archetypes(tables)
    this.#cloud = new CloudCatalogue(tables)
    this.#regions = new RegionMatcher(tables.cloudRegions)
    this.#locations = new LocationMatcher(tables.locations, tables.nameAliases.locations, tables.cities)
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

  matchLocation(text: string): PlaceMatch {
    return this.#locations.match(text)
  }

  /** Locations by part of a name, or by code; all of them for an empty text. */
  searchLocations(text: string): readonly Location[] {
    return this.#locations.search(text)
  }

  /** CPUs with a name similar to a text, closest first. */
  searchCpus(text: string): readonly CpuModel[] {
    return this.#names.cpus.search(text)
  }

  /** Graphics cards with a name similar to a text, closest first. */
  searchGpus(text: string): readonly GpuTableRow[] {
    return this.#names.gpus.search(text)
  }

  /** All known names of a kind, each once, in table order. */
  names(of: NameList): readonly string[] {
    return this.#names.listed(of)
  }

  /** The electricity of a known location. */
  mix(location: string): ElectricityMix {
    return this.#mixes.get(location) ?? { location, factors: {} }
  }

  /** The factors of a kWh at a location. Created once, so that they are the same leaves wherever they enter. */
  electricityAt(location: string): FactorQuantities {
    return this.#electricity(this.mix(location))
  }

  /** Litres of water per kWh at a location, if published apart from the water use factor. */
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

  /** Impact per kWh in an unknown region. Undefined for a provider without regions, and before release 2026.12. */
  electricityOfRegions(provider: CloudProvider): MeanOfRegions | undefined {
    return this.#ofRegions(provider).mean
  }

  readonly #ofRegions = perObject(({ id }: CloudProvider): { readonly mean?: MeanOfRegions } => {
    const mixes = this.tables.cloudRegions.flatMap((each) =>
      each.provider === id ? (this.#mixes.get(each.location) ?? []) : [],
    )
    if (mixes.length === 0 || this.constants.term('mean_of_regions') === undefined) return {}
    const { mix, bounds } = electricityOfRegions(mixes, `${id}.unknown`)
    const factors = electricityFactors(mix, this.constants.range('energy_mj_per_kwh'), { bounds, provider: id })
    return { mean: { regions: mixes.length, factors, water: waterPerKwh(mix) } }
  })

  /** Throws NotFoundError with the closest ids, like the look-ups by id below. */
  server(id: string): ServerArchetype {
    return this.#archetypes.server(id)
  }

  iotDevice(id: string): IotArchetype {
    return this.#archetypes.iotDevice(id)
  }

  component(component: ArchetypeComponent, id: string): ComponentArchetype {
    return this.#archetypes.component(component, id)
  }

  /** Ids of the archetypes of a component, including every model of the GPU table. */
  componentArchetypes(component: string): readonly string[] {
    return this.#archetypes.idsOf(component)
  }

  /** A terminal archetype by its id, for any device. Without an id: that of the type, or the device's usual one. */
  terminal(device: string, id: string | undefined, type: string | undefined): DeviceArchetype {
    if (id !== undefined) return this.#archetypes.terminal(device, id)
    return this.#archetypes.typicalTerminal(device, type, this.defaults.terminals[device])
  }

  /** The archetype of equipment of a kind and type; undefined if the release has none of that kind. */
  equipment(device: string, type: string | undefined): DeviceArchetype | undefined {
    return this.#archetypes.equipment(device, type)
  }

  /** A terminal archetype of this device. Throws NotFoundError even if another device has it. */
  terminalOf(device: string, id: string): DeviceArchetype {
    return this.#archetypes.terminalOf(device, id)
  }

  /** A model of the GPU table by its exact name. */
  gpuModel(name: string): GpuTableRow | undefined {
    return this.tables.gpus.find((each) => each.name === name)
  }

  provider(text: string): CloudProvider {
    return this.#cloud.provider(text)
  }

  /** The types of a provider with a text in their name, all of them without a text. If none has it, similar ones. */
  searchInstances(provider: CloudProvider, text: string | null | undefined): readonly CloudInstanceType[] {
    return this.#cloud.search(provider, text)
  }

  /** Matches by case and separators only; a similar type is never substituted. */
  cloudInstance(provider: CloudProvider, text: string): CloudInstanceType {
    return this.#cloud.instance(provider, text)
  }

  /** Types of other families that what runs on the host of a type may run on instead. */
  hostFamilies(type: CloudInstanceType): readonly string[] {
    return this.#cloud.hostFamilies(type)
  }

  /** The type that a text names without its provider. Throws a FaultError if no provider has it, or several. */
  onlyInstance(text: string): CloudInstanceType {
    return this.#cloud.onlyInstance(text)
  }

  /** The types that a text names, at any provider: `m5.xlarge`, `aws m5.xlarge`. */
  instancesNamed(text: string): readonly CloudInstanceType[] {
    return this.#cloud.instancesNamed(text)
  }

  /** The region that a text means, at a provider or at any: `eu-central-1`, `Europe (Frankfurt)`. */
  region(provider: string | undefined, text: string): CloudRegion | undefined {
    return this.#regions.find(provider, text)
  }

  /** Whether regions have names beside their ids. */
  get hasRegionNames(): boolean {
    return this.tables.cloudRegions.some(({ otherNames }) => otherNames !== undefined)
  }

  /** The region that a text means at one of some providers, or of all. Throws a NotFoundError with the closest ids. */
  regionAmong(given: readonly string[] | undefined, text: string): CloudRegion {
    const providers = given ?? this.tables.cloudProviders.map(({ id }) => id)
    const found = providers.map((id) => this.region(id, text)).find((each) => each !== undefined)
    if (found !== undefined) return found
    const [provider, ...others] = providers
    const within = others.length === 0 ? provider : undefined
    throw new NotFoundError(text, () => this.nearestRegions(within, text), {
      of: 'cloud_region',
      ...(within !== undefined && { within }),
    })
  }

  /** Ids of the regions closest to a text, best first. */
  nearestRegions(provider: string | undefined, text: string): readonly string[] {
    return this.#regions.nearest(provider, text)
  }

  /** Factors of a whole device; undefined if none are published. */
  device(device: string, type?: string): DeviceFactors | undefined {
    return this.#devices.get(`${device} ${type ?? ''}`) ?? this.#devices.get(`${device} `)
  }

  /** Types of a device with published factors. */
  deviceTypes(device: string): readonly string[] {
    return this.tables.deviceFactors.flatMap((each) => (each.device === device && each.type ? [each.type] : []))
  }

  /** Undefined if nothing is published for the block at that level. */
  functionalBlock(block: string, hslLevel: string): FunctionalBlockFactors | undefined {
    return this.#blocks.get(`${block} ${hslLevel}`)
  }

  /** Die sizes of a family, or of all families if this one is unknown or has no die sizes. */
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

  /** The power profile measured on CPUs of this model range, or of one with almost the same spelling. */
  powerProfile(manufacturer: string | undefined, modelRange: string | undefined): PowerProfile | undefined {
    const profiles = this.#profilesOf(modelRange)
    return profiles.find((profile) => manufacturer === undefined || profile.manufacturer === manufacturer)
  }

  /**
   * The profiles that can stand for a model range, closest first. Ranges here come from the CPU table, so the cache
   * stays small.
   */
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

  /** The power curve of a CPU. Fits to a TDP are cached, by the curve they start from. */
  readonly profileOf: typeof consumptionProfile = (knowledge) => {
    const { profile, archetype, measured, tdp } = knowledge
    if (tdp === undefined || measured !== undefined) return consumptionProfile(knowledge)
    return this.#fitsFrom(profile ?? archetype).getOrCompute(tdp, () => consumptionProfile(knowledge))
  }

  /** The generation of a CPU (dies and memory): by its name, else by its family. */
  cpuGeneration(row: CpuModel | undefined, family: string | undefined): CpuGeneration | undefined {
    return this.#cpuGenerations.of(row, family)
  }

  ramDensity(manufacturer?: string, process?: number, generation?: string): DensityEstimate {
    return this.#ramDensities.of({ manufacturer, step: process, generation })
  }

  /** Densities by year of manufacture, unless the layers or the maker say more. */
  ssdDensity(manufacturer?: string, layers?: number, year?: number): DensityEstimate {
    return this.#ssdDensities.of({ manufacturer, step: layers, year })
  }
}
