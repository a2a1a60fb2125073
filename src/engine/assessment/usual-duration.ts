/** Default duration of a comparison, in hours: a year. Things differ in lifetime, so their lifetimes cannot serve. */
export const USUAL_DURATION = 8760
