import * as z from 'zod'

/** One setting: the variable it is read from, what it means, which values are valid, and its value where it is not set. */
export interface Setting<Value> {
  readonly name: string
  readonly meaning: string
  readonly valid: string
  readonly fallback: string
  readonly schema: z.ZodType<Value, string>
}

/** A setting whose text is read by a schema; `valid` completes "expected ..." in its fault. */
export function setting<Value>(
  name: string,
  meaning: string,
  fallback: string,
  valid: string,
  schema: z.ZodType<Value, string> | (() => z.ZodType<Value, string>),
): Setting<Value> {
  return { name, meaning, valid, fallback, schema: typeof schema === 'function' ? schema() : schema }
}

/** A setting that takes any text. */
export function text(name: string, meaning: string, fallback: string, valid: string) {
  return setting(name, meaning, fallback, valid, z.string())
}

/** The archetype of a kind of thing: a row of the tables, which are not known here. */
export function archetype(name: string, thing: string, fallback: string) {
  return text(name, `Archetype of ${thing} when none is named`, fallback, 'an archetype of the tables')
}

/** Archetypes by kind: `cpu=DEFAULT,ram=DEFAULT`. */
export function pairs(name: string, things: string, defaults: Readonly<Record<string, string>>) {
  const fallback = Object.entries(defaults)
    .map((pair) => pair.join('='))
    .join(',')
  const schema = list().pipe(
    z.array(z.string().regex(/^[^=\s]+=[^=]+$/)).transform((each) => Object.fromEntries(each.map(splitPair))),
  )
  return setting(name, `Archetypes of ${things} when none is named`, fallback, 'a list of kind=archetype', schema)
}

function splitPair(pair: string): readonly [string, string] {
  const at = pair.indexOf('=')
  return [pair.slice(0, at).trim().toLowerCase(), pair.slice(at + 1).trim()]
}

/** A whole number between two others. */
export function whole(name: string, meaning: string, fallback: number, min: number, max: number) {
  const schema = z
    .string()
    .regex(/^\d+$/)
    .transform(Number)
    .refine((value) => value >= min && value <= max)
  return setting(name, meaning, String(fallback), `a whole number ${min} to ${max}`, schema)
}

/** A decimal number of 0 or more between two others. */
export function number(name: string, meaning: string, fallback: number, min: number, max: number) {
  const schema = z
    .string()
    .regex(/^\d+(\.\d+)?$/)
    .transform(Number)
    .refine((value) => value >= min && value <= max)
  return setting(name, meaning, String(fallback), `a number ${min} to ${max}`, schema)
}

/** One of a few words, in any case. */
export function choice<const Words extends readonly [string, ...string[]]>(
  name: string,
  meaning: string,
  fallback: Words[number],
  words: Words,
) {
  const schema = z
    .string()
    .transform((word) => word.toLowerCase())
    .pipe(z.enum(words))
  return setting<Words[number]>(name, meaning, fallback, `one of ${words.join(', ')}`, schema)
}

/** on or off, true or false, 1 or 0. */
export function onOff(name: string, meaning: string, fallback: 'on' | 'off') {
  const schema = z
    .string()
    .transform((word) => word.toLowerCase())
    .pipe(z.enum(['on', 'off', 'true', 'false', '1', '0']))
    .transform((word) => word === 'on' || word === 'true' || word === '1')
  return setting(name, meaning, fallback, 'on or off', schema)
}

/** Texts with commas between them; empty ones are left out. */
export function list() {
  return z.string().transform((items) =>
    items
      .split(',')
      .map((item) => item.trim())
      .filter((item) => item !== ''),
  )
}

/** A number of processes, or undefined for one per processor. */
export function workers(): z.ZodType<number | undefined, string> {
  return z
    .string()
    .regex(/^(auto|\d+)$/i)
    .transform((count) => (/^auto$/i.test(count) ? undefined : Number(count)))
    .refine((count) => count === undefined || (count >= 1 && count <= 256))
}

/** A number of threads, or undefined for one per processor. */
export function threads(): z.ZodType<number | undefined, string> {
  return z
    .string()
    .regex(/^(auto|\d+)$/i)
    .transform((count) => (/^auto$/i.test(count) ? undefined : Number(count)))
    .refine((count) => count === undefined || count <= 256)
}
