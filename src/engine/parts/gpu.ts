import { type NumberAttribute, quantity, type TextAttribute, text } from '../figures/attribute.ts'
import type { Criterion } from '../figures/criteria.ts'
import type { Factors, GpuModel, GpuPart } from '../figures/figures.ts'
import type { NameMatch } from '../figures/name-match.ts'
import { exact, type Range } from '../figures/range.ts'
import {
  Component,
  type ComponentBill,
  completeText,
  givenOrTypical,
  NO_WARNINGS,
  nameAttribute,
  type Place,
  unitsOf,
} from './component.ts'
import { effectiveDieArea } from './effective-die-area.ts'

/** Attributes of a GPU that a name, an archetype or the caller gives: kg, cm2 (pwb), mm2 of wafer (gpu, vram), GB, km. */
export interface GpuFigures<Value> {
  readonly units?: Value
  readonly vram?: Value
  readonly vramDies?: Value
  readonly vramSurface?: Value
  readonly gpuSurface?: Value
  readonly pwbSurface?: Value
  readonly weight?: Value
  readonly heatsinkWeight?: Value
  readonly casingWeight?: Value
  readonly transportBoat?: Value
  readonly transportTruck?: Value
  readonly transportPlane?: Value
}

/**
 * All that a graphics card is computed from. Its name says what it is; its figures are the caller's or the archetype's,
 * and every model of the GPU table is an archetype.
 */
export interface GpuBill extends ComponentBill {
  readonly kind: 'GPU'
  readonly given: GpuFigures<number>
  readonly name?: NameMatch<GpuModel>
  readonly nameIsTypical: boolean
  readonly manufacturer?: NameMatch<unknown>
  readonly archetypeName: string
  readonly archetype: GpuFigures<Range>
  readonly factors: ReadonlyMap<GpuPart, Factors>
}

/** Die area of one GB of video memory, in mm2 (published GPU life-cycle studies). */
const VRAM_MM2_PER_GB = 15.5

const GPU_TABLE = 'GPU table'

function figuresOfArchetype(name: string): string {
  return `Figures are those of a typical card; ask for the archetype "${name}" to have those published of it`
}

/** A graphics card: the sum of its parts, the journeys of its weight, and its end of life. */
export class Gpu extends Component {
  readonly kind = 'GPU'
  protected override readonly makingWarnings = NO_WARNINGS

  readonly bill: GpuBill

  constructor(bill: GpuBill, place: Place) {
    super(bill.usage, place)
    this.bill = bill
  }

  get units(): NumberAttribute {
    return unitsOf(this.bill.given.units, this.bill.archetype.units)
  }

  get name(): TextAttribute | undefined {
    const { name, nameIsTypical, archetypeName } = this.bill
    if (name === undefined) return undefined
    if (nameIsTypical) return text('ARCHETYPE', name.name ?? name.given)
    if (name.name === undefined || name.name === archetypeName) return nameAttribute(name)
    const known = nameAttribute(name)
    return { ...known, warnings: [...known.warnings, figuresOfArchetype(name.name)] }
  }

  get manufacturer(): TextAttribute | undefined {
    return completeText(this.bill.manufacturer, this.bill.name?.row?.manufacturer, undefined, GPU_TABLE)
  }

  /** GB of video memory. */
  get vram(): NumberAttribute | undefined {
    return this.#number('vram', 'gb')
  }

  get vramDies(): NumberAttribute | undefined {
    return this.#number('vramDies', undefined)
  }

  /** mm2 of wafer for the video memory: given, or reckoned from its GB and dies. */
  get vramSurface(): NumberAttribute {
    const { given, archetype } = this.bill
    const known = givenOrTypical(given.vramSurface, archetype.vramSurface, 'mm2')
    if (known !== undefined) return known
    const vram = this.vram?.value ?? 0
    const dies = this.vramDies?.value ?? 0
    const surface = vram > 0 && dies > 0 ? effectiveDieArea((vram * VRAM_MM2_PER_GB) / dies) * dies : 0
    return quantity('COMPLETED', exact(surface), 'mm2', `${VRAM_MM2_PER_GB} mm2 per GB of vram, as wafer per good die`)
  }

  /** mm2 of wafer for the processor. */
  get gpuSurface(): NumberAttribute | undefined {
    return this.#number('gpuSurface', 'mm2')
  }

  /** cm2 of printed wiring board. */
  get pwbSurface(): NumberAttribute | undefined {
    return this.#number('pwbSurface', 'cm2')
  }

  /** kg of the whole card. */
  get weight(): NumberAttribute | undefined {
    return this.#number('weight', 'kg')
  }

  get heatsinkWeight(): NumberAttribute | undefined {
    return this.#number('heatsinkWeight', 'kg')
  }

  get casingWeight(): NumberAttribute | undefined {
    return this.#number('casingWeight', 'kg')
  }

  /** km by boat, and by truck and plane below. */
  get transportBoat(): NumberAttribute | undefined {
    return this.#number('transportBoat', 'km')
  }

  get transportTruck(): NumberAttribute | undefined {
    return this.#number('transportTruck', 'km')
  }

  get transportPlane(): NumberAttribute | undefined {
    return this.#number('transportPlane', 'km')
  }

  /** The power that was given for it; a GPU has no power model. */
  override get countedPower(): Range | undefined {
    return this.power()
  }

  protected make(criterion: Criterion): Range | undefined {
    const weight = this.weight?.value ?? 0
    const parts: readonly (readonly [GpuPart, number])[] = [
      ['casing', this.casingWeight?.value ?? 0],
      ['heatsink', this.heatsinkWeight?.value ?? 0],
      ['pwb', this.pwbSurface?.value ?? 0],
      ['gpu', this.gpuSurface?.value ?? 0],
      ['vram', this.vramSurface.value],
      ['upstream_transport', weight],
      ['transport_boat', (this.transportBoat?.value ?? 0) * weight],
      ['transport_truck', (this.transportTruck?.value ?? 0) * weight],
      ['transport_plane', (this.transportPlane?.value ?? 0) * weight],
      ['end_of_life', weight],
    ]
    let total = 0
    for (const [part, amount] of parts) {
      const factor = this.bill.factors.get(part)?.[criterion]
      if (factor === undefined) return undefined
      total += factor * amount
    }
    return exact(this.units.value * total)
  }

  protected override names() {
    return [this.name, this.manufacturer]
  }

  protected ownAttributes() {
    return {
      name: this.name,
      manufacturer: this.manufacturer,
      weight: this.weight,
      heatsink_weight: this.heatsinkWeight,
      pwb_surface: this.pwbSurface,
      casing_weight: this.casingWeight,
      gpu_surface: this.gpuSurface,
      vram: this.vram,
      vram_dies: this.vramDies,
      vram_surface: this.vramSurface,
      transport_boat: this.transportBoat,
      transport_truck: this.transportTruck,
      transport_plane: this.transportPlane,
    }
  }

  #number(key: Exclude<keyof GpuFigures<number>, 'units' | 'vramSurface'>, unit: string | undefined) {
    return givenOrTypical(this.bill.given[key], this.bill.archetype[key], unit)
  }
}
