import type { TerminalKind } from '../engine/devices/terminal.ts'
import type { NameMatch } from '../engine/values/name-match.ts'
import { AssetInput } from '../input/fleet-input.ts'
import { TERMINALS } from '../kinds.ts'
import { SimilarNames } from './matching/nearest-names.ts'
import { sizeInName } from './matching/size-in-name.ts'
import { perObject } from './per-object.ts'
import type { References } from './references.ts'
import type { DeviceModel, Tables } from './tables.ts'

/** A thing of the tables that a name stands for. */
export interface NamedThing {
  /** Its full, unambiguous name: `aws m5.xlarge`. A product line keeps the words of the model: `Apple iPhone 15`. */
  readonly name: string
  /** Its kind, as in the column `kind` of a table: `cloudInstance`, `cpu`, `laptop`. */
  readonly kind: string
  readonly asset: AssetInput
  /** Other variants that the name could mean, if this is the most usual one. */
  readonly variants: readonly string[]
}

/** A thing, and whether the name is exactly its name. */
type Found = NamedThing & { readonly isExact: boolean }

/**
 * What a name could mean: an instance type, a processor, a graphics card, a model of a device, an archetype. Exact
 * names come before similar ones. Empty if nothing has such a name; several if the name is ambiguous.
 *
 * @example
 * namedThings(references, 'm5.xlarge').map(({ name }) => name) // ['aws m5.xlarge']
 * namedThings(references, 'iphone 15').map(({ name }) => name) // ['Apple iPhone 15']
 * namedThings(references, 'XPS').map(({ kind }) => kind) // ['laptop', 'desktop']
 */
export function namedThings(references: References, name: string): readonly NamedThing[] {
  const types = instances(references, name)
  const found = [
    ...types,
    // No part and no model is called like a type. Most questions are about types, and names of processors take long to
    // read.
    ...(types.length > 0 ? [] : partsAndModels(references, name)),
    ...archetypes(references, name),
  ]
  const exact = found.filter(({ isExact }) => isExact)
  return (exact.length > 0 ? exact : found).map(({ isExact: _, ...thing }) => thing)
}

/** The names that are searched for the closest ones: types by name, each with its provider, and models. */
const searchedNames = perObject(({ cloudInstances, deviceModels }: Tables) => {
  const types = new Map(
    cloudInstances.map(({ provider, instanceType }) => [instanceType, `${provider} ${instanceType}`]),
  )
  const models = deviceModels.map(({ name }) => name)
  return { types, similarTypes: new SimilarNames(types.keys()), similarModels: new SimilarNames(models) }
})

/** More closest names are not given. */
export const MOST_NEAREST_THINGS = 3

/**
 * The closest names to an unknown one, each kind's best first; at most `MOST_NEAREST_THINGS`. Names that begin with it
 * come first: `t3` is a family of types, and `Dell` is a maker.
 */
export function nearestThings(references: References, name: string): readonly string[] {
  const { tables } = references
  const { types, similarTypes, similarModels } = searchedNames(tables)
  const near = similarTypes.nearest(name).map((each) => types.get(each) ?? each)
  const others = [references.matchCpu(name).nearest, references.matchGpu(name).nearest]
  const models = similarModels.nearest(name)
  const begun = begunBy(name, types, tables.deviceModels)
  return [...new Set([...begun, ...near, ...models, ...others.flat()])].slice(0, MOST_NEAREST_THINGS)
}

/** Types and models whose name begins with this one, by words or parts. */
function begunBy(
  name: string,
  types: ReadonlyMap<string, string>,
  models: References['tables']['deviceModels'],
): readonly string[] {
  const start = name.trim().toLowerCase()
  if (start === '') return []
  const isBegun = (whole: string) =>
    whole.toLowerCase().startsWith(start) && /[^a-z0-9]/i.test(whole.charAt(start.length))
  return [
    ...[...types].flatMap(([type, full]) => (isBegun(type) ? [full] : [])),
    ...models.map((model) => `${model.manufacturer} ${model.name}`).filter(isBegun),
  ]
}

function partsAndModels(references: References, name: string): readonly Found[] {
  return [
    ...parts('cpu', references.matchCpu(name), (cpu) => ({ cpu })),
    ...parts('gpu', references.matchGpu(name), (gpu) => ({ gpu })),
    ...models(references, name),
  ]
}

function instances(references: References, name: string): readonly Found[] {
  return references.instancesNamed(name).map(({ provider, instanceType }) => ({
    name: `${provider} ${instanceType}`,
    kind: 'cloudInstance',
    asset: { cloudInstance: { provider, instanceType } },
    variants: [],
    isExact: true,
  }))
}

function parts<Row>(
  kind: string,
  match: NameMatch<Row>,
  component: (given: { name: string }) => NonNullable<AssetInput['component']>,
): readonly Found[] {
  const { name, outcome, nearest, isOpen } = match
  if (name === undefined) return []
  const variants = isOpen ? nearest.filter((each) => each !== name) : []
  return [{ name, kind, asset: { component: component({ name }) }, variants, isExact: outcome !== 'close' }]
}

function models(references: References, name: string): readonly Found[] {
  const devices = new Set(references.tables.deviceModels.map(({ device }) => device))
  return [...devices].flatMap((device) => {
    const terminal = Object.keys(TERMINALS).find((each) => each.toLowerCase() === device) as TerminalKind | undefined
    const bare = terminal === undefined ? { name } : sizeInName(references.models, terminal, { name }).model
    const [model, ...others] = references.models.fitting(device, bare)
    if (model === undefined) return []
    const given = { model: { name } }
    if (device !== 'server' && terminal === undefined) return []
    const asset = AssetInput.parse(
      terminal === undefined ? { server: given } : { terminal: { kind: terminal, ...given } },
    )
    return [
      {
        name: fullName(name, model),
        kind: device,
        asset,
        variants: others.map((other) => fullName(name, other)),
        isExact: true,
      },
    ]
  })
}

/** A model with its maker, and what the name says beyond a product line: `Dell Latitude 5450` of `latitude 5450`. */
function fullName(name: string, { covers, manufacturer, name: model }: DeviceModel): string {
  const [maker, line] = [manufacturer, model].map((text) => text.match(WORD)?.join(SEPARATORS))
  const begin = new RegExp(`^${SEPARATORS}(${maker}${SEPARATORS})?${line}`, 'iu')
  return `${manufacturer} ${model}${covers === 'line' ? name.replace(begin, '').trimEnd() : ''}`
}

const WORD = /[\p{L}\p{N}]+/gu
const SEPARATORS = '[^\\p{L}\\p{N}]*'

function archetypes({ tables }: References, name: string): readonly Found[] {
  const id = name.trim().toLowerCase()
  const isMeant = (row: { readonly id: string }) => row.id.toLowerCase() === id
  const found = [
    ...tables.serverArchetypes
      .filter(isMeant)
      .map((row) => ['server', row.id, { server: { archetype: row.id } }] as const),
    ...tables.terminalArchetypes
      .filter(isMeant)
      .map(
        (row) =>
          [
            row.device,
            row.id,
            AssetInput.parse({ terminal: { kind: row.device.toUpperCase(), archetype: row.id } }),
          ] as const,
      ),
    ...tables.iotArchetypes
      .filter(isMeant)
      .map((row) => ['iotDevice', row.id, { iotDevice: { archetype: row.id } }] as const),
  ]
  return found.map(([kind, own, asset]) => ({ name: own, kind, asset, variants: [], isExact: true }))
}
