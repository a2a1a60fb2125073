import { formula } from '../values/formula.ts'

/** What all units of a kind have: threads of CPUs, GB of modules. Example: 12 modules of 32 GB have 384 GB. */
export const ofAllUnits = formula(
  { name: 'of_all_units', text: 'each * units', operands: ['each', 'units'] },
  (each, units) => each * units,
)

/** The share of a host that an instance has. It may be above 1 where the host's row is incomplete. Example: 4 of 96 threads. */
export const shareOfHost = formula(
  { name: 'share_of_host', text: 'wanted / there', operands: ['wanted', 'there'], unit: '1', falling: ['there'] },
  (wanted, there) => wanted / there,
)
