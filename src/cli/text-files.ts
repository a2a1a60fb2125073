import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { folderFor, placeOutput } from '../batch/place-output.ts'
import { findObjects, storeOf } from '../store/find-objects.ts'
import { isObjectAddress, readObjectAddress } from '../store/object-address.ts'

/** A small file by its name, or an object of a store by its address. */
export interface TextFile {
  readonly name: string
  readonly text: string
}

/** Reads a small file, or all objects that an address stands for. Throws the system's error, or a StoreFault. */
export async function readTexts(file: string): Promise<readonly TextFile[]> {
  if (!isObjectAddress(file)) return [{ name: file, text: await readFile(file, 'utf8') }]
  const { store, objects } = await findObjects(file)
  return Promise.all(
    objects.map(async ({ key }) => ({ name: store.addressOf(key), text: (await store.read(key)) ?? '' })),
  )
}

/** Writes a small file, or an object of a store; it appears when it is whole. */
export async function writeText(file: string, text: string): Promise<void> {
  if (isObjectAddress(file)) return storeOf(file).write(readObjectAddress(file).key, text)
  const folder = await mkdtemp(join(folderFor(file), '.impactql-'))
  try {
    const begun = join(folder, 'text')
    await writeFile(begun, text)
    await placeOutput(begun, file)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
