import type * as z from 'zod'
import { snakeCase } from '../../engine/values/spelling.ts'
import { faultCode, valueAt } from '../check-input.ts'
import { type Fault, FaultError } from '../fault.ts'
import { MOST_ITEMS } from '../fields.ts'

/** Returns what to say about a value; undefined if there is nothing to say. */
type Remark<Said> = (value: unknown) => Said | undefined

const leftOutBy = new WeakMap<object, Remark<string>>()
const assumedBy = new WeakMap<object, Remark<Assumption>>()

/** What a schema takes an absent field for. */
export interface Assumption {
  readonly field: string
  readonly message: string
}

/**
 * A schema that ignores some values with a warning, instead of refusing them. `rule` returns what was expected instead
 * of such a value. An ignored item of a list is undefined.
 */
export function leavingOut<Schema extends z.ZodType>(schema: Schema, rule: Remark<string>): Schema {
  leftOutBy.set(schema, rule)
  return schema
}

/** A schema that adds a warning if it has to assume something about a value. */
export function assuming<Schema extends z.ZodType>(schema: Schema, rule: Remark<Assumption>): Schema {
  assumedBy.set(schema, rule)
  return schema
}

/** A parsed request, and the fields that no schema knows. */
interface RestInput<Output> {
  readonly value: Output
  /** The first few. */
  readonly unknownFields: readonly SentField[]
  /** Ignored values, and what was expected instead. */
  readonly leftOut: readonly Fault[]
  /** What was assumed about absent fields. */
  readonly assumed: readonly Assumed[]
}

/** An assumption, with the path of the absent field. */
interface Assumed {
  readonly path: Path
  readonly message: string
}

/** Keys and indexes. */
type Path = readonly (string | number)[]

/** A field of a request: its path as sent, and its value. */
interface SentField {
  readonly path: Path
  readonly value: unknown
}

/** Observations made while reading. */
interface Notes {
  readonly unknownFields: SentField[]
  readonly leftOut: Fault[]
  readonly assumed: Assumed[]
}

/** Unknown fields that a response lists at most. */
const MOST_UNKNOWN_FIELDS = 20
const LONGEST_FIELD = 100

/**
 * Reads a REST body as clients are known to send it: null counts as absent, and a number may be a string. Unknown
 * fields are dropped and named. Throws a FaultError with the faults, each under `at`.
 */
export function readRest<Schema extends z.ZodType>(
  schema: Schema,
  sent: unknown,
  at: readonly string[],
): RestInput<z.output<Schema>> {
  const notes: Notes = { unknownFields: [], leftOut: [], assumed: [] }
  const prepared = prepare(schema as unknown as AnySchema, sent, [], notes)
  const result = schema.safeParse(prepared)
  if (result.success) {
    const leftOut = notes.leftOut.map(({ path, ...fault }) => ({ ...fault, path: [...at, ...path] }))
    return { value: result.data, unknownFields: notes.unknownFields, leftOut, assumed: notes.assumed }
  }
  throw new FaultError(
    faultsOf(result.error.issues, prepared).map(({ path, ...fault }) => {
      // A transform of the schema may have changed keys to camelCase. The request has them in snake_case.
      return { ...fault, path: [...at, ...path.map((each) => (typeof each === 'string' ? snakeCase(each) : each))] }
    }),
  )
}

/** The parts of a schema that a walk needs. */
interface AnySchema {
  readonly def: {
    readonly type: string
    readonly innerType?: AnySchema
    readonly in?: AnySchema
    readonly out?: AnySchema
    readonly element?: AnySchema
    readonly shape?: Readonly<Record<string, AnySchema>>
    readonly options?: readonly AnySchema[]
  }
}

const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i

/** Stands for an ignored value. */
const LEFT_OUT = Symbol('left out')

function prepare(schema: AnySchema, sent: unknown, path: Path, notes: Notes): unknown {
  const expected = leftOutBy.get(schema)?.(sent)
  if (expected !== undefined) {
    notes.leftOut.push({ path, message: expected, code: 'INVALID_VALUE', value: sent })
    return LEFT_OUT
  }
  const assumption = assumedBy.get(schema)?.(sent)
  if (assumption !== undefined) {
    notes.assumed.push({ path: [...path, assumption.field], message: assumption.message })
  }
  const { def } = schema
  switch (def.type) {
    case 'optional':
      return prepare(def.innerType as AnySchema, sent, path, notes)
    case 'pipe':
      return prepare((def.in?.def.type === 'transform' ? def.out : def.in) as AnySchema, sent, path, notes)
    case 'union': {
      const options = def.options ?? []
      const fitting = options.find((option) => isList(option) === Array.isArray(sent)) ?? options[0]
      return prepare(fitting as AnySchema, sent, path, notes)
    }
    case 'array':
      if (!Array.isArray(sent)) return sent
      // One item more than allowed is enough to refuse the list. An ignored item keeps its place until all are read, so
      // that faults name the original positions of the others.
      return sent.slice(0, MOST_ITEMS + 1).map((each, index) => {
        const prepared = prepare(def.element as AnySchema, each, [...path, index], notes)
        return prepared === LEFT_OUT ? undefined : prepared
      })
    case 'object':
      return prepareObject(def.shape ?? {}, sent, path, notes)
    case 'number':
      return typeof sent === 'string' && NUMBER.test(sent.trim()) ? Number(sent) : sent
    default:
      return sent
  }
}

function prepareObject(shape: Readonly<Record<string, AnySchema>>, sent: unknown, path: Path, notes: Notes): unknown {
  if (sent === null || typeof sent !== 'object' || Array.isArray(sent)) return sent
  const prepared: Record<string, unknown> = {}
  // Objects from JSON.parse have only own keys. Listing them all would take longer than reading the text did.
  for (const key in sent) {
    const value = (sent as Readonly<Record<string, unknown>>)[key]
    const field = Object.hasOwn(shape, key) ? shape[key] : undefined
    if (field === undefined) {
      const { unknownFields } = notes
      if (unknownFields.length < MOST_UNKNOWN_FIELDS) {
        unknownFields.push({ path: [...path, key.slice(0, LONGEST_FIELD)], value })
      }
    } else if (value !== null) {
      const each = prepare(field, value, [...path, key], notes)
      if (each !== LEFT_OUT) prepared[key] = each
    }
  }
  return prepared
}

function isList(schema: AnySchema): boolean {
  const { def } = schema
  return def.type === 'array' || (def.type === 'pipe' && def.in !== undefined && isList(def.in))
}

/** Every issue; for a union, those of the alternative that came furthest. */
function faultsOf(issues: readonly z.core.$ZodIssue[], input: unknown): readonly Fault[] {
  return issues.flatMap((issue) => {
    const value = valueAt(input, issue.path)
    if (issue.code === 'invalid_union') {
      const furthest = issue.errors.find((each) => each.some(({ path }) => path.length > 0))
      const fitting = furthest ?? (Array.isArray(value) ? issue.errors.at(-1) : undefined)
      if (fitting !== undefined) {
        return faultsOf(fitting, value).map((fault) => ({
          ...fault,
          path: [...(issue.path as string[]), ...fault.path],
        }))
      }
    }
    return [{ path: issue.path as (string | number)[], message: issue.message, code: faultCode(issue.code), value }]
  })
}
