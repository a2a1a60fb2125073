/** Text encodings, by their TextDecoder names. */
export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'

const SAMPLE = 1000
const MOSTLY = 0.7

/**
 * The encoding of a text, from its first bytes: that of its byte order mark, else UTF-8 if valid, else the Western
 * European encoding of spreadsheets. A character cut off at the end is ignored.
 */
export function encodingOf(start: Uint8Array): Encoding {
  if (start[0] === 0xff && start[1] === 0xfe) return 'utf-16le'
  if (start[0] === 0xfe && start[1] === 0xff) return 'utf-16be'
  const zeros = [0, 1].map(
    (parity) => start.subarray(0, SAMPLE).filter((byte, at) => at % 2 === parity && byte === 0).length,
  )
  const half = Math.min(start.length, SAMPLE) / 2
  // In UTF-16, most Latin letters come with a zero byte.
  if ((zeros[1] as number) > half * MOSTLY && zeros[0] === 0) return 'utf-16le'
  if ((zeros[0] as number) > half * MOSTLY && zeros[1] === 0) return 'utf-16be'
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(start, { stream: true })
    return 'utf-8'
  } catch {
    return 'windows-1252'
  }
}
