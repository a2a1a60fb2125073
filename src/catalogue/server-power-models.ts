import type { CpuBill } from '../engine/components/cpu.ts'
import { TdpEstimates } from '../engine/components/tdp-estimates.ts'
import type { PowerClass, ServerPowerBill } from '../engine/devices/server-power.ts'
import { leaf, type NumberAttribute } from '../engine/values/attribute.ts'
import { exact, type Range } from '../engine/values/range.ts'
import type { CpuModel } from '../engine/values/table-rows.ts'
import type { FormulaConstants } from './formula-constants.ts'
import { modelTerms } from './model-terms.ts'
import { SHARES } from './tables/specs/component-tables.ts'
import type { CpuClassRow, ServerPowerRow, Tables } from './tables.ts'

/** The class of processors that fit no other. */
const UNKNOWN = 'unknown'

/** Classes whose processors stand for those of the class `unknown`: current ones for servers. */
const LIKE_UNKNOWN: ReadonlySet<string> = new Set(['xeon2', 'xeon3', 'epyc'])

/** Rows that repeat another part with one thread per core, and desktop machines: no typical part of a server. */
const NOT_TYPICAL = /\(SMT off\)|^apple /i

/** A processor as far as it is known. */
type KnownCpu = Pick<CpuBill, 'name' | 'family' | 'modelRange'>

/** What the power of servers with processors of one class is computed from. */
export interface ServerPowerModel {
  readonly bill: ServerPowerBill
  readonly tdps: TdpEstimates
}

type ClassTables = Pick<Tables, 'serverPower' | 'cpuClasses' | 'cpus' | 'uncertainties'>

/**
 * The power of whole servers by the class of their processors, in releases with the table `server-power`.
 *
 * @example
 * models.of({ name: matchCpu('EPYC 9654') }, undefined).bill.powerClass.name // 'epyc'
 */
export class ServerPowerModels {
  readonly #models: ReadonlyMap<string, ServerPowerModel>
  readonly #named: readonly { readonly name: string; readonly pattern: RegExp }[]
  readonly #families: readonly (CpuClassRow & { readonly range: RegExp | undefined })[]
  readonly #classes = new WeakMap<CpuModel, string>()

  /** Undefined in releases where the power of a server is the sum of that of its parts. */
  static of(tables: ClassTables, constants: FormulaConstants): ServerPowerModels | undefined {
    return tables.serverPower.length === 0 ? undefined : new ServerPowerModels(tables, constants)
  }

  private constructor(tables: ClassTables, constants: FormulaConstants) {
    this.#named = tables.cpuClasses.flatMap(({ name, names }) =>
      names === undefined ? [] : [{ name, pattern: new RegExp(names) }],
    )
    this.#families = tables.cpuClasses.flatMap((row) =>
      row.family === undefined
        ? []
        : [{ ...row, range: row.modelRange === undefined ? undefined : new RegExp(row.modelRange) }],
    )
    const typical = tables.cpus.filter(({ name }) => !NOT_TYPICAL.test(name))
    const error = modelTerms(tables).serverPower ?? NO_ERROR
    const unknown = constants.leaf('cpu_tdp_default', 'cpu_tdp')
    this.#models = new Map(
      tables.serverPower.map((row) => {
        const rows = typical.filter((cpu) => this.#isLike(cpu, row.name))
        const bill: ServerPowerBill = {
          powerClass: classOf(row),
          model: error,
          field: constants.leaf('server_power_field', 'avg_power'),
          supplyEfficiency: constants.leaf('supply_efficiency'),
          drivesInRest: constants.fixed('drives_in_rest'),
          ssd: constants.leaf('server_ssd_power'),
          hdd: constants.leaf('server_hdd_power'),
        }
        return [row.name, { bill, tdps: new TdpEstimates(row.name, rows, unknown) }]
      }),
    )
  }

  /** `typical` is the class of the server's archetype. */
  of(cpu: KnownCpu, typical: string | undefined): ServerPowerModel {
    const model = this.#models.get(this.#classOf(cpu, typical)) ?? this.#models.get(UNKNOWN)
    if (model === undefined) throw new Error('The table server-power lacks the class unknown')
    return model
  }

  /** The class of a processor: by its name, else its family and model range, else that of the server's archetype. */
  #classOf({ name, family, modelRange }: KnownCpu, typical: string | undefined): string {
    if (name?.row !== undefined) return this.#classOfRow(name.row)
    const range = modelRange?.name?.toLowerCase() ?? ''
    const ofFamily = this.#families.find((each) => each.family === family?.name && (each.range?.test(range) ?? true))
    return ofFamily?.name ?? typical ?? UNKNOWN
  }

  #isLike(cpu: CpuModel, powerClass: string): boolean {
    const own = this.#classOfRow(cpu)
    return powerClass === UNKNOWN ? LIKE_UNKNOWN.has(own) : own === powerClass
  }

  #classOfRow(row: CpuModel): string {
    let known = this.#classes.get(row)
    if (known === undefined) {
      known = this.classOfName(row.name)
      this.#classes.set(row, known)
    }
    return known
  }

  /** The class of a whole name. Example: `xeon2` of `Intel Xeon Gold 6130`. */
  classOfName(name: string): string {
    const plain = plainName(name)
    return this.#named.find(({ pattern }) => pattern.test(plain))?.name ?? UNKNOWN
  }
}

/** `Intel(R) Xeon(R) Gold 6130 (SMT off)` is `intel xeon gold 6130`. */
function plainName(name: string): string {
  return name
    .toLowerCase()
    .replace(/\(r\)|\(tm\)|\(smt off\)/g, '')
    .replace(/\s+/g, ' ')
    .trim()
}

/** The row of a class as leaves: `server-power.xeon2.full_w_per_tdp_w`. */
function classOf({ name, shape, source, ...numbers }: ServerPowerRow): PowerClass {
  const cell = (column: string, value: Range, unit: string): NumberAttribute =>
    leaf({ table: 'server-power', row: name, column, property: 'avg_power' }, 'COMPLETED', value, unit, source)
  return {
    name,
    fullPerTdp: cell('full_w_per_tdp_w', numbers.fullPerTdp, 'W/W'),
    idlePerTdp: cell('idle_w_per_tdp_w', numbers.idlePerTdp, 'W/W'),
    fullPerGb: cell('full_w_per_gb', numbers.fullPerGb, 'W/GB'),
    idlePerGb: cell('idle_w_per_gb', numbers.idlePerGb, 'W/GB'),
    fullRest: cell('full_rest_w', numbers.fullRest, 'W'),
    idleRest: cell('idle_rest_w', numbers.idleRest, 'W'),
    shape: SHARES.map((column, index) => cell(column, exact(shape[index] ?? Number.NaN), '1')),
  }
}

/** Tables of the caller's may leave out the spread of the model. */
const NO_ERROR = leaf({ table: 'model', row: 'server_power' }, 'COMPLETED', exact(1), '1')
