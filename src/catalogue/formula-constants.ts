import type { GpuPowerConstants } from '../engine/components/gpu-power.ts'
import type { RamPower } from '../engine/components/ram.ts'
import type { WaferConstants } from '../engine/formulas/wafer-area.ts'
import type { CpuPowerConstants } from '../engine/use/consumption-profile.ts'
import { leaf, type NumberAttribute } from '../engine/values/attribute.ts'
import { Cell } from '../engine/values/cell.ts'
import type { Leaf } from '../engine/values/leaf.ts'
import { range } from '../engine/values/range.ts'
import type { Constant } from './tables.ts'

/** Shares of the TDP, with their loads in percent. */
const TDP_SHARES = [
  ['cpu_power_idle', 0],
  ['cpu_power_low', 10],
  ['cpu_power_medium', 50],
  ['cpu_power_full', 100],
] as const

/** The constants of formulas, by id: `constants.leaf('pue_default')` is 1.56, from 1.1 to 2. */
export class FormulaConstants {
  readonly #rows: ReadonlyMap<string, Constant>
  #gpuPower: GpuPowerConstants | undefined
  #cpuPower: CpuPowerConstants | undefined
  #ramPower: RamPower | undefined
  #wafer: WaferConstants | undefined
  readonly #leaves = new Map<string, NumberAttribute>()

  constructor(rows: ReadonlyMap<string, Constant>) {
    this.#rows = rows
  }

  /** Throws if the tables lack it. */
  range(id: string): Constant {
    const row = this.#rows.get(id)
    if (row === undefined) throw new Error(`The table of constants lacks ${id}`)
    return row
  }

  /**
   * A constant that applies if the caller sets nothing else (DEFAULT), as a leaf; created once. `property` is what the
   * caller may set instead.
   */
  leaf(id: string, property?: string): NumberAttribute {
    return this.#leaf(id, 'DEFAULT', property)
  }

  /** A constant that always applies (COMPLETED, like factors), as a leaf; created once. */
  fixed(id: string): NumberAttribute {
    return this.#leaf(id, 'COMPLETED')
  }

  /** A fixed constant; undefined in releases where its term vanishes, so that it stays out of the calculation. */
  term(id: string): NumberAttribute | undefined {
    return this.range(id).isNeutral ? undefined : this.fixed(id)
  }

  #leaf(id: string, status: 'DEFAULT' | 'COMPLETED', property?: string): NumberAttribute {
    let known = this.#leaves.get(id)
    if (known === undefined) {
      const { unit, source, ...numbers } = this.range(id)
      known = leaf(cellOf(id, property), status, numbers, unit, source)
      this.#leaves.set(id, known)
    }
    return known
  }

  get cpuPower(): CpuPowerConstants {
    this.#cpuPower ??= {
      least: this.fixed('cpu_power_least'),
      sharesOfTdp: TDP_SHARES.map(([id, loadPercentage]) => ({ loadPercentage, share: this.range(id).value })),
    }
    return this.#cpuPower
  }

  get ramPower(): RamPower {
    if (this.#ramPower === undefined) {
      const wattPerGb = this.fixed('ram_power')
      this.#ramPower = { wattPerGb, source: `${wattPerGb.value} W per GB * capacity` }
    }
    return this.#ramPower
  }

  get wafer(): WaferConstants {
    this.#wafer ??= {
      diameter: this.fixed('wafer_diameter'),
      kerf: this.fixed('wafer_kerf'),
      defects: this.fixed('wafer_defects'),
      edgeLoss: this.term('edge_loss'),
      murphy: this.term('murphy'),
    }
    return this.#wafer
  }

  get gpuPower(): GpuPowerConstants {
    this.#gpuPower ??= this.#powerOfCards()
    return this.#gpuPower
  }

  #powerOfCards(): GpuPowerConstants {
    const { value, max, unit, source } = this.range('gpu_full')
    const { value: least } = this.range('gpu_full_utilisation_least')
    const load = this.range('gpu_load_default')
    const percent = range(load.value * 100, load.min * 100, load.max * 100)
    return {
      idle: this.leaf('gpu_idle', 'avg_power'),
      full: this.leaf('gpu_full', 'avg_power'),
      fullByTool: leaf(cellOf('gpu_full_utilisation', 'avg_power'), 'DEFAULT', range(value, least, max), unit, source),
      load: leaf(cellOf('gpu_load_default', 'time_workload'), 'DEFAULT', percent, '%', load.source),
    }
  }

  /** What a card or a module adds to its server besides its own power, as a ratio of it. */
  overheadOfCards(isModule: boolean): NumberAttribute {
    return this.leaf(isModule ? 'module_overhead' : 'card_overhead', 'avg_power')
  }

  /** A constant as the typical value of a property. */
  cell(id: string, property: string): Cell {
    const { source, ...numbers } = this.range(id)
    return new Cell(cellOf(id, property), numbers, source)
  }
}

function cellOf(id: string, property: string | undefined): Leaf {
  return { table: 'constants', row: id, property }
}
