import { connect } from 'node:net'

/** What came back over a connection, as text. */
export interface RawAnswer {
  readonly status: number
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly text: string
}

/**
 * Sends texts unchanged, with a pause between them. Returns the answer once the server closes the connection, or sends
 * nothing more for `quietMs`.
 */
export function rawRequest(
  port: number,
  texts: readonly (string | Buffer)[],
  { pauseMs = 20, quietMs = 150, longestMs = 8000 }: { pauseMs?: number; quietMs?: number; longestMs?: number } = {},
): Promise<RawAnswer> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    let text = ''
    let quiet: NodeJS.Timeout | undefined
    const longest = setTimeout(() => socket.destroy(), longestMs)
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1')
      clearTimeout(quiet)
      quiet = setTimeout(() => socket.destroy(), quietMs)
    })
    socket.on('error', () => {})
    socket.on('close', () => {
      clearTimeout(quiet)
      clearTimeout(longest)
      resolve(parse(text))
    })
    socket.on('connect', () => {
      for (const [index, each] of texts.entries()) {
        setTimeout(() => socket.writable && socket.write(each), index * pauseMs)
      }
    })
  })
}

function parse(text: string): RawAnswer {
  // An interim answer (100 Continue) is skipped.
  const final = text.replace(/^HTTP\/1\.1 1\d\d[^\r]*\r\n\r\n/, '')
  const end = final.indexOf('\r\n\r\n')
  const [first = '', ...lines] = final.slice(0, Math.max(end, 0)).split('\r\n')
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  )
  return { status: Number(first.split(' ')[1] ?? 0), headers, body: end < 0 ? '' : final.slice(end + 4), text }
}
