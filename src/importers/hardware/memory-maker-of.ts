/** JEDEC JEP106 codes, with and without the parity bit, as many firmwares print them. */
const CODES: Readonly<Record<string, string>> = {
  CE: 'Samsung',
  AD: 'SK Hynix',
  '2C': 'Micron',
  '9B': 'Crucial',
  '98': 'Kingston',
  '9E': 'Corsair',
  '0B': 'Nanya',
}
const NOBODY = /^(|unknown|undefined|none|not specified|\[empty\]|no dimm|0+)$/i

/**
 * The maker of a memory module, from what its machine prints; undefined if that says nothing.
 *
 * Example: `memoryMakerOf('80CE000080CE')` is Samsung.
 */
export function memoryMakerOf(vendor: string): string | undefined {
  const text = vendor.trim()
  if (NOBODY.test(text)) return undefined
  const [, code] = /^(?:0x)?(?:80|00|01|02|07)?([0-9a-f]{2})(?:[0-9a-f]{2})*$/i.exec(text) ?? []
  if (code === undefined) return text
  const upper = code.toUpperCase()
  return Object.hasOwn(CODES, upper) ? CODES[upper] : undefined
}
