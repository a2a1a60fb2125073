import { randomBytes } from 'node:crypto'
import { statfsSync, statSync } from 'node:fs'
import { open, readdir, rename, rm, stat, statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { NoRoom } from './job-fault.ts'

/** Bytes of the disk to keep free. */
const LEAST_FREE_BYTES = 256 * 2 ** 20

/** A unique path in a folder for an unfinished file. */
export function begunIn(folder: string): string {
  return join(folder, `${randomBytes(8).toString('hex')}.begun`)
}

/**
 * Writes a file under another name, and renames it once it is durable. Returns its bytes, and the result of the
 * writing.
 */
export async function writeWhole<Result>(
  file: string,
  write: (begun: string) => Promise<Result>,
): Promise<readonly [bytes: number, result: Result]> {
  const begun = begunIn(dirname(file))
  try {
    const result = await write(begun)
    return [await finishFile(begun, file), result]
  } finally {
    await rm(begun, { force: true })
  }
}

/** Renames an unfinished file once it is durable, even through a power loss. Returns its bytes. */
export async function finishFile(begun: string, file: string): Promise<number> {
  const bytes = await sync(begun)
  await rename(begun, file)
  await sync(dirname(file))
  return bytes
}

/** Waits until a file, or the names in a folder, are on the disk. Returns its bytes. */
async function sync(path: string): Promise<number> {
  const handle = await open(path)
  try {
    await handle.sync()
    return (await handle.stat()).size
  } finally {
    await handle.close()
  }
}

/** Bytes of a file; undefined if there is none. */
export function bytesOf(file: string): number | undefined {
  return statSync(file, { throwIfNoEntry: false })?.size
}

/** Bytes of all files in a folder. */
export async function bytesIn(folder: string): Promise<number> {
  let bytes = 0
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true }).catch(() => [])) {
    // It may be gone by now.
    if (entry.isFile()) bytes += (await stat(join(entry.parentPath, entry.name)).catch(() => ({ size: 0 }))).size
  }
  return bytes
}

/** Removes files of a folder, except those to keep. */
export async function clearFolder(folder: string, isKept: (name: string) => boolean): Promise<void> {
  for (const name of await readdir(folder).catch(() => []))
    if (!isKept(name)) await rm(join(folder, name), { recursive: true, force: true, maxRetries: 3 })
}

/** Whether the disk of a folder has more space than must stay free. */
export function hasRoom(folder: string): boolean {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize >= LEAST_FREE_BYTES
}

/** Throws NoRoom if it has not. */
export async function checkRoom(folder: string): Promise<void> {
  const { bavail, bsize } = await statfs(folder)
  if (bavail * bsize < LEAST_FREE_BYTES) throw new NoRoom()
}
