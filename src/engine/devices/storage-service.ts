import { Asset } from '../assessment/asset.ts'
import { Figure } from '../assessment/impact.ts'
import { END_OF_LIFE_LEFT_OUT } from '../components/component.ts'
import { areaOfGigabyte, makingOfCapacity, makingOfUnits, makingWithDies } from '../formulas/manufacturing.ts'
import { gigabytesKept, perGigabyte, powerOfStorage } from '../formulas/storage-and-network.ts'
import { type PowerModel, Usage, withoutEffect } from '../use/usage.ts'
import type { UsageBill } from '../use/usage-bill.ts'
import { described, input, leaf, type NumberAttribute } from '../values/attribute.ts'
import type { Cell } from '../values/cell.ts'
import type { Criterion } from '../values/criteria.ts'
import type { FactorsOfComponent } from '../values/factors.ts'
import { type Estimate, type Range, range } from '../values/range.ts'
import { union, type Warning, warning } from '../values/warning.ts'

export const STORAGE_KINDS = ['SSD', 'HDD'] as const

export type StorageKind = (typeof STORAGE_KINDS)[number]

/** The inputs of storage as a service: GB, copies, and a typical drive of its kind. */
export interface StorageBill {
  readonly kind: StorageKind
  readonly gigabytes: number
  readonly copies?: Range
  readonly typicalCopies: Cell
  /** GB of a typical drive. */
  readonly driveSize: NumberAttribute
  readonly wattPerTb: NumberAttribute
  /** GB per cm2 of die, of an SSD. */
  readonly density?: NumberAttribute
  readonly factors: FactorsOfComponent
  readonly usage: UsageBill
  /** Path in the input: `input`. */
  readonly at: string
}

const SERVERS_LEFT_OUT: readonly Warning[] = [
  warning('SERVICES_LEFT_OUT', 'The result covers only the drives, not the servers and networks around them'),
]

/** Inputs without effect on the energy of drives. */
const NOT_USED = ['timeWorkload', 'workloadLevels', 'otherConsumptionRatio'] as const

/** GB in a storage service, copies included: their share of typical drives. */
export class StorageService extends Asset implements PowerModel {
  override readonly usage: Usage
  readonly bill: StorageBill
  #gigabytes: NumberAttribute | undefined
  #copies: NumberAttribute | undefined
  #kept: Estimate | undefined

  constructor(bill: StorageBill) {
    super()
    this.bill = bill
    this.usage = new Usage(bill.usage, this, undefined)
  }

  override again(): StorageService {
    return new StorageService(this.bill)
  }

  get kind(): StorageKind {
    return this.bill.kind
  }

  get gigabytes(): NumberAttribute {
    const { gigabytes, at } = this.bill
    this.#gigabytes ??= input(at, 'gigabytes', gigabytes, 'GB')
    return this.#gigabytes
  }

  get copies(): NumberAttribute {
    const { copies, typicalCopies, at } = this.bill
    this.#copies ??=
      copies === undefined
        ? typicalCopies.in(undefined)
        : leaf({ table: 'input', row: at, column: 'copies' }, 'INPUT', range(copies.value, copies.min, copies.max))
    return this.#copies
  }

  protected override gatherWarnings(): readonly Warning[] {
    const unused = withoutEffect(this.bill.usage.given, NOT_USED, 'the power of storage depends only on its capacity')
    return union(SERVERS_LEFT_OUT, unused, super.gatherWarnings())
  }

  modelledPower(): NumberAttribute {
    const power = powerOfStorage.of(this.#stored, this.bill.wattPerTb)
    return described('COMPLETED', power, 'W', `By capacity: ${this.bill.wattPerTb.source}`, SERVERS_LEFT_OUT)
  }

  consumptionProfile(): undefined {
    return undefined
  }

  protected making(criterion: Criterion): Figure | undefined {
    const { factors, driveSize, density } = this.bill
    const warnings = union(SERVERS_LEFT_OUT, END_OF_LIFE_LEFT_OUT)
    const perTerabyte = factors.perTerabyte[criterion]
    if (perTerabyte !== undefined) {
      return new Figure(makingOfCapacity.of(this.#stored, perTerabyte), warnings)
    }
    const base = factors.base[criterion]
    if (base === undefined) return undefined
    const ofGigabyte = perGigabyte.of(base, driveSize)
    if (density === undefined) return new Figure(makingOfUnits.of(ofGigabyte, this.#stored), warnings)
    const perArea = factors.perDieArea[criterion]
    const made = makingWithDies(this.#stored, areaOfGigabyte.of(density), perArea, ofGigabyte)
    return made && new Figure(made, warnings)
  }

  /** avg_power covers all drives together. */
  protected ofAllUnits(power: Estimate): Estimate {
    return power
  }

  get #stored(): Estimate {
    this.#kept ??= gigabytesKept.of(this.gigabytes, this.copies)
    return this.#kept
  }
}
