import { randomBytes } from 'node:crypto'
import { readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { hasEnded, isJobId, type JobRecord, type JobStatus, newJobId } from './job.ts'
import { JobFolder, makeFolder } from './job-folder.ts'
import { JobProgress } from './job-progress.ts'

/** What has not become a job, or has not gone yet, is removed after this long: no upload takes longer. */
const LEFT_OVER_MS = 2 * 3_600_000

const RECEIVING = '.receiving-'
const REMOVED = '.removed-'

/** The jobs in a folder, which any number of processes and machines may share. */
export class JobStore {
  readonly folder: string
  /** How long results stay. */
  readonly #keepMs: number
  readonly #progress = new JobProgress()

  constructor(folder: string, keepMs: number) {
    this.folder = folder
    this.#keepMs = keepMs
  }

  /** Throws where it is no id of a job. */
  of(id: string): JobFolder {
    return JobFolder.of(this.folder, id)
  }

  /** A folder for a file that is being received; it becomes a job by `add`. */
  async begin(): Promise<{ readonly id: string; readonly folder: JobFolder }> {
    const id = newJobId()
    const folder = new JobFolder(join(this.folder, RECEIVING + id))
    await makeFolder(folder.path)
    return { id, folder }
  }

  async add(record: JobRecord, received: JobFolder): Promise<void> {
    await received.writeRecord(record)
    await rename(received.path, this.of(record.id).path)
  }

  async discard(folder: JobFolder): Promise<void> {
    await rm(folder.path, { recursive: true, force: true })
  }

  /** Undefined where there is no such job, or it belongs to another key. */
  async find(owner: string | null, id: string): Promise<JobRecord | undefined> {
    if (!isJobId(id)) return undefined
    const record = await this.of(id).readRecord()
    return record?.owner === owner && !this.#isOver(record) ? record : undefined
  }

  status(record: JobRecord): Promise<JobStatus> {
    return this.#progress.status(this.of(record.id), record, this.#keepMs)
  }

  /** All jobs. */
  async list(): Promise<readonly JobRecord[]> {
    const names = await readdir(this.folder).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return []
      throw error
    })
    const records = await Promise.all(names.filter(isJobId).map((id) => this.of(id).readRecord()))
    return records.filter((record) => record !== undefined)
  }

  /** Removes a job; whoever works on it finds it gone. */
  async remove(id: string): Promise<void> {
    const folder = this.of(id)
    const gone = join(this.folder, `${REMOVED}${id}-${randomBytes(4).toString('hex')}`)
    await rename(folder.path, gone).catch(ignoreMissing)
    this.#progress.forget(folder)
    await rm(gone, { recursive: true, force: true, maxRetries: 5 })
  }

  /** Removes results whose time is over, and what was left behind by those who were killed. */
  async sweep(): Promise<void> {
    for (const record of await this.list()) {
      if (this.#isOver(record)) await this.remove(record.id)
    }
    for (const name of await readdir(this.folder).catch(() => [])) {
      const path = join(this.folder, name)
      const isLeft = isJobId(name)
        ? await this.of(name).isGone()
        : name.startsWith(RECEIVING) || name.startsWith(REMOVED)
      if (!isLeft) continue
      const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Date.now() }))
      if (Date.now() - mtimeMs > LEFT_OVER_MS) await rm(path, { recursive: true, force: true })
    }
  }

  #isOver(record: JobRecord): boolean {
    return hasEnded(record) && Date.parse(record.finishedAt as string) + this.#keepMs < Date.now()
  }
}

function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error
}
