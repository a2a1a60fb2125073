const LIST = new Intl.ListFormat('en-GB')
const ANY_OF = new Intl.ListFormat('en-GB', { type: 'disjunction' })

/** Things in a sentence: `a, b and c`. */
export function listed(things: Iterable<string>): string {
  return LIST.format(things)
}

/** One of several things in a sentence: `a, b or c`. */
export function anyOf(things: Iterable<string>): string {
  return ANY_OF.format(things)
}
