import type { IncomingHttpHeaders } from 'node:http'
import { UploadFault } from '../../jobs/receive-file.ts'
import { FILE_TYPES } from '../openapi/job-paths.ts'

/** What is compressed by gzip is known by its first bytes: it may come without this header. `x-gzip` is the same (RFC 9110, 8.4.1.3). */
const CODINGS = ['', 'identity', 'gzip', 'x-gzip']

/** Characters of an Idempotency-Key (draft-ietf-httpapi-idempotency-key-header). */
const LONGEST_NAME = 255

/** Why a file is not taken, by the headers that announce it. Example: `content-type: image/png` is 415. */
export function uploadFaultOf(headers: IncomingHttpHeaders, maxBytes: number): UploadFault | undefined {
  const type = headers['content-type']?.split(';')[0]?.trim().toLowerCase() ?? ''
  if (!FILE_TYPES.includes(type)) return new UploadFault(415, `Content-Type must be one of ${FILE_TYPES.join(', ')}`)
  const coding = headers['content-encoding']?.trim().toLowerCase() ?? ''
  if (!CODINGS.includes(coding)) return new UploadFault(415, 'Content-Encoding must be gzip, or none')
  if (Number(headers['content-length']) > maxBytes)
    return new UploadFault(413, `The body has more than ${maxBytes} bytes`)
  const name = headers['idempotency-key'] ?? 'none'
  if (typeof name === 'string' && name.trim() !== '' && name.trim().length <= LONGEST_NAME) return undefined
  return new UploadFault(422, `Idempotency-Key: expected 1 to ${LONGEST_NAME} characters`)
}

/** What refused uploads are called beside their status, as errors are that GraphQL gives. */
export const UPLOAD_CODES = {
  413: 'REQUEST_TOO_LARGE',
  415: 'UNSUPPORTED_MEDIA_TYPE',
  422: 'BAD_REQUEST',
  429: 'RATE_LIMITED',
  507: 'OVERLOADED',
} as const
