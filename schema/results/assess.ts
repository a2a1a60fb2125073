import type * as z from 'zod'
import type { Loaders } from '../../src/catalogue/loaders.ts'
import { perObject } from '../../src/catalogue/per-object.ts'
import type { Assessable, Asset } from '../../src/engine/assessment/asset.ts'
import { refuseUnknown } from '../../src/input/check-input.ts'
import { under } from '../../src/input/fault.ts'
import { type Context, type Scope, scopeOf } from '../context.ts'
import { rememberedAssets } from './remembered-assets.ts'

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

/** By request, which tables assets were made from, where they are not those of the context. */
const scopesOf = perObject((_: Context) => new WeakMap<object, Scope>())

/** What something was made from, and how: the same can be made from another input. */
interface Origin {
  readonly schema: z.ZodType
  readonly input: unknown
  readonly make: (input: unknown) => Assessable | Promise<Assessable>
}

/** By request, what things were made from. */
const originsOf = perObject((_: Context) => new WeakMap<object, Origin>())

/** Notes what something was made from. */
export function withOrigin<Made extends Assessable>(made: Made, origin: Origin, context: Context): Made {
  originsOf(context).set(made, origin)
  return made
}

/** What something was made from; undefined of a part of what was. */
export function originOf(subject: object, context: Context): Origin | undefined {
  return originsOf(context).get(subject)
}

/** An asset as it is made, with its faults under its path; refused where something is unknown and must not be. */
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
  if (scope !== context) scopesOf(context).set(asset, scope)
  return asset
}

/** What an entry point makes of the input of a kind, and of what else describes it. */
interface Described<Input, Made extends Asset> extends Omit<Assessed, 'path'> {
  /** Input of the same kind that is the same as JSON makes the same asset. */
  readonly kind: string
  /** Checked. */
  readonly input: Input
  readonly make: (loaders: Loaders, input: Input) => Promise<Made>
}

/** The same as `assess`, at once where the asset is remembered. */
export function assessDescribed<Input, Made extends Asset>(
  { kind, input, make, ...assessed }: Described<Input, Made>,
  path: readonly string[] = [],
): Made | Promise<Made> {
  const { scope, describedAt = path } = assessed
  const assets = rememberedAssets(scope.references)
  // Of a release that was named, what is found of an asset has other ids.
  const key = `${kind} ${scope.idPrefix} ${JSON.stringify(input)}`
  const known = assets.get(key)
  if (known !== undefined) return admitted(known as Made, { ...assessed, describedAt })
  return assess({ ...assessed, path, describedAt }, async () => {
    const asset = await make(scope.loaders, input)
    assets.note(key, asset)
    return asset
  })
}

/**
 * Resolves a field whose argument `input` describes an asset: it is checked by `schema`, and made into the asset by the tables
 * that the field answers from.
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
    return made instanceof Promise
      ? made.then((asset) => withOrigin(asset, origin, context))
      : withOrigin(made, origin, context)
  }
  return resolve
}

/** The tables that an asset was made from. */
export function scopeOfAsset(asset: object, context: Context): Scope {
  return scopesOf(context).get(asset) ?? context
}

/** A part of an asset, made from the same tables. */
export function withScopeOf<Part extends object>(asset: object, part: Part, context: Context): Part {
  const scopes = scopesOf(context)
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
