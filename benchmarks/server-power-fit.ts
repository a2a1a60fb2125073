import { parse } from 'csv-parse/sync'
import type { ServerPowerRow } from '../src/catalogue/tables.ts'
import { LOADS_OF_SHAPE } from '../src/engine/formulas/server-power.ts'
import { exact, quantile, type Range } from '../src/engine/values/range.ts'

/** A server whose power was measured at the wall: whole, idle and at full load. */
export interface MeasuredServer {
  readonly maker: string
  /** Name of its processors, as published. */
  readonly cpu: string
  /** Class of its processors. */
  readonly powerClass: string
  readonly processors: number
  /** Thermal design power of one processor, in W. */
  readonly tdp: number
  /** Memory in GB; undefined if not published. */
  readonly gb: number | undefined
  readonly idle: number
  readonly full: number
  /** Power in W at 0, 10, ... 100 percent; undefined if only idle and full power are known. */
  readonly byLoad: readonly number[] | undefined
}

/** Loads in percent that a result states if it states them all. */
export const ALL_LOADS = [0, ...LOADS_OF_SHAPE, 100] as const

/** The class of processors that results do not fit: those of another kind, and those that no pattern knows. */
const UNKNOWN = 'unknown'

/** Makers by a word of their names, which differ between lists of results. */
const MAKERS = ['dell', 'fujitsu', 'h3c', 'inspur', 'lenovo', 'nettrix', 'sugon']

/**
 * Reads results from texts of CSV, each with its name. Columns: maker, cpu, chips, tdp_w, ram_gb, and `w_0`, `w_10`,
 * ... `w_100`, or `idle_w` and `full_w`. Lines that start with # are remarks. A result with idle and full power alone
 * is left out if another with the same two powers, to 0.1 W, has all loads. So is one whose class is unknown. Throws an
 * Error that names the file, the line and the column of a cell that is not a number above 0, or of full power that is
 * not above idle power.
 *
 * Example: `readResults([{ name: 'a.csv', text }], (cpu) => 'epyc')`
 */
export function readResults(
  files: readonly { readonly name: string; readonly text: string }[],
  classOfName: (cpu: string) => string,
): readonly MeasuredServer[] {
  const all = files.flatMap(({ name, text }) => readFile(name, text, classOfName))
  const known = new Set(all.filter(({ byLoad }) => byLoad !== undefined).map(powersOf))
  return all.filter((each) => each.powerClass !== UNKNOWN && (each.byLoad !== undefined || !known.has(powersOf(each))))
}

function powersOf({ idle, full }: MeasuredServer): string {
  return `${idle.toFixed(1)}/${full.toFixed(1)}`
}

function readFile(name: string, text: string, classOfName: (cpu: string) => string): MeasuredServer[] {
  const records = parse(text, {
    bom: true,
    columns: true,
    comment: '#',
    comment_no_infix: true,
    info: true,
    trim: true,
  })
  return (records as unknown as { info: { lines: number }; record: Record<string, string> }[]).map(
    ({ info: { lines }, record }) => {
      const cell = (column: string): number => {
        const value = Number(record[column])
        if (value > 0) return value
        throw new Error(`${name}:${lines}: ${column}: expected a number above 0, got "${record[column] ?? ''}"`)
      }
      const { maker = '', cpu = '', ram_gb: gb } = record
      const byLoad = 'w_0' in record ? ALL_LOADS.map((load) => cell(`w_${load}`)) : undefined
      const [idle, full] = byLoad === undefined ? ['idle_w', 'full_w'] : ['w_0', 'w_100']
      if (cell(idle) >= cell(full)) throw new Error(`${name}:${lines}: ${full}: expected more than ${idle}`)
      return {
        maker: MAKERS.find((each) => maker.toLowerCase().includes(each)) ?? maker.toLowerCase(),
        cpu,
        powerClass: classOfName(cpu),
        processors: cell('chips'),
        tdp: cell('tdp_w'),
        gb: gb ? cell('ram_gb') : undefined,
        idle: cell(idle),
        full: cell(full),
        byLoad,
      }
    },
  )
}

/**
 * The table of server power as results say. W per GB and the rest of a server are judgements, which stay. A class with
 * results takes its W per W of thermal design power and its shape from them; each maker counts by the square root of
 * its results. A class whose W per W of thermal design power are judgements (that is, they have bounds) takes its shape
 * from all results. Every other class stays as it is.
 */
export function fitServerPower(
  rows: readonly ServerPowerRow[],
  results: readonly MeasuredServer[],
): readonly ServerPowerRow[] {
  const shapeOfAll = shapeOf(results)
  return rows.map((row) => {
    if (row.fullPerTdp.min < row.fullPerTdp.max) return { ...row, shape: shapeOfAll ?? row.shape }
    const ofClass = results.filter(({ powerClass, gb }) => powerClass === row.name && gb !== undefined)
    if (ofClass.length === 0) return row
    const perTdp = (power: (each: MeasuredServer) => number, perGb: Range, rest: Range) =>
      exact(
        weightedMedian(
          ofClass.map((each) => ({
            value: (power(each) - perGb.value * (each.gb ?? 0) - rest.value) / (each.processors * each.tdp),
            weight: 1 / Math.sqrt(ofClass.filter(({ maker }) => maker === each.maker).length),
          })),
        ),
      )
    return {
      ...row,
      fullPerTdp: perTdp(({ full }) => full, row.fullPerGb, row.fullRest),
      idlePerTdp: perTdp(({ idle }) => idle, row.idlePerGb, row.idleRest),
      shape: shapeOf(ofClass) ?? row.shape,
    }
  })
}

/** The lowest value at which half of the weight is reached. Example: 1, 2 and 9 with weights 1, 1 and 2 give 2. */
export function weightedMedian(values: readonly { readonly value: number; readonly weight: number }[]): number {
  const sorted = [...values].sort((one, other) => one.value - other.value)
  const half = sorted.reduce((sum, { weight }) => sum + weight, 0) / 2
  let reached = 0
  for (const { value, weight } of sorted) {
    reached += weight
    if (reached >= half) return value
  }
  return Number.NaN
}

/** Median share of the range between idle and full power, at 10, 20, ... 90 percent; undefined without results. */
function shapeOf(results: readonly MeasuredServer[]): readonly number[] | undefined {
  const whole = results.flatMap(({ byLoad, idle, full }) => (byLoad === undefined ? [] : [{ byLoad, idle, full }]))
  if (whole.length === 0) return undefined
  return LOADS_OF_SHAPE.map((_, index) => {
    const shares = whole.map(({ byLoad, idle, full }) => ((byLoad[index + 1] ?? 0) - idle) / (full - idle))
    return quantile(
      shares.sort((one, other) => one - other),
      0.5,
    )
  })
}
