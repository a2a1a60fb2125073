import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { isAlive } from './is-alive.ts'

/** Prefix of the run folders of this machine. The machine's name must not contain path separators. */
const OURS = `.impactql-${hostname().replaceAll(/[^\w.]/g, '_')}-`

/**
 * Creates a folder for unfinished work, and removes those of killed runs on this machine next to it. Other machines'
 * folders stay, since their processes may still run.
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

/** Without a process number in the name, the process counts as running. */
function hasEnded(pid: number): boolean {
  return pid > 0 && !isAlive(pid)
}
