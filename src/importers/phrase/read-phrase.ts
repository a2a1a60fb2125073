import { type Duration, readDuration } from '../../input/duration.ts'
import type { AssetInput } from '../../input/fleet-input.ts'
import { concerns } from '../../kinds.ts'
import { regionOfZone } from '../billing/region-of.ts'
import type { Column } from '../table/columns.ts'
import { describedBy, kindOf, kindWithin, noFiguresFor, rowKind } from '../table/kinds.ts'
import { countryOf, placeColumnOf } from '../table/place-names.ts'
import { readCell } from '../table/read-cell.ts'

/** What a phrase says about use. */
export interface PhraseUse {
  /** A country as the phrase names it, or its code if the name is not English. */
  readonly location?: string
  /** The region of a cloud provider: `eu-west-3`. */
  readonly region?: string
  /** Percent, 0 to 100. */
  readonly load?: number
  /** Hours, above 0, or the whole life. */
  readonly duration?: Duration
}

/** A thing that a phrase names. */
export interface PhraseThing extends PhraseUse {
  /** Its name: `Xeon Gold 6138`. */
  readonly name: string
  /** 1 if the phrase has no number. */
  readonly quantity: number
  /**
   * Set if the name is a word for a kind: `laptop`, `ordinateur portable`. All other names are up to the data release.
   */
  readonly asset?: AssetInput
  /** The kind of `asset`. */
  readonly kind?: string
}

const BETWEEN = /\s+(?:vs\.?|versus|or|against|compared\s+(?:to|with))\s+/i
/** An amount with its unit: `27-inch`, `27"`, `256 GB`. */
const SIZE = String.raw`\d[\d.,]{0,7}[\s-]?(?:["″”]|'{2}|[a-z]{2,9}(?![\p{L}\d]))`
const SIZE_BEFORE = new RegExp(String.raw`^(${SIZE})[\s-]*(\S.*)$`, 'iu')
const SIZE_BEHIND = new RegExp(String.raw`^(.*[^\s,(])(?:[\s,]+|\s*\()(${SIZE})\)?(?:\s+(?:of\s+)?storage)?$`, 'iu')
/** `a laptop`, `the 3 laptops`, `a 27-inch monitor`. `A 100` is a name. */
const ARTICLE = new RegExp(String.raw`^(?:(?:an?|one)\s+(?=\D|${SIZE})|the\s+(?=\S))`, 'iu')
/** `3 x laptop`, `3x laptop`, `3 laptops`, `3 27-inch monitors`. The x of `2 xeon` is part of the name. */
const COUNT = new RegExp(String.raw`^(\d{1,9})(?:\s+[x×]\s+|[x×]\s*|\s+×\s*|\s(?=\D|${SIZE}))(?=\S)`, 'iu')

/** Conditions at the end of a phrase, with their meaning; undefined if they turn out to have none. */
const ENDINGS: readonly (readonly [written: RegExp, read: (text: string) => PhraseUse | undefined])[] = [
  [
    /[\s,]+(?:(?:at|with|under)\s+)?(?:a\s+load\s+of\s+)?(\d+(?:\.\d+)?)\s*(?:%|percent)(?:\s+(?:of\s+)?load)?$/i,
    loadOf,
  ],
  [/[\s,]+(?:for|over|during)\s+(?:an?\s+|its\s+(?:whole\s+)?)?(\S+(?:\s+\S+)?)$/i, durationOf],
  [/[\s,]+in\s+((?:(?!\sin\s).)+)$/i, placeOf],
]

/**
 * The things that a phrase names, and how each is used. Conditions at the end apply to every thing without its own. Any
 * text is valid; one without words names nothing.
 *
 * @example
 * readPhrase('m5.xlarge vs m6g.xlarge in France')
 * // [{ name: 'm5.xlarge', quantity: 1, location: 'France' }, { name: 'm6g.xlarge', quantity: 1, location: 'France' }]
 * readPhrase('20 laptops for 4y')
 * // [{ name: 'laptops', quantity: 20, duration: 35040, kind: 'laptop', asset: { terminal: ... } }]
 */
export function readPhrase(text: string): readonly PhraseThing[] {
  const parts = text
    .trim()
    .split(BETWEEN)
    .map(readThing)
    .filter(({ name }) => name !== '')
  const last = parts.at(-1)
  if (last === undefined) return []
  const { name: _, quantity: __, asset: ___, kind: ____, ...ofAll } = last
  return parts.map((part) => {
    const isPlaced = part.location !== undefined || part.region !== undefined
    const { location, region, ...others } = ofAll
    return { ...(isPlaced ? others : ofAll), ...part }
  })
}

function readThing(text: string): PhraseThing {
  let rest = text.trim()
  let use: PhraseUse = {}
  const isOfKind = (name: string) => countedThing(name.replace(ARTICLE, '')).asset !== undefined
  // The `in` of `27 in monitor` stands before no place.
  for (
    let found = endingOf(rest);
    found !== undefined && isNew(found.use, use) && !isOfKind(rest);
    found = endingOf(rest)
  ) {
    use = { ...found.use, ...use }
    rest = found.rest
  }
  const bare = rest.replace(ARTICLE, '')
  // `the 3 laptops`, `a printer`. Other names may begin with an article: `One Plus 9`.
  const isCommon = isOfKind(rest) || noFiguresFor(bare) !== undefined
  return { ...countedThing(isCommon ? bare : rest), ...use }
}

/** `3 laptops` means three laptops, but other names may start with a number. */
function countedThing(text: string): PhraseThing {
  const [counted = '', count = ''] = COUNT.exec(text) ?? []
  const [bare, quantity] = [text.slice(counted.length), Number(count)]
  // `48 port switch` is one of them.
  const isWhole = ofKind(text) !== undefined
  const isCounted =
    counted !== '' &&
    quantity > 0 &&
    !isWhole &&
    (/[x×]/.test(counted) || (ofKind(bare) ?? ofModel(bare)) !== undefined)
  const name = isCounted ? bare : text
  return { name, quantity: isCounted ? quantity : 1, ...(ofKind(name) ?? ofModel(name)) }
}

/**
 * A thing as its phrase reads, then without an article, then, if its name begins with a whole number, that many of the
 * rest: `8 H100` may be the name of a model, or eight cards. The first that is known counts.
 */
export function readingsOf(thing: PhraseThing): readonly PhraseThing[] {
  const bare = thing.name.replace(ARTICLE, '')
  const named = bare === thing.name || thing.quantity > 1 ? [thing] : [thing, { ...thing, ...countedThing(bare) }]
  return named.flatMap((each) => {
    const [counted = '', count = ''] = each.quantity === 1 ? (COUNT.exec(each.name) ?? []) : []
    return Number(count) > 0
      ? [each, { ...each, name: each.name.slice(counted.length), quantity: Number(count) }]
      : [each]
  })
}

/** Whether a condition is not set yet: a second place stays in the name, which is then unknown. */
function isNew(found: PhraseUse, use: PhraseUse): boolean {
  const isPlace = 'location' in found || 'region' in found
  return isPlace
    ? use.location === undefined && use.region === undefined
    : Object.keys(found).every((key) => !(key in use))
}

/** Words after which a condition follows, with what is wrong if it stays in the name. */
const CONDITIONS: readonly (readonly [written: RegExp, read: (text: string) => PhraseUse | undefined, what: string])[] =
  [
    [/[\s,]+(?:at|with|under)\s+(\S+?)\s*(?:%|percent)(?:\s+(?:of\s+)?load)?$/i, loadOf, 'load from 0 to 100 %'],
    [/[\s,]+(?:for|over|during)(?:\s+(.*))?$/i, (text) => durationOf(text), 'duration, such as "for 1y" or "for 30d"'],
    [
      /[\s,]+in(?:\s+(.*))?$/i,
      (text) => (text === '' ? undefined : placeOf(text)),
      'place, such as "in France" or "in eu-west-3"',
    ],
    [/(?:^|[\s,]+)(?:vs\.?|versus)$/i, () => undefined, 'name on each side of "vs"'],
    [/^(?:vs\.?|versus)\s/i, () => undefined, 'name on each side of "vs"'],
  ]

const OF_A_SIZE =
  'Write the diagonal of a monitor, such as "27-inch monitor", or the storage of a smartphone, such as "256 GB smartphone"'
const AS_A_TABLE = 'Write several assets, or an asset with its parts, as a table for impactql assess'

/**
 * What is wrong with the condition at the end of a name that means nothing, and the name without it. Undefined if there
 * is no such condition.
 *
 * @example
 * wrongCondition('laptop for banana') // { name: 'laptop', fix: 'Write a duration, such as "for 1y" or "for 30d"' }
 */
export function wrongCondition(name: string): { readonly name: string; readonly fix: string } | undefined {
  for (const [written, read, what] of CONDITIONS) {
    const found = written.exec(name)
    if (found === null) continue
    const isRead = read(found[1] ?? '') !== undefined
    return { name: name.replace(written, '').trim(), fix: `${isRead ? 'Write only one' : 'Write a'} ${what}` }
  }
  const sized = splitSize(name)
  if (sized !== undefined && kindIn(sized.name) !== undefined) return { name: sized.name, fix: OF_A_SIZE }
  const [, first] = /^(.+?)[\s,]+(?:with|and|plus|mit|und|avec|et)\s/i.exec(name) ?? []
  if (first !== undefined) return { name: first, fix: AS_A_TABLE }
  const [, counted, rest = ''] = /^(-?\d[\d.,]*)\s+(\D.*)$/.exec(name) ?? []
  return counted === undefined ? undefined : { name: rest, fix: 'Write a whole number from 1 to 999999999' }
}

function endingOf(text: string): { readonly rest: string; readonly use: PhraseUse } | undefined {
  for (const [written, read] of ENDINGS) {
    const found = written.exec(text)
    const use = found && found.index > 0 ? read(found[1] ?? '') : undefined
    if (found && use !== undefined) return { rest: text.slice(0, found.index).trim(), use }
  }
  return undefined
}

function loadOf(text: string): PhraseUse | undefined {
  const load = Number(text)
  return load >= 0 && load <= 100 ? { load } : undefined
}

function durationOf(text: string): PhraseUse | undefined {
  const duration = readDuration(/^(?:year|month|week|day|hour)$/i.test(text) ? `1 ${text}` : text)
  return duration === undefined ? undefined : { duration }
}

/** The place in a text: a region of a provider, else a country. */
export function placeOf(text: string): PhraseUse {
  const place = text.trim()
  if (placeColumnOf([place]) === 'region') return { region: regionOfZone(place.toLowerCase()) }
  return { location: countryOf(place) ?? place }
}

/** A thing of a kind, with the form, type or size that its name tells: `mini PC`, `27-inch monitor`. */
function ofKind(name: string): { readonly kind: string; readonly asset: AssetInput } | undefined {
  const sized = kindIn(name) === undefined ? splitSize(name) : undefined
  const word = wordOfKind(sized?.name ?? name)
  const kind = kindOf(word)
  if (kind === undefined) return undefined
  const { asset: field, component, terminal, needs = [] } = rowKind(kind)
  const size = sized === undefined ? {} : sizeOf(kind, sized.size)
  if (needs.length > 0 || size === undefined) return undefined
  const described = { ...(terminal !== undefined && { kind: terminal }), ...describedBy(word), ...size }
  return { kind, asset: { [field]: component === undefined ? described : { [component]: {} } } as AssetInput }
}

/** Words before a word for equipment, which are its model: no release has models of equipment. */
const MOST_OF_MODEL = 4

/** Equipment of a model, which no catalogue knows: `NetApp storage array`. */
function ofModel(text: string): { readonly kind: string; readonly asset: AssetInput } | undefined {
  const words = text.split(/\s+/)
  for (let at = 1; at <= Math.min(words.length - 1, MOST_OF_MODEL); at++) {
    const [model, word] = [words.slice(0, at).join(' '), words.slice(at).join(' ')]
    const found = ofKind(word)
    if (found?.asset.equipment === undefined) continue
    if (kindWithin(model) !== undefined) return undefined
    return { kind: found.kind, asset: { equipment: { ...found.asset.equipment, model } } }
  }
  return undefined
}

/** The kind that a word means, in singular or plural: `laptops`. */
function kindIn(word: string): string | undefined {
  return kindOf(wordOfKind(word))
}

/** A word for a kind as `kindOf` knows it: without the endings of its plural, if it is unknown with them. */
function wordOfKind(word: string): string {
  return kindOf(word) === undefined ? word.replace(/s(?= |$)/gi, '') : word
}

/** The size of a terminal. */
type TerminalSize = Pick<NonNullable<AssetInput['terminal']>, 'storage' | 'inches'>

/** Splits a size off a name: `256 GB` off `256 GB phone`. Undefined if there is none. */
function splitSize(text: string): { readonly name: string; readonly size: string } | undefined {
  const [, before, name] = SIZE_BEFORE.exec(text) ?? []
  if (before !== undefined && name !== undefined) return { name, size: before }
  const [, first, behind] = SIZE_BEHIND.exec(text) ?? []
  return first === undefined || behind === undefined
    ? undefined
    : { name: first.replace(/\s+(?:with|of)$/i, ''), size: behind }
}

/** A size as the field of a terminal of a kind; undefined if the kind has no such size. */
function sizeOf(kind: string, text: string): TerminalSize | undefined {
  const { asset, terminal, numbers = {} } = rowKind(kind)
  for (const [column, field] of asset !== 'terminal' ? [] : Object.entries(numbers)) {
    if (field.includes('.') || !concerns(terminal ?? '', field, false)) continue
    const { value } = readCell(text, column as Column)
    if (typeof value === 'number' && value > 0) return { [field]: value }
  }
  return undefined
}

/** What a name means, as far as a phrase must know of it. */
interface Meant {
  readonly name: string
  readonly kind: string
}

/**
 * What a name means, of what `lookUp` finds: by the name alone, else by the name without the word for a kind, of that
 * kind. A type that fills its host has the name of the host, and means the type. One thing, or none, or several where
 * the name leaves open which.
 *
 * @example
 * meantThings('XPS laptop', lookUp) // of 'XPS', which is a laptop and a desktop, the laptop
 */
export function meantThings<Thing extends Meant>(
  name: string,
  lookUp: (name: string) => readonly Thing[],
): readonly Thing[] {
  const found = lookUp(name)
  const split = splitKind(name)
  if (found.length === 1) return found
  if (split === undefined) {
    const [type, ...others] = found
    const isOfHost = type?.kind === 'cloudInstance' && others.every(({ kind }) => kind === 'server')
    return isOfHost ? [type] : found
  }
  const ofKind = lookUp(split.name).filter(({ kind }) => kind === split.kind)
  return ofKind.length === 1 ? ofKind.map((each) => ({ ...each, name: `${each.name} ${split.kind}` })) : found
}

/** Names that `meantThings` looks up for one. */
export function namesToLookUp(name: string): readonly string[] {
  const split = splitKind(name)
  return split === undefined ? [name] : [name, split.name]
}

/**
 * Removes the word for a kind before or after a name, for a name that is ambiguous on its own. Undefined if there is no
 * such word.
 *
 * @example
 * splitKind('Dell XPS laptop') // { name: 'Dell XPS', kind: 'laptop' }
 */
function splitKind(text: string): { readonly name: string; readonly kind: string } | undefined {
  const words = text.trim().split(/\s+/)
  if (words.length < 2) return undefined
  const [before, behind] = [kindIn(words[0] ?? ''), kindIn(words.at(-1) ?? '')]
  if (behind !== undefined) return { name: words.slice(0, -1).join(' '), kind: behind }
  return before === undefined ? undefined : { name: words.slice(1).join(' '), kind: before }
}
