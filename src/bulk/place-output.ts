import { createReadStream, createWriteStream, mkdirSync, mkdtempSync, realpathSync, rmdirSync, statSync } from 'node:fs'
import { access, constants, rename } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { isObjectAddress, readObjectAddress } from './store/object-address.ts'
import { ObjectStore } from './store/object-store.ts'

/** The folder to create an output in: it has room, and allows renaming to the output. */
export function folderFor(output: string | undefined): string {
  if (output === undefined || isObjectAddress(output)) return tmpdir()
  const { path, isReplaced } = fileOf(output)
  return isReplaced ? dirname(path) : tmpdir()
}

/** Throws an Error if an output cannot be written, before any work is done. */
export async function checkOutput(output: string): Promise<void> {
  if (isObjectAddress(output)) return
  const { path, isReplaced } = fileOf(output)
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory())
    throw new Error(`${output}: this is a folder, not a file`)
  const written = isReplaced ? dirname(path) : path
  try {
    if (isReplaced) tryFolder(written)
    else await access(written, constants.W_OK)
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    const isMissing = statSync(written, { throwIfNoEntry: false }) === undefined
    const isForbidden = ['EACCES', 'EPERM', 'EROFS'].includes(code)
    const otherwise = isForbidden ? 'no permission to write to' : 'cannot create a file in'
    throw new Error(`${output}: ${isMissing ? 'there is no folder' : otherwise} ${written} (${code})`)
  }
}

/**
 * Throws the system's error if nothing can be created in a folder. Some, such as /proc, say that they can be written.
 */
export function tryFolder(folder: string): void {
  rmdirSync(mkdtempSync(join(folder, '.tried-')))
}

/** Creates a folder and its parents, if missing. Node.js's own function never returns for a folder below /proc. */
export function makeFolder(path: string, mode?: number): void {
  if (statSync(path, { throwIfNoEntry: false }) !== undefined) return
  makeFolder(dirname(path), mode)
  try {
    mkdirSync(path, { mode })
  } catch (error) {
    // Another process may have created it first.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

/**
 * Publishes a finished file as the output: renamed in one step, or as an object of a store. A device or pipe receives
 * its bytes.
 */
export async function placeOutput(finished: string, output: string): Promise<void> {
  if (isObjectAddress(output)) {
    const { bucket, key } = readObjectAddress(output)
    return new ObjectStore(bucket).put(key, finished)
  }
  const { path, isReplaced } = fileOf(output)
  if (isReplaced) await rename(finished, path)
  else await pipeline(createReadStream(finished), createWriteStream(path))
}

/** The target of a name, through links, and whether it can be replaced as a whole. `/dev/null` cannot. */
function fileOf(output: string): { readonly path: string; readonly isReplaced: boolean } {
  const found = statSync(output, { throwIfNoEntry: false })
  const isReplaced = found === undefined || found.isFile() || found.isDirectory()
  return { path: found?.isFile() ? realpathSync(output) : output, isReplaced }
}
