import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join, resolve } from 'node:path'
import { DEFAULT_ARCHETYPES } from '../library/index.ts'
import { isAlive } from './is-alive.ts'
import { releaseKey } from './release-key.ts'

/** Prefix of the run folders of this machine. The machine's name must not contain path separators. */
const OURS = `.impactql-${hostname().replaceAll(/[^\w.]/g, '_')}-`

/** The file with the name of a run. */
const NAME = 'run'

/** Names a run by all that decides its figures. Undefined unless all files are on this machine. */
export async function runName(release: string, files: readonly string[], options: object): Promise<string | undefined> {
  try {
    const read = files.map(async (file) => {
      const { size, mtimeMs } = await stat(file)
      return [resolve(file), size, mtimeMs]
    })
    const deciding = [releaseKey({ label: release }, DEFAULT_ARCHETYPES), await Promise.all(read), options]
    return createHash('sha256').update(JSON.stringify(deciding)).digest('hex')
  } catch {
    return undefined
  }
}

/**
 * Creates a folder for unfinished work, and removes those of killed runs on this machine next to it. Other machines'
 * folders stay, since their processes may still run. With `isResumed`, it takes over the folder of a killed run of the
 * same name, with the figures that it finished, and leaves the others.
 */
export async function makeRunFolder(parent: string, name = '', isResumed = false): Promise<string> {
  const left = await readdir(parent).catch(() => [])
  const killed = left
    .filter((each) => each.startsWith(OURS) && hasEnded(Number.parseInt(each.slice(OURS.length), 10)))
    .map((each) => join(parent, each))
  const folder = await mkdtemp(join(parent, `${OURS}${process.pid}-`))
  if (isResumed) await takeOver(killed, folder, name)
  else await Promise.all(killed.map((each) => rm(each, { recursive: true, force: true })))
  await writeFile(join(folder, NAME), name)
  return folder
}

/** Makes the folder of a killed run this empty one. If several runs try, one succeeds. */
async function takeOver(killed: readonly string[], folder: string, name: string): Promise<void> {
  for (const each of killed) {
    if ((await readFile(join(each, NAME), 'utf8').catch(() => '')) !== name) continue
    const isOurs = await rename(each, folder).then(
      () => true,
      () => false,
    )
    if (!isOurs) continue
    const others = (await readdir(folder)).filter((file) => !/^result-.*\.(parquet|done)$/.test(file))
    await Promise.all(others.map((file) => rm(join(folder, file), { recursive: true, force: true })))
    return
  }
}

/** Without a process number in the name, the process counts as running. */
function hasEnded(pid: number): boolean {
  return pid > 0 && !isAlive(pid)
}
