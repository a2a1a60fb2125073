/** Selection sets that many tests ask for. */
export const NUMBER = '{ value min max status unit source warnings { message } }'
export const TEXT = '{ value status unit source warnings { message } }'
export const FIGURE = '{ value min max warnings { message } }'
export const EXACT = '{ value(exact: true) min(exact: true) max(exact: true) warnings { message } }'
export const IMPACTS = `{ criterion embedded ${FIGURE} use ${FIGURE} }`
export const EXACT_IMPACTS = `{ criterion embedded ${EXACT} use ${EXACT} total ${EXACT} }`
