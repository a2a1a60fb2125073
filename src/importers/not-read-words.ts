/** A message names at most this many columns and counts the rest. */
const MOST_NAMED = 50

/** Lists the unread columns of a file: `Not read: Room, Owner`. */
export function notReadWords(columns: readonly string[]): string {
  const more = columns.length - MOST_NAMED
  return `Not read: ${columns.slice(0, MOST_NAMED).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}
