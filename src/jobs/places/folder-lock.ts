import { randomBytes } from 'node:crypto'
import { open, readFile, rename, rm, stat, utimes } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { makeFolder } from './folder-place.ts'

/** Whoever has the lock shows so often that it is alive, and has lost it when it has been silent for so long. */
const BEAT_MS = 1000
const SILENT_MS = 10_000

/**
 * Decides which of several processes, on any machines, works on a folder: the one whose file is in it.
 * Example: `new FolderLock('/jobs', '.lock')`. When its holder was silent for ten seconds, two processes may believe for a moment that
 * they have it: work that is done twice must do no harm.
 */
export class FolderLock {
  readonly #folder: string
  readonly #file: string
  readonly #own = `${hostname()} ${process.pid} ${randomBytes(8).toString('hex')}`
  #beating: NodeJS.Timeout | undefined
  #hasIt = false
  /** When its holder was last seen to beat, by the clock of this process: those of machines differ. */
  #seen: { readonly beat: number; readonly at: number } | undefined

  constructor(folder: string, name: string) {
    this.#folder = folder
    this.#file = join(folder, name)
  }

  /** Takes the lock where it is free. Returns whether this process has it. Fails where nothing can be written to the folder. */
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
    if (!(await this.#write())) return false
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

  /** Says whether there was no file yet. One that the disk has no room for is taken away again. */
  async #write(): Promise<boolean> {
    const file = await open(this.#file, 'wx').catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
    if (file === undefined) return false
    try {
      await file.writeFile(this.#own)
      return true
    } catch (error) {
      await rm(this.#file, { force: true })
      throw error
    } finally {
      await file.close()
    }
  }

  #holder(): Promise<string | undefined> {
    return readFile(this.#file, 'utf8').catch(() => undefined)
  }

  async #isLeft(holder: string): Promise<boolean> {
    const [host, pid] = holder.split(' ')
    if (host === hostname() && pid !== undefined && !isAlive(Number(pid))) return true
    const { mtimeMs: beat } = await stat(this.#file).catch(() => ({ mtimeMs: 0 }))
    const now = performance.now()
    if (this.#seen?.beat !== beat) this.#seen = { beat, at: now }
    return now - this.#seen.at > SILENT_MS
  }
}

/** Whether there is a process of that number on this machine. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
