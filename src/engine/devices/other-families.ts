import { onFamily } from '../formulas/share-of-host.ts'
import { leaf, type NumberAttribute } from '../values/attribute.ts'
import type { Criterion } from '../values/criteria.ts'
import { record } from '../values/formula.ts'
import { type Estimate, range } from '../values/range.ts'

/** The same share of a host of another family. */
interface SameShare {
  readonly instanceType: string
  manufacture(criterion: Criterion): { readonly result: Estimate } | undefined
  modelledPower(load?: NumberAttribute): Estimate
}

/**
 * Families of hosts that something may run on besides its own. The family is a factor: 1 for its own host, and for each
 * other one the ratio of the values. The value stays, and the bounds widen until they enclose those of each family.
 * Example: with hosts that draw half and 1.2 times the power, 4 W are 4 (2 to 4.8).
 */
export class OtherFamilies {
  readonly #provider: string
  readonly #host: string
  readonly #others: readonly SameShare[]
  readonly #source: string
  readonly #making = new Map<Criterion, NumberAttribute>()
  #power: NumberAttribute | undefined

  constructor(provider: string, host: string, others: readonly SameShare[]) {
    this.#provider = provider
    this.#host = host
    this.#others = others
    this.#source = `The host is that of ${host}, or of ${others.map(({ instanceType }) => instanceType).join(', ')}`
  }

  /** Making, on a host of any of the families. */
  making(criterion: Criterion, own: Estimate): Estimate {
    let family = this.#making.get(criterion)
    if (family === undefined) {
      family = this.#familyOf('making', criterion, own, (other) => other.manufacture(criterion)?.result)
      this.#making.set(criterion, family)
    }
    return onFamily.of(own, family)
  }

  /** Power at a load, on a host of any of the families. */
  power(load: NumberAttribute | undefined, own: Estimate): Estimate {
    const family =
      (load === undefined ? this.#power : undefined) ??
      this.#familyOf('power', undefined, own, (other) => other.modelledPower(load))
    if (load === undefined) this.#power = family
    return onFamily.of(own, family)
  }

  #familyOf(
    column: string,
    criterion: Criterion | undefined,
    own: Estimate,
    figureOf: (other: SameShare) => Estimate | undefined,
  ): NumberAttribute {
    // A graph shows the ratios as inputs, without what leads to them.
    const figures = record(undefined, () => this.#others.map(figureOf))
    const ratiosOf = (bound: 'value' | 'min' | 'max') =>
      figures.map((figure) => {
        const ratio = figure === undefined ? 1 : figure[bound] / own[bound]
        return Number.isFinite(ratio) && ratio > 0 ? ratio : 1
      })
    const values = [1, ...ratiosOf('value')]
    const [table, within, row] = ['host-families', this.#provider, this.#host] as const
    // Rows of one id are drawn together: the family of a sample is the same in each figure.
    const rows = { id: `${table}.${within}.${row}`, values }
    const numbers = range(1, Math.min(...values, ...ratiosOf('min')), Math.max(...values, ...ratiosOf('max')))
    return leaf({ table, within, row, column, criterion, rows }, 'ARCHETYPE', numbers, undefined, this.#source)
  }
}
