import { randomBytes } from 'node:crypto'
import { readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { makeFolder } from './job-folder.ts'

/** Whoever has the lock shows so often that it is alive, and has lost it when it has been silent for so long. */
const BEAT_MS = 1000
const SILENT_MS = 10_000

/**
 * Says which of several processes works on a folder. Should two of them believe it for a moment, no harm comes of it but work
 * that is done twice.
 */
export class FolderLock {
  readonly #folder: string
  readonly #file: string
  readonly #own = `${hostname()} ${process.pid} ${randomBytes(8).toString('hex')}`
  #beating: NodeJS.Timeout | undefined
  #hasIt = false

  constructor(folder: string) {
    this.#folder = folder
    this.#file = join(folder, '.lock')
  }

  /** Takes the lock where it is free. Says whether this process has it. */
  async take(): Promise<boolean> {
    if (this.#hasIt) return true
    await makeFolder(this.#folder)
    const holder = await readFile(this.#file, 'utf8').catch(() => undefined)
    if (holder !== undefined) {
      if (!(await this.#isLeft(holder))) return false
      const old = `${this.#file}-${randomBytes(4).toString('hex')}`
      await rename(this.#file, old).catch(() => {})
      await rm(old, { force: true })
    }
    const isWritten = await writeFile(this.#file, this.#own, { flag: 'wx' }).then(
      () => true,
      () => false,
    )
    if (!isWritten) return false
    this.#hasIt = true
    this.#beating = setInterval(() => void this.#beat(), BEAT_MS)
    return true
  }

  async leave(): Promise<void> {
    clearInterval(this.#beating)
    if (!this.#hasIt) return
    this.#hasIt = false
    if ((await this.#holder()) === this.#own) await rm(this.#file, { force: true })
  }

  async #beat(): Promise<void> {
    if ((await this.#holder()) === this.#own) {
      const now = new Date()
      await utimes(this.#file, now, now).catch(() => {})
    } else {
      // It was silent for so long that another has taken over.
      clearInterval(this.#beating)
      this.#hasIt = false
    }
  }

  #holder(): Promise<string | undefined> {
    return readFile(this.#file, 'utf8').catch(() => undefined)
  }

  async #isLeft(holder: string): Promise<boolean> {
    const [host, pid] = holder.split(' ')
    if (host === hostname() && pid !== undefined && !isAlive(Number(pid))) return true
    const { mtimeMs } = await stat(this.#file).catch(() => ({ mtimeMs: 0 }))
    return Date.now() - mtimeMs > SILENT_MS
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
