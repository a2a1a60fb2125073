import { freight, makingOfAmount, makingOfUnits } from '../formulas/manufacturing.ts'
import { powerOfUnits } from '../formulas/power.ts'
import { powerOfCardInServer } from '../formulas/server-power.ts'
import { areaOfDies, areaOfVramDie, type WaferConstants, waferArea } from '../formulas/wafer-area.ts'
import { described, input, leaf, type NumberAttribute, type TextAttribute, text } from '../values/attribute.ts'
import type { Cell } from '../values/cell.ts'
import type { Criterion } from '../values/criteria.ts'
import type { FactorQuantities } from '../values/factors.ts'
import { sum } from '../values/formula.ts'
import type { Leaf } from '../values/leaf.ts'
import type { NameMatch } from '../values/name-match.ts'
import { type Estimate, exact, type Range } from '../values/range.ts'
import { snakeCase } from '../values/spelling.ts'
import type { GpuPart } from '../values/table-rows.ts'
import { NO_WARNINGS, type Warning, warning } from '../values/warning.ts'
import { Component, type ComponentBill, type Position } from './component.ts'
import { type GpuPowerConstants, gpuPower } from './gpu-power.ts'
import { completeText, nameAttribute } from './name-attribute.ts'

/**
 * The unit of each figure of a card, in display order; undefined for a count. Surfaces in mm2 are of wafer. A figure
 * has one name everywhere: `vram` is the column `vram_gb` of the GPU table.
 */
export const GPU_UNITS = {
  weight: 'kg',
  heatsinkWeight: 'kg',
  pwbSurface: 'cm2',
  casingWeight: 'kg',
  gpuSurface: 'mm2',
  vram: 'gb',
  vramDies: undefined,
  vramSurface: 'mm2',
  transportBoat: 'km',
  transportTruck: 'km',
  transportPlane: 'km',
  tdp: 'W',
} as const

export type GpuField = keyof typeof GPU_UNITS

/** The names of the figures of a card, in display order. */
export const GPU_FIELDS = Object.keys(GPU_UNITS) as readonly GpuField[]

/** Figures of a GPU from a name, an archetype or the caller, in the units above. */
export type GpuFields<Value> = { readonly [Name in GpuField | 'units']?: Value } & {
  /** mm2 of the processor's die, if known instead of the wafer it takes. */
  readonly gpuDieArea?: Value
  /** W of an idle card. */
  readonly idlePower?: Value
}

/** Graphics memory: GDDR stands around the processor on its board, HBM on one carrier with it. */
export const GPU_MEMORY_KINDS = ['HBM', 'GDDR'] as const

/** Cards of unknown memory have HBM from so many GB. */
const LEAST_HBM = 40

/** One row of the GPU table. */
export interface GpuModel extends Omit<GpuFields<number>, 'units' | 'idlePower'> {
  readonly name: string
  readonly manufacturer?: string
  /** W of an idle card. */
  readonly idlePower?: Range
  readonly memoryKind?: (typeof GPU_MEMORY_KINDS)[number]
  /** Source of the die, if it is not the row's. */
  readonly dieSource?: string
  readonly source?: string
}

/**
 * The inputs of a graphics card. Its figures come from the caller, the matched row or the archetype. Every model of the
 * GPU table is also an archetype.
 */
export interface GpuBill extends ComponentBill {
  readonly kind: 'GPU'
  readonly given: GpuFields<number>
  readonly name?: NameMatch<GpuModel>
  readonly nameIsTypical: boolean
  readonly memoryKind?: GpuModel['memoryKind']
  readonly manufacturer?: NameMatch<unknown>
  readonly archetype: GpuFields<Cell> & { readonly idlePower?: Cell }
  readonly power: GpuPowerConstants
  /** What a card adds besides its own power to a server that is modelled as a whole, as a ratio of it. */
  readonly overhead: NumberAttribute
  /** Whether the release has the power of cards. The base has none, so its figures do not change. */
  readonly hasPowerOfCards: boolean
  readonly wafer: WaferConstants
  /** mm2 of die per GB of video memory: the constant `vram_area`. */
  readonly vramArea: NumberAttribute
  /** Source of an archetype's name. */
  readonly sourceOfName?: string
  readonly factors: ReadonlyMap<GpuPart, FactorQuantities>
}

const SHOWN = GPU_FIELDS.map((name) => [name, snakeCase(name)] as const)

/** A graphics card: the sum of its parts, the transport of its weight, and its end of life. */
export class Gpu extends Component {
  readonly kind = 'GPU'
  protected override readonly makingWarnings = NO_WARNINGS
  private readonly completed = new Map<GpuField, NumberAttribute | undefined>()
  private memorySurface: NumberAttribute | undefined
  private drawn: NumberAttribute | undefined | null = null

  readonly bill: GpuBill

  constructor(bill: GpuBill, position: Position) {
    super(position)
    this.bill = bill
  }

  get name(): TextAttribute | undefined {
    const { name, nameIsTypical, sourceOfName } = this.bill
    if (name === undefined) return undefined
    return nameIsTypical
      ? text('ARCHETYPE', name.name ?? name.given, undefined, sourceOfName)
      : nameAttribute(name, 'UNKNOWN_GPU')
  }

  get manufacturer(): TextAttribute | undefined {
    return completeText(this.bill.manufacturer, this.bill.name?.row?.manufacturer, undefined, this.sourceOfName())
  }

  /** Thermal design power, W. */
  get tdp(): NumberAttribute | undefined {
    return this.attribute('tdp')
  }

  /** GB of video memory. */
  get vram(): NumberAttribute | undefined {
    return this.attribute('vram')
  }

  get vramDies(): NumberAttribute | undefined {
    return this.attribute('vramDies')
  }

  /** mm2 of wafer for the video memory: from the input, typical for an unnamed card, or from its GB and dies. */
  get vramSurface(): NumberAttribute {
    this.memorySurface ??= this.completeVramSurface()
    return this.memorySurface
  }

  /** mm2 of wafer for the processor. */
  get gpuSurface(): NumberAttribute | undefined {
    return this.attribute('gpuSurface')
  }

  /** cm2 of printed wiring board. */
  get pwbSurface(): NumberAttribute | undefined {
    return this.attribute('pwbSurface')
  }

  /** kg of the whole card. */
  get weight(): NumberAttribute | undefined {
    return this.attribute('weight')
  }

  get heatsinkWeight(): NumberAttribute | undefined {
    return this.attribute('heatsinkWeight')
  }

  get casingWeight(): NumberAttribute | undefined {
    return this.attribute('casingWeight')
  }

  /** km by boat; by truck and by plane below. */
  get transportBoat(): NumberAttribute | undefined {
    return this.attribute('transportBoat')
  }

  get transportTruck(): NumberAttribute | undefined {
    return this.attribute('transportTruck')
  }

  get transportPlane(): NumberAttribute | undefined {
    return this.attribute('transportPlane')
  }

  /** Power of one card in W; in a server whose power is modelled as a whole, with what the card adds besides. */
  override modelledPower(load?: NumberAttribute): NumberAttribute | undefined {
    const { powerInWhole } = this.position
    const power = this.ownPower(load)
    if (power === undefined || powerInWhole === undefined) return power
    // The power of a server that was measured as a whole is not that of its parts.
    if (powerInWhole.partOf(this, load) === undefined) return undefined
    if (!powerInWhole.countsOverhead) return power
    const { status, source, warnings } = power
    return described(
      status,
      powerOfCardInServer.of(power, this.bill.overhead),
      'W',
      `${source}, and its overhead`,
      warnings,
    )
  }

  /** Power of all cards in W, from the input or modelled, without what they add to the server besides. */
  powerOfAll(load: NumberAttribute | undefined): Estimate | undefined {
    const { given, at } = this.bill.usage
    const power = given.avgPower === undefined ? this.ownPower(load) : input(at, 'avgPower', given.avgPower, 'W')
    return power && powerOfUnits.of(power, this.units)
  }

  /** Power of one card, from its thermal design power and load; undefined if the thermal design power is unknown. */
  private ownPower(load: NumberAttribute | undefined): NumberAttribute | undefined {
    // A card in a device keeps its own load.
    if (load !== undefined && !(this.usage.device !== undefined && this.usage.hasOwnLoad)) return this.powerOfTdp(load)
    if (this.drawn === null) this.drawn = this.powerOfTdp(undefined)
    return this.drawn
  }

  private powerOfTdp(load: NumberAttribute | undefined): NumberAttribute | undefined {
    const { tdp } = this
    return tdp && gpuPower({ ...this.bill.power, tdp, idlePower: this.idlePower, usage: this.usage }, load)
  }

  /** Measured for a named card, typical for an unnamed one. */
  private get idlePower(): NumberAttribute | undefined {
    const { name, archetype } = this.bill
    const row = name?.row
    if (row === undefined) return archetype.idlePower?.in('W')
    return row.idlePower && leaf(cellOf(row, 'idlePower'), 'COMPLETED', row.idlePower, 'W', this.sourceOfName())
  }

  /** The power of all cards, from the input or modelled. */
  override countedPower(load: NumberAttribute | undefined): Estimate | undefined {
    const power = this.usage.avgPowerAt(load)
    return power && this.ofAllUnits(power)
  }

  override get powerLeftOut(): Warning | undefined {
    const { hasPowerOfCards } = this.bill
    return hasPowerOfCards && this.units.max > 0 && this.usage.avgPower === undefined ? POWER_LEFT_OUT : undefined
  }

  protected make(criterion: Criterion): Estimate | undefined {
    const weight = this.weight ?? NOTHING
    const moved = (distance: NumberAttribute | undefined) => freight.of(distance ?? NOTHING, weight)
    const amounts: Readonly<Record<Exclude<GpuPart, 'gddr_card'>, Estimate>> = {
      casing: this.casingWeight ?? NOTHING,
      heatsink: this.heatsinkWeight ?? NOTHING,
      pwb: this.pwbSurface ?? NOTHING,
      gpu: this.gpuSurface ?? NOTHING,
      vram: this.vramSurface,
      upstream_transport: weight,
      transport_boat: moved(this.transportBoat),
      transport_truck: moved(this.transportTruck),
      transport_plane: moved(this.transportPlane),
      end_of_life: weight,
    }
    const parts: Estimate[] = []
    for (const [part, amount] of Object.entries(amounts)) {
      const factor = this.bill.factors.get(part as GpuPart)?.[criterion]
      if (factor === undefined) return undefined
      parts.push(makingOfAmount.of(factor, amount))
    }
    const gddr = this.hasGddr ? this.bill.factors.get('gddr_card')?.[criterion] : undefined
    if (gddr !== undefined) parts.push(gddr)
    const card = sum(parts, () => [...Object.keys(amounts), ...(gddr === undefined ? [] : ['gddr_card'])])
    return makingOfUnits.of(card, this.units)
  }

  protected override names() {
    return [this.name, this.manufacturer]
  }

  protected ownAttributes() {
    const figures = Object.fromEntries(SHOWN.map(([name, shown]) => [shown, this[name]]))
    return { name: this.name, manufacturer: this.manufacturer, ...figures }
  }

  /** Whether its memory is GDDR: by the table, else by its size. */
  private get hasGddr(): boolean {
    const gigabytes = this.vram?.value ?? 0
    const kind = this.bill.memoryKind ?? (gigabytes < LEAST_HBM ? 'GDDR' : 'HBM')
    return gigabytes > 0 && kind === 'GDDR'
  }

  private attribute(name: GpuField): NumberAttribute | undefined {
    if (!this.completed.has(name)) this.completed.set(name, this.complete(name))
    return this.completed.get(name)
  }

  /** The caller's figure, else that of the matched row, else that of the archetype, whose die is converted to wafer. */
  private complete(name: GpuField): NumberAttribute | undefined {
    const { given, archetype, name: match, wafer } = this.bill
    const unit = GPU_UNITS[name]
    const row = match?.row
    const fromRow = row?.[name]
    if (given[name] === undefined && row !== undefined && fromRow !== undefined) {
      const source = this.sourceOfName(name === 'gpuSurface' ? row.dieSource : undefined)
      return leaf(cellOf(row, name), 'COMPLETED', exact(fromRow), unit, source)
    }
    if (name === 'gpuSurface' && given.gpuSurface === undefined && archetype.gpuDieArea !== undefined) {
      const die = archetype.gpuDieArea.in(unit)
      return described(
        'ARCHETYPE',
        waferArea(die, wafer),
        unit,
        `Wafer area that a good die of ${die.value} mm2 needs. Die area: ${die.source}`,
      )
    }
    return this.numberOf(given[name], name, archetype[name], unit)
  }

  private sourceOfName(ofFigure?: string): string | undefined {
    const row = this.bill.name?.row
    return row && `Completed from name ${row.name} based on ${ofFigure ?? row.source ?? 'the GPU table'}`
  }

  private completeVramSurface(): NumberAttribute {
    const { given, archetype, name, wafer, vramArea } = this.bill
    const typical = name?.row === undefined ? archetype.vramSurface : undefined
    const known = this.numberOf(given.vramSurface, 'vramSurface', typical, 'mm2')
    if (known !== undefined) return known
    const { vram, vramDies } = this
    if (vram === undefined || vramDies === undefined || vram.max === 0 || vramDies.min === 0) return NO_SURFACE
    const surface = areaOfDies.of(waferArea(areaOfVramDie.of(vram, vramArea, vramDies), wafer), vramDies)
    const source = `${vramArea.value} mm2 of die per GB of vram, converted to wafer area`
    return described('COMPLETED', surface, 'mm2', source)
  }
}

const POWER_LEFT_OUT = warning(
  'POWER_LEFT_OUT',
  'The power of the graphics cards is unknown, so the result leaves it out. Give their tdp or avg_power.',
)

/** A figure of a card in the GPU table. */
function cellOf({ name }: GpuModel, figure: GpuField | 'idlePower'): Leaf {
  const column = snakeCase(figure)
  return { table: 'gpus', row: name, column, property: `gpu_${column}` }
}

const NOTHING = leaf({ table: 'defaults', row: 'gpu', column: 'nothing' }, 'DEFAULT', exact(0))
const NO_SURFACE = leaf(
  { table: 'defaults', row: 'gpu', column: 'vram_surface' },
  'COMPLETED',
  exact(0),
  'mm2',
  'Neither vram nor its dies are known',
)
