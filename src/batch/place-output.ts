import { rename } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname } from 'node:path'
import { storeOf } from '../store/find-objects.ts'
import { isObjectAddress, readObjectAddress } from '../store/object-address.ts'

/** The folder in which an output may come about: where there is room for it, and from where it can be renamed. */
export function folderFor(output: string | undefined): string {
  return output === undefined || isObjectAddress(output) ? tmpdir() : dirname(output)
}

/** Makes a finished file the output, whole: by its new name, or as an object of a store. */
export async function placeOutput(finished: string, output: string): Promise<void> {
  if (isObjectAddress(output)) await storeOf(output).put(readObjectAddress(output).key, finished)
  else await rename(finished, output)
}
