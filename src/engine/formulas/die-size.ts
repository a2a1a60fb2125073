import { formula } from '../values/formula.ts'
import { roundSignificant } from '../values/round-figure.ts'

/** Significant figures of an estimated die size. */
export const DIE_SIZE_DIGITS = 3

/** Die size in mm2, from the size per core in the input. Example: 24.5 mm2 for each of 32 cores are 784 mm2. */
export const dieSizeOfCores = formula(
  {
    name: 'die_size',
    text: 'die_size_per_core * core_units',
    operands: ['die_size_per_core', 'core_units'],
    unit: 'mm2',
  },
  (perCore, cores) => perCore * cores,
)

/** Die size per core in mm2, from the die size in the input. Example: 694 mm2 with 28 cores are 24.8 mm2 per core. */
export const dieSizePerCore = formula(
  {
    name: 'die_size_per_core',
    text: 'die_size / core_units',
    operands: ['die_size', 'core_units'],
    unit: 'mm2',
    falling: ['core_units'],
  },
  (dieSize, cores) => dieSize / cores,
)

/** Rule of three: scales the die with the number of cores. Example: 122 mm2 with 8 cores are 183 mm2 with 12. */
export const dieSizeInProportion = formula(
  {
    name: 'die_size_in_proportion',
    text: 'figures(die_size * core_units / known_core_units, 3)',
    operands: ['die_size', 'core_units', 'known_core_units'],
    unit: 'mm2',
    falling: ['known_core_units'],
  },
  (dieSize, cores, knownCores) => roundSignificant((dieSize * cores) / knownCores, DIE_SIZE_DIGITS),
)

/** The least-squares line through known dies. Example: 30 mm2 plus 21.25 mm2 per core are 285 mm2 at 12 cores. */
export const dieSizeOnLine = formula(
  {
    name: 'die_size_on_line',
    text: 'figures(intercept + slope * core_units, 3)',
    operands: ['intercept', 'slope', 'core_units'],
    unit: 'mm2',
    fallingAt: (_, slope) => (slope >= 0 ? 0 : 0b100),
  },
  (intercept, slope, cores) => roundSignificant(intercept + slope * cores, DIE_SIZE_DIGITS),
)
