import * as z from 'zod'

/** Beyond any real quantity; sums and products of such numbers stay finite. */
const LARGEST = 1e12
/** Divisors stay above this. */
const SMALLEST_DIVISOR = 1e-6
/** The largest Int of GraphQL. */
const LARGEST_COUNT = 2_147_483_647
const LONGEST_TEXT = 500

/** A missing value is required; another is told what was expected. */
function expected(what: string) {
  return {
    error: ({ input }: { readonly input?: unknown }) =>
      input === undefined ? `required, ${what}` : `expected ${what}`,
  }
}

/** The bound that a number exceeds, unless `what` names it already. */
function bounded(min: number, max: number, what: string) {
  const error = ({ input }: { readonly input?: unknown }) => {
    if (typeof input === 'number' && input > max) return `expected a number of at most ${max}`
    if (typeof input === 'number' && input > 0 && input < min) return `expected a number of at least ${min}`
    return expected(what).error({ input })
  }
  return { error, abort: true }
}

function wholeNumber(min: number, what: string, max = LARGEST_COUNT) {
  const expectation = bounded(min, max, what)
  return z.int(expectation).min(min, expectation).max(max, expectation)
}

function quantity(min: number, what: string, max = LARGEST) {
  const expectation = bounded(min, max, what)
  return z.number(expectation).min(min, expectation).max(max, expectation)
}

function between(min: number, max: number, what: string) {
  const expectation = { ...expected(`${what}, ${min} to ${max}`), abort: true }
  return z.number(expectation).min(min, expectation).max(max, expectation)
}

/** Number of units of a thing. */
export const units = wholeNumber(0, 'a whole number of units, 0 or more')

/** Number of parts of a thing that has at least one. */
export const count = wholeNumber(1, 'a whole number, 1 or more')

/** Ports of one network device. The largest chassis have some 600. */
export const portCount = wholeNumber(1, 'a number of ports, 1 to 1000', 1000)

/** A year of our calendar in which figures of equipment can be published. */
export const calendarYear = wholeNumber(1980, 'a year, 1980 to 2100', 2100)

/** A quantity of 0 or more: GB, W, kg, mm2, cm2, km. */
export const amount = quantity(0, 'a number of 0 or more')

/** A quantity above 0: a density, a lifetime, a capacity of one unit. */
export const positive = quantity(SMALLEST_DIVISOR, 'a number above 0')

/** A quantity above 0 with a largest one of its own: a diagonal of at most 200 inches. */
export function positiveUpTo(most: number) {
  return quantity(SMALLEST_DIVISOR, 'a number above 0', most)
}

/** A share of a whole, in percent. */
export const percent = between(0, 100, 'a percentage')

/** A share of a whole. */
export const ratio = between(0, 1, 'a ratio')

/** Energy of a data centre per energy of its IT; none uses a hundred times that. */
export const pue = between(1, 100, 'a PUE')

/** Any finite number (some impacts per kWh are below 0). */
export const finite = between(-LARGEST, LARGEST, 'a number')

/*
 * Not `max`, which checks anything with a length, even after another type was refused. An object may have a `length`
 * that does not compare with a number.
 */

/** A name in free text. */
export const name = z
  .string(expected('a string'))
  .refine((text) => text.length <= LONGEST_TEXT, expected(`a string of at most ${LONGEST_TEXT} characters`))
  .meta({ maxLength: LONGEST_TEXT })

/** The name of a table row; an ID in GraphQL. */
export const id = name.meta({ maxLength: LONGEST_TEXT, isId: true })

/** What a caller can do about a completed property: words, and the input fields concerned. */
export interface Advice {
  readonly advice: string
  /** `cpu.dieSize`, `usage.timeWorkload` */
  readonly inputs: readonly string[]
}

/** An optional field with its meaning, unit and examples, for the OpenAPI document. */
export function optional<Field extends z.ZodType>(field: Field, description: string, ...examples: z.input<Field>[]) {
  return field.exactOptional().meta({ description, ...(examples.length > 0 && { examples }) })
}

/** A field under its former name: still read, and clients learn the new name. */
export function formerly<Field extends z.ZodType>(field: Field, replacedBy: string) {
  return field.exactOptional().meta({ description: `Old name of \`${replacedBy}\``, deprecated: true, replacedBy })
}

/** Whether at most one of two names of a field is set. */
export function onlyOneOf<Name extends string>(name: Name, former: Name) {
  return [
    (input: { readonly [Key in Name]?: unknown }) => input[name] === undefined || input[former] === undefined,
    { error: `expected either \`${name}\` or its old name, not both`, path: [former] as string[] },
  ] as const
}

/** A load with something else about it, under its name or its former one. */
export function withLoad<Shape extends z.ZodRawShape>(description: string, others: Shape) {
  const load = {
    timeWorkload: optional(percent, `${description}. Required`, 80),
    loadPercentage: formerly(percent, 'timeWorkload'),
  }
  return object({ ...others, ...load })
    .refine(...onlyOneOf('timeWorkload', 'loadPercentage'))
    .refine((given) => 'timeWorkload' in given || 'loadPercentage' in given, {
      error: 'expected a percentage, 0 to 100',
      path: ['timeWorkload'],
    })
}

/** One of a few words, with exact spelling. `valid`: those that a fault names, if a check refuses the others. */
export function word<const Word extends string>(words: readonly Word[], valid: readonly Word[] = words) {
  return z.enum(words, expected(`one of ${valid.join(', ')}`))
}

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

/** A field of a few words, and the field beside it for the same as a data sheet prints it, in any words. */
export interface Printed<Name extends string = string> {
  readonly field: string
  readonly printed: Name
  readonly words: readonly string[]
  readonly example: string
}

/** The field for what a data sheet prints. */
export function printedShape<Name extends string>({ field, printed, example }: Printed<Name>) {
  const description = `\`${field}\` as a data sheet prints it. Give only one of the two fields. An unknown value causes a warning`
  return { [printed]: optional(name, description, example) } as Record<Name, z.ZodExactOptional<typeof name>>
}

/** An object that accepts any text in either field: text other than the known words is read as printed. */
export function asPrinted<Schema extends z.ZodObject>(schema: Schema, { field, printed, words }: Printed) {
  const read = (input: unknown) => {
    const given = input as Readonly<Record<string, unknown>> | null | undefined
    const text = given?.[field]
    if (typeof text !== 'string' || words.includes(text.trim().toUpperCase())) return input
    if (given?.[printed] !== undefined) return input
    const { [field]: _, ...others } = given ?? {}
    return { ...others, [printed]: text }
  }
  return z.preprocess(read, schema).refine((given) => given[field] === undefined || given[printed] === undefined, {
    error: `expected either \`${field}\` or \`${printed}\`, not both`,
    path: [printed],
  })
}

/** Exactly one of several kinds of thing, which the error for none or several lists as `what`. */
export function oneKind<Shape extends z.ZodRawShape>(shape: Shape, what: string) {
  const kinds = Object.keys(shape)
  return object(shape)
    .refine((given) => Object.values(given).filter((each) => each !== undefined).length === 1, {
      error: `expected exactly one ${what}: ${kinds.slice(0, -1).join(', ')} or ${kinds.at(-1)}`,
    })
    .meta({ isOneOf: true })
}

/** A list; errors name it if it is something else. */
export function list<Item extends z.ZodType>(item: Item) {
  return z.array(item, expected('a list'))
}

/**
 * Maximum number of entries in a list of a REST body: more than any server has modules or drives, and few enough to
 * answer at once.
 */
export const MOST_ITEMS = 128

/** A list with a maximum number of entries. */
export function shortList<Item extends z.ZodType>(item: Item) {
  return list(item)
    .refine((items) => items.length <= MOST_ITEMS, expected(`a list of at most ${MOST_ITEMS}`))
    .meta({ maxItems: MOST_ITEMS })
}

/**
 * A list with at least one entry. The `.min(1)` of zod also compares the `length` of an object, and throws on an odd
 * one.
 */
export function filled<Items extends z.ZodType<readonly unknown[]>>(items: Items, error: string) {
  return items.refine(({ length }) => length > 0, { error, abort: true }).meta({ minItems: 1 })
}

/** An object; errors name it if it is something else. Unknown keys are dropped. */
export function object<Shape extends z.ZodRawShape>(shape: Shape) {
  const fields = Object.entries(shape).map(([key, field]) => [key, quickToLeaveOut(field as z.ZodType)])
  return z.object(Object.fromEntries(fields) as Shape, expected('an object'))
}

/**
 * For an absent field, `exactOptional` first creates a fault and then drops it, which takes longer than reading the
 * present fields; `optional` skips it. They differ only for an explicit `undefined`, which no caller can send.
 */
function quickToLeaveOut(field: z.ZodType): z.ZodType {
  if (!(field instanceof z.ZodExactOptional)) return field
  const optional = (field.unwrap() as z.ZodType).optional()
  const meta = field.meta()
  return meta === undefined ? optional : optional.meta(meta)
}
