import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from '@20minutes/s3rver'
import { onTestFinished } from 'vitest'

/** A bucket of an object store of our own, which ends with the test. */
export interface Bucket {
  /** What a program needs to know to reach it. */
  readonly env: Readonly<Record<string, string>>
  /** What was asked for since, as `GET /fleet/a.csv`. */
  readonly requests: { readonly line: string; readonly range: string | undefined }[]
  readonly put: (key: string, content: string | Uint8Array) => Promise<void>
  readonly get: (key: string) => Promise<Buffer>
  readonly keys: () => readonly string[]
  /** Nobody answers any more, or again. */
  readonly leave: () => void
  readonly comeBack: () => void
  /** How often somebody tried to reach it while nobody answered. */
  readonly missed: () => number
  /** So many answers are cut after so many bytes of theirs. */
  cut: { times: number; after: number; atOnce?: boolean }
}

/** The name of the bucket. */
export const BUCKET = 'fleet'

/** With `strict` the server checks signatures, of requests that have no query: those of lists it takes for wrong. */
export async function startBucket({ strict = false } = {}): Promise<Bucket> {
  const directory = mkdtempSync(join(tmpdir(), 'impactql-bucket-'))
  const store = new S3rver({
    directory,
    silent: true,
    vhostBuckets: false,
    allowMismatchedSignatures: !strict,
    configureBuckets: [{ name: BUCKET, configs: [] }],
  })
  await store.configureBuckets()
  const answer: RequestListener = store.callback()
  const requests: Bucket['requests'] = []
  const sockets = new Set<Socket>()
  const turns = new Map<string, Promise<void>>()
  const bucket: { cut: Bucket['cut'] } = { cut: { times: 0, after: 0 } }
  let [isAway, missed] = [false, 0]
  const server = createServer((request, response) => {
    requests.push({ line: `${request.method} ${decodeURI(request.url ?? '')}`, range: request.headers.range })
    if (bucket.cut.times > 0 && request.method === 'GET' && request.headers.range !== undefined) {
      bucket.cut.times--
      let sent = 0
      const write = response.write.bind(response) as (chunk: Buffer) => boolean
      response.write = ((chunk: Buffer) => {
        const left = bucket.cut.after - sent
        sent += chunk.length
        const isRoom = write(chunk.subarray(0, Math.max(0, left)))
        if (sent >= bucket.cut.after) setTimeout(() => response.destroy(), bucket.cut.atOnce ? 0 : 20)
        return isRoom
      }) as typeof response.write
    }
    // The server writes objects in place. Here each is asked for by one at a time, so that it changes as a whole.
    const [path = ''] = (request.url ?? '').split('?')
    const before = turns.get(path) ?? Promise.resolve()
    const mine = before.then(
      () =>
        new Promise<void>((resolve) => {
          if (response.closed) return resolve()
          response.once('close', resolve)
          answer(request, response)
        }),
    )
    turns.set(path, mine)
  })
  server.on('connection', (socket) => {
    if (isAway) {
      missed++
      socket.destroy()
      return
    }
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const leave = () => {
    isAway = true
    for (const socket of sockets) socket.destroy()
  }
  onTestFinished(async () => {
    const closed = once(server, 'close')
    server.close()
    leave()
    await closed
    rmSync(directory, { recursive: true, force: true, maxRetries: 5 })
  })
  const base = `http://127.0.0.1:${port}`
  return Object.assign(bucket, {
    env: {
      AWS_ENDPOINT_URL: base,
      AWS_ACCESS_KEY_ID: 'S3RVER',
      AWS_SECRET_ACCESS_KEY: 'S3RVER',
      // Nothing of the machine that the tests run on.
      AWS_CONFIG_FILE: '/nowhere',
      AWS_SHARED_CREDENTIALS_FILE: '/nowhere',
      AWS_EC2_METADATA_DISABLED: 'true',
    },
    requests,
    put: async (key: string, content: string | Uint8Array) => {
      const { ok, status } = await fetch(`${base}/${BUCKET}/${key}`, { method: 'PUT', body: content as BodyInit })
      if (!ok) throw new Error(`${key} was not taken: ${status}`)
    },
    get: async (key: string) => {
      const response = await fetch(`${base}/${BUCKET}/${key}`)
      if (!response.ok) throw new Error(`There is no ${key}: ${response.status}`)
      return Buffer.from(await response.arrayBuffer())
    },
    keys: () =>
      readdirSync(join(directory, BUCKET), { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('._S3rver_object'))
        .map((name) => name.slice(0, -'._S3rver_object'.length))
        .sort(),
    leave,
    comeBack: () => {
      isAway = false
    },
    missed: () => missed,
  })
}
