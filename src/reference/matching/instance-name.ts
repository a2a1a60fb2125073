/** The separators that people exchange when they write an instance type by hand. */
const SEPARATORS = /[-_.\s]+/g

/**
 * The form in which two spellings of one cloud instance type are equal: lower case, and `-`, `_`, `.` and space alike.
 * Azure's `Standard_` prefix goes, unless `keepPrefix` is true.
 *
 * In Azure's table some types are there twice, with and without the prefix, on different hosts. So look a type up with its
 * prefix first (`keepPrefix`), and without it only when that finds nothing.
 *
 * Any text is valid. Instance types are never matched by likeness: `p5.4xlarge` must not become `c5.4xlarge`.
 *
 * @example
 * normaliseInstanceName('M5.XLarge') // 'm5-xlarge'
 * normaliseInstanceName('Standard_D2s_v3') // 'd2s-v3'
 * normaliseInstanceName('Standard_D2s_v3', true) // 'standard-d2s-v3'
 */
export function normaliseInstanceName(text: string, keepPrefix = false): string {
  const name = text.trim().toLowerCase().replace(SEPARATORS, '-')
  return keepPrefix ? name : name.replace(/^standard-/, '')
}
