import { DRIVE_COUNTS, ROW_NUMBERS } from './column-names.ts'
import type { Column } from './columns.ts'
import { headingOf, isNamed, isOwnName, LONGEST_HEADING } from './heading-of.ts'
import { unitBehind } from './map-target.ts'
import { plain } from './plain-name.ts'
import { isUnitOf } from './units.ts'

/** A part of a machine in numbered columns, by position: `Disk 1 size`, `Disk 1 count` and `Disk 1 type`. */
export interface NumberedPart {
  /** The column of its capacity or of its name. */
  readonly at: number
  /** The unit in that heading. */
  readonly unit?: string
  /** The column that says how many such parts there are. */
  readonly count?: number
  /** The columns that name the medium of a drive or the generation of a module. */
  readonly types: readonly number[]
  /** The column of the part itself, beside that of its capacity or name: `Disk 1` beside `Disk 1 size`. */
  readonly itself?: number
}

/** The numbered columns of a header. */
export interface NumberedColumns {
  /** The parts, by what their columns are read as. */
  readonly parts: ReadonlyMap<Column, readonly NumberedPart[]>
  /** Columns about these parts that change neither their number nor their capacity: `Disk 1 serial`. */
  readonly details: readonly number[]
  /** Columns whose meaning beside a part is unknown, with all columns that are not read for that. */
  readonly unclear: readonly Unclear[]
}

/** A column that may change what other columns mean. */
export interface Unclear {
  readonly at: number
  readonly unread: readonly number[]
}

/** The columns of one numbered part, as their headings tell. */
interface Slot {
  readonly number: number
  readonly named: { readonly at: number; readonly unit?: string; readonly isBare: boolean }[]
  readonly counts: number[]
  readonly types: number[]
  readonly details: number[]
  readonly unknown: number[]
}

/** What a column says about a numbered part. */
type Role = 'named' | 'counts' | 'types' | 'details' | 'unknown'

/** `Disk 1`, `RAM slot 2 (GB)`, `SSD1`, `HDD_2_size`, `Qty Disk 1`: what is before and behind the number. */
const NUMBERED = /^(\D*\p{L})[^\p{L}\d]*(\d{1,2})(?!\d)(.*)$/u
/** A number with a unit or with decimals measures something: `RAM 16 GB`, `SSD 2.5"`. */
const IS_MEASURE = /^\s?([kmgtp]i?[bo]|[kmg]?hz|[kmg]?w|v|u|he|inch|zoll|["”″'])(?![a-z])|^[.,]\d/i
const SLOT = /(?<![\s_])[\s_]+(slot|bank|bay|socket|module)$/i
/** What stands between a number and what follows, but not the bracket of a unit. */
const BEHIND_NUMBER = /^[\s_:;.,#/)\]\p{Pd}]+/u
/** What numbered columns are read as, with the columns that count such parts. */
const UNITS: Readonly<Partial<Record<Column, readonly string[]>>> = {
  cpu_name: ['cpu_units'],
  ram_capacity: ['ram_units'],
  ssd_capacity: ['ssd_units'],
  hdd_capacity: ['hdd_units'],
  capacity: ['ssd_units', 'hdd_units'],
}
const SIZE = /^(size|capacity|taille|capacité|größe|kapazität|tamaño|capacidad|dimensione|capacità)$/i
/** Words that a heading of a part has besides its name, if the column holds a capacity or a name. */
const SAYS_WHAT =
  /size|capacit|taille|größe|groesse|kapazität|tamaño|dimensione|name|model|type?\b|tipo|nom\b|nombre|modelo|modello/i
const TYPE =
  /^(type|typ|art|tipo|kind|medium|media|medientyp|technolog(y|ie|ía|ia)|tech|interface|schnittstelle|bus|protocol|generation)( type)?$/i
/** Numbers of other things: `Disk 1 total`. */
const NO_COUNT = /total|amount|effectif/i
const DETAIL =
  /^(s\/?n|p\/?n|serial.*|part.?(no|nr|num|number|id).*|model.*|product.*|vendor.*|manufactur.*|maker|brand|make|oem|family|series|firmware.*|fw|revision|health|state|status|smart.*|presence|enabled|active|slot.*|bay|bank.*|socket.*|location|locator|device locator|position|port|controller|enclosure|speed.*|frequency|freq|clock.*|max.*|[mg]hz|rpm|name|label|id|uuid|guid|wwn|caption|description|desc|notes?|comments?|remarks?|age|voltage|rank|ecc|cache.*|l[123].*|cores?.*|threads?.*|logical.*|stepping|architecture|microcode|temp(erature)?|wear.*|endurance|hours|usage.*|used.*|free.*|available.*|load.*|utili[sz]ation.*|mount.*|path|drive letter|letter|volume|partition|file ?system|encrypt.*|raid.*|form factor.*|height|width|date.*)$/i

/**
 * The columns that number the parts of a machine. The decision needs no other row of a file, since items of JSON leave
 * out what is empty: one numbered column is a part as well.
 */
export function numberedColumns(header: readonly string[], isAside: (at: number) => boolean): NumberedColumns {
  const slots = new Map<Column, Map<number, Slot>>()
  for (const [at, name] of header.entries()) {
    if (isAside(at) || name.length > LONGEST_HEADING || isOwnName(name)) continue
    const column = roleOf(name)
    if (column === undefined) continue
    const { part, number, role, unit, isBare } = column
    const ofPart = slots.get(part) ?? new Map<number, Slot>()
    const none = { number, named: [], counts: [], types: [], details: [], unknown: [] }
    const slot: Slot = ofPart.get(number) ?? none
    if (role === 'named') slot.named.push({ at, isBare, ...(unit !== undefined && { unit }) })
    else slot[role].push(at)
    slots.set(part, ofPart.set(number, slot))
  }
  const parts = new Map<Column, readonly NumberedPart[]>()
  const details: number[] = []
  const unclear: Unclear[] = []
  for (const [part, ofPart] of slots) {
    const filled = [...ofPart.values()].filter(({ named }) => named.length > 0)
    // SCCM writes a 0 behind each name: `TotalPhysicalMemory0`.
    if (filled.length === 0 || filled.every(({ number }) => number === 0)) continue
    const unknown = filled.flatMap(unknownIn)
    if (unknown.length === 0) {
      parts.set(part, filled.map(partOf))
      details.push(...filled.flatMap((slot) => slot.details))
    } else {
      const unread = filled.flatMap(({ named, counts, types }) => [...named.map(({ at }) => at), ...counts, ...types])
      unclear.push(...unknown.map((at) => ({ at, unread: [...new Set([...unread, at])] })))
    }
  }
  return { parts, details, unclear }
}

/** The positions of all columns of a part. */
export function positionsOf({ at, count, types, itself }: NumberedPart): readonly number[] {
  return [at, ...types, ...[count, itself].filter((each) => each !== undefined)]
}

/** The columns of a slot that leave open what its parts are. */
function unknownIn({ named, counts, unknown }: Slot): readonly number[] {
  const sized = named.filter(({ isBare }) => !isBare)
  const bare = named.filter(({ isBare }) => isBare)
  return [...unknown, ...counts.slice(1), ...sized.slice(1).map(({ at }) => at), ...bare.slice(1).map(({ at }) => at)]
}

function partOf({ named, counts: [count], types }: Slot): NumberedPart {
  const [first, second] = [...named].sort((one, other) => Number(one.isBare) - Number(other.isBare))
  const { at = -1, unit } = first ?? {}
  return {
    at,
    types,
    ...(unit !== undefined && { unit }),
    ...(count !== undefined && { count }),
    ...(second !== undefined && { itself: second.at }),
  }
}

/** What a heading says about which part; undefined if it is not that of a numbered part. */
function roleOf(name: string) {
  const [, before = '', digits = '', behind = ''] = NUMBERED.exec(name) ?? []
  if (digits === '' || IS_MEASURE.test(behind)) return undefined
  const bare = before.replace(SLOT, '')
  const heading = `${bare} ${behind.replace(BEHIND_NUMBER, '')}`.trim()
  const number = Number(digits)
  const whole = partIn(heading)
  if (whole !== undefined) {
    const isBare = whole.unit === undefined && heading === bare && !SAYS_WHAT.test(heading)
    return { ...whole, number, role: 'named' as Role, isBare }
  }
  const split = splitPart(heading)
  if (split === undefined) return undefined
  const { part, attribute } = split
  const { base, unit } = unitBehind(attribute)
  if (SIZE.test(attribute)) return { part, number, role: 'named' as Role, unit: undefined, isBare: false }
  if (SIZE.test(base) && isUnitOf(part, unit)) return { part, number, role: 'named' as Role, unit, isBare: false }
  return { part, number, role: attributeRole(part, heading, attribute), unit: undefined, isBare: false }
}

/** The part whose capacity or name a heading is, and its unit. */
function partIn(heading: string): { readonly part: Column; readonly unit: string | undefined } | undefined {
  const { meanings, unit } = headingOf(heading)
  const part = meanings.map(({ column }) => column).find((each) => Object.hasOwn(UNITS, each))
  return part === undefined ? undefined : { part: part as Column, unit }
}

/** Splits a heading into the name of a part and what it says about that: `Hard Disk type`, `Qty Disk`. */
function splitPart(heading: string): { readonly part: Column; readonly attribute: string } | undefined {
  const words = heading.split(/[\s_]+/)
  const places = [...words.keys()].slice(1)
  const ofPart = places.toReversed().map((at) => [words.slice(0, at), words.slice(at)] as const)
  const behind = places.map((at) => [words.slice(at), words.slice(0, at)] as const)
  for (const [name, attribute] of [...ofPart, ...behind]) {
    const found = partIn(name.join(' '))
    if (found !== undefined) return { part: found.part, attribute: attribute.join(' ') }
  }
  return undefined
}

function attributeRole(part: Column, heading: string, attribute: string): Role {
  const bare = attribute.replace(/(?<!\s)\s+(of|de|di)$/i, '')
  const meanings = [heading, bare].flatMap((each) => headingOf(each).meanings.map(({ column }) => column))
  const isCount = meanings.some((column) => UNITS[part]?.includes(column)) || DRIVE_COUNTS.has(plain(heading))
  if (isCount || (isNamed(bare, 'quantity') && !NO_COUNT.test(bare))) return 'counts'
  if (TYPE.test(bare)) return 'types'
  const mayCount = ROW_NUMBERS.has(plain(bare)) || meanings.some((column) => /^quantity$|^copies$|_units$/.test(column))
  if (mayCount) return 'unknown'
  return DETAIL.test(unitBehind(bare).base || bare) || meanings.length > 0 ? 'details' : 'unknown'
}
