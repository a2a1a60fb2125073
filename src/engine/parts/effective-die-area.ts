/** Width of the saw cut around a die, mm. */
const KERF_MM = 0.2
/** Diameter of a wafer, mm. */
const WAFER_DIAMETER_MM = 300
const WAFER_AREA_MM2 = Math.PI * (WAFER_DIAMETER_MM / 2) ** 2
/** Defects per cm2 that the yield is reckoned with. */
const DEFECTS_PER_CM2 = 0.1
const MM2_PER_CM2 = 100

/** Largest die area in mm2 that the formula is used for: beyond it hardly a whole die is left on the wafer. */
const LARGEST_DIE_MM2 = 10_000

/**
 * Wafer area in mm2 that one good die of a positive area in mm2 uses up: its share of the wafer, over the yield. Areas
 * beyond 10,000 mm2 are reckoned in proportion to that of 10,000 mm2.
 * Example: a die of 814 mm2 takes 2808.4 mm2 of wafer.
 */
export function effectiveDieArea(dieAreaMm2: number): number {
  if (dieAreaMm2 > LARGEST_DIE_MM2) return (dieAreaMm2 / LARGEST_DIE_MM2) * effectiveDieArea(LARGEST_DIE_MM2)
  const cut = (Math.sqrt(dieAreaMm2) + KERF_MM) ** 2
  const diesPerWafer = WAFER_AREA_MM2 / cut - (Math.PI * WAFER_DIAMETER_MM) / Math.sqrt(2 * cut)
  const yieldOfGood = Math.exp(-Math.sqrt((cut / MM2_PER_CM2) * DEFECTS_PER_CM2))
  return WAFER_AREA_MM2 / diesPerWafer / yieldOfGood
}
