/** Selection sets that many tests ask for. */
export const NUMBER = '{ value min max status unit source warnings }'
export const TEXT = '{ value status unit source warnings }'
export const FIGURE = '{ value min max warnings }'
export const EXACT = '{ value(exact: true) min(exact: true) max(exact: true) warnings }'
export const IMPACTS = `{ criterion embedded ${FIGURE} use ${FIGURE} }`
export const EXACT_IMPACTS = `{ criterion embedded ${EXACT} use ${EXACT} total ${EXACT} }`
