import { existsSync, statSync } from 'node:fs'
import { isObjectAddress } from '../bulk/store/object-address.ts'
import { type NamedThing, namedThings, nearestThings } from '../catalogue/named-things.ts'
import type { References } from '../catalogue/references.ts'
import {
  meantThings,
  type PhraseThing,
  readingsOf,
  readPhrase,
  wrongCondition,
} from '../importers/phrase/read-phrase.ts'
import { kindsLike, noFiguresFor } from '../importers/table/kinds.ts'
import type { WHOLE_LIFE } from '../input/duration.ts'
import { shownText } from '../input/fault.ts'
import type { Assessor, AssetInput, Warning } from '../library/index.ts'
import { type UsualUse, withUsage } from '../library/with-usage.ts'
import { assetsOfFile, type RowSpan } from './assets-of-file.ts'
import { UsageError, type UseOptions, usageOf } from './options.ts'
import { argumentWords } from './output/words.ts'

/** A thing that a command names or lists in a file. */
export interface AskedThing {
  readonly label: string
  readonly quantity: number
  readonly asset: AssetInput
  /** For a file: its number among the rows, from 1. */
  readonly row?: number
  /** For a file: what the row sets for itself. */
  readonly span?: RowSpan
  /** For a file: warnings from its reader. */
  readonly warnings?: readonly Warning[]
  /** Its kind: `cloudInstance`, `laptop`; undefined for a row of a file. */
  readonly kind?: string | undefined
  /** Other things that an ambiguous name may mean. */
  readonly variants: readonly string[]
  /** If the phrase names one. */
  readonly duration?: number | typeof WHOLE_LIFE
}

/** A name that matches nothing. */
export class UnknownName extends UsageError {}

/** Text that looks like a file name, for a message if the file is missing. */
const FILE_NAME = /[/\\]|\.(csv|tsv|json|jsonl|ndjson|gz|parquet|txt|xml|tf|tfplan)$/i
const VERSUS = /^(vs\.?|versus|or|against)$/i

/** Whether an argument names a file rather than a thing. */
export function isFile(text: string): boolean {
  if (existsSync(text)) return !statSync(text).isDirectory()
  return text === '-' || isObjectAddress(text) || FILE_NAME.test(text)
}

/** Refuses files among names: a command takes one file, or names. Throws a UsageError. */
export function refuseMixed(words: readonly string[]): void {
  const names = words.filter((word) => !VERSUS.test(word))
  const files = names.filter(isFile)
  const [file] = files
  if (file === undefined || words.length === 1) return
  throw new UsageError(
    files.length === names.length
      ? `Name one file, not ${names.length}. To compare two files, run: impactql diff ${files.slice(0, 2).map(argumentWords).join(' ')}`
      : `${file} is a file. Name either one file or assets, not both`,
  )
}

/** Refuses names of assets where a command takes files alone. Throws a UsageError with the command that takes names. */
export function refuseNames({ references }: Assessor, files: readonly string[]): void {
  const missing = files.filter((file) => !isFile(file) && !existsSync(file))
  const all = missing.join(' ')
  const names = isKnown(references, all) ? [all] : missing.filter((name) => isKnown(references, name))
  if (names.length === 0) return
  const run = `impactql ${names.length > 1 ? 'compare ' : ''}${names.map(argumentWords).join(' ')}`
  throw new UsageError(
    names.length > 1
      ? `No such files: ${names.join(', ')}. To compare the assets with these names, run: ${run}`
      : `No such file: ${names[0]}. To assess the asset with this name, run: ${run}`,
  )
}

interface Asking extends UseOptions {
  readonly map?: Readonly<Record<string, string>>
  /** The row of a file that matters, if only one does. */
  readonly row?: number
}

/**
 * The things that arguments name: the rows of one file, or things by name, one per argument or all in a phrase. Options
 * about use apply to things that do not state it themselves. Throws if a name is unknown or ambiguous.
 */
export async function askedThings(
  assessor: Assessor,
  words: readonly string[],
  { map, row: only, ...asking }: Asking,
): Promise<readonly AskedThing[]> {
  refuseMixed(words)
  const [first = ''] = words
  const use = useOptionsOf(asking)
  if (words.length === 1 && isFile(first)) {
    const usage = useOf(assessor, use)
    const rows = await assetsOfFile(first, map, only)
    return rows.map(({ row, label, quantity, asset, span, warnings }, at) => ({
      row,
      span,
      warnings,
      label: label || `asset ${at + 1}`,
      quantity,
      asset: withUsage(asset, usage),
      variants: [],
    }))
  }
  const phrases = words.some((word) => VERSUS.test(word)) ? [words.join(' ')] : words
  return phrases.flatMap(readPhrase).map((thing) => thingOf(assessor, thing, use))
}

function thingOf(assessor: Assessor, asked: PhraseThing, use: UseOptions): AskedThing {
  const { references } = assessor
  const isNamed = ({ name }: PhraseThing) => meantThings(name, (each) => namedThings(references, each)).length > 0
  const thing = asked.asset === undefined ? (readingsOf(asked).find(isNamed) ?? asked) : asked
  const { name, quantity, duration, asset, kind } = thing
  const usage = { ...usageOf(use), ...usageOf(thing) }
  const inUse = (each: AssetInput) => withUsage(each, placed(references, usage, each.cloudInstance?.provider))
  const meant = { quantity, ...(duration !== undefined && { duration }) }
  if (asset !== undefined) return { label: name, kind, variants: [], asset: inUse(asset), ...meant }
  const found = meantBy(assessor, name)
  return {
    label: found.name,
    kind: found.kind,
    variants: found.variants,
    asset: inUse(found.asset),
    ...meant,
  }
}

/** Suggestions for an unknown name. */
const MOST_NEAREST = 3

/** The one thing that a name means. Throws a UsageError if the name is unknown or ambiguous. */
function meantBy({ references, release }: Assessor, name: string): NamedThing {
  const found = meantThings(name, (each) => namedThings(references, each))
  const [only] = found
  if (only !== undefined && found.length === 1) return only
  const shown = shownText(name)
  if (only === undefined) {
    if (existsSync(name)) throw new UsageError(`${shown} is a folder. Name a file in it`)
    const wrong = wrongCondition(name)
    if (wrong !== undefined && isKnown(references, wrong.name)) throw new UsageError(`"${shown}": ${wrong.fix}`)
    const uncovered = noFiguresFor(name)
    if (uncovered !== undefined) throw new UnknownName(`${uncovered}.`)
    const read = readingsOf({ name, quantity: 1 }).map((each) => each.name)
    const alike = read.flatMap((each) => [...nearestThings(references, each), ...kindsLike(each)])
    const near = [...new Set(alike)].slice(0, MOST_NEAREST)
    const fix = near.length > 0 ? ` Did you mean ${near.join(', ')}?` : ''
    // Models came later than the first releases.
    const models = references.models.isEmpty
      ? ` Release ${release} has no models of devices. Leave out --release, or describe the components.`
      : ''
    throw new UnknownName(`Unknown name "${shown}".${fix}${models}`)
  }
  const either = found.map((each) => `"${each.name} ${each.kind}"`).join(' or ')
  throw new UsageError(`"${shown}" is ambiguous. Write ${either}`)
}

/** Whether a name is a thing or a word for a kind; no name is. */
function isKnown(references: References, name: string): boolean {
  const things = readPhrase(name)
  return (
    things.length > 0 &&
    things.every(
      (thing) =>
        thing.asset !== undefined ||
        readingsOf(thing).some(({ name: each }) => namedThings(references, each).length > 0),
    )
  )
}

/** The options about use, without the other ones of a command. */
function useOptionsOf({ location, load, powerProfile, figures }: UseOptions): UseOptions {
  return {
    ...(location !== undefined && { location }),
    ...(load !== undefined && { load }),
    ...(powerProfile && { powerProfile }),
    ...(figures && { figures }),
  }
}

/** Reads the options about use, of things of a provider or of any. Throws a UsageError for an unknown place. */
export function useOf({ references }: Assessor, options: UseOptions, provider?: string): UsualUse {
  return placed(references, usageOf(useOptionsOf(options)), provider)
}

/** Replaces a place by its code, or by the region that it is. Throws a UsageError for an unknown place. */
function placed(references: References, usage: UsualUse, provider: string | undefined): UsualUse {
  const { usageLocation, region, ...others } = usage
  const text = region ?? usageLocation
  if (text === undefined) return usage
  const { row, nearest: places } = references.matchLocation(text)
  if (region === undefined && row !== undefined) return { ...others, usageLocation: row.code }
  const known = references.region(provider, text)
  if (known !== undefined) return { ...others, region: known.region }
  const elsewhere = references.region(undefined, text)
  if (provider !== undefined && elsewhere !== undefined)
    throw new UsageError(
      `${provider} has no region "${text}": it is a region of ${elsewhere.provider}${nearRegions(references, text, provider)}`,
    )
  if (region !== undefined) throw new UsageError(`Unknown region "${text}"${nearRegions(references, text, provider)}`)
  const nearest = places.length > 0 ? places : references.nearestRegions(provider, text)
  const hint =
    nearest.length > 0
      ? `. Did you mean ${nearest.join(', ')}?`
      : '. Give a country, such as FRA or France, or a region of a cloud provider'
  throw new UsageError(`Unknown place "${text}"${hint}`)
}

/** `. Did you mean eu-west-1?` with the regions of a provider, or of any; empty if none is near. */
function nearRegions(references: References, text: string, provider: string | undefined): string {
  const near = references.nearestRegions(provider, text)
  return near.length > 0 ? `. Did you mean ${near.join(', ')}?` : ''
}
