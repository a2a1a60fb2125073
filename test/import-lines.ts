import { globSync, readFileSync } from 'node:fs'
import { join, normalize } from 'node:path'

/** A line that imports, or a call that does. */
export interface Import {
  readonly file: string
  readonly from: string
  readonly isType: boolean
  /** Empty if the line imports everything. */
  readonly names: readonly string[]
  readonly isDynamic: boolean
}

export const SOURCES = globSync('{src,schema}/**/*.{ts,tsx}').filter((file) => !file.endsWith('.tmp.ts'))
const STATEMENT = /^(?:import|export)\s+(type\s+)?(?:([^'"]*?)\s+from\s+)?['"]([^'"]+)['"]/gm
const DYNAMIC = /\b(?:import|require)\(\s*['"]([^'"]+)['"]/g

function importsOf(file: string): readonly Import[] {
  const text = readFileSync(file, 'utf8')
  const stated = [...text.matchAll(STATEMENT)].map(([, type, taken = '', from = '']) => {
    const list = /\{([^}]*)\}/.exec(taken)?.[1] ?? ''
    const entries = list.split(',').flatMap((each) => each.trim() || [])
    const isType = type !== undefined || (entries.length > 0 && entries.every((each) => each.startsWith('type ')))
    const names = entries.map((each) => each.replace(/^type /, '').replace(/ as .*/, ''))
    return { file, from: placeOf(file, from), isType, names, isDynamic: false }
  })
  const dynamic = [...text.matchAll(DYNAMIC)].map(([, from = '']) => {
    return { file, from: placeOf(file, from), isType: false, names: [], isDynamic: true }
  })
  return [...stated, ...dynamic]
}

/** A relative path as seen from the root of the project. */
function placeOf(file: string, from: string): string {
  return from.startsWith('.') ? normalize(join(file, '..', from)) : from
}

/** All of them, by the places that they name. */
export const IMPORTS = SOURCES.flatMap(importsOf)
