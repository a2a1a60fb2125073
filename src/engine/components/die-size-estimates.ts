import { DIE_SIZE_DIGITS, dieSizeInProportion, dieSizeOnLine } from '../formulas/die-size.ts'
import { described, leaf, type NumberAttribute } from '../values/attribute.ts'
import { distinctSources, type Leaf, leafId } from '../values/leaf.ts'
import { exact, meanOfRanges, type Range, range } from '../values/range.ts'
import { roundSignificant } from '../values/round-figure.ts'
import type { CpuModel } from '../values/table-rows.ts'
import { NO_WARNINGS, type Warning, warning } from '../values/warning.ts'

/** Estimates from the die sizes of one family in the CPU table, or of all. */
export interface DieSizeEstimates {
  /** The die size in mm2 for a known or unknown number of cores. Its source is the rule used. */
  estimate(coreUnits: NumberAttribute | undefined): NumberAttribute
}

type Known = CpuModel & { readonly dieSize: number }

/**
 * Estimates die sizes from rows of the CPU table, in mm2 to 3 significant figures.
 *
 * - Cores unknown: the mean, between the smallest and the largest.
 * - Cores known: the same over the rows with that number.
 * - No such row, and all rows have one number of cores: a rule of three on the first.
 * - Otherwise: the least-squares line over the numbers of cores. If that is not above 0, a rule of three on the nearest
 *   number.
 *
 * Undefined if no row has a die size.
 */
export function dieSizeEstimates(rows: readonly CpuModel[], family: string | undefined): DieSizeEstimates | undefined {
  const known = rows.filter((row): row is Known => row.dieSize !== undefined)
  const [first] = known
  if (first === undefined) return undefined
  const scope = family === undefined ? 'all families' : `the family ${family}`
  const estimate = (rule: string, ...within: readonly (string | number)[]) => estimateOf(rule, family, within)
  const byCores = new Map<number, Known[]>()
  for (const row of known) {
    if (row.coreUnits === undefined) continue
    const same = byCores.get(row.coreUnits)
    if (same) same.push(row)
    else byCores.set(row.coreUnits, [row])
  }
  const line = leastSquaresLine(known)
  const all = averageOf(known, estimate('average'), `Average value for ${scope}`)
  const means = new Map(
    Array.from(byCores, ([cores, same]) => {
      const rule = `Average value for ${scope} with ${cores} cores`
      return [cores, averageOf(same, estimate('average', cores), rule)]
    }),
  )

  return {
    estimate(coreUnits) {
      if (coreUnits === undefined) return all
      const cores = coreUnits.value
      const mean = means.get(cores)
      if (mean !== undefined) return mean
      const [only] = byCores.size === 1 ? byCores.keys() : []
      if (only !== undefined)
        return inProportion(known, only, coreUnits, (...within) => estimate('proportion', ...within))
      if (line === undefined) return all
      if (line.intercept + line.slope * cores > 0) {
        const parameter = (name: 'intercept' | 'slope') =>
          leaf({ ...estimate('line', name), sources: line.sources }, 'COMPLETED', exact(line[name]), 'mm2')
        const size = dieSizeOnLine.of(parameter('intercept'), parameter('slope'), coreUnits)
        return described('COMPLETED', size, 'mm2', `Linear regression on ${scope}`)
      }
      const nearest = [...byCores.keys()].reduce((a, b) => (Math.abs(b - cores) < Math.abs(a - cores) ? b : a))
      const rowsOfNearest = byCores.get(nearest) ?? known
      return inProportion(
        rowsOfNearest,
        nearest,
        coreUnits,
        (...within) => estimate('proportion', nearest, ...within),
        [OFF_THE_LINE],
      )
    },
  }
}

const OFF_THE_LINE = warning(
  'NEAREST_CORE_COUNT',
  'For this number of cores, the usual formula gives a die size of 0 or less. The result uses the die size of a processor with the nearest known number of cores.',
)

/** The mean of die sizes, between the smallest and the largest; sampling draws one of them. */
function averageOf(rows: readonly Known[], of: Leaf, rule: string): NumberAttribute {
  const sizes = rows.map(({ dieSize }) => dieSize)
  const { value, min, max } = meanOfRanges(sizes.map(exact))
  const bounds = range(rounded(value), rounded(min), rounded(max))
  return leaf(drawn(of, rows), 'COMPLETED', bounds, 'mm2', rule)
}

/** Scales the die of the first row (or the smallest, or the largest) with the cores. */
function inProportion(
  rows: readonly Known[],
  cores: number,
  coreUnits: NumberAttribute,
  estimate: (...within: readonly string[]) => Leaf,
  warnings: readonly Warning[] = NO_WARNINGS,
): NumberAttribute {
  const [first] = rows
  const sizes = rows.map(({ dieSize }) => dieSize)
  const bounds: Range = range(first?.dieSize ?? 0, Math.min(...sizes), Math.max(...sizes))
  const known = leaf(drawn(estimate(), rows), 'COMPLETED', bounds, 'mm2', first?.name)
  const ofCores = { ...estimate('core_units'), sources: known.leaf?.sources ?? [] }
  const size = dieSizeInProportion.of(known, coreUnits, leaf(ofCores, 'COMPLETED', exact(cores)))
  return described('COMPLETED', size, 'mm2', `Rule of three on ${first?.name}`, warnings)
}

/** `cpus.average.die_size.skylake.12`: the rule, the family, and what narrows it further. */
function estimateOf(rule: string, family: string | undefined, within: readonly (string | number)[]): Leaf {
  const criterion = [family ?? 'all', ...within].join('.')
  const average = family === undefined && within.length === 0 ? 'ALL' : 'FAMILY'
  return { table: 'cpus', row: rule, column: 'die_size', criterion, property: 'cpu_die_size', average }
}

/** The estimate with the sources of its rows. With several sizes, sampling draws one of them. */
function drawn(of: Leaf, rows: readonly Known[]): Leaf {
  const sources = sourcesOf(rows)
  if (rows.length === 1) return { ...of, sources }
  return { ...of, sources, rows: { id: leafId(of), values: rows.map(({ dieSize }) => rounded(dieSize)) } }
}

function sourcesOf(rows: readonly CpuModel[]): readonly string[] {
  return distinctSources(rows.map(({ dieSizeSource, source }) => dieSizeSource ?? source))
}

function rounded(size: number): number {
  return roundSignificant(size, DIE_SIZE_DIGITS)
}

interface Line {
  readonly intercept: number
  readonly slope: number
  /** Sources of the rows that it goes through. */
  readonly sources: readonly string[]
}

function leastSquaresLine(rows: readonly Known[]): Line | undefined {
  const onIt = rows.filter(({ coreUnits }) => coreUnits)
  const points = onIt.map(({ coreUnits = 0, dieSize }) => [coreUnits, dieSize] as const)
  const n = points.length
  if (n === 0) return undefined
  let sx = 0
  let sy = 0
  let sxx = 0
  let sxy = 0
  for (const [x, y] of points) {
    sx += x
    sy += y
    sxx += x * x
    sxy += x * y
  }
  const slope = (n * sxy - sx * sy) / (n * sxx - sx * sx)
  return { intercept: (sy - slope * sx) / n, slope, sources: sourcesOf(onIt) }
}
