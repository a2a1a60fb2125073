const LIST = new Intl.ListFormat('en-GB')

/** Things in a sentence: `a, b and c`. */
export function listed(things: Iterable<string>): string {
  return LIST.format(things)
}
