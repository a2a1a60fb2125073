import { existsSync } from 'node:fs'
import { isObjectAddress } from '../bulk/store/object-address.ts'
import { type NamedThing, namedThings, nearestThings } from '../catalogue/named-things.ts'
import type { References } from '../catalogue/references.ts'
import { meantThings, type PhraseThing, readPhrase } from '../importers/phrase/read-phrase.ts'
import type { WHOLE_LIFE } from '../input/duration.ts'
import type { Assessor, AssetInput } from '../library/index.ts'
import { type UsualUse, withUsage } from '../library/with-usage.ts'
import { assetsOfFile } from './assets-of-file.ts'
import { UsageError, type UseOptions, usageOf } from './options.ts'

/** A thing that a command was asked of, by a name or in a file. */
export interface AskedThing {
  readonly label: string
  readonly quantity: number
  readonly asset: AssetInput
  /** Of a file: its number among the rows, from 1. */
  readonly row?: number
  /** What it is: `cloudInstance`, `laptop`; undefined of a row of a file. */
  readonly kind?: string | undefined
  /** Other things that its name may mean, where that is left open. */
  readonly variants: readonly string[]
  /** Where the phrase names one. */
  readonly duration?: number | typeof WHOLE_LIFE
}

/** A name that means nothing. */
export class UnknownName extends UsageError {}

/** What looks like the name of a file that may be missing. */
const FILE_NAME = /[/\\]|\.(csv|tsv|json|jsonl|ndjson|gz|parquet|txt|xml)$/i
const VERSUS = /^(vs\.?|versus|or|against)$/i

/** Whether an argument names a file rather than a thing. */
export function isFile(text: string): boolean {
  return text === '-' || isObjectAddress(text) || existsSync(text) || FILE_NAME.test(text)
}

interface Asking extends UseOptions {
  readonly map?: Readonly<Record<string, string>>
}

/**
 * What the arguments of a command name: the rows of one file, or things by their names, each an argument or all as a phrase. What
 * the options say of their use counts where a thing does not say it itself. Throws where a name means nothing, or several things.
 */
export async function askedThings(
  assessor: Assessor,
  words: readonly string[],
  { map, location, load }: Asking,
): Promise<readonly AskedThing[]> {
  const [first = ''] = words
  const use = { ...(location !== undefined && { location }), ...(load !== undefined && { load }) }
  if (words.length === 1 && isFile(first)) {
    const usage = useOf(assessor, use)
    const rows = await assetsOfFile(first, map)
    return rows.map(({ row, label, asset }, at) => ({
      row,
      label: label || `asset ${at + 1}`,
      quantity: 1,
      asset: withUsage(asset, usage),
      variants: [],
    }))
  }
  const phrases = words.some((word) => VERSUS.test(word)) ? [words.join(' ')] : words
  return phrases.flatMap(readPhrase).map((thing) => thingOf(assessor, thing, use))
}

function thingOf(assessor: Assessor, thing: PhraseThing, use: UseOptions): AskedThing {
  const { references } = assessor
  const { name, quantity, duration, asset, kind } = thing
  const usage = { ...usageOf(use), ...usageOf(thing) }
  const inUse = (each: AssetInput) => withUsage(each, placed(references, usage))
  const meant = { quantity, ...(duration !== undefined && { duration }) }
  if (asset !== undefined) return { label: name, kind, variants: [], asset: inUse(asset), ...meant }
  const found = meantBy(references, name)
  return { label: found.name, kind: found.kind, variants: found.variants, asset: inUse(found.asset), ...meant }
}

/** The one thing that a name means. Throws a UsageError where it means none, or several. */
function meantBy(references: References, name: string): NamedThing {
  const found = meantThings(name, (each) => namedThings(references, each))
  const [only] = found
  if (only !== undefined && found.length === 1) return only
  if (only === undefined) {
    const near = nearestThings(references, name)
    throw new UnknownName(`Nothing is called "${name}".${near.length > 0 ? ` Did you mean ${near.join(', ')}?` : ''}`)
  }
  const either = found.map((each) => `"${each.name} ${each.kind}"`).join(' or ')
  throw new UsageError(`"${name}" could be several things. Write ${either}`)
}

/** What the options say of the use. Throws a UsageError where their place is not known. */
export function useOf({ references }: Assessor, { location, load }: UseOptions): UsualUse {
  return placed(
    references,
    usageOf({ ...(location !== undefined && { location }), ...(load !== undefined && { load }) }),
  )
}

/** A place by its code. Throws a UsageError where there is none. */
function placed(references: References, usage: UsualUse): UsualUse {
  const { usageLocation } = usage
  if (usageLocation === undefined) return usage
  const { row, nearest } = references.matchLocation(usageLocation)
  if (row !== undefined) return { ...usage, usageLocation: row.code }
  const hint = nearest.length > 0 ? `. Did you mean ${nearest.join(', ')}?` : ''
  throw new UsageError(`Unknown place "${usageLocation}"${hint}`)
}
