import { download } from '../copy/download.ts'
import { formatView } from '../state/use-view.ts'
import type { View } from '../state/view.ts'
import type { FleetResult } from './fleet-result.ts'
import type { Reading } from './read-fleet.ts'
import type { ChosenFile } from './use-fleet-files.ts'

/** A text of a file and how it was read. */
interface KeptFile {
  readonly name: string
  readonly text: string
  readonly map: Reading['map']
  readonly corrections: readonly (readonly [number, Readonly<Record<string, string>>])[]
  readonly side?: Reading['side']
}

/** A fleet as a file: its files and conditions, which give the same figures again from the same data release. */
interface KeptFleet {
  readonly impactqlFleet: 1
  /** Time in ISO 8601. */
  readonly keptAt: string
  readonly computedFor: string
  /** For those who read the file without the page. */
  readonly totals: readonly { readonly criterion: string; readonly unit: string; readonly value: number | null }[]
  /** The query of the page's address. */
  readonly address: string
  readonly isCompared: boolean
  readonly files: readonly KeptFile[]
}

/** Downloads what is on the page, to be opened again. */
export async function keepFleet(
  chosen: readonly ChosenFile[],
  view: View,
  { computedFor, totals }: FleetResult,
  isCompared: boolean,
): Promise<void> {
  const { textOfFile } = await import('../../importers/text-of-file.ts')
  const files = await Promise.all(
    chosen.map(async ({ file, reading: { map, corrections, side } }): Promise<KeptFile> => {
      const text = textOfFile(new Uint8Array(await file.arrayBuffer()))
      return { name: file.name, text, map, corrections: [...corrections], ...(side && { side }) }
    }),
  )
  const kept: KeptFleet = {
    impactqlFleet: 1,
    keptAt: new Date().toISOString(),
    computedFor,
    totals: totals.map(({ criterion, unit, total }) => ({ criterion, unit, value: total?.value ?? null })),
    address: formatView(view),
    isCompared,
    files,
  }
  const name = chosen.length === 1 ? (chosen[0]?.file.name.replace(/\.\w+$/, '') ?? '') : `${chosen.length}-files`
  download(`${name}.impactql.json`, 'application/json', JSON.stringify(kept))
}

const BEGINNING = '{"impactqlFleet":'

/** A fleet that was kept as a file; undefined of any other file. Throws an Error in words where it is damaged. */
export async function keptFleetIn(file: File): Promise<KeptFleet | undefined> {
  // A file that cannot be read says so where it is listed.
  const start = await file
    .slice(0, BEGINNING.length)
    .text()
    .catch(() => '')
  if (start !== BEGINNING) return undefined
  const kept = parsed(await file.text())
  if (kept?.impactqlFleet !== 1 || !Array.isArray(kept.files) || !kept.files.every(isKeptFile)) {
    throw new Error(`${file.name} is damaged, or from a later version of impactql.`)
  }
  return kept
}

/** The files of a kept fleet, to read them as before. */
export function openedFiles({ files }: KeptFleet): readonly Pick<ChosenFile, 'file' | 'reading'>[] {
  return files.map(({ name, text, map, corrections, side }) => ({
    file: new File([text], name),
    reading: { map, corrections: new Map(corrections), ...(side && { side }) },
  }))
}

function parsed(text: string): KeptFleet | undefined {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function isKeptFile(file: KeptFile): boolean {
  const { name, text, map, corrections } = file ?? {}
  return [typeof name, typeof text, typeof map].join() === 'string,string,object' && Array.isArray(corrections)
}
