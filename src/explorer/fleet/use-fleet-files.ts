import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import { type FleetFile, type FleetQuestion, type Reading, readFleet } from './read-fleet.ts'

/** A file that was chosen, how it is read, and what came of it. */
export interface ChosenFile {
  readonly file: File
  readonly reading: Reading
  /** Undefined while it is read for the first time, and where it cannot be read. */
  readonly read: FleetFile | FleetQuestion | undefined
  /** Why it cannot be read. */
  readonly fault: string | undefined
}

/** These files are back when the reader is. */
let kept: readonly ChosenFile[] = []

/** Reads files, and reads them again after a change of their columns or cells. */
export function useFleetFiles() {
  const [files, setFiles] = useState(kept)
  const begun = useRef(new WeakSet<Reading>())

  useEffect(() => {
    kept = files
    for (const { file, reading } of files) {
      if (begun.current.has(reading)) continue
      begun.current.add(reading)
      const settle = (outcome: Pick<ChosenFile, 'read' | 'fault'>) =>
        setFiles((now) => now.map((each) => (each.reading === reading ? { ...each, ...outcome } : each)))
      readFleet(file, reading).then(
        (read) => settle({ read, fault: undefined }),
        (error: Error) => settle({ read: undefined, fault: error.message }),
      )
    }
  }, [files])

  /** Adds files. A file with a known name is a new version of that file, and keeps the meaning of its columns. */
  const add = useCallback((added: readonly File[]) => {
    setFiles((now) => {
      const fresh = new Map(withDistinctNames(added).map((file) => [file.name, file]))
      const known = now.map((each) => {
        const file = fresh.get(each.file.name)
        fresh.delete(each.file.name)
        return file === undefined ? each : unreadFile(file, each.reading.map)
      })
      return [...known, ...[...fresh.values()].map((file) => unreadFile(file, {}))]
    })
  }, [])
  /** Adds files that were kept, read as they were. */
  const restore = useCallback((kept: readonly Pick<ChosenFile, 'file' | 'reading'>[]) => {
    const names = new Set(kept.map(({ file }) => file.name))
    const opened = kept.map((each): ChosenFile => ({ ...each, read: undefined, fault: undefined }))
    setFiles((now) => [...now.filter(({ file }) => !names.has(file.name)), ...opened])
  }, [])
  const remove = useCallback((name: string) => {
    setFiles((now) => now.filter(({ file }) => file.name !== name))
  }, [])
  const readAnew = useCallback((name: string, change: (reading: Reading) => Reading) => {
    setFiles((now) => now.map((each) => (each.file.name === name ? { ...each, reading: change(each.reading) } : each)))
  }, [])
  const mapColumn = useCallback((name: string, theirs: string, ours: string) => {
    readAnew(name, (reading) => ({ ...reading, map: { ...withoutOurs(reading.map, ours), [theirs]: ours } }))
  }, [])
  const mend = useCallback((name: string, line: number, cells: Readonly<Record<string, string>>) => {
    readAnew(name, ({ corrections, ...reading }) => {
      return { ...reading, corrections: new Map([...corrections, [line, { ...corrections.get(line), ...cells }]]) }
    })
  }, [])
  const swap = useCallback(() => setFiles((now) => now.toReversed()), [])
  /** Adds the state before a plan, to compare it with the state after. */
  const addBefore = useCallback((name: string) => {
    setFiles((now) =>
      now.flatMap((each) => {
        if (each.file.name !== name) return [each]
        const before = unreadFile(new File([each.file], `${name}, before`), {})
        return [{ ...before, reading: { ...before.reading, side: 'before' as const } }, each]
      }),
    )
  }, [])
  return { files, add, addBefore, restore, remove, swap, mapColumn, mend }
}

function unreadFile(file: File, map: Reading['map']): ChosenFile {
  return { file, reading: { map, corrections: new Map() }, read: undefined, fault: undefined }
}

/** Files of several folders may have one name: the second is called `list (2).csv`. */
function withDistinctNames(files: readonly File[]): readonly File[] {
  return files.map((file, at) => {
    const before = files.slice(0, at).filter(({ name }) => name === file.name).length
    return before === 0 ? file : new File([file], file.name.replace(/(\.\w+)?$/, ` (${before + 1})$1`))
  })
}

/** A column takes over its meaning from the one that had it before. */
function withoutOurs(map: Reading['map'], ours: string): Reading['map'] {
  return Object.fromEntries(Object.entries(map).filter(([, each]) => each === 'none' || each !== ours))
}
