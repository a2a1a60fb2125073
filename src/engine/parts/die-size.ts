import type { CpuModel } from '../figures/figures.ts'
import { exact, mapRising, type Range, range, scale } from '../figures/range.ts'
import { roundSignificant } from '../figures/round-figure.ts'

/** An estimated die size in mm2 and the rule that gave it. */
export interface DieSizeEstimate {
  readonly dieSize: Range
  readonly rule: string
  readonly warnings?: readonly string[]
}

/** What the CPU table knows of the die sizes of one family, or of all. Build once, ask often. */
export interface DieSizeStatistics {
  /** The estimate for a number of cores, or for an unknown number of cores. */
  estimate(coreUnits: number | undefined): DieSizeEstimate
}

/** Die sizes are estimated to this many significant figures. */
const DIE_SIZE_DIGITS = 3

/**
 * Die sizes over rows of the CPU table, in mm2. By the number of cores: unknown, the mean with the smallest and largest;
 * known, the same over the rows with that number; no such row and all rows of one number, a rule of three on the first;
 * else the least-squares line over the numbers of cores. Undefined where no row has a die size.
 */
export function dieSizeStatistics(
  rows: readonly CpuModel[],
  family: string | undefined,
): DieSizeStatistics | undefined {
  const known = rows.filter((row): row is CpuModel & { dieSize: number } => row.dieSize !== undefined)
  const [first] = known
  if (first === undefined) return undefined
  const scope = family === undefined ? 'all families' : `the family ${family}`
  const everything = spread(known.map((row) => row.dieSize))
  const byCores = Map.groupBy(
    known.filter((row) => row.coreUnits !== undefined),
    (row) => row.coreUnits as number,
  )
  const sameCores = new Map([...byCores].map(([cores, rows]) => [cores, spread(rows.map((row) => row.dieSize))]))
  const [onlyCores] = sameCores.size === 1 ? sameCores.keys() : []
  const line = leastSquaresLine(known.flatMap(({ coreUnits, dieSize }) => (coreUnits ? [[coreUnits, dieSize]] : [])))

  return {
    estimate(coreUnits) {
      if (coreUnits === undefined) return rounded(everything, `Average value for ${scope}`)
      const same = sameCores.get(coreUnits)
      if (same) return rounded(same, `Average value for ${scope} with ${coreUnits} cores`)
      if (onlyCores !== undefined) {
        const ofFirst = range(first.dieSize, everything.min, everything.max)
        return rounded(scale(ofFirst, coreUnits / onlyCores), `Rule of three on ${first.name}`)
      }
      if (line === undefined) return rounded(everything, `Average value for ${scope}`)
      const onLine = line.intercept + line.slope * coreUnits
      const estimate = rounded(exact(onLine), `Linear regression on ${scope}`)
      return onLine > 0 ? estimate : { ...estimate, warnings: [OFF_THE_LINE] }
    },
  }
}

const OFF_THE_LINE =
  'The number of cores lies so far from those known of the family that its line of die sizes is below 0 there: give the die size'

function rounded(dieSize: Range, rule: string): DieSizeEstimate {
  return { dieSize: mapRising(dieSize, (size) => roundSignificant(size, DIE_SIZE_DIGITS)), rule }
}

function spread(sizes: readonly number[]): Range {
  const total = sizes.reduce((sum, size) => sum + size, 0)
  return { value: total / sizes.length, min: Math.min(...sizes), max: Math.max(...sizes) }
}

function leastSquaresLine(points: readonly number[][]): { intercept: number; slope: number } | undefined {
  if (points.length === 0) return undefined
  const n = points.length
  let sx = 0
  let sy = 0
  let sxx = 0
  let sxy = 0
  for (const [x = 0, y = 0] of points) {
    sx += x
    sy += y
    sxx += x * x
    sxy += x * y
  }
  const slope = (n * sxy - sx * sy) / (n * sxx - sx * sx)
  return { intercept: (sy - slope * sx) / n, slope }
}
