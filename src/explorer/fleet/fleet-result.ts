import type { Criterion, ExploreFleetQuery } from '../../generated/explorer-operations.ts'
import type { Criterion as Code } from '../../library/index.ts'
import { type PhaseTotals, Sums } from '../../library/totals.ts'
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

/** The sum in one criterion, of what is known. */
export interface FleetTotal extends PhaseTotals {
  readonly criterion: Criterion
  readonly unit: string
  readonly description: string
}

export interface Sum {
  readonly value: number
  readonly min: number
  readonly max: number
}

export interface FleetItem {
  /** Its label; where it has none, where it stands in the file. */
  readonly name: string
  readonly quantity: number
  /** In the criterion that is looked at. */
  readonly total: number
}

const UNKNOWN = [Number.NaN, Number.NaN, Number.NaN] as const

/** Adds up the rows of a fleet, as all of the service does; `focus` is the criterion that items are compared in. */
export class FleetSums {
  readonly #focus: Criterion
  readonly #criteria: readonly Criterion[]
  readonly #sums: Sums
  readonly #words = new Map<Criterion, Pick<FleetTotal, 'unit' | 'description'>>()
  readonly #items = new Map<string, FleetItem>()
  readonly #faults: FleetFault[] = []
  /** Of the energy: the least and the most, beside the value that the sums have. */
  #energy = { min: 0, max: 0 }

  constructor(criteria: readonly Criterion[], focus: Criterion) {
    this.#criteria = criteria
    this.#sums = new Sums(criteria.map(codeOf))
    this.#focus = focus
  }

  add({ label, quantity, where }: FleetRow, { fault, impacts, asset }: FleetAnswerItem): void {
    if (fault !== null) {
      this.#sums.addFaulty(1, quantity)
      this.#faults.push({ where: `${where}${label ? `, ${label}` : ''}`, message: faultWords(fault) })
      return
    }
    const energy = asset?.energy
    const figures = this.#criteria.flatMap((criterion) => {
      const impact = impacts.find((each) => each.criterion === criterion)
      if (impact !== undefined) this.#words.set(criterion, { unit: impact.unit, description: impact.description })
      return (['embedded', 'use', 'total'] as const).flatMap((phase) => numbersOf(impact?.[phase]))
    })
    this.#sums.add([...figures, energy?.value ?? Number.NaN], quantity)
    this.#energy.min += quantity * (energy?.min ?? 0)
    this.#energy.max += quantity * (energy?.max ?? 0)
    const name = label || where
    const known = this.#items.get(name) ?? { name, quantity: 0, total: 0 }
    const own = impacts.find(({ criterion }) => criterion === this.#focus)?.total?.value ?? 0
    this.#items.set(name, { name, quantity: known.quantity + quantity, total: known.total + quantity * own })
  }

  result(): FleetResult {
    const { units, assessed, impacts, energyKwh } = this.#sums.totals('')
    return {
      size: units,
      assessed,
      energy: energyKwh === null ? undefined : { value: energyKwh, ...this.#energy },
      totals: this.#criteria.flatMap((criterion) => {
        const words = this.#words.get(criterion)
        const summed = impacts[codeOf(criterion)]
        return words && summed ? [{ criterion, ...words, ...summed }] : []
      }),
      largest: [...this.#items.values()].toSorted((one, other) => other.total - one.total).slice(0, MOST_LARGEST),
      faults: this.#faults,
      otherFaults: 0,
    }
  }
}

function codeOf(criterion: Criterion): Code {
  return criterion.toLowerCase() as Code
}

function numbersOf(figure: Sum | null | undefined): readonly number[] {
  return figure ? [figure.value, figure.min, figure.max] : UNKNOWN
}

function faultWords({ message, nearest }: { readonly message: string; readonly nearest: readonly string[] }): string {
  return nearest.length === 0 || message.includes('Did you mean')
    ? message
    : `${message}. Did you mean ${nearest.join(', ')}?`
}

/** One asset over its duration, and what the API answers for it. */
export type FleetAnswerItem = NonNullable<ExploreFleetQuery['fleet']>['items'][number]
