import { leaf, type NumberAttribute } from '../engine/figures/attribute.ts'
import { Cell } from '../engine/figures/cell.ts'
import { range } from '../engine/figures/range.ts'
import type { CardPower } from '../engine/parts/gpu.ts'
import type { Constant } from './tables.ts'

/** The constants of formulas, by their ids: `constants.leaf('pue_default')` is 1.56, from 1.1 to 2. */
export class FormulaConstants {
  readonly #rows: ReadonlyMap<string, Constant>
  #cardPower: CardPower | undefined
  readonly #leaves = new Map<string, NumberAttribute>()

  constructor(rows: ReadonlyMap<string, Constant>) {
    this.#rows = rows
  }

  /** Throws where no table has it. */
  range(id: string): Constant {
    const row = this.#rows.get(id)
    if (row === undefined) throw new Error(`The table of constants lacks ${id}`)
    return row
  }

  /** What enters a calculation, made once. */
  leaf(id: string): NumberAttribute {
    let known = this.#leaves.get(id)
    if (known === undefined) {
      const { unit, source, ...numbers } = this.range(id)
      known = leaf(`constants.${id}`, 'DEFAULT', numbers, unit, source)
      this.#leaves.set(id, known)
    }
    return known
  }

  /** What the power of graphics cards is computed from. */
  get cardPower(): CardPower {
    this.#cardPower ??= this.#powerOfCards()
    return this.#cardPower
  }

  #powerOfCards(): CardPower {
    const { value, max, unit, source } = this.range('gpu_full')
    const { value: least } = this.range('gpu_full_utilisation_least')
    const load = this.range('gpu_load_default')
    const percent = range(load.value * 100, load.min * 100, load.max * 100)
    return {
      idle: this.leaf('gpu_idle'),
      full: this.leaf('gpu_full'),
      fullByTool: leaf('constants.gpu_full_utilisation', 'DEFAULT', range(value, least, max), unit, source),
      load: leaf('constants.gpu_load_default', 'DEFAULT', percent, '%', load.source),
    }
  }

  /** The same as what is typical of a thing. */
  cell(id: string): Cell {
    const { source, ...numbers } = this.range(id)
    return new Cell(`constants.${id}`, numbers, source)
  }
}
