import type { FleetFile, RowPlace } from './read-fleet.ts'

/** Several files as one fleet, whose rows say which file they stand in. */
export function joinFiles(files: readonly FleetFile[]): FleetFile | undefined {
  const [first, ...others] = files
  if (first === undefined || others.length === 0) return first
  const starts = files.map((_, at) => files.slice(0, at).reduce((sum, { imported }) => sum + imported.length, 0))
  const moved = <Entry extends { readonly at: RowPlace }>(entry: Entry, file: number): Entry => {
    const { where, index, line } = entry.at
    const at = { where: `${files[file]?.name}, ${where}`, file, index: index + (starts[file] ?? 0), line }
    return { ...entry, at }
  }
  return {
    name: `${files.length} files`,
    parts: files.flatMap(({ parts }) => parts),
    isPlan: false,
    isBill: files.every(({ isBill }) => isBill),
    source: undefined,
    isRead: files.every(({ isRead }) => isRead),
    rows: files.flatMap(({ rows }, file) => rows.map((row) => moved(row, file))),
    faults: files.flatMap(({ faults }, file) => faults.map((fault) => moved(fault, file))),
    imported: files.flatMap(({ imported }) => imported),
    starts,
    columns: [...new Set(files.flatMap(({ columns }) => columns))],
    head: undefined,
    notRead: [],
    notes: [],
    columnAt: (path, row) => files[row.file]?.columnAt(path, row),
  }
}
