import { createReadStream, createWriteStream, realpathSync, statSync } from 'node:fs'
import { access, constants, rename } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { storeOf } from './store/find-objects.ts'
import { isObjectAddress, readObjectAddress } from './store/object-address.ts'

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
  await access(written, constants.W_OK).catch(({ code }: NodeJS.ErrnoException) => {
    const why = code === 'ENOENT' || code === 'ENOTDIR' ? 'there is no folder' : 'this user may not write to'
    throw new Error(`${output}: ${why} ${written} (${code})`)
  })
}

/**
 * Publishes a finished file as the output: renamed in one step, or as an object of a store. A device or pipe receives
 * its bytes.
 */
export async function placeOutput(finished: string, output: string): Promise<void> {
  if (isObjectAddress(output)) return storeOf(output).put(readObjectAddress(output).key, finished)
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
