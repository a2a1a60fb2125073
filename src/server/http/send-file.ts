import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ServedFile } from '../../bulk/jobs/jobs.ts'
import { HttpFault } from './http-fault.ts'

/**
 * Sends a file, or the bytes that `Range` requests (RFC 9110, 13 and 14): one range; for several, the whole file. It
 * streams without buffering. @fastify/send distinguishes files only by time (a weak tag), which does not allow resuming
 * a download. `own` holds additional headers. Throws an HttpFault if the bytes do not exist, or if the client expects
 * another file.
 */
export async function sendFile(
  { method, headers }: FastifyRequest,
  reply: FastifyReply,
  { size, tag, modified, read }: ServedFile,
  own: Readonly<Record<string, string>>,
): Promise<FastifyReply> {
  const lastModified = modified === undefined ? undefined : new Date(modified).toUTCString()
  if (headers['if-match'] !== undefined && !names(headers['if-match'], tag))
    throw new HttpFault(412, 'BAD_REQUEST', 'If-Match refers to another file')
  const isKnown = headers['if-none-match']
    ? names(headers['if-none-match'], tag, `W/${tag}`)
    : Date.parse(headers['if-modified-since'] ?? '') >= Date.parse(lastModified ?? '')
  const ifRange = headers['if-range']
  const isSame = ifRange === undefined || ifRange === tag || ifRange === lastModified
  const range = method === 'GET' && isSame && !isKnown ? rangeOf(headers.range, size) : undefined
  if (range === 'none')
    throw new HttpFault(416, 'BAD_REQUEST', `The range lies outside of the file, which has ${size} bytes`, {
      'content-range': `bytes */${size}`,
    })
  const { from, to } = range ?? { from: 0, to: size }
  const body = method === 'HEAD' || isKnown || to === from ? '' : await read({ from, to })
  reply.headers({ ...own, 'accept-ranges': 'bytes', etag: tag, ...(lastModified && { 'last-modified': lastModified }) })
  if (isKnown) return reply.code(304).removeHeader('content-type').send()
  if (range !== undefined) reply.code(206).header('content-range', `bytes ${from}-${to - 1}/${size}`)
  return reply.header('content-length', to - from).send(body)
}

/** Whether a list of tags contains one of these. */
function names(list: string, ...tags: readonly string[]): boolean {
  return list.split(',').some((each) => ['*', ...tags].includes(each.trim()))
}

/** The requested bytes; undefined for the whole file. Example: `bytes=-5` of 20 is 15 to 20. */
function rangeOf(header: string | undefined, size: number): { from: number; to: number } | 'none' | undefined {
  const [, first = '', last = ''] = /^bytes= *(\d*)-(\d*) *$/i.exec(header ?? '') ?? []
  if (first === '' && last === '') return undefined
  if (first === '')
    return Number(last) === 0 || size === 0 ? 'none' : { from: Math.max(0, size - Number(last)), to: size }
  if (Number(first) >= size) return 'none'
  if (last !== '' && Number(last) < Number(first)) return undefined
  return { from: Number(first), to: last === '' ? size : Math.min(size, Number(last) + 1) }
}
