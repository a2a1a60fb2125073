import { likelyOf } from '../engine/readings/likely.ts'
import { USUAL_SAMPLING } from '../engine/readings/sampling/input-distribution.ts'
import { matchRows } from '../importers/match-rows.ts'
import {
  type Assessor,
  type AssetInput,
  CRITERIA,
  type Criterion,
  type ImportedRow,
  type Range,
  Scope,
  spanOf,
} from '../library/index.ts'
import type { assessOptionsOf } from './options.ts'

/** How a thing differs between two files. */
export interface RowDiff {
  readonly change: 'added' | 'removed' | 'changed'
  readonly label: string
  /** For all units; 0 if it is not there. */
  readonly before: number
  readonly after: number
  readonly difference: number
  /** 5th and 95th percentile of the difference, from 1,024 samples. */
  readonly likely: { readonly low: number; readonly high: number }
  /** The type of the same provider with as many processors, as much memory and the lowest figure, if lower. */
  readonly alternative?: { readonly name: string; readonly after: number }
}

/** What a change adds and removes, largest difference first. */
export interface FileDiff {
  readonly criterion: Criterion
  readonly unit: string
  readonly before: number
  readonly after: number
  readonly difference: { readonly value: number; readonly low: number; readonly high: number }
  readonly rows: readonly RowDiff[]
  /** Number of unchanged things. */
  readonly unchanged: number
  /** Rows that count in no figure, and why. */
  readonly left: readonly { readonly label: string; readonly reason: string }[]
  readonly computedFor: string
}

interface Item {
  readonly label: string
  readonly quantity: number
  readonly asset: AssetInput
}

/** The figure of all units of an item: its value, and samples in which shared inputs are equal. */
interface Figure {
  readonly value: number
  readonly samples: () => Float64Array
}

const NOTHING: Figure = { value: 0, samples: () => new Float64Array(USUAL_SAMPLING.samples) }

/** Compares the rows of two files by label, over the span of the options. Throws a FaultError like `assess`. */
export async function diffRows(
  assessor: Assessor,
  before: readonly ImportedRow[],
  after: readonly ImportedRow[],
  { criteria: [criterion = 'gwp'] = [], ...asked }: ReturnType<typeof assessOptionsOf>,
): Promise<FileDiff> {
  const left = new Map<string, string>()
  const scope = new Scope(spanOf(asked), assessor.release)
  const figureOf = async (name: string, item: Item | undefined): Promise<Figure> => {
    if (item === undefined) return NOTHING
    const figure = await assessor.figure(item.asset, { ...asked, criterion }).catch((error: Error) => {
      left.set(name, error.message)
      return null
    })
    if (figure === null) return NOTHING
    for (const each of figure.conditions) scope.add(each)
    const samples = () => figure.samples().map((sample) => sample * item.quantity)
    return { value: figure.value * item.quantity, samples }
  }
  const rows: RowDiff[] = []
  const sums = { before: 0, after: 0, samples: NOTHING.samples() }
  let unchanged = 0
  for (const { name, change, was, is } of matchRows(itemsOf(before, left), itemsOf(after, left), labelOf)) {
    const from = await figureOf(name, was)
    const to = change === 'same' ? from : await figureOf(name, is)
    sums.before += from.value
    sums.after += to.value
    if (change === 'same') {
      unchanged++
      continue
    }
    const taken = from.samples()
    const samples = to.samples().map((sample, at) => sample - (taken[at] ?? 0))
    for (const [at, sample] of samples.entries()) sums.samples[at] = (sums.samples[at] ?? 0) + sample
    const alternative = is && (await lowerThan(assessor, is, to.value, { ...asked, criterion }))
    rows.push({
      change,
      label: name,
      before: from.value,
      after: to.value,
      difference: to.value - from.value,
      likely: rangeOf(samples),
      ...(alternative && { alternative }),
    })
  }
  return {
    criterion,
    unit: CRITERIA[criterion].unit,
    before: sums.before,
    after: sums.after,
    difference: { value: sums.after - sums.before, ...rangeOf(sums.samples) },
    rows: rows.toSorted((one, other) => Math.abs(other.difference) - Math.abs(one.difference)),
    unchanged,
    left: [...left].map(([label, reason]) => ({ label, reason })),
    computedFor: scope.sentence,
  }
}

function rangeOf(samples: Float64Array): RowDiff['likely'] {
  const { low, high } = likelyOf(samples)
  return { low, high }
}

function labelOf({ label }: Item): string {
  return label
}

/** What counts of the rows. An item without a label is named after its row. */
function itemsOf(rows: readonly ImportedRow[], left: Map<string, string>): readonly Item[] {
  return rows.flatMap((row, at) => {
    const place = row.path ?? `row ${at + 1}`
    if ('asset' in row) return [{ label: row.label || place, quantity: row.quantity, asset: row.asset }]
    left.set(place, 'skipped' in row ? row.skipped : row.fault.message)
    return []
  })
}

/** The type of the same provider that has as much and the lowest figure; undefined if the given one is lowest. */
async function lowerThan(
  assessor: Assessor,
  { asset, quantity }: Item,
  value: number,
  options: Parameters<Assessor['figure']>[1],
): Promise<RowDiff['alternative']> {
  const { cloudInstance } = asset
  if (cloudInstance === undefined) return undefined
  const { tables } = assessor.references
  const own = assessor.references.instancesNamed(`${cloudInstance.provider} ${cloudInstance.instanceType}`)[0]
  if (own === undefined) return undefined
  const alike = tables.cloudInstances.filter(
    ({ provider, instanceType, vcpu, memory, gpuUnits }) =>
      provider === own.provider &&
      instanceType.startsWith('db.') === own.instanceType.startsWith('db.') &&
      vcpu === own.vcpu &&
      gpuUnits === own.gpuUnits &&
      memory >= own.memory &&
      memory <= 2 * own.memory,
  )
  let lowest: { readonly name: string; readonly after: number } | undefined
  for (const { instanceType } of alike) {
    const figure: Range | null = await assessor.figure({ cloudInstance: { ...cloudInstance, instanceType } }, options)
    const after = figure === null ? value : figure.value * quantity
    if (after < (lowest?.after ?? value)) lowest = { name: instanceType, after }
  }
  return lowest
}
