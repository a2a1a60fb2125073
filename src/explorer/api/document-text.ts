/** The text of an operation of the explorer, as it is sent, shown and trusted. */
export function documentText(document: { toString(): string }): string {
  return document
    .toString()
    .trim()
    .replace(/^ {4}(?=fragment|query)/gm, '')
}
