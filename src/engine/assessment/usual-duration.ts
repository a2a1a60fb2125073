/**
 * Default duration of a comparison, in hours: a year. Lifetimes differ, so a comparison needs a duration of its own.
 */
export const USUAL_DURATION = 8760
