/** Default duration of a comparison, in hours: a year. Lifetimes differ, so they are no common basis. */
export const USUAL_DURATION = 8760
