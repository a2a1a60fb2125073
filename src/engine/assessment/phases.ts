/** The parts of a life that have an impact. */
export const PHASES = ['EMBEDDED', 'USE', 'BUILDING'] as const
export type Phase = (typeof PHASES)[number]

/**
 * How far around a thing is counted: EQUIPMENT, the thing alone; DATA_CENTRE, with what a data centre uses besides (PUE) and
 * its building.
 */
export const BOUNDARIES = ['EQUIPMENT', 'DATA_CENTRE'] as const
export type Boundary = (typeof BOUNDARIES)[number]
