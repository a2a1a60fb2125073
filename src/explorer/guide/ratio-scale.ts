/** The scale of our figures over published ones, of the chart of /calibration and of the drawing in its document. */
const LEAST = 0.1
const MOST = 30

export const RATIO_TICKS = [0.1, 0.2, 0.5, 1, 2, 5, 10, 20]

/** A factor of 1.5. */
export const EXPECTED_RATIOS = [1 / 1.5, 1.5] as const

/** The place of a ratio on the logarithmic scale, 0 to 1. Ratios beyond its ends are at the ends. */
export function placeOfRatio(ratio: number): number {
  return Math.log(Math.min(MOST, Math.max(LEAST, ratio)) / LEAST) / Math.log(MOST / LEAST)
}
