import { formula } from '../values/formula.ts'
import type { Estimate } from '../values/range.ts'

/** How wafers are made into dies: constants `wafer_diameter`, `wafer_kerf` (both mm) and `wafer_defects` (per cm2). */
export interface WaferConstants {
  readonly diameter: Estimate
  readonly kerf: Estimate
  readonly defects: Estimate
  /** Constant `edge_loss`: the share of the dies cut at the edge that is lost; undefined if all are. */
  readonly edgeLoss: Estimate | undefined
  /** Constant `murphy`: 1 selects Murphy's yield; undefined selects Seeds'. */
  readonly murphy: Estimate | undefined
}

const MM2_PER_CM2 = 100
/** Largest die area in mm2 for the formula, which expects less than one die of this area on a wafer. */
const LARGEST_DIE_MM2 = 10_000

/** Area in mm2 of a die with its saw cut. Example: 814 mm2 are 825.45 mm2 with a kerf of 0.2 mm. */
const areaWithCut = formula(
  {
    name: 'area_with_cut',
    text: 'pow(sqrt(min(10000, area)) + kerf, 2)',
    operands: ['area', 'kerf'],
    unit: 'mm2',
  },
  (area, kerf) => (Math.sqrt(Math.min(LARGEST_DIE_MM2, area)) + kerf) ** 2,
)

/** Area of a wafer, in mm2. Example: a diameter of 300 mm gives 70,685.8 mm2. */
const areaOfWafer = formula(
  { name: 'area_of_wafer', text: '3.141592653589793 * pow(diameter / 2, 2)', operands: ['diameter'], unit: 'mm2' },
  (diameter) => Math.PI * (diameter / 2) ** 2,
)

/** Whole dies per wafer, without those cut at its edge. Example: 62.4 dies of 825.45 mm2 on a wafer of 300 mm. */
const diesPerWafer = formula(
  {
    name: 'dies_per_wafer',
    text: 'wafer / cut - 3.141592653589793 * diameter / sqrt(2 * cut)',
    operands: ['wafer', 'cut', 'diameter'],
    unit: '1',
    // The result falls with the cut as long as the wafer holds some dies.
    fallingAt: (wafer, cut, diameter) => (2 * wafer >= Math.PI * diameter * Math.sqrt(cut / 2) ? 0b110 : 0b100),
  },
  (wafer, cut, diameter) => wafer / cut - (Math.PI * diameter) / Math.sqrt(2 * cut),
)

/** Dies per wafer if only a share of those at the edge is lost. Example: 85.6 dies of 826 mm2 if none is. */
const diesPerWaferWithEdge = formula(
  {
    name: 'dies_per_wafer',
    text: 'wafer / cut - edge_loss * 3.141592653589793 * diameter / sqrt(2 * cut)',
    operands: ['wafer', 'cut', 'diameter', 'edge_loss'],
    unit: '1',
    fallingAt: (wafer, cut, diameter, edgeLoss) =>
      2 * wafer >= edgeLoss * Math.PI * diameter * Math.sqrt(cut / 2) ? 0b1110 : 0b1100,
  },
  (wafer, cut, diameter, edgeLoss) => wafer / cut - (edgeLoss * Math.PI * diameter) / Math.sqrt(2 * cut),
)

/** Share of good dies, at 0.1 defects per cm2. Example: 0.4031 for dies of 825.45 mm2. */
const yieldOfDies = formula(
  {
    name: 'good_share',
    text: 'exp(-sqrt(cut / 100 * defects))',
    operands: ['cut', 'defects'],
    unit: '1',
    falling: ['cut', 'defects'],
  },
  (cut, defects) => Math.exp(-Math.sqrt((cut / MM2_PER_CM2) * defects)),
)

/** Mean number of defects per die. Example: 0.826 for a die of 826 mm2, at 0.1 per cm2. */
const defectsOfDie = formula(
  { name: 'defects_of_die', text: 'cut / 100 * defects', operands: ['cut', 'defects'], unit: '1' },
  (cut, defects) => (cut / MM2_PER_CM2) * defects,
)

/** Below this mean number of defects every die is good within 1e-6, and Murphy's formula would divide by 0. */
const FEWEST_DEFECTS = 0.000001

/** Share of good dies by Murphy's yield ((1 - exp(-x)) / x)^2. Example: 0.463 at 0.826 defects on average. */
const murphyYield = (x: number) => {
  const defects = Math.max(FEWEST_DEFECTS, x)
  return ((1 - Math.exp(-defects)) / defects) ** 2
}

/** Share of good dies, between Seeds' yield and Murphy's. Example: 0.463 at 0.826 defects by Murphy. */
const yieldByMurphy = formula(
  {
    name: 'good_share',
    text: '(1 - murphy) * exp(-sqrt(x)) + murphy * pow((1 - exp(-max(0.000001, x))) / max(0.000001, x), 2)',
    operands: ['x', 'murphy'],
    unit: '1',
    fallingAt: (x) => (murphyYield(x) >= Math.exp(-Math.sqrt(x)) ? 0b01 : 0b11),
  },
  (x, murphy) => (1 - murphy) * Math.exp(-Math.sqrt(x)) + murphy * murphyYield(x),
)

/**
 * Wafer area in mm2 per good die; proportional to the die beyond 10,000 mm2. Example: 70,685.8 mm2 of wafer with 62.44
 * dies and a yield of 0.4031 give 2,808 mm2.
 */
const areaPerGoodDie = formula(
  {
    name: 'wafer_area',
    text: 'max(1, area / 10000) * wafer / dies_per_wafer / good_share',
    operands: ['area', 'wafer', 'dies_per_wafer', 'good_share'],
    unit: 'mm2',
    falling: ['dies_per_wafer', 'good_share'],
  },
  (area, wafer, dies, good) => (Math.max(1, area / LARGEST_DIE_MM2) * wafer) / dies / good,
)

/** Area of one die of video memory, in mm2. Example: 80 GB at 15.5 mm2 per GB on 6 dies are 206.67 mm2 each. */
export const areaOfVramDie = formula(
  {
    name: 'vram_die_area',
    text: 'vram * area_per_gb / vram_dies',
    operands: ['vram', 'area_per_gb', 'vram_dies'],
    unit: 'mm2',
    falling: ['vram_dies'],
  },
  (vram, areaPerGb, dies) => (vram * areaPerGb) / dies,
)

/** Wafer area of several dies, in mm2. Example: 6 dies of 390.53 mm2 take 2,343.2 mm2. */
export const areaOfDies = formula(
  { name: 'wafer_area_of_dies', text: 'wafer_area * dies', operands: ['wafer_area', 'dies'], unit: 'mm2' },
  (area, dies) => area * dies,
)

/**
 * Wafer area in mm2 per good die of a positive area in mm2: its share of the wafer, divided by the yield. Example: a
 * die of 814 mm2 takes 2808.4 mm2 of wafer.
 */
export function waferArea(area: Estimate, { diameter, kerf, defects, edgeLoss, murphy }: WaferConstants): Estimate {
  const cut = areaWithCut.of(area, kerf)
  const wafer = areaOfWafer.of(diameter)
  const dies =
    edgeLoss === undefined
      ? diesPerWafer.of(wafer, cut, diameter)
      : diesPerWaferWithEdge.of(wafer, cut, diameter, edgeLoss)
  const good =
    murphy === undefined ? yieldOfDies.of(cut, defects) : yieldByMurphy.of(defectsOfDie.of(cut, defects), murphy)
  return areaPerGoodDie.of(area, wafer, dies, good)
}
