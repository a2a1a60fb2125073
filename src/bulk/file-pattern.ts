import { glob, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** Whether a name is a pattern for several local files, `bills/*.parquet`, rather than a file of that name. */
export async function isPattern(file: string): Promise<boolean> {
  if (!/[*?]/.test(file)) return false
  return stat(file).then(
    () => false,
    () => true,
  )
}

/** The files that a pattern matches, by name, or the file of that name. Throws an Error if a pattern matches none. */
export async function filesOf(file: string): Promise<readonly string[]> {
  if (!(await isPattern(file))) return [file]
  // Only `*` and `?` are patterns: the names of folders can have brackets.
  const entries = await Array.fromAsync(glob(file.replace(/[[{(]/g, '[$&]'), { withFileTypes: true }))
  const files = entries.flatMap((entry) => (entry.isDirectory() ? [] : join(entry.parentPath, entry.name)))
  if (files.length === 0) throw new Error(`${file}: no file matches this pattern`)
  return files.toSorted()
}
