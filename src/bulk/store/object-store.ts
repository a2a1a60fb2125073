import { once } from 'node:events'
import { createReadStream, createWriteStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as wait } from 'node:timers/promises'
import type { GetObjectCommandOutput, S3Client } from '@aws-sdk/client-s3'
import { ownEndpoint, StoreFault, storeFault } from './store-fault.ts'

/** What is known of an object without reading it. */
export interface StoredObject {
  readonly key: string
  readonly size: number
  /** The name of its content: another content has another. */
  readonly tag: string
  /** Milliseconds since 1970. */
  readonly modified: number
}

/** Bytes from one on, the first being 0, and the one after the last. */
export interface ByteRange {
  readonly from: number
  readonly to: number
}

/** Files are sent in parts of so many bytes, or of as many as it takes for there to be no more parts than a store takes. */
const PART_BYTES = 8 * 2 ** 20
const MOST_PARTS = 10_000
/** Parts of a file that are sent at once. */
const MOST_AT_ONCE = 4

/** Nothing comes for so long: the connection is dead. */
const SILENT_MS = 30_000
const CONNECT_MS = 5000
/** After this long what may be gone is tried again. */
const AGAIN_MS = 1000

/**
 * The objects of a bucket, as S3 and stores like it keep them: each appears whole and is replaced as a whole. Whose it is, where
 * it is and how it is reached is stated by the environment, as for other programs: AWS_ACCESS_KEY_ID, AWS_REGION,
 * AWS_ENDPOINT_URL and their like. All throw a StoreFault, one that passes only after `patienceMs`.
 */
export class ObjectStore {
  readonly bucket: string
  readonly #patienceMs: number
  #client: Promise<S3Client> | undefined

  constructor(bucket: string, patienceMs: number) {
    this.bucket = bucket
    this.#patienceMs = patienceMs
  }

  /** The objects whose keys begin so, by their keys. */
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

  /** Undefined where there is no such object. */
  async find(key: string): Promise<StoredObject | undefined> {
    const { HeadObjectCommand } = await import('@aws-sdk/client-s3')
    const found = await this.#unlessMissing(key, (client) =>
      client.send(new HeadObjectCommand({ Bucket: this.bucket, Key: key })),
    )
    if (found === undefined) return undefined
    const { ContentLength = 0, ETag = '', LastModified } = found
    return { key, size: ContentLength, tag: ETag, modified: LastModified?.getTime() ?? 0 }
  }

  /** The text of a small object; undefined where there is none. */
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

  /** The bytes of an object as they come. Throws a StoreFault where it is another by now. */
  async open({ key, tag }: StoredObject, { from, to }: ByteRange): Promise<Readable> {
    const { GetObjectCommand } = await import('@aws-sdk/client-s3')
    const Range = `bytes=${from}-${to - 1}`
    const { Body, ETag } = await this.#patiently<GetObjectCommandOutput>(key, (client) =>
      client.send(new GetObjectCommand({ Bucket: this.bucket, Key: key, Range })),
    )
    const body = Body as Readable
    // Not every store names contents.
    if (tag === '' || (ETag ?? tag) === tag) return body
    body.destroy()
    throw new StoreFault(`The object was replaced while it was read: ${this.addressOf(key)}`, false)
  }

  /**
   * Copies bytes of an object to the same place of a file, which is there. Where the connection is cut it goes on with the rest.
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
        // What has come and is not written yet comes again.
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

  /** Copies a file to an object, in parts where it is large. The object is there when all of it has come. */
  async put(key: string, file: string): Promise<void> {
    const { Upload } = await import('@aws-sdk/lib-storage')
    const { size } = await stat(file)
    await this.#patiently(key, (client) =>
      new Upload({
        client,
        params: { Bucket: this.bucket, Key: key, Body: createReadStream(file) },
        queueSize: MOST_AT_ONCE,
        // To remove them may fail, too, and would hide why; a rule of the bucket does it.
        leavePartsOnError: true,
        partSize: Math.max(PART_BYTES, Math.ceil(size / MOST_PARTS)),
      }).done(),
    )
  }

  /** As people write it. */
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

  /** Asks again, while that may help and there is time. */
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

/** The client is read when there is a store: it takes 0.1 s and some 35 MB. */
async function openClient(): Promise<S3Client> {
  const { S3Client } = await import('@aws-sdk/client-s3')
  const { AWS_REGION, AWS_DEFAULT_REGION } = process.env
  const isOwn = ownEndpoint() !== undefined
  return new S3Client({
    followRegionRedirects: true,
    requestHandler: { connectionTimeout: CONNECT_MS, socketTimeout: SILENT_MS },
    // Stores like S3 know buckets by their path, need no region, and not all know the newer sums of bytes.
    ...(isOwn && {
      forcePathStyle: true,
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      ...(!AWS_REGION && !AWS_DEFAULT_REGION && { region: 'us-east-1' }),
    }),
  })
}
