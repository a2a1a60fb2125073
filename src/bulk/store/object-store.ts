import { once } from 'node:events'
import { createReadStream, createWriteStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as wait } from 'node:timers/promises'
import type { S3Client } from '@aws-sdk/client-s3'
import { ownEndpoint, StoreFault, storeFault } from './store-fault.ts'

/** What is known about an object without reading it. */
export interface StoredObject {
  readonly key: string
  readonly size: number
  /** Identifies its content. */
  readonly tag: string
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
/** How long to wait for an unreachable store. */
const PATIENCE_MS = 10_000

/**
 * The objects of a bucket in S3 or a compatible store; each is written and replaced as a whole. Environment variables
 * configure access, as for other programs: AWS_ACCESS_KEY_ID, AWS_REGION, AWS_ENDPOINT_URL and so on. All methods throw
 * a StoreFault; temporary faults are retried for `patienceMs`.
 */
export class ObjectStore {
  readonly bucket: string
  readonly #patienceMs: number
  #client: Promise<S3Client> | undefined

  constructor(bucket: string, patienceMs = PATIENCE_MS) {
    this.bucket = bucket
    this.#patienceMs = patienceMs
  }

  /** Objects whose key starts with a prefix, by key. */
  async list(prefix: string): Promise<readonly StoredObject[]> {
    const { paginateListObjectsV2 } = await import('@aws-sdk/client-s3')
    return this.#patiently(prefix, async (client) => {
      const objects: StoredObject[] = []
      for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket: this.bucket, Prefix: prefix }))
        for (const { Key = '', Size = 0, ETag = '' } of Contents) objects.push({ key: Key, size: Size, tag: ETag })
      return objects
    })
  }

  /** Undefined if there is no such object. */
  async find(key: string): Promise<StoredObject | undefined> {
    const { HeadObjectCommand } = await import('@aws-sdk/client-s3')
    try {
      const { ContentLength = 0, ETag = '' } = await this.#patiently(key, (client) =>
        client.send(new HeadObjectCommand({ Bucket: this.bucket, Key: key })),
      )
      return { key, size: ContentLength, tag: ETag }
    } catch (error) {
      const { name } = ((error as StoreFault).cause ?? {}) as { readonly name?: string }
      if (name === 'NoSuchKey' || name === 'NotFound') return undefined
      throw error
    }
  }

  /** The text of a small object. */
  async read(key: string): Promise<string> {
    const { GetObjectCommand } = await import('@aws-sdk/client-s3')
    return this.#patiently(key, async (client) => {
      const { Body } = await client.send(new GetObjectCommand({ Bucket: this.bucket, Key: key }))
      return (await Body?.transformToString()) ?? ''
    })
  }

  /**
   * Copies bytes of an object to the same position of an existing file. After a lost connection it continues with the
   * rest. Throws a StoreFault if the object has changed.
   */
  async fetch(
    { key, size, tag }: StoredObject,
    file: string,
    { from, to }: ByteRange = { from: 0, to: size },
  ): Promise<void> {
    if (from === to) return
    const { GetObjectCommand } = await import('@aws-sdk/client-s3')
    let at = from
    await this.#patiently(key, async (client, goesOn) => {
      const written = createWriteStream(file, { flags: 'r+', start: at })
      const isClosed = once(written, 'close').catch(() => {})
      try {
        const Range = `bytes=${at}-${to - 1}`
        const { Body, ETag } = await client.send(new GetObjectCommand({ Bucket: this.bucket, Key: key, Range }))
        const body = Body as Readable
        // Some stores send no tags.
        if (tag !== '' && (ETag ?? tag) !== tag) {
          body.destroy()
          throw new StoreFault(`The object was replaced while it was read: ${this.addressOf(key)}`, false)
        }
        await pipeline(body, written)
      } finally {
        // Data received but not yet written comes again.
        written.destroy()
        await isClosed
        at += written.bytesWritten
        if (written.bytesWritten > 0) goesOn()
      }
      if (at < to) throw new StoreFault(`The object store sends no data: ${this.addressOf(key)}`, true)
    })
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

  /** Retries a request while that may help and time is left, which begins anew when it `goesOn`. */
  async #patiently<Result>(
    key: string,
    ask: (client: S3Client, goesOn: () => void) => Promise<Result>,
  ): Promise<Result> {
    let since = performance.now()
    const goesOn = () => {
      since = performance.now()
    }
    this.#client ??= openClient()
    while (true) {
      try {
        return await ask(await this.#client, goesOn)
      } catch (error) {
        const fault = storeFault(error, this.addressOf(key))
        const isLate = performance.now() - since > this.#patienceMs
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
