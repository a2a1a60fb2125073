import * as z from 'zod'

/** Beyond this no quantity of a thing on earth lies; sums and products of such numbers stay finite. */
const LARGEST = 1e12
/** What is divided by stays above this. */
const SMALLEST_DIVISOR = 1e-6
/** The largest Int of GraphQL. */
const LARGEST_COUNT = 2_147_483_647
const LONGEST_TEXT = 500

function expected(what: string) {
  return { error: `expected ${what}` }
}

/** The bound that a number is beyond, where `what` does not name it. A fault is named once. */
function bounded(min: number, max: number, what: string) {
  const error = ({ input }: { readonly input?: unknown }) => {
    if (typeof input === 'number' && input > max) return `expected a number of at most ${max}`
    if (typeof input === 'number' && input > 0 && input < min) return `expected a number of at least ${min}`
    return `expected ${what}`
  }
  return { error, abort: true }
}

function wholeNumber(min: number, what: string) {
  const expectation = bounded(min, LARGEST_COUNT, what)
  return z.int(expectation).min(min, expectation).max(LARGEST_COUNT, expectation)
}

function quantity(min: number, what: string) {
  const expectation = bounded(min, LARGEST, what)
  return z.number(expectation).min(min, expectation).max(LARGEST, expectation)
}

function between(min: number, max: number, what: string) {
  const expectation = { ...expected(`${what}, ${min} to ${max}`), abort: true }
  return z.number(expectation).min(min, expectation).max(max, expectation)
}

/** How many of a thing. */
export const units = wholeNumber(0, 'a whole number of units, 0 or more')

/** How many parts of a thing that has at least one. */
export const count = wholeNumber(1, 'a whole number, 1 or more')

/** A quantity of 0 or more: GB, W, kg, mm2, cm2, km. */
export const amount = quantity(0, 'a number of 0 or more')

/** A quantity above 0: a density, a lifetime, a capacity of one of the things counted. */
export const positive = quantity(SMALLEST_DIVISOR, 'a number above 0')

/** A share of a whole, in percent. */
export const percent = between(0, 100, 'a percentage')

/** A share of a whole. */
export const ratio = between(0, 1, 'a ratio')

/** Energy of a data centre per energy of its IT; none uses a hundred times that. */
export const pue = between(1, 100, 'a PUE')

/** Any finite number (some impacts per kWh are below 0). */
export const finite = between(-LARGEST, LARGEST, 'a number')

/*
 * Not `max`: it measures whatever has a length, also where another type was refused already, and an object may have a
 * `length` that cannot be compared with a number.
 */

/** A name in free text. */
export const name = z
  .string(expected('a text'))
  .refine((text) => text.length <= LONGEST_TEXT, expected(`a text of at most ${LONGEST_TEXT} characters`))
  .meta({ maxLength: LONGEST_TEXT })

/** A name that a row of a table has: an ID over GraphQL. */
export const id = name.meta({ maxLength: LONGEST_TEXT, isId: true })

/** What a caller can do about something that was completed, in words, and the fields of the input that it is about. */
export interface Advice {
  readonly advice: string
  /** `cpu.dieSize`, `usage.timeWorkload` */
  readonly inputs: readonly string[]
}

/** A field that may be left out, with what it means and its unit, and examples, for the OpenAPI document. */
export function optional<Field extends z.ZodType>(field: Field, description: string, ...examples: z.input<Field>[]) {
  return field.exactOptional().meta({ description, ...(examples.length > 0 && { examples }) })
}

/** A field under the name that it had before: it is still read, and clients are told the new name. */
export function formerly<Field extends z.ZodType>(field: Field, replacedBy: string) {
  return field.exactOptional().meta({ description: `Old name of \`${replacedBy}\``, deprecated: true, replacedBy })
}

/** Whether at most one of two names of a field is given. */
export function onlyOneOf<Name extends string>(name: Name, former: Name) {
  return [
    (input: { readonly [Key in Name]?: unknown }) => input[name] === undefined || input[former] === undefined,
    { error: `expected either \`${name}\` or its old name, not both`, path: [former] as string[] },
  ] as const
}

/** One of a few words, as they are spelled. */
export function word<const Word extends string>(words: readonly Word[]) {
  return z.enum(words, expected(`one of ${words.join(', ')}`))
}

/** Whether or not. */
export const flag = z.boolean(expected('true or false'))

/** One of a few words, in any case. */
export function oneOf<const Words extends readonly [string, ...string[]]>(
  words: Words,
  aliases: Record<string, Words[number]> = {},
) {
  const what = expected(`one of ${words.join(', ')}`)
  return z.preprocess(
    (value) => {
      if (typeof value !== 'string') return value
      const lower = value.trim().toLowerCase()
      return aliases[lower] ?? words.find((word) => word.toLowerCase() === lower) ?? value
    },
    z.enum(words, what),
  )
}

/** Exactly one of some kinds of thing: `what` names them in the error where there is none, or more than one. */
export function oneKind<Shape extends z.ZodRawShape>(shape: Shape, what: string) {
  return object(shape)
    .refine((kinds) => Object.values(kinds).filter((each) => each !== undefined).length === 1, {
      error: `expected exactly one ${what}`,
    })
    .meta({ isOneOf: true })
}

/** A list that is refused by name where it is none. */
export function list<Item extends z.ZodType>(item: Item) {
  return z.array(item, expected('a list'))
}

/** Entries of any list of a REST body: more than any server has modules or drives, and few enough to be answered at once. */
export const MOST_ITEMS = 128

/** The same with at most so many entries. */
export function shortList<Item extends z.ZodType>(item: Item) {
  return list(item)
    .refine((items) => items.length <= MOST_ITEMS, expected(`a list of at most ${MOST_ITEMS}`))
    .meta({ maxItems: MOST_ITEMS })
}

/** An object that is refused by name where it is none. Unknown keys pass and are dropped. */
export function object<Shape extends z.ZodRawShape>(shape: Shape) {
  const fields = Object.entries(shape).map(([key, field]) => [key, quickToLeaveOut(field as z.ZodType)])
  return z.object(Object.fromEntries(fields) as Shape, expected('an object'))
}

/**
 * Of a field that is not there, `exactOptional` first makes a fault and then drops it, which takes longer than reading the
 * fields that are there; `optional` does not look at it. They differ in an explicit `undefined`, which no caller can send.
 */
function quickToLeaveOut(field: z.ZodType): z.ZodType {
  if (!(field instanceof z.ZodExactOptional)) return field
  const optional = (field.unwrap() as z.ZodType).optional()
  const meta = field.meta()
  return meta === undefined ? optional : optional.meta(meta)
}
