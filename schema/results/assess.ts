import type * as z from 'zod'
import type { Loaders } from '../../src/catalogue/loaders.ts'
import type { Asset } from '../../src/engine/assessment/asset.ts'
import { refuseUnknown } from '../../src/input/check-input.ts'
import { under } from '../../src/input/fault.ts'
import { type Context, type Scope, scopeOf } from '../context.ts'

interface Assessed {
  /** The tables that the asset is made from. */
  readonly scope: Scope
  readonly context: Context
  /** Where its faults are put under; where what describes it is, if that is further inside. */
  readonly path?: readonly string[]
  readonly describedAt?: readonly string[]
  /** Whether what would otherwise be replaced with a warning is refused. */
  readonly strict: boolean | null | undefined
}

interface AssetArguments {
  readonly input?: unknown
  readonly strict?: boolean | null | undefined
}

/** Which tables an asset was made from, where they are not those of the context. */
const scopes = new WeakMap<object, Scope>()

/** An asset as it is made, with its faults under its path; refused where something is unknown and must not be. */
export async function assess<Made extends Asset>(
  { scope, context, path = [], describedAt = path, strict }: Assessed,
  make: () => Promise<Made>,
): Promise<Made> {
  const asset = await under(path, make)
  if (strict) refuseUnknown(asset.warnings, describedAt)
  if (scope !== context) scopes.set(asset, scope)
  return asset
}

/**
 * Resolves a field whose argument `input` describes an asset: it is checked by `schema`, and made into the asset by the tables
 * that the field answers from.
 */
export function assessInput<Schema extends z.ZodType, Made extends Asset>(
  schema: Schema,
  make: (loaders: Loaders, input: z.output<Schema>) => Promise<Made>,
) {
  return (parent: Partial<Scope> | undefined, { input, strict }: AssetArguments, context: Context): Promise<Made> => {
    const scope = scopeOf(parent, context)
    const resolve = async () => make(scope.loaders, context.check(schema, input ?? {}))
    return assess({ scope, context, path: ['input'], strict }, resolve)
  }
}

/** The tables that an asset was made from. */
export function scopeOfAsset(asset: object, context: Context): Scope {
  return scopes.get(asset) ?? context
}

/** A part of an asset, made from the same tables. */
export function withScopeOf<Part extends object>(asset: object, part: Part): Part {
  const scope = scopes.get(asset)
  if (scope !== undefined) scopes.set(part, scope)
  return part
}

/** The argument of all fields that take an asset. */
export const STRICT = {
  defaultValue: false,
  description: 'True: an unknown location, region or part name is refused, rather than replaced with a warning.',
} as const
