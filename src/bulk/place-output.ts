import { createReadStream, createWriteStream, realpathSync, statSync } from 'node:fs'
import { access, constants, rename } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { storeOf } from './store/find-objects.ts'
import { isObjectAddress, readObjectAddress } from './store/object-address.ts'

/** The folder in which an output may come about: where there is room for it, and from where it can be renamed. */
export function folderFor(output: string | undefined): string {
  if (output === undefined || isObjectAddress(output)) return tmpdir()
  const { path, isReplaced } = fileOf(output)
  return isReplaced ? dirname(path) : tmpdir()
}

/** Throws an Error in words where an output cannot be written, so that no work is done for it. */
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

/** Makes a finished file the output, whole: by its new name, or as an object of a store. A device or a pipe is written to. */
export async function placeOutput(finished: string, output: string): Promise<void> {
  if (isObjectAddress(output)) return storeOf(output).put(readObjectAddress(output).key, finished)
  const { path, isReplaced } = fileOf(output)
  if (isReplaced) await rename(finished, path)
  else await pipeline(createReadStream(finished), createWriteStream(path))
}

/** The file that a name leads to, by links or not, and whether it is replaced as a whole. `/dev/null` stays what it is. */
function fileOf(output: string): { readonly path: string; readonly isReplaced: boolean } {
  const found = statSync(output, { throwIfNoEntry: false })
  const isReplaced = found === undefined || found.isFile() || found.isDirectory()
  return { path: found?.isFile() ? realpathSync(output) : output, isReplaced }
}
