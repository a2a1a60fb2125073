import { once } from 'node:events'
import { createReadStream, createWriteStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as wait } from 'node:timers/promises'
import type { GetObjectCommandOutput, S3Client } from '@aws-sdk/client-s3'
import { ownEndpoint, StoreFault, storeFault } from './store-fault.ts'

/** What is known about an object without reading it. */
export interface StoredObject {
  readonly key: string
  readonly size: number
  /** Identifies its content. */
  readonly tag: string
  /** Milliseconds since 1970. */
  readonly modified: number
}

/** Bytes from one, starting at 0, up to but excluding another. */
export interface ByteRange {
  readonly from: number
  readonly to: number
}

/** Minimum bytes per part of an upload; large files have larger parts, since stores limit their number. */
const PART_BYTES = 8 * 2 ** 20
const MOST_PARTS = 10_000
/** Parts uploaded in parallel. */
const MOST_AT_ONCE = 4

/** A connection without data for this long is dead. */
const SILENT_MS = 30_000
const CONNECT_MS = 5000
/** Delay before a retry. */
const AGAIN_MS = 1000

/**
 * The objects of a bucket in S3 or a compatible store; each is written and replaced as a whole. Environment variables
 * configure access, as for other programs: AWS_ACCESS_KEY_ID, AWS_REGION, AWS_ENDPOINT_URL and so on. All methods throw
 * a StoreFault; temporary faults are retried for `patienceMs`.
 */
export class ObjectStore {
  readonly bucket: string
  readonly #patienceMs: number
  #client: Promise<S3Client> | undefined

  constructor(bucket: string, patienceMs: number) {
    this.bucket = bucket
    this.#patienceMs = patienceMs
  }

  /** Objects whose key starts with a prefix, by key. */
  async list(prefix: string): Promise<readonly StoredObject[]> {
    const { paginateListObjectsV2 } = await import('@aws-sdk/client-s3')
    return this.#patiently(prefix, async (client) => {
      const objects: StoredObject[] = []
      for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket: this.bucket, Prefix: prefix }))
        for (const { Key = '', Size = 0, ETag = '', LastModified } of Contents)
          objects.push({ key: Key, size: Size, tag: ETag, modified: LastModified?.getTime() ?? 0 })
      return objects
    })
  }

  /** Undefined if there is no such object. */
  async find(key: string): Promise<StoredObject | undefined> {
    const { HeadObjectCommand } = await import('@aws-sdk/client-s3')
    const found = await this.#unlessMissing(key, (client) =>
      client.send(new HeadObjectCommand({ Bucket: this.bucket, Key: key })),
    )
    if (found === undefined) return undefined
    const { ContentLength = 0, ETag = '', LastModified } = found
    return { key, size: ContentLength, tag: ETag, modified: LastModified?.getTime() ?? 0 }
  }

  /** The text of a small object; undefined if there is none. */
  async read(key: string): Promise<string | undefined> {
    const { GetObjectCommand } = await import('@aws-sdk/client-s3')
    return this.#unlessMissing(key, async (client) => {
      const { Body } = await client.send(new GetObjectCommand({ Bucket: this.bucket, Key: key }))
      return (await Body?.transformToString()) ?? ''
    })
  }

  async write(key: string, text: string): Promise<void> {
    const { PutObjectCommand } = await import('@aws-sdk/client-s3')
    await this.#patiently(key, (client) =>
      client.send(new PutObjectCommand({ Bucket: this.bucket, Key: key, Body: Buffer.from(text) })),
    )
  }

  /** Streams the bytes of an object. Throws a StoreFault if the object has changed. */
  async open({ key, tag }: StoredObject, { from, to }: ByteRange): Promise<Readable> {
    const { GetObjectCommand } = await import('@aws-sdk/client-s3')
    const Range = `bytes=${from}-${to - 1}`
    const { Body, ETag } = await this.#patiently<GetObjectCommandOutput>(key, (client) =>
      client.send(new GetObjectCommand({ Bucket: this.bucket, Key: key, Range })),
    )
    const body = Body as Readable
    // Some stores send no tags.
    if (tag === '' || (ETag ?? tag) === tag) return body
    body.destroy()
    throw new StoreFault(`The object was replaced while it was read: ${this.addressOf(key)}`, false)
  }

  /**
   * Copies bytes of an object to the same position of an existing file. After a lost connection it continues with the
   * rest.
   */
  async fetch(
    object: StoredObject,
    file: string,
    { from, to }: ByteRange = { from: 0, to: object.size },
  ): Promise<void> {
    let at = from
    let since = performance.now()
    while (at < to) {
      const start = at
      const written = createWriteStream(file, { flags: 'r+', start })
      const isClosed = once(written, 'close').catch(() => {})
      try {
        await pipeline(await this.open(object, { from: start, to }), written)
        at = start + written.bytesWritten
        if (at === start) throw new StoreFault(`The object store sends no data: ${this.addressOf(object.key)}`, true)
      } catch (error) {
        // Data received but not yet written comes again.
        written.destroy()
        await isClosed
        at = start + written.bytesWritten
        const fault = storeFault(error, this.addressOf(object.key))
        if (!(fault instanceof StoreFault && fault.isPassing)) throw fault
        if (at > start) since = performance.now()
        if (performance.now() - since > this.#patienceMs) throw fault
        await wait(AGAIN_MS)
      }
    }
  }

  /** Uploads a file as an object, in parts if it is large. The object appears when complete. */
  async put(key: string, file: string): Promise<void> {
    const { Upload } = await import('@aws-sdk/lib-storage')
    const { size } = await stat(file)
    await this.#patiently(key, (client) =>
      new Upload({
        client,
        params: { Bucket: this.bucket, Key: key, Body: createReadStream(file) },
        queueSize: MOST_AT_ONCE,
        // Removing the parts may fail too, and would hide the cause; a lifecycle rule of the bucket removes them.
        leavePartsOnError: true,
        partSize: Math.max(PART_BYTES, Math.ceil(size / MOST_PARTS)),
      }).done(),
    )
  }

  /** The address as people write it. */
  addressOf(key: string): string {
    return `s3://${this.bucket}/${key}`
  }

  async #unlessMissing<Result>(key: string, ask: (client: S3Client) => Promise<Result>): Promise<Result | undefined> {
    try {
      return await this.#patiently(key, ask)
    } catch (error) {
      const { name } = ((error as StoreFault).cause ?? {}) as { readonly name?: string }
      if (name === 'NoSuchKey' || name === 'NotFound') return undefined
      throw error
    }
  }

  /** Retries a request while that may help and time is left. */
  async #patiently<Result>(key: string, ask: (client: S3Client) => Promise<Result>): Promise<Result> {
    const begun = performance.now()
    this.#client ??= openClient()
    while (true) {
      try {
        return await ask(await this.#client)
      } catch (error) {
        const fault = storeFault(error, this.addressOf(key))
        const isLate = performance.now() - begun > this.#patienceMs
        if (isLate || !(fault instanceof StoreFault && fault.isPassing)) throw fault
        await wait(AGAIN_MS)
      }
    }
  }
}

/** Loads the client on first use: it takes 0.1 s and about 35 MB. */
async function openClient(): Promise<S3Client> {
  const { S3Client } = await import('@aws-sdk/client-s3')
  const { AWS_REGION, AWS_DEFAULT_REGION } = process.env
  const isOwn = ownEndpoint() !== undefined
  return new S3Client({
    followRegionRedirects: true,
    requestHandler: { connectionTimeout: CONNECT_MS, socketTimeout: SILENT_MS },
    // S3-compatible stores use path-style addresses, need no region, and may lack the newer checksums.
    ...(isOwn && {
      forcePathStyle: true,
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      ...(!AWS_REGION && !AWS_DEFAULT_REGION && { region: 'us-east-1' }),
    }),
  })
}
