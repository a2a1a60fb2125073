/** Parts of names that are abbreviations. */
const ABBREVIATIONS: ReadonlySet<string> = new Set(['cpu', 'gpu', 'ram', 'ssd', 'hdd', 'usb', 'vr'])

/** A kind as it is called in a title: `external_ssd` is `External SSD`, `power_supply` is `Power supply`. */
export function kindWords(kind: string): string {
  const words = kind.split('_').map((word) => (ABBREVIATIONS.has(word) ? word.toUpperCase() : word))
  const text = words.join(' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}
