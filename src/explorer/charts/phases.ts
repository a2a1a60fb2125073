/** The phases of a life, as bars and rows have them. */
export const PHASES = ['embedded', 'use', 'building'] as const

export type Phase = (typeof PHASES)[number]

/** The figures of an impact, as tables and downloads list them. */
export const FIGURES = [...PHASES, 'total'] as const

export const PHASE_WORDS = { embedded: 'Embodied', use: 'Use', building: 'Building', total: 'Total' } as const
