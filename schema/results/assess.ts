import type * as z from 'zod'
import { after } from '../../src/catalogue/after.ts'
import type { Loaders } from '../../src/catalogue/loaders.ts'
import type { Assessable, Asset } from '../../src/engine/assessment/asset.ts'
import { refuseUnknown } from '../../src/input/check-input.ts'
import { under } from '../../src/input/fault.ts'
import { type Context, type Origin, type Scope, scopeOf } from '../context.ts'
import { rememberedAssets } from './remembered-assets.ts'

interface Assessed {
  /** The tables of the asset. */
  readonly scope: Scope
  readonly context: Context
  /** Path of its faults; the path of its description if that is nested deeper. */
  readonly path?: readonly string[]
  readonly describedAt?: readonly string[]
  /** Whether to refuse input that would otherwise be replaced with a warning. */
  readonly strict: boolean | null | undefined
}

interface AssetArguments {
  readonly input?: unknown
  readonly strict?: boolean | null | undefined
}

/** Records the origin of a thing. */
export function withOrigin<Made extends Assessable>(made: Made, origin: Origin, context: Context): Made {
  context.origins.set(made, origin)
  return made
}

/** The origin of a thing; undefined for its parts. */
export function originOf(subject: object, context: Context): Origin | undefined {
  return context.origins.get(subject)
}

/** Creates an asset and puts a path before its faults. With `strict`, unknown input is refused. */
export async function assess<Made extends Asset>(
  { scope, context, path = [], describedAt = path, strict }: Assessed,
  make: () => Promise<Made>,
): Promise<Made> {
  return admitted(await under(path, make), { scope, context, describedAt, strict })
}

function admitted<Made extends Asset>(
  asset: Made,
  { scope, context, describedAt, strict }: Pick<Assessed, 'scope' | 'context' | 'describedAt' | 'strict'>,
): Made {
  if (strict) refuseUnknown(asset.warnings, describedAt)
  if (scope !== context) context.scopes.set(asset, scope)
  return asset
}

/** An input of a kind, with how to make an asset from it. */
interface Described<Input, Made extends Asset> extends Omit<Assessed, 'path'> {
  /** Inputs of the same kind with equal JSON make the same asset. */
  readonly kind: string
  /** Checked. */
  readonly input: Input
  readonly make: (loaders: Loaders, input: Input) => Promise<Made>
}

/** Like `assess`, but synchronous if the asset is cached. */
export function assessDescribed<Input, Made extends Asset>(
  { kind, input, make, ...assessed }: Described<Input, Made>,
  path: readonly string[] = [],
): Made | Promise<Made> {
  const { scope, context, describedAt = path } = assessed
  const assets = rememberedAssets(context.releases)
  // Where the release is named, an asset's entries have other ids.
  const key = `${kind} ${scope.release.id} ${scope.idPrefix} ${JSON.stringify(input)}`
  const known = assets.get(key)
  if (known !== undefined) return admitted(known as Made, { ...assessed, describedAt })
  return assess({ ...assessed, path, describedAt }, async () => {
    const asset = await make(scope.loaders, input)
    assets.note(key, asset)
    return asset
  })
}

/**
 * Resolves a field whose argument `input` describes an asset: checks it with `schema`, and creates the asset from the
 * tables that the field answers from.
 */
export function assessInput<Schema extends z.ZodType, Made extends Asset>(
  kind: string,
  schema: Schema,
  make: (loaders: Loaders, input: z.output<Schema>) => Promise<Made>,
) {
  const resolve = (
    parent: Partial<Scope> | undefined,
    { input: given, strict }: AssetArguments,
    context: Context,
  ): Made | Promise<Made> => {
    const scope = scopeOf(parent, context)
    const input = under(['input'], () => context.check(schema, given ?? {}))
    const made = assessDescribed({ kind, scope, context, strict, input, make }, ['input'])
    const origin = {
      schema,
      input: given,
      make: (other: unknown) => resolve(parent, { input: other, strict }, context),
    }
    return after(made, (asset) => withOrigin(asset, origin, context))
  }
  return resolve
}

/** The tables that an asset was made from. */
export function scopeOfAsset(asset: object, context: Context): Scope {
  return context.scopes.get(asset) ?? context
}

/** A part of an asset, from the same tables. */
export function withScopeOf<Part extends object>(asset: object, part: Part, { scopes }: Context): Part {
  const scope = scopes.get(asset)
  if (scope !== undefined) scopes.set(part, scope)
  return part
}

/** The argument of all fields that take an asset. */
export const STRICT = {
  defaultValue: false,
  description:
    'Whether to refuse an unknown location, region or part name. By default, another value replaces it, with a warning.',
} as const
