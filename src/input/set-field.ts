import type * as z from 'zod'
import { AssetInput } from './fleet-input.ts'
import { unknownFields } from './unknown-fields.ts'

/**
 * Sets a field of an input, in place. It creates missing objects on the way, but not items of lists. Returns whether
 * the schema has such a field; the value itself is not checked.
 *
 * @example
 * setField(ServerInput, {}, ['usage', 'avgPower'], 300) // true: the input is { usage: { avgPower: 300 } }
 */
export function setField(schema: z.ZodType, input: object, path: readonly string[], value: unknown): boolean {
  let at = input as Record<string, unknown>
  for (const [level, step] of path.entries()) {
    if (Array.isArray(at) ? at[Number(step)] === undefined : !/^[a-z]\w*$/i.test(step)) return false
    if (level === path.length - 1) at[step] = value
    else {
      at[step] ??= {}
      if (typeof at[step] !== 'object') return false
      at = at[step] as Record<string, unknown>
    }
  }
  return unknownFields(schema, input).length === 0
}

/** The fields that an input can have at a path; none below a value. */
export function fieldsAt(schema: z.ZodType, path: readonly string[]): readonly string[] {
  let at: z.ZodType | undefined = schema
  for (const step of [...path, undefined]) {
    while (at !== undefined && at.def.type !== 'object' && at.def.type !== 'array') at = withinOf(at)
    if (at?.def.type === 'array') at = (at as z.ZodArray).element as z.ZodType
    else if (step === undefined) return Object.keys((at as z.ZodObject | undefined)?.def.shape ?? {})
    else at = fieldOf(at as z.ZodObject | undefined, step)
  }
  return []
}

function fieldOf(object: z.ZodObject | undefined, name: string): z.ZodType | undefined {
  const { shape = {} } = object?.def ?? {}
  return Object.hasOwn(shape, name) ? (shape[name] as z.ZodType) : undefined
}

/** Where an asset is described: `['component', 'cpu']`. */
export function placeOf(asset: AssetInput): readonly string[] {
  const [kind = ''] = Object.keys(asset)
  return asset.component === undefined ? [kind] : [kind, ...Object.keys(asset.component)]
}

/** Where a path in an asset starts: it may leave out the kind, so that `usage` is `server.usage`. */
export function startOf(asset: AssetInput, [first = '']: readonly string[]): readonly string[] {
  return fieldsAt(AssetInput, []).includes(first) ? [] : placeOf(asset)
}

/** What an optional or converted value is; undefined for a plain one. */
function withinOf({ def }: z.ZodType): z.ZodType | undefined {
  const { innerType, out } = def as { readonly innerType?: z.ZodType; readonly out?: z.ZodType }
  return innerType ?? out
}
