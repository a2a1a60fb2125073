import { formula } from '../figures/formula.ts'

/** Width of the saw cut around a die, mm. */
const KERF_MM = 0.2
/** Diameter of a wafer, mm. */
const WAFER_DIAMETER_MM = 300
const WAFER_AREA_MM2 = Math.PI * (WAFER_DIAMETER_MM / 2) ** 2
/** Defects per cm2. */
const DEFECTS_PER_CM2 = 0.1
const MM2_PER_CM2 = 100
/** Largest die area in mm2 that the formula is used for: beyond it hardly a whole die is left on the wafer. */
const LARGEST_DIE_MM2 = 10_000

/** Area in mm2 of a die with its saw cut. Example: 814 mm2 are 825.45 mm2 with a kerf of 0.2 mm. */
const areaWithCut = formula(
  { name: 'area_with_cut', text: 'pow(sqrt(min(10000, area)) + 0.2, 2)', operands: ['area'], unit: 'mm2' },
  (area) => (Math.sqrt(Math.min(LARGEST_DIE_MM2, area)) + KERF_MM) ** 2,
)

/** Dies that a wafer 300 mm across holds, those cut off at its edge left out. Example: 62.4 of 825.45 mm2. */
const diesPerWafer = formula(
  {
    name: 'dies_per_wafer',
    text: '70685.83470577035 / cut - 942.4777960769379 / sqrt(2 * cut)',
    operands: ['cut'],
    unit: '1',
    falling: ['cut'],
  },
  (cut) => WAFER_AREA_MM2 / cut - (Math.PI * WAFER_DIAMETER_MM) / Math.sqrt(2 * cut),
)

/** Share of dies that are good, at 0.1 defects per cm2. Example: 0.4031 of dies of 825.45 mm2. */
const yieldOfDies = formula(
  { name: 'yield', text: 'exp(-sqrt(cut / 100 * 0.1))', operands: ['cut'], unit: '1', falling: ['cut'] },
  (cut) => Math.exp(-Math.sqrt((cut / MM2_PER_CM2) * DEFECTS_PER_CM2)),
)

/** Wafer area in mm2 that one good die takes; beyond dies of 10,000 mm2 in proportion. */
const areaPerGoodDie = formula(
  {
    name: 'wafer_area',
    text: 'max(1, area / 10000) * 70685.83470577035 / dies_per_wafer / yield',
    operands: ['area', 'dies_per_wafer', 'yield'],
    unit: 'mm2',
    falling: ['dies_per_wafer', 'yield'],
  },
  (area, dies, good) => (Math.max(1, area / LARGEST_DIE_MM2) * WAFER_AREA_MM2) / dies / good,
)

/** Area of one die of video memory, in mm2: 15.5 mm2 per GB (published GPU life-cycle studies). */
export const VRAM_MM2_PER_GB = 15.5

/** Area of one die of video memory, in mm2. Example: 80 GB on 6 dies are 206.67 mm2 each. */
export const areaOfVramDie = formula(
  {
    name: 'vram_die_area',
    text: 'vram * 15.5 / vram_dies',
    operands: ['vram', 'vram_dies'],
    unit: 'mm2',
    falling: ['vram_dies'],
  },
  (vram, dies) => (vram * VRAM_MM2_PER_GB) / dies,
)

/** Wafer area of so many dies, in mm2. */
export const areaOfDies = formula(
  { name: 'wafer_area_of_dies', text: 'wafer_area * dies', operands: ['wafer_area', 'dies'], unit: 'mm2' },
  (area, dies) => area * dies,
)

type Area = Parameters<typeof areaWithCut.of>[0]

/**
 * Wafer area in mm2 that one good die of a positive area in mm2 uses up: its share of the wafer, over the yield.
 * Example: a die of 814 mm2 takes 2808.4 mm2 of wafer.
 */
export function waferArea(area: Area): Area {
  const cut = areaWithCut.of(area)
  return areaPerGoodDie.of(area, diesPerWafer.of(cut), yieldOfDies.of(cut))
}
