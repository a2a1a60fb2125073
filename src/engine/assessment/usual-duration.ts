/** Hours that things are compared over where none are given, since their lives differ: a year. */
export const USUAL_DURATION = 8760
