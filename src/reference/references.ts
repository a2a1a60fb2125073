import type { Criterion } from '../engine/figures/criteria.ts'
import type { FactorQuantities } from '../engine/figures/factors.ts'
import type { NameMatch } from '../engine/figures/name-match.ts'
import type {
  CpuModel,
  DeviceFactors,
  ElectricityMix,
  FunctionalBlockFactors,
  PowerProfile,
} from '../engine/figures/table-rows.ts'
import { type DensityEstimate, DensityEstimates } from '../engine/parts/density-estimates.ts'
import { type DieSizeEstimates, dieSizeEstimates } from '../engine/parts/die-size-estimates.ts'
import { consumptionProfile } from '../engine/use/consumption-profile.ts'
import { electricityFactors, type FactorBounds } from '../engine/use/electricity-factors.ts'
import type { PowerCurve } from '../engine/use/power-curve.ts'
import { Archetypes } from './archetypes.ts'
import { BoundedCache } from './bounded-cache.ts'
import { CloudCatalogue } from './cloud-catalogue.ts'
import type { DefaultArchetypes } from './default-archetypes.ts'
import { electricityBounds } from './electricity-bounds.ts'
import { Facilities } from './facilities.ts'
import { FormulaConstants } from './formula-constants.ts'
import { LocationMatcher } from './matching/location-matcher.ts'
import { type NameList, PartNames, type Word } from './part-names.ts'
import { perObject } from './per-object.ts'
import type {
  ArchetypeComponent,
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

/** Fitted power curves that are remembered, at some 500 bytes each, for every curve that fits start from; of these there are few. */
const REMEMBERED_FITS = 1000

/**
 * Every look-up in the tables of one data release. Built once from checked tables, shared by all requests, never changed;
 * what is expensive to find is remembered, up to a bound.
 */
export class References {
  readonly tables: Tables
  readonly defaults: DefaultArchetypes
  readonly constants: FormulaConstants
  readonly facilities: Facilities
  readonly #names: PartNames
  readonly #archetypes: Archetypes
  readonly #cloud: CloudCatalogue
  readonly #locations: LocationMatcher
  readonly #mixes: ReadonlyMap<string, ElectricityMix>
  readonly #devices: ReadonlyMap<string, DeviceFactors>
  readonly #blocks: ReadonlyMap<string, FunctionalBlockFactors>
  readonly #ramDensities: DensityEstimates
  readonly #ssdDensities: DensityEstimates
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
    this.#names = new PartNames(tables, defaults)
    this.#archetypes = new Archetypes(tables)
    this.#cloud = new CloudCatalogue(tables)
    this.#locations = new LocationMatcher(tables.locations, tables.nameAliases.locations)
    this.#mixes = new Map(tables.electricity.map((mix) => [mix.location, mix]))
    this.#devices = new Map(tables.deviceFactors.map((each) => [`${each.device} ${each.type ?? ''}`, each]))
    this.#blocks = new Map(tables.functionalBlocks.map((each) => [`${each.block} ${each.hslLevel}`, each]))
    this.#ramDensities = DensityEstimates.ofRam(tables.ramDensities)
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

  /**
   * The power profile measured on CPUs of this very model range. Both names are those of the CPU table by now; a range that
   * only sounds like another (Xeon W, Xeon E) has no profile.
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
    return this.#ramDensities.of(manufacturer, process)
  }

  ssdDensity(manufacturer: string | undefined, layers: number | undefined): DensityEstimate {
    return this.#ssdDensities.of(manufacturer, layers)
  }
}
