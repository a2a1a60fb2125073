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

/**
 * A figure where the host may be of several families: `family` is 1 for its own host, with the ratios of the others as
 * bounds. Example: 4 W with a family of 1 (0.5 to 1.2) are 4 W (2 to 4.8).
 */
export const onFamily = formula(
  { name: 'on_family', text: 'figure * family', operands: ['figure', 'family'], signed: 'figure' },
  (figure, family) => figure * family,
)
