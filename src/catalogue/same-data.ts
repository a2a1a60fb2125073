import { WHOLE_LIFE } from '../engine/assessment/impact.ts'
import { WholeDevice } from '../engine/devices/whole-device.ts'
import { cannotTell, groupsOfAlike } from '../engine/readings/alike.ts'
import type { ComparedPair } from '../engine/readings/comparison.ts'
import type { Criterion } from '../engine/values/criteria.ts'
import type { Range } from '../engine/values/range.ts'
import { type Warning, warning } from '../engine/values/warning.ts'
import type { AssetInput } from '../input/fleet-input.ts'
import { type ComparedItem, labelsInWords } from './compared-item.ts'
import { resolveAsset } from './kinds.ts'
import type { Loaders } from './loaders.ts'

/** What the items of a comparison are, apart from quantity, place and use. */
export interface ComparedData {
  /** A number for each item. Items with the same number have the same figures in a criterion, in equal proportions. */
  readonly numbers: readonly number[]
  /** A text for each item. Items with the same text are described in the same way. */
  readonly descriptions: readonly string[]
  /** Whether a model, or more of its name, would select other data of an item. */
  readonly isNarrowable: readonly boolean[]
}

/** Finds the items that are the same thing or have the same figures, such as two models of one typical device. */
export async function comparedData(
  loaders: Loaders,
  items: readonly ComparedItem[],
  criterion: Criterion,
): Promise<ComparedData> {
  const parts = items.map(partsOf)
  const descriptions = parts.map((each) => inProportion(each, ({ described }) => described))
  const isSame = new Set(descriptions).size < 2
  const assets = new Map(isSame ? [] : parts.flat().map(({ described, asset }) => [described, asset]))
  const figures = await Promise.all(
    Array.from(assets, async ([described, asset]) => [described, await figuresOf(loaders, asset, criterion)] as const),
  )
  const known = new Map(figures)
  const data = parts.map((each) => inProportion(each, ({ described }) => known.get(described) ?? described))
  return {
    numbers: data.map((each) => data.indexOf(each)),
    descriptions,
    isNarrowable: parts.map(([only, ...others]) => {
      return only !== undefined && others.length === 0 && mayNarrow(loaders.references, only.asset)
    }),
  }
}

/** Whether the release has figures of models that the model of an asset, if it is given in full, could select. */
function mayNarrow({ models }: Loaders['references'], { server, terminal }: AssetInput): boolean {
  const described = terminal ?? server
  if (described === undefined || described.archetype !== undefined || described.own !== undefined) return false
  return models.mayNarrow(terminal?.kind.toLowerCase() ?? 'server', described.model)
}

/**
 * Warnings about items that are described differently, but have the same data: that they cannot be told apart if no
 * pair of them can be ranked, or else that only their quantity, place or use ranks them.
 */
export function warningsAboutSameData(
  items: readonly { readonly label: string }[],
  { numbers, descriptions, isNarrowable }: ComparedData,
  pairs: readonly Pick<ComparedPair, 'a' | 'b' | 'sameData'>[],
): readonly Warning[] {
  const labels = (group: readonly number[]) => group.map((at) => items[at]?.label ?? '')
  const differ = (group: readonly number[]) => new Set(group.map((at) => descriptions[at])).size > 1
  const areAlike = (one: number, other: number) =>
    pairs.some(({ a, b, sameData }) => sameData && a === one && b === other)
  const ofOneData = groupsOfAlike([...items.keys()], (one, other) => numbers[one] === numbers[other])
  return ofOneData.filter(differ).flatMap((group) => {
    const alike = groupsOfAlike(group, areAlike)
    const told = alike.filter(differ).map((each) => {
      const advice = each.some((at) => isNarrowable[at]) ? ' Add their models to narrow it.' : ''
      return warning('SAME_DATA', `${cannotTell(labels(each))}: their figures come from the same data.${advice}`)
    })
    const message = `impactql has the same data for ${labelsInWords(labels(group))}. Only their quantity, place or use ranks them.`
    return alike.length === 1 ? told : [...told, warning('SAME_DATA', message)]
  })
}

/** One asset of an item, without place and use, and how many of it there are. */
interface Part {
  readonly asset: AssetInput
  readonly described: string
  readonly quantity: number
}

function partsOf({ asset, fleet }: ComparedItem): readonly Part[] {
  const members = fleet ?? (asset === undefined ? [] : [{ asset, quantity: 1 }])
  return members.map((member) => {
    const { asset, units } = bareAsset(member.asset)
    return { asset, described: JSON.stringify(asset), quantity: units * member.quantity }
  })
}

/** What the parts are, each once and in one order, with its share of their number. */
function inProportion(parts: readonly Part[], textOf: (part: Part) => string): string {
  const total = parts.reduce((sum, { quantity }) => sum + quantity, 0)
  const counted = new Map<string, number>()
  for (const part of parts) {
    // None of a thing adds nothing, unless there is nothing else.
    if (part.quantity === 0 && total > 0) continue
    const text = textOf(part)
    counted.set(text, (counted.get(text) ?? 0) + part.quantity)
  }
  const shares = [...counted].map(([text, quantity]) => [
    text,
    rounded(total === 0 ? 1 / counted.size : quantity / total),
  ])
  return JSON.stringify(shares.sort())
}

/** One unit of an asset without its place and use, and the number of units. */
function bareAsset({ component, ...others }: AssetInput): { readonly asset: AssetInput; readonly units: number } {
  if (component === undefined) {
    const { kinds, units } = bareKinds(others)
    return { asset: kinds as AssetInput, units }
  }
  const { kinds, units } = bareKinds(component)
  return { asset: { component: kinds } as AssetInput, units }
}

function bareKinds(kinds: object): { readonly kinds: object; readonly units: number } {
  type Described = { readonly usage?: object; readonly units?: number } | undefined
  const given = Object.entries(kinds).filter(
    (entry): entry is [string, NonNullable<Described>] => entry[1] !== undefined,
  )
  const bare = given.map(([kind, { usage: _, units: __, ...rest }]) => [kind, rest])
  return { kinds: Object.fromEntries(bare), units: given[0]?.[1].units ?? 1 }
}

/** Embodied impact over a life, and energy of an hour. Undefined if there is neither. */
async function figuresOf(loaders: Loaders, asset: AssetInput, criterion: Criterion): Promise<string | undefined> {
  const assessable = await resolveAsset(loaders, asset)
  const { embedded } = assessable.impact(criterion, WHOLE_LIFE)
  const energy = assessable.energy(1)
  // A figure of the caller, or of a maker, is data of its own, even where another is the same number.
  const { own } = asset.server ?? asset.terminal ?? asset.equipment ?? {}
  const ofMakers =
    assessable instanceof WholeDevice ? assessable.appliedFigures.map(({ maker, model }) => [maker, model]) : []
  return embedded === undefined && (energy?.max ?? 0) === 0
    ? undefined
    : JSON.stringify([[embedded, energy].map(boundsOf), own, ofMakers])
}

function boundsOf(figure: Range | undefined): readonly number[] | undefined {
  return figure && [figure.value, figure.min, figure.max].map(rounded)
}

/** Ten significant digits: sums in another order differ in the last ones. */
function rounded(value: number): number {
  return Number(value.toPrecision(10))
}
