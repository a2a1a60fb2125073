import type { Criterion } from '../../generated/explorer-operations.ts'
import type { AssessedItem } from './fetch-fleet.ts'
import type { FleetFault, FleetRow } from './read-fleet.ts'

const MOST_LARGEST = 10

/** What a fleet impacts, unrounded. */
export interface FleetResult {
  /** How many there are in all rows, and how many of them were assessed. */
  readonly size: number
  readonly assessed: number
  readonly totals: readonly FleetTotal[]
  /** Electricity, in kWh; of things without a known power nothing. Undefined where it is not known. */
  readonly energy: Sum | undefined
  /** The ten largest in the criterion that is looked at, largest first; rows of one name count as one. */
  readonly largest: readonly FleetItem[]
  readonly faults: readonly FleetFault[]
  /** Rows with faults that are not among these: the rows of a job are in its result. */
  readonly otherFaults: number
}

/** The sum in one criterion. */
export interface FleetTotal {
  readonly criterion: Criterion
  readonly unit: string
  readonly description: string
  /** Undefined where one of them has no figure. */
  readonly embedded: Sum | undefined
  readonly use: Sum | undefined
  readonly total: Sum
}

export interface Sum {
  readonly value: number
  readonly min: number
  readonly max: number
}

export interface FleetItem {
  /** Its label; where it has none, its place in the file. */
  readonly name: string
  readonly quantity: number
  /** In the criterion that is looked at. */
  readonly total: number
}

const ZERO: Sum = { value: 0, min: 0, max: 0 }

/** Adds up the rows of a fleet; `focus` is the criterion that items are compared in. */
export class FleetSums {
  readonly #focus: Criterion
  readonly #totals = new Map<Criterion, FleetTotal>()
  readonly #items = new Map<string, FleetItem>()
  readonly #faults: FleetFault[] = []
  #size = 0
  #assessed = 0
  #energy = ZERO

  constructor(focus: Criterion) {
    this.#focus = focus
  }

  add({ label, quantity, place }: FleetRow, { fault, impacts, asset }: AssessedItem): void {
    this.#size += quantity
    if (fault !== null) {
      this.#faults.push({ place: `${place}${label ? `, ${label}` : ''}`, message: faultWords(fault) })
      return
    }
    this.#assessed += quantity
    this.#energy = plus(this.#energy, asset?.energy ?? ZERO, quantity)
    for (const impact of impacts) {
      const { criterion, unit, description } = impact
      const before = this.#totals.get(criterion)
      const [embedded, use, total] = (['embedded', 'use', 'total'] as const).map((phase) =>
        plus(before?.[phase] ?? ZERO, impact[phase] ?? ZERO, quantity),
      ) as [Sum, Sum, Sum]
      this.#totals.set(criterion, { criterion, unit, description, embedded, use, total })
    }
    const name = label || place
    const known = this.#items.get(name) ?? { name, quantity: 0, total: 0 }
    const own = impacts.find(({ criterion }) => criterion === this.#focus)?.total?.value ?? 0
    this.#items.set(name, { name, quantity: known.quantity + quantity, total: known.total + quantity * own })
  }

  result(): FleetResult {
    return {
      size: this.#size,
      assessed: this.#assessed,
      energy: this.#energy,
      totals: [...this.#totals.values()],
      largest: [...this.#items.values()].toSorted((one, other) => other.total - one.total).slice(0, MOST_LARGEST),
      faults: this.#faults,
      otherFaults: 0,
    }
  }
}

function plus(sum: Sum, figure: Sum, count: number): Sum {
  return {
    value: sum.value + count * figure.value,
    min: sum.min + count * figure.min,
    max: sum.max + count * figure.max,
  }
}

function faultWords({ message, nearest }: { readonly message: string; readonly nearest: readonly string[] }): string {
  return nearest.length === 0 || message.includes('did you mean')
    ? message
    : `${message}; did you mean ${nearest.join(', ')}?`
}
