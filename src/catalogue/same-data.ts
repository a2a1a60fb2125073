import { WHOLE_LIFE } from '../engine/assessment/impact.ts'
import type { Criterion } from '../engine/values/criteria.ts'
import type { Range } from '../engine/values/range.ts'
import { type Warning, warning } from '../engine/values/warning.ts'
import type { AssetInput } from '../input/fleet-input.ts'
import { assessableOf, type ComparedItem, labelsInWords } from './compared-item.ts'
import { resolveAsset } from './kinds.ts'
import type { Loaders } from './loaders.ts'

/**
 * Warnings about items that are described differently, but have the same figures in a criterion apart from place and
 * use: two models of one product line, or two unknown ones.
 */
export async function warningsAboutSameData(
  loaders: Loaders,
  items: readonly (ComparedItem & { readonly label: string })[],
  criterion: Criterion,
): Promise<readonly Warning[]> {
  const bare = items.map(withoutUse)
  const descriptions = bare.map((item) => JSON.stringify(item))
  if (new Set(descriptions).size < 2) return []
  const figures = await Promise.all(bare.map((item) => figuresOf(loaders, item, criterion)))
  return [...new Set(figures)].flatMap((same) => {
    const group = figures.flatMap((each, at) => (each === same ? [at] : []))
    if (same === undefined || new Set(group.map((at) => descriptions[at])).size < 2) return []
    const labels = group.map((at) => items[at]?.label ?? '')
    const message = `impactql has the same data for ${labelsInWords(labels)}. Their figures differ only if their place or use differs.`
    return [warning('SAME_DATA', message)]
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
