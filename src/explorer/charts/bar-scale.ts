/** A value with its bounds. */
export interface Figure {
  readonly value: number
  readonly min: number
  readonly max: number
}

/** Where bars of one unit end, in pixels from their beginning. */
export interface BarScale {
  readonly at: (value: number) => number
  readonly width: number
  /** Bounds beyond this leave the picture. */
  readonly end: number
  /** Whether any bound does. */
  readonly isClipped: boolean
}

/** How far whiskers may reach beyond the largest value, as a multiple of it, before they squash the bars. */
const FARTHEST_WHISKER = 2

/** Pixels that are kept for the numbers of bounds that leave the picture. */
const NUMBER_ROOM = 74

/** One linear scale from 0 for all figures, made for their values: bounds far beyond the largest value leave the picture. */
export function barScale(figures: readonly Figure[], available: number): BarScale {
  const largest = Math.max(...figures.map(({ value }) => value), 0)
  const farthest = Math.max(...figures.map(({ max }) => max), 0)
  const isClipped = farthest > largest * FARTHEST_WHISKER
  const end = (isClipped ? largest * FARTHEST_WHISKER : farthest) || 1
  const width = Math.max(40, available - (isClipped ? NUMBER_ROOM : 2))
  return { at: (value) => (Math.min(Math.max(value, 0), end) / end) * width, width, end, isClipped }
}

/** About `count` round numbers from 0 to `end`. */
export function ticks(end: number, count = 4): readonly number[] {
  const rough = end / count
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = [1, 2, 2.5, 5, 10].map((each) => each * power).find((each) => each >= rough) ?? rough
  return Array.from({ length: Math.floor(end / step + 1e-9) + 1 }, (_, index) => Number((index * step).toPrecision(12)))
}
