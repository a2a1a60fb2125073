import { useCallback, useEffect, useState } from 'preact/hooks'
import { AS_IT_IS, type FleetFile, type FleetQuestion, type Reading, readFleet } from './read-fleet.ts'

/** A file that was chosen, and how it is read. */
interface Chosen extends Reading {
  readonly file: File
}

/** A file as it is read, and read again once its columns are said to be something else, or its cells are mended. */
export function useFleetFile() {
  const [chosen, setChosen] = useState<Chosen>()
  const [read, setRead] = useState<FleetFile | FleetQuestion>()
  const [fault, setFault] = useState<string>()
  /** How many times something was read: each has a job of its own. */
  const [version, setVersion] = useState(0)

  useEffect(() => {
    if (chosen === undefined) return
    let isWanted = true
    readFleet(chosen.file, chosen).then(
      (found) => {
        if (!isWanted) return
        setRead(found)
        setFault(undefined)
        setVersion((now) => now + 1)
      },
      (error: Error) => {
        if (!isWanted) return
        setRead(undefined)
        setFault(error.message)
      },
    )
    return () => {
      isWanted = false
    }
  }, [chosen])

  /** A file of the same name is the same one, mended elsewhere: what its columns are has been said. */
  const choose = useCallback((file: File) => {
    setRead(undefined)
    setFault(undefined)
    setChosen((now) => ({ ...AS_IT_IS, ...(now?.file.name === file.name && { map: now.map }), file }))
  }, [])
  const mapColumn = useCallback((theirs: string, ours: string) => {
    setChosen((now) => now && { ...now, map: { ...withoutOurs(now.map, ours), [theirs]: ours } })
  }, [])
  const mend = useCallback((line: number, cells: Readonly<Record<string, string>>) => {
    setChosen((now) => {
      if (now === undefined) return now
      const { corrections } = now
      return { ...now, corrections: new Map([...corrections, [line, { ...corrections.get(line), ...cells }]]) }
    })
  }, [])
  return { read, fault, version, choose, mapColumn, mend }
}

/** A column that is read as something takes the place of the one that was said to be it. */
function withoutOurs(map: Reading['map'], ours: string): Reading['map'] {
  return Object.fromEntries(Object.entries(map).filter(([, each]) => each === 'none' || each !== ours))
}
