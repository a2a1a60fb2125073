import { partsOf } from '../database.ts'
import type { ImportedCells } from '../imported-source.ts'
import { readWhole, type TextFile, type WholeRead } from '../read-whole.ts'

/** What a thread has read. Its rows are in parts, each as JSON: the process never holds all of them as cells. */
export type ThreadRead =
  | Exclude<WholeRead, ImportedCells>
  | (Omit<ImportedCells, 'rows'> & { readonly parts: readonly Uint8Array[] })
  /** An error that has a code. Only the text of an error leaves a thread, and what follows depends on its code. */
  | { readonly fault: Pick<NodeJS.ErrnoException, 'name' | 'message' | 'code'> }

/** Reads a file as a whole; called by piscina. */
export default async function read(file: TextFile): Promise<ThreadRead> {
  try {
    return await packed(file)
  } catch (error) {
    const { name, message, code } = error as NodeJS.ErrnoException
    if (code === undefined) throw error
    return { fault: { name, message, code } }
  } finally {
    // Otherwise V8 returns this memory ten seconds after the thread has ended, and other threads need it now.
    globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' })
  }
}

async function packed(file: TextFile): Promise<ThreadRead> {
  const whole = await readWhole(file)
  if (typeof whole !== 'object') return whole
  const { rows, ...cells } = whole
  return { ...cells, parts: Array.from(partsOf(rows), (part) => Buffer.from(JSON.stringify(part))) }
}
