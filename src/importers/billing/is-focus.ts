/** Whether a header is that of a FOCUS export; databases write its names in lower case. */
export function isFocus(header: readonly string[]): boolean {
  return ['ChargeCategory', 'ConsumedUnit', 'ConsumedQuantity'].every((name) => columnOf(header, name) >= 0)
}

/** Where a column stands, in whatever case; -1 where it is not there. */
export function columnOf(header: readonly string[], name: string): number {
  const lower = name.toLowerCase()
  return header.findIndex((each) => each.length === name.length && each.toLowerCase() === lower)
}
