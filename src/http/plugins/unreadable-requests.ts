import type { Socket } from 'node:net'
import type { Log } from '../../log.ts'
import { STATUS_CODES } from '../node-http.ts'

const STATUS: Readonly<Record<string, number>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
}

/**
 * Answers what cannot be read as HTTP, or not in time, as far as there is still someone to answer. No hook sees it: it is
 * counted and logged here.
 */
export function createUnreadableHandler(
  isOpenToAll: boolean,
  log: Log,
  onUnread: (status: number) => void,
): (error: NodeJS.ErrnoException, socket: Socket & { _httpMessage?: { headersSent: boolean } }) => void {
  return (error, socket) => {
    const hasAnswer = socket._httpMessage?.headersSent === true
    if (!socket.writable || error.code === 'ECONNRESET' || hasAnswer) {
      socket.destroy()
      return
    }
    const code = error.code ?? ''
    const status = STATUS[code] ?? 400
    onUnread(status)
    log.info({ status, code }, 'request not read')
    const body = JSON.stringify({ detail: STATUS_CODES[status] })
    const head = [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      'Content-Type: application/json',
      `Content-Length: ${body.length}`,
      // The origin of what could not be read is not known.
      ...(isOpenToAll ? ['Access-Control-Allow-Origin: *'] : []),
      'X-Content-Type-Options: nosniff',
      'Connection: close',
    ]
    socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy())
  }
}
