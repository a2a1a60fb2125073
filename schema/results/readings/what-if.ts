import type * as z from 'zod'
import { nearestPaths } from '../../../src/catalogue/matching/nearest-names.ts'
import { unknownInput } from '../../../src/catalogue/unknown-input.ts'
import { ImpactFigure } from '../../../src/engine/assessment/impact.ts'
import { AssessedFleet } from '../../../src/engine/devices/assessed-fleet.ts'
import { type Graph, whatIf } from '../../../src/engine/readings/graph.ts'
import { faultOfOverride } from '../../../src/engine/readings/override-limits.ts'
import { warnIfPhasesDiffer } from '../../../src/engine/readings/phases-held.ts'
import { REPLAYING } from '../../../src/engine/readings/reading-work.ts'
import { Estimate } from '../../../src/engine/values/range.ts'
import { pathOf, type Warning } from '../../../src/engine/values/warning.ts'
import { checkInput } from '../../../src/input/check-input.ts'
import { type FaultCode, FaultError } from '../../../src/input/fault.ts'
import { AssetInput, FleetItemInput } from '../../../src/input/fleet-input.ts'
import { OverrideInput } from '../../../src/input/reading-input.ts'
import { fieldsAt, setField, startOf } from '../../../src/input/set-field.ts'
import type { Context } from '../../context.ts'
import { originOf } from '../assess.ts'
import { notedGraph, type Readable } from './reading.ts'

export const MOST_OVERRIDES = 100

/** An input replaced by its path: the path, the new value, and the index of the override. */
interface Change {
  readonly path: readonly string[]
  readonly value: number | string
  readonly index: number
}

/** A figure with other inputs, and the warnings about the asset that is completed from them. */
export interface ReplayedFigure extends Pick<Estimate, 'value' | 'min' | 'max'> {
  readonly warnings: readonly Warning[]
}

/**
 * A figure with some inputs replaced. Overrides by path change the input, and a new asset is completed from it.
 * Overrides by id then replace inputs of the new figure, all else equal. Throws a FaultError for an unknown input, or
 * if no figure results.
 */
export async function whatIfOverrides(
  figure: Readable,
  overrides: readonly unknown[],
  context: Context,
): Promise<ReplayedFigure> {
  if (overrides.length > MOST_OVERRIDES) {
    throw fault(['overrides'], `expected at most ${MOST_OVERRIDES} overrides`, 'TOO_BIG')
  }
  const read = overrides.map((given, index) => context.check(OverrideInput, given, ['overrides', index]))
  refuseRepeated(read)
  const changes = read.flatMap(({ path, value, text }, index): Change[] =>
    path === undefined ? [] : [{ path: pathOf(path.replace(/^input\./, '')), value: text ?? (value as number), index }],
  )
  const { figure: changed, warnings } =
    changes.length === 0 ? { figure, warnings: [] } : await madeAgain(figure, changes, context)
  const graph = notedGraph(changed, context)
  context.work.spend(REPLAYING, graph.nodes.length)
  const { value, min, max } = whatIf(graph, byLeaf(read, graph))
  if (![value, min, max].every(Number.isFinite)) {
    throw fault(['overrides'], 'expected other numbers: these give no finite result', 'INVALID_VALUE')
  }
  return { value, min, max, warnings }
}

/** The same figure for an asset created from the changed input. */
async function madeAgain(
  figure: Readable,
  changes: readonly Change[],
  context: Context,
): Promise<{ readonly figure: Readable; readonly warnings: readonly Warning[] }> {
  const subject = figure instanceof ImpactFigure ? figure.impact.of : figure.of
  const origin = originOf(subject, context)
  if (origin === undefined) {
    const message = 'an override with `path` computes a whole asset or fleet again. For a figure of a part, use `leaf`'
    throw fault(['overrides', changes[0]?.index ?? 0, 'path'], message, 'INVALID_VALUE')
  }
  const input = structuredClone(origin.input ?? {})
  for (const { path, value, index } of changes) {
    const place = origin.schema === AssetInput ? startOf(input as AssetInput, path) : []
    if (path.length > 0 && setField(origin.schema, input, [...place, ...path], value)) continue
    throw noField(path, index, nearestPaths(path, fieldsAt(origin.schema, [...place, ...path.slice(0, -1)])))
  }
  const made = await origin.make(checked(origin.schema, input, changes))
  if (subject instanceof AssessedFleet && made instanceof AssessedFleet) refuseNewFaults(subject, made)
  const again = figure.ofAnother(made)
  if (again === undefined) throw fault(['overrides'], 'expected inputs for which this figure exists', 'INVALID_VALUE')
  return { figure: again, warnings: [...made.warnings, ...phasesDiffer(figure, again)] }
}

function phasesDiffer(before: Readable, after: Readable): readonly Warning[] {
  const areImpacts = before instanceof ImpactFigure && after instanceof ImpactFigure
  return areImpacts ? warnIfPhasesDiffer(before, after) : []
}

/** Refuses two values for one input. */
function refuseRepeated(overrides: readonly OverrideInput[]): void {
  const names = overrides.map(({ leaf, path = '' }) => leaf ?? pathOf(path.replace(/^input\./, '')).join('.'))
  const index = names.findIndex((name, at) => names.indexOf(name) < at)
  if (index < 0) return
  const field = overrides[index]?.leaf === undefined ? 'path' : 'leaf'
  throw fault(['overrides', index, field], 'expected each input once', 'INVALID_VALUE')
}

/** The changed input, always checked; for a fleet, only the changed items. */
function checked(schema: z.ZodType, input: unknown, changes: readonly Change[]): unknown {
  const { items } = input as { readonly items?: readonly unknown[] }
  if (items === undefined) return checkInput(schema, input, ['input'])
  const changed = new Set(changes.map(({ path }) => Number(path[1])))
  return { items: items.map((item, at) => (changed.has(at) ? checkInput(FleetItemInput, item, ['items', at]) : item)) }
}

function noField(path: readonly string[], index: number, nearest: readonly string[]): FaultError {
  const name = path.join('.')
  const message = `Unknown field ${name} of this input${nearest.length > 0 ? `. Did you mean ${nearest.join(', ')}?` : ''}`
  return new FaultError([{ path: ['overrides', index, 'path'], message, code: 'NOT_FOUND', value: name, nearest }])
}

/** Refuses a change that makes an item faulty, because the figure would cover fewer items. */
function refuseNewFaults(before: AssessedFleet<Error>, after: AssessedFleet<Error>): void {
  for (const [index, { fault: found }] of after.items.entries()) {
    if (found !== undefined && before.items[index]?.fault === undefined) throw found
  }
}

/** Overrides by id. */
function byLeaf(overrides: readonly OverrideInput[], { nodes }: Graph): ReadonlyMap<string, Estimate> {
  const leaves = new Map(nodes.flatMap((node) => ('id' in node ? [[node.id, node] as const] : [])))
  return new Map(
    overrides.flatMap(({ leaf, value = 0, min = value, max = value }, index): [string, Estimate][] => {
      if (leaf === undefined) return []
      const node = leaves.get(leaf)
      if (node === undefined) throw unknownInput(leaf, new Set(leaves.keys()), ['overrides', index, 'leaf'])
      const given = new Estimate(value, min, max)
      const expected = faultOfOverride(node, given)
      if (expected !== undefined) throw fault(['overrides', index, 'value'], expected, 'INVALID_VALUE')
      return [[leaf, given]]
    }),
  )
}

function fault(path: readonly (string | number)[], message: string, code: FaultCode): FaultError {
  return new FaultError([{ path, message, code }])
}
