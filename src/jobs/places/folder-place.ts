import { randomBytes } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { isJobId, type JobRecord } from '../job.ts'
import {
  type JobFiles,
  type JobPlace,
  LEFT_OVER_MS,
  ownerTag,
  RECORD,
  type Receiving,
  type ServedFile,
} from './job-place.ts'

const RECEIVING = '.receiving-'
const REMOVED = '.removed-'

/** Whoever receives a file shows more often than so that it is alive. */
const SILENT_MS = 60_000

/** Jobs in a folder of this machine, or of a file system that several share: what is read is read where it is. */
export class FolderPlace implements JobPlace {
  readonly folder: string

  constructor(folder: string) {
    this.folder = folder
  }

  of(id: string): JobFiles {
    return new FolderFiles(join(this.folder, id))
  }

  async begin(owner: string | null, id: string): Promise<JobFiles> {
    const files = new FolderFiles(join(this.folder, receivingFor(owner) + id))
    await makeFolder(files.path)
    return files
  }

  async touch(received: JobFiles): Promise<void> {
    const now = new Date()
    await utimes(received.path, now, now)
  }

  async receiving(owner: string | null): Promise<readonly Receiving[]> {
    const start = receivingFor(owner)
    const names = (await readdir(this.folder).catch(() => [])).filter((name) => name.startsWith(start))
    const found = await Promise.all(
      names.map(async (name) => {
        const path = join(this.folder, name)
        const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: 0 }))
        return { id: name.slice(start.length), bytes: await bytesIn(path), isAlive: Date.now() - mtimeMs < SILENT_MS }
      }),
    )
    return found.filter(({ isAlive }) => isAlive)
  }

  async keep(): Promise<void> {
    // It is there.
  }

  async add(record: JobRecord, received: JobFiles): Promise<void> {
    await received.write(RECORD, JSON.stringify(record))
    await rename(received.path, join(this.folder, record.id))
  }

  async discard(_: string, received: JobFiles): Promise<void> {
    await rm(received.path, { recursive: true, force: true })
  }

  async records(known: (id: string) => JobRecord | undefined = () => undefined): Promise<readonly JobRecord[]> {
    const names = await readdir(this.folder).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return []
      throw error
    })
    const records = names.filter(isJobId).map(async (id) => {
      const record = known(id)
      if (record !== undefined) return record
      const text = await this.of(id).read(RECORD)
      return text === undefined ? undefined : (JSON.parse(text) as JobRecord)
    })
    return (await Promise.all(records)).filter((record) => record !== undefined)
  }

  async remove(id: string): Promise<void> {
    const gone = join(this.folder, `${REMOVED}${id}-${randomBytes(4).toString('hex')}`)
    await rename(join(this.folder, id), gone).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error
    })
    await rm(gone, { recursive: true, force: true, maxRetries: 5 })
  }

  async leaveEnded(): Promise<void> {
    // There are no copies.
  }

  async sweep(): Promise<void> {
    for (const name of await readdir(this.folder).catch(() => [])) {
      const path = join(this.folder, name)
      const isLeft = isJobId(name)
        ? !(await this.of(name).has(RECORD))
        : name.startsWith(RECEIVING) || name.startsWith(REMOVED)
      if (!isLeft) continue
      const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Date.now() }))
      if (Date.now() - mtimeMs > LEFT_OVER_MS) await rm(path, { recursive: true, force: true })
    }
  }
}

function receivingFor(owner: string | null): string {
  return `${RECEIVING}${ownerTag(owner)}-`
}

class FolderFiles implements JobFiles {
  readonly path: string

  constructor(path: string) {
    this.path = path
  }

  has(name: string): Promise<boolean> {
    return stat(join(this.path, name)).then(
      () => true,
      (error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return false
        throw error
      },
    )
  }

  async read(name: string): Promise<string | undefined> {
    try {
      return await readFile(join(this.path, name), 'utf8')
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
      throw error
    }
  }

  async write(name: string, text: string): Promise<void> {
    const begun = begunIn(this.path)
    await writeFile(begun, text)
    await this.put(name, begun)
  }

  async names(folder: string): Promise<readonly string[]> {
    const names = await readdir(join(this.path, folder)).catch(() => [])
    return names.map((name) => `${folder}${name}`)
  }

  async fetch(name: string): Promise<string> {
    return join(this.path, name)
  }

  async put(name: string, begun: string): Promise<void> {
    const file = join(this.path, name)
    // Without its folder the job was removed: nothing of it is made anew.
    if (name.includes('/')) await mkdir(dirname(file), { mode: 0o700 }).catch(ignoreExisting)
    await rename(begun, file)
  }

  async serve(name: string): Promise<ServedFile | undefined> {
    const file = join(this.path, name)
    const found = await stat(file).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error
    })
    if (found === undefined) return undefined
    const { size, mtimeMs: modified } = found
    return {
      size,
      // A file appears whole and is never changed.
      tag: `"${size.toString(16)}-${Math.floor(modified).toString(16)}"`,
      modified,
      // Once it is open, it is read to its end even where it is removed.
      read: async ({ from, to }) => (await open(file)).createReadStream({ start: from, end: to - 1 }),
    }
  }

  async leave(): Promise<void> {
    // There are no copies.
  }

  async remove(names: readonly string[]): Promise<void> {
    for (const name of names) await rm(join(this.path, name), { recursive: true, force: true })
  }

  async clear(kept: readonly string[]): Promise<void> {
    await this.remove((await readdir(this.path)).filter((name) => !kept.includes(name)))
  }

  bytes(): Promise<number> {
    return bytesIn(this.path)
  }
}

/** A path in a folder for what is not finished; no two writers have the same. */
export function begunIn(folder: string): string {
  return join(folder, `${randomBytes(8).toString('hex')}.begun`)
}

/** Makes a folder that only its owner sees. */
export async function makeFolder(path: string): Promise<void> {
  await mkdir(path, { recursive: true, mode: 0o700 })
}

/** Bytes of all files in a folder. */
export async function bytesIn(folder: string): Promise<number> {
  let bytes = 0
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true }).catch(() => [])) {
    if (!entry.isFile()) continue
    // It may have gone meanwhile.
    bytes += (await stat(join(entry.parentPath, entry.name)).catch(() => ({ size: 0 }))).size
  }
  return bytes
}

function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error
}
