import { CRITERION_CODES, type Criterion } from '../../engine/figures/criteria.ts'
import { spelled } from '../reshape/spelling.ts'

/** Value, least and most, in the unit of the criterion; undefined where nothing is published. */
type Figure = readonly [value: number, min: number, max: number] | undefined

/** Making and use of a typical server over its lifetime, as the release boavizta-2.4.1 has them. */
const FIGURES: Readonly<Record<Criterion, readonly [embedded: Figure, use: Figure]>> = {
  gwp: [
    [900, 459.9, 2087],
    [8000, 121.5, 38760],
  ],
  adp: [
    [0.14, 0.09758, 0.2132],
    [0.0013, 6.995e-5, 0.009097],
  ],
  pe: [
    [13000, 6109, 27060],
    [300000, 68.69, 16040000],
  ],
  gwppb: [
    [4.19, 4.19, 4.19],
    [0, 0, 0],
  ],
  gwppf: [
    [3660, 3660, 3660],
    [10000, 46.53, 72810],
  ],
  gwpplu: [
    [6.65e-7, 6.65e-7, 6.65e-7],
    [0, 0, 0],
  ],
  ir: [
    [2320, 2320, 2320],
    [20000, 0.5672, 112300],
  ],
  lu: [
    [-147, -147, -147],
    [0, 0, 0],
  ],
  odp: [
    [0.00135, 0.00135, 0.00135],
    [4e-6, 0, 3.005e-5],
  ],
  pm: [
    [0.000113, 0.000113, 0.000113],
    [0.0006, 0, 0.01983],
  ],
  pocp: [
    [8.4, 8.4, 8.4],
    [20, 0.02612, 341.3],
  ],
  wu: [[-3710, -3710, -3710], undefined],
  mips: [[10600, 10600, 10600], undefined],
  adpe: [
    [0.0378, 0.0378, 0.0378],
    [0.0013, 6.995e-5, 0.009097],
  ],
  adpf: [
    [51500, 51500, 51500],
    [170000, 67.52, 798100],
  ],
  ap: [
    [19.7, 19.7, 19.7],
    [5000, 0.01672, 287000],
  ],
  ctue: [[48400, 48400, 48400], undefined],
  ctuh_c: [[1.94e-7, 1.94e-7, 1.94e-7], undefined],
  ctuh_nc: [[1.87e-5, 1.87e-5, 1.87e-5], undefined],
  epf: [
    [-0.258, -0.258, -0.258],
    [0.0006, 5.865e-6, 0.008098],
  ],
  epm: [
    [2.94, 2.94, 2.94],
    [7, 0.008405, 113.3],
  ],
  ept: [
    [27, 27, 27],
    [30, 0.05767, 1242],
  ],
  fw: [undefined, undefined],
  fe: [undefined, [70000, 19020, 123300]],
}

/** Impacts in every criterion, each in its own unit: what /v1/server answers, without warnings. */
export function impactsExample() {
  return Object.fromEntries(
    CRITERION_CODES.map((code) => {
      const [embedded, use] = FIGURES[code].map(figureExample)
      return [code, { ...spelled(code), embedded, use }]
    }),
  )
}

function figureExample(figure: Figure) {
  if (figure === undefined) return 'not implemented'
  const [value, min, max] = figure
  return { value, min, max }
}
