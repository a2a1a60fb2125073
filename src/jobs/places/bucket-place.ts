import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { LRUCache } from 'lru-cache'
import { readObjectAddress } from '../../store/object-address.ts'
import { ObjectStore } from '../../store/object-store.ts'
import { isJobId, type JobRecord } from '../job.ts'
import { isAlive } from './folder-lock.ts'
import { begunIn, FolderPlace } from './folder-place.ts'
import { type JobFiles, type JobPlace, LEFT_OVER_MS, RECORD, type Receiving, type ServedFile } from './job-place.ts'

/** Copies of a job that has ended are left to whoever still reads them for so long. */
const COPIES_LEFT_MS = 1_800_000
/** What a process works on is in a folder with its number: `work-4711`. */
const WORK = 'work-'
/** Names are asked for once in this time, however many want to know them. */
const NAMES_MS = 1000

/**
 * Jobs in a bucket of an object store: `ID.json` is the record of one, and what begins with `ID/` its other files. What a step reads
 * is copied to a folder of this machine, and goes from there when the job has ended.
 */
export class BucketPlace implements JobPlace {
  readonly folder: string
  readonly #store: ObjectStore
  readonly #prefix: string
  /** Files that are being received. */
  readonly #here: FolderPlace
  /** What this process works on: another on the same machine may remove its own copies. */
  readonly #work: string
  /** Records by their ids, as long as they are the same. */
  readonly #records = new LRUCache<string, { readonly tag: string; readonly record: JobRecord }>({ max: 10_000 })
  /** What is asked for at the moment, by all who want it. */
  readonly #asked = new Map<string, Promise<unknown>>()

  constructor(address: string, folder: string, patienceMs: number) {
    const { bucket, key } = readObjectAddress(address)
    this.#store = new ObjectStore(bucket, patienceMs)
    this.#prefix = key === '' || key.endsWith('/') ? key : `${key}/`
    this.folder = folder
    this.#here = new FolderPlace(folder)
    this.#work = join(folder, `${WORK}${process.pid}`)
  }

  of(id: string): JobFiles {
    return new BucketFiles(this.#store, this.#prefix + id, join(this.#work, id), this.#asked)
  }

  // What is received is on this machine until all of it has come.

  begin(owner: string | null, id: string): Promise<JobFiles> {
    return this.#here.begin(owner, id)
  }

  touch(received: JobFiles): Promise<void> {
    return this.#here.touch(received)
  }

  receiving(owner: string | null): Promise<readonly Receiving[]> {
    return this.#here.receiving(owner)
  }

  async keep(id: string, received: JobFiles): Promise<void> {
    const files = this.of(id)
    for (const name of await received.names('')) await files.put(name, await received.fetch(name))
  }

  async add(record: JobRecord, received: JobFiles): Promise<void> {
    await this.#store.write(this.#recordKey(record.id), JSON.stringify(record))
    await this.#here.discard(record.id, received)
  }

  async discard(id: string, received: JobFiles): Promise<void> {
    await this.#here.discard(id, received)
    // What cannot be removed now is swept.
    void this.remove(id).catch(() => {})
  }

  async records(): Promise<readonly JobRecord[]> {
    const { objects } = await this.#store.list(this.#prefix, { folders: true })
    const records = await Promise.all(
      objects.map(async ({ key, tag }) => {
        const id = key.slice(this.#prefix.length, -'.json'.length)
        if (!isJobId(id) || key !== this.#recordKey(id)) return undefined
        const known = this.#records.get(id)
        if (known?.tag === tag) return known.record
        const text = await this.#store.read(key)
        if (text === undefined) return undefined
        const record = JSON.parse(text) as JobRecord
        this.#records.set(id, { tag, record })
        return record
      }),
    )
    return records.filter((record) => record !== undefined)
  }

  async remove(id: string): Promise<void> {
    await this.#store.remove([this.#recordKey(id)])
    await this.of(id).clear([])
    // Whoever noted something of it in this moment did not know that it is gone.
    await this.#store.remove([this.#recordKey(id)])
  }

  async sweep(): Promise<void> {
    const { objects, folders } = await this.#store.list(this.#prefix, { folders: true })
    const keys = new Set(objects.map(({ key }) => key))
    for (const folder of folders) {
      const id = folder.slice(this.#prefix.length, -1)
      if (!isJobId(id) || keys.has(this.#recordKey(id))) continue
      const left = (await this.#store.list(folder)).objects
      if (left.every(({ modified }) => Date.now() - modified > LEFT_OVER_MS))
        await this.#store.remove(left.map(({ key }) => key))
    }
    await this.#here.sweep()
    for (const name of await readdir(this.folder).catch(() => [])) {
      if (name.startsWith(WORK) && !isAlive(Number(name.slice(WORK.length))))
        await rm(join(this.folder, name), { recursive: true, force: true })
    }
  }

  async leaveEnded(open: ReadonlySet<string>): Promise<void> {
    for (const id of await readdir(this.#work).catch(() => [])) {
      if (!isJobId(id) || open.has(id)) continue
      const { mtimeMs } = await stat(join(this.#work, id)).catch(() => ({ mtimeMs: Date.now() }))
      if (Date.now() - mtimeMs > COPIES_LEFT_MS) await this.of(id).leave()
    }
  }

  #recordKey(id: string): string {
    return `${this.#prefix}${id}.json`
  }
}

class BucketFiles implements JobFiles {
  readonly path: string
  readonly #store: ObjectStore
  readonly #base: string
  readonly #asked: Map<string, Promise<unknown>>

  constructor(store: ObjectStore, base: string, path: string, asked: Map<string, Promise<unknown>>) {
    this.#store = store
    this.#base = base
    this.path = path
    this.#asked = asked
  }

  async has(name: string): Promise<boolean> {
    return (await this.#store.find(this.#keyOf(name))) !== undefined
  }

  read(name: string): Promise<string | undefined> {
    return this.#store.read(this.#keyOf(name))
  }

  async write(name: string, text: string): Promise<void> {
    // A job that was removed is not made anew.
    if (name === RECORD && !(await this.has(RECORD))) throw new Error('The job was removed')
    await this.#store.write(this.#keyOf(name), text)
  }

  names(folder: string): Promise<readonly string[]> {
    return this.#once(
      `names ${this.#keyOf(folder)}`,
      async () => {
        const { objects } = await this.#store.list(this.#keyOf(folder))
        return objects.map(({ key }) => key.slice(this.#base.length + 1))
      },
      NAMES_MS,
    )
  }

  /** A file that is copied here is not copied again: under its name there is never another. */
  fetch(name: string): Promise<string> {
    const file = join(this.path, name)
    return this.#once(`copy ${file}`, async () => {
      if (await isThere(file)) return file
      const object = await this.#store.find(this.#keyOf(name))
      if (object === undefined) throw new Error(`There is no ${this.#store.addressOf(this.#keyOf(name))}`)
      await mkdir(dirname(file), { recursive: true, mode: 0o700 })
      const begun = begunIn(this.path)
      try {
        await this.#store.fetchWhole(object, begun)
        await rename(begun, file)
      } finally {
        await rm(begun, { force: true })
      }
      return file
    })
  }

  async put(name: string, begun: string): Promise<void> {
    await this.#store.put(this.#keyOf(name), begun)
    await rm(begun, { force: true })
  }

  async serve(name: string): Promise<ServedFile | undefined> {
    const object = await this.#store.find(this.#keyOf(name))
    return object && { ...object, read: (range) => this.#store.open(object, range) }
  }

  async remove(names: readonly string[]): Promise<void> {
    await this.#store.remove(names.map((name) => this.#keyOf(name)))
  }

  async clear(kept: readonly string[]): Promise<void> {
    await this.leave()
    const { objects } = await this.#store.list(`${this.#base}/`)
    const keptKeys = new Set(kept.map((name) => this.#keyOf(name)))
    await this.#store.remove(objects.map(({ key }) => key).filter((key) => !keptKeys.has(key)))
  }

  async leave(): Promise<void> {
    await rm(this.path, { recursive: true, force: true, maxRetries: 3 })
  }

  async bytes(): Promise<number> {
    const { objects } = await this.#store.list(`${this.#base}/`)
    return objects.reduce((sum, { size }) => sum + size, 0)
  }

  #keyOf(name: string): string {
    return name === RECORD ? `${this.#base}.json` : `${this.#base}/${name}`
  }

  /** Those who ask for the same at the same time, or until so much later, get the same. */
  #once<Result>(what: string, ask: () => Promise<Result>, keptMs = 0): Promise<Result> {
    const known = this.#asked.get(what) as Promise<Result> | undefined
    if (known !== undefined) return known
    const asked = ask()
    this.#asked.set(what, asked)
    const forget = () => this.#asked.delete(what)
    asked.then(() => (keptMs > 0 ? setTimeout(forget, keptMs).unref() : forget()), forget)
    return asked
  }
}

function isThere(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    () => false,
  )
}
