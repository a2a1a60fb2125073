import { nearestPaths } from '../catalogue/matching/nearest-names.ts'
import { unknownInput } from '../catalogue/unknown-input.ts'
import { pathOf, type Warning } from '../engine/values/warning.ts'
import { valueAt } from '../input/check-input.ts'
import { readDuration } from '../input/duration.ts'
import { AssetInput } from '../input/fleet-input.ts'
import { fieldsAt, placeOf, setField, startOf } from '../input/set-field.ts'
import type { Assessor, FigureOptions, FigureReading, Likely, Range } from '../library/index.ts'
import { withUsage } from '../library/with-usage.ts'
import { useOf } from './asked-things.ts'
import { UsageError } from './options.ts'

/** Values by the id of an input, by a path in the input, or by `load` and `location`. */
export type WhatIf = Readonly<Record<string, number | string | object>>

/** A figure with other inputs. */
export type OtherFigure = Range & {
  readonly likely?: Likely
  /** Warnings about the inputs that were changed, such as an unknown place. */
  readonly warnings: readonly Warning[]
}

/** Short names of fields. */
const FIELDS: Readonly<Record<string, string>> = { lifetime: 'usage.hoursLifeTime', pue: 'usage.facility.pue' }

/** Names of options, with the fields of use that they replace. */
const USES = { load: ['timeWorkload', 'workloadLevels'], location: ['usageLocation', 'region'] } as const

/**
 * The figure of an asset with other inputs. A path changes the input, which is completed again; an id replaces a number
 * of that figure, all else equal. The likely range is known unless an id is replaced. Throws a UsageError for a path
 * that the input does not have, and for an unknown id.
 */
export async function whatIfOf(
  assessor: Assessor,
  asset: AssetInput,
  figure: FigureReading,
  others: WhatIf,
  options: FigureOptions,
): Promise<OtherFigure> {
  const known = leavesOf(figure)
  const ids: Record<string, number> = {}
  let changed = asset
  for (const [given, asked] of Object.entries(others)) {
    const name = FIELDS[given] ?? given
    const value = given === 'lifetime' ? lifetimeOf(asked) : asked
    const again = known.has(name) ? undefined : withInput(assessor, changed, name, value)
    if (again !== undefined) changed = again
    else if (typeof value === 'number') ids[name] = value
    else throw new UsageError(`Expected a number for ${name}, got "${value}"`)
  }
  const made = changed === asset ? figure : await assessor.figure(changed, options)
  if (made === null) throw new Error('No figure is known with these inputs')
  const warnings =
    changed === asset ? [] : [...(await newWarnings(assessor, asset, changed, options)), ...made.warningsSince(figure)]
  if (Object.keys(ids).length > 0) {
    refuseUnknownIds(Object.keys(ids), made === figure ? known : leavesOf(made))
    return { ...made.whatIf(ids), warnings }
  }
  const { value, min, max } = made
  return { value, min, max, likely: made.likely(), warnings }
}

/** Hours of a lifetime: `8y`. Throws a UsageError for anything else. */
function lifetimeOf(given: number | string | object): number {
  const hours = readDuration(String(given))
  if (typeof hours !== 'number') throw new UsageError(`Expected a duration for lifetime, such as 8y, got "${given}"`)
  return hours
}

/** Warnings about an asset that another one does not have. */
async function newWarnings(
  assessor: Assessor,
  before: AssetInput,
  after: AssetInput,
  options: FigureOptions,
): Promise<readonly Warning[]> {
  const { criterion: _, phase: __, ...given } = options
  const [known, warnings] = await Promise.all(
    [before, after].map(async (asset) => (await assessor.assess(asset, { ...given, criteria: [] })).warnings),
  )
  return (warnings ?? []).filter(({ message }) => !known?.some((each) => each.message === message))
}

/** Ids of formulas are among them; `FigureReading.whatIf` refuses those. */
function leavesOf(figure: FigureReading): ReadonlySet<string> {
  return new Set(figure.explanation().map(({ leaf }) => leaf))
}

function refuseUnknownIds(ids: readonly string[], known: ReadonlySet<string>): void {
  const unknown = ids.find((id) => !known.has(id))
  if (unknown === undefined) return
  const [fault] = unknownInput(unknown, known, []).faults
  const message = fault?.message.replace('Its explanation', '--formulas')
  const place = /^electricity\.([^.]+)\./.exec(unknown)?.[1]
  const isOther = place !== undefined && known.has(unknown.replace(place, 'unknown'))
  throw new UsageError(`${message}${isOther ? ` To use ${unknown}, set the location to ${place} as well.` : ''}`)
}

/** The asset with another input; undefined if the name is not a field of it, but perhaps an id. */
function withInput(
  assessor: Assessor,
  asset: AssetInput,
  name: string,
  value: number | string | object,
): AssetInput | undefined {
  if (name === 'load' || name === 'location') {
    if (name === 'load' && !(Number(value) >= 0 && Number(value) <= 100))
      throw new UsageError(`Expected a load of 0 to 100 percent, got "${value}"`)
    const use = name === 'load' ? { load: Number(value) } : { location: String(value) }
    return withUsage(withoutUse(asset, name), useOf(assessor, use, asset.cloudInstance?.provider))
  }
  const path = pathOf(name.replace(/^input\./, ''))
  const place = startOf(asset, path)
  if (!fieldsAt(AssetInput, place).includes(path[0] ?? '')) return undefined
  const changed = structuredClone(asset)
  if (setField(AssetInput, changed, [...place, ...path], value)) return changed
  const near = nearestPaths(path, fieldsAt(AssetInput, [...place, ...path.slice(0, -1)]))
  throw new UsageError(`Unknown input ${name}${near.length > 0 ? `. Did you mean ${near.join(', ')}?` : ''}`)
}

/** The asset without what says its load, or its place. */
function withoutUse(asset: AssetInput, of: 'load' | 'location'): AssetInput {
  const changed = structuredClone(asset)
  const usage = valueAt(changed, [...placeOf(asset), 'usage']) as Record<string, unknown> | undefined
  for (const field of USES[of]) delete usage?.[field]
  return changed
}
