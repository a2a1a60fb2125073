/** The parts of a life with an impact. */
export const PHASES = ['EMBEDDED', 'USE', 'BUILDING'] as const
export type Phase = (typeof PHASES)[number]

/** What counts. EQUIPMENT is the thing alone; DATA_CENTRE adds the facility's energy (PUE) and building. */
export const BOUNDARIES = ['EQUIPMENT', 'DATA_CENTRE'] as const
export type Boundary = (typeof BOUNDARIES)[number]
