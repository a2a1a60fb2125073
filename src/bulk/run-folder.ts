import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { isAlive } from './is-alive.ts'

/** What the folders of the runs of this machine are called. A name of a machine may have no separators of paths. */
const OURS = `.impactql-${hostname().replaceAll(/[^\w.]/g, '_')}-`

/**
 * Makes a folder for what a run has not finished, and removes those that killed runs of this machine left beside it. Those of other
 * machines stay: whether they are still at work is not known here.
 */
export async function makeRunFolder(parent: string): Promise<string> {
  const left = await readdir(parent).catch(() => [])
  await Promise.all(
    left
      .filter((name) => name.startsWith(OURS) && hasEnded(Number.parseInt(name.slice(OURS.length), 10)))
      .map((name) => rm(join(parent, name), { recursive: true, force: true })),
  )
  return mkdtemp(join(parent, `${OURS}${process.pid}-`))
}

/** Of a name without the number of a process, none is known to have ended. */
function hasEnded(pid: number): boolean {
  return pid > 0 && !isAlive(pid)
}
