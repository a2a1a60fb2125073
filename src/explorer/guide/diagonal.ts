/** Our figures against published ones: the scale of the chart of /calibration and of the drawing in its document. */
const LEAST = 8
const MOST = 3000

export const DIAGONAL_TICKS = [10, 20, 50, 100, 200, 500, 1000, 2000]

/** The ends of both axes, in kg, kWh or W. */
export const DIAGONAL_ENDS = [LEAST, MOST] as const

/** Lines beside the diagonal: ours is half or twice the published figure. */
export const DIAGONAL_FACTORS = [0.5, 2]

/** The place of a figure on the logarithmic scale, 0 to 1. */
export function placeOnDiagonal(figure: number): number {
  return Math.log(Math.min(MOST, Math.max(LEAST, figure)) / LEAST) / Math.log(MOST / LEAST)
}

/** Things that figures are of, each with a colour, as the first words of the names of kinds. */
export const SERIES = [
  'laptop',
  'desktop',
  'monitor',
  'smartphone',
  'tablet',
  'server',
  'benchmarked server',
  'graphics card',
] as const
export type Series = (typeof SERIES)[number]

/** Units of figures, each with a shape, in words. */
export const UNITS_SHOWN = { 'kg CO2 eq.': 'making, kg CO2 eq.', 'kWh/year': 'kWh a year', W: 'W' } as const
export type UnitShown = keyof typeof UNITS_SHOWN

/** The outline of the mark of a unit around a point, as an SVG path: a disc, a square or a triangle. */
export function markPath(unit: UnitShown, x: number, y: number, size: number): string {
  const at = (dx: number, dy: number) => `${round(x + dx * size)} ${round(y + dy * size)}`
  if (unit === 'W') return `M${at(0, -1.15)}L${at(1.1, 0.85)}L${at(-1.1, 0.85)}Z`
  if (unit === 'kWh/year') return `M${at(-0.9, -0.9)}L${at(0.9, -0.9)}L${at(0.9, 0.9)}L${at(-0.9, 0.9)}Z`
  return `M${at(-1, 0)}A${size} ${size} 0 1 1 ${at(1, 0)}A${size} ${size} 0 1 1 ${at(-1, 0)}Z`
}

function round(pixels: number): number {
  return Math.round(pixels * 10) / 10
}
