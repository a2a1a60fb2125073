import { WHOLE_LIFE } from '../engine/assessment/impact.ts'
import { cannotTell, groupsOfAlike } from '../engine/readings/alike.ts'
import type { ComparedPair } from '../engine/readings/comparison.ts'
import type { Criterion } from '../engine/values/criteria.ts'
import type { Range } from '../engine/values/range.ts'
import { type Warning, warning } from '../engine/values/warning.ts'
import type { AssetInput } from '../input/fleet-input.ts'
import { assessableOf, type ComparedItem, labelsInWords } from './compared-item.ts'
import { resolveAsset } from './kinds.ts'
import type { Loaders } from './loaders.ts'

/** What the items of a comparison are, apart from place and use. */
export interface ComparedData {
  /** A number for each item. Items with the same number have the same figures in a criterion. */
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
  const bare = items.map(withoutUse)
  const descriptions = bare.map((item) => JSON.stringify(item))
  const isSame = new Set(descriptions).size < 2
  const figures = isSame ? [] : await Promise.all(bare.map((item) => figuresOf(loaders, item, criterion)))
  const data = descriptions.map((description, at) => figures[at] ?? description)
  return {
    numbers: data.map((each) => data.indexOf(each)),
    descriptions,
    isNarrowable: bare.map(({ asset }) => asset !== undefined && mayNarrow(loaders.references, asset)),
  }
}

/** Whether the release has figures of models that the model of an asset, if it is given in full, could select. */
function mayNarrow({ models }: Loaders['references'], { server, terminal }: AssetInput): boolean {
  const described = terminal ?? server
  if (described === undefined || described.archetype !== undefined) return false
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

/** What an item is, without the place and use of its assets. A single asset is the same in any quantity. */
function withoutUse({ asset, fleet = [] }: ComparedItem): ComparedItem {
  const [only, ...others] = asset === undefined ? fleet.map((each) => each.asset) : [asset]
  if (only !== undefined && others.length === 0) return { asset: bareAsset(only) }
  return { fleet: fleet.map((each) => ({ asset: bareAsset(each.asset), quantity: each.quantity })) }
}

function bareAsset({ component, ...others }: AssetInput): AssetInput {
  return (component === undefined ? bareKinds(others) : { component: bareKinds(component) }) as AssetInput
}

function bareKinds(kinds: object): object {
  return Object.fromEntries(
    Object.entries(kinds).flatMap(([kind, described]: [string, { readonly usage?: object } | undefined]) => {
      if (described === undefined) return []
      const { usage: _, ...rest } = described
      return [[kind, rest]]
    }),
  )
}

/** Embodied impact over a life, and energy of an hour. Undefined if there is neither. */
async function figuresOf(loaders: Loaders, item: ComparedItem, criterion: Criterion): Promise<string | undefined> {
  const assessable = await assessableOf(item, '', (asset) => resolveAsset(loaders, asset))
  const { embedded } = assessable.impact(criterion, WHOLE_LIFE)
  const energy = assessable.energy(1)
  return embedded === undefined && (energy?.max ?? 0) === 0
    ? undefined
    : JSON.stringify([embedded, energy].map(boundsOf))
}

function boundsOf(figure: Range | undefined): readonly number[] | undefined {
  return figure && [figure.value, figure.min, figure.max]
}
