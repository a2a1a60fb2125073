import { formula } from '../values/formula.ts'

/** Total over the units of a kind: threads of CPUs, GB of modules. Example: 12 modules of 32 GB have 384 GB. */
export const ofAllUnits = formula(
  { name: 'of_all_units', text: 'each * units', operands: ['each', 'units'] },
  (each, units) => each * units,
)

/** An instance's share of its host. It may exceed 1 if the host's row is incomplete. Example: 4 of 96 threads. */
export const shareOfHost = formula(
  { name: 'share_of_host', text: 'wanted / there', operands: ['wanted', 'there'], unit: '1', falling: ['there'] },
  (wanted, there) => wanted / there,
)
