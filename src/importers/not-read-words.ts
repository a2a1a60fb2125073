/** More columns than these are counted, not named. */
const MOST_NAMED = 50

/** Which columns of a file are not read, in a line: `Not read: Room, Owner`. */
export function notReadWords(columns: readonly string[]): string {
  const more = columns.length - MOST_NAMED
  return `Not read: ${columns.slice(0, MOST_NAMED).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}
