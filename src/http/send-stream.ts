import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ServedFile } from '../jobs/places/job-place.ts'

type Streamed = Exclude<ServedFile, { readonly file: string }>

/**
 * Sends what is read from elsewhere, or the bytes of it that `Range` asks for (RFC 9110, 14): one range; of several, all of it.
 * Nothing of it is held here.
 */
export async function sendStream(
  { method, headers }: FastifyRequest,
  reply: FastifyReply,
  { size, tag, modified, read }: Streamed,
): Promise<FastifyReply> {
  reply.headers({ 'accept-ranges': 'bytes', etag: tag, 'last-modified': new Date(modified).toUTCString() })
  if (headers['if-none-match']?.split(/\s*,\s*/).includes(tag)) return reply.code(304).send()
  const isSame = headers['if-range'] === undefined || headers['if-range'] === tag
  const range = isSame ? rangeOf(headers.range, size) : undefined
  if (range === 'none') return reply.code(416).header('content-range', `bytes */${size}`).send()
  const { from, to } = range ?? { from: 0, to: size }
  if (range !== undefined) reply.code(206).header('content-range', `bytes ${from}-${to - 1}/${size}`)
  reply.header('content-length', to - from)
  return reply.send(method === 'HEAD' || to === from ? '' : await read({ from, to }))
}

/** The bytes that are asked for; undefined where it is all of them. Example: `bytes=-5` of 20 is 15 to 20. */
function rangeOf(header: string | undefined, size: number): { from: number; to: number } | 'none' | undefined {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? []
  if (first === '' && last === '') return undefined
  if (first === '') return last === '0' || size === 0 ? 'none' : { from: Math.max(0, size - Number(last)), to: size }
  if (Number(first) >= size) return 'none'
  if (last !== '' && Number(last) < Number(first)) return undefined
  return { from: Number(first), to: last === '' ? size : Math.min(size, Number(last) + 1) }
}
