import type { Assessable } from '../engine/assessment/asset.ts'
import { WHOLE_LIFE } from '../engine/assessment/impact.ts'
import { Fleet } from '../engine/devices/fleet.ts'
import type { Criterion } from '../engine/values/criteria.ts'
import type { Range } from '../engine/values/range.ts'
import { type Warning, warning } from '../engine/values/warning.ts'
import type { ComparedItem } from './compared-item.ts'

/** An item of a comparison, as described and as resolved. */
interface Described {
  readonly label: string
  readonly item: ComparedItem
  readonly assessable: Assessable
}

/**
 * Warnings about items that are described differently, but have the same figures in a criterion apart from place and
 * use: two models of one product line, or two unknown ones.
 */
export function warningsAboutSameData(items: readonly Described[], criterion: Criterion): readonly Warning[] {
  const descriptions = items.map(({ item }) => descriptionOf(item))
  if (new Set(descriptions).size < 2) return []
  const figures = items.map(({ assessable }) => figuresOf(assessable, criterion))
  return [...new Set(figures)].flatMap((same) => {
    const group = figures.flatMap((each, at) => (each === same ? [at] : []))
    if (same === undefined || new Set(group.map((at) => descriptions[at])).size < 2) return []
    const labels = group.map((at) => items[at]?.label ?? '')
    const names = labels.length > MOST_LISTED ? `${labels.length} items` : LIST.format(labels)
    const message = `impactql has the same data for ${names}. Their figures differ only if their place or use differs.`
    return [warning('SAME_DATA', message)]
  })
}

/** More items than this are counted, not named. */
const MOST_LISTED = 3

const LIST = new Intl.ListFormat('en-GB')

/** What an item is, without the place and use of its assets. A single asset is the same in any quantity. */
function descriptionOf({ asset, fleet = [] }: ComparedItem): string {
  const assets = asset === undefined ? fleet.map((each) => each.asset) : [asset]
  const quantities = assets.length > 1 ? fleet.map(({ quantity }) => quantity) : []
  const described = assets.map((each) =>
    Object.entries(each).map(([kind, { usage: _, ...rest }]: [string, Record<string, unknown>]) => [kind, rest]),
  )
  return JSON.stringify([described, quantities])
}

/** Embodied impact over a life, and energy of an hour: the same in every place. Undefined if there is neither. */
function figuresOf(assessable: Assessable, criterion: Criterion): string | undefined {
  const [member, ...others] = assessable instanceof Fleet ? assessable.members : []
  // A copy: figures that are computed here must not enter the explanations of the comparison.
  const fresh = (member !== undefined && others.length === 0 ? member.asset : assessable).again()
  const { embedded } = fresh.impact(criterion, WHOLE_LIFE)
  const energy = fresh.energy(1)
  return embedded === undefined && (energy?.max ?? 0) === 0
    ? undefined
    : JSON.stringify([embedded, energy].map(boundsOf))
}

function boundsOf(figure: Range | undefined): readonly number[] | undefined {
  return figure && [figure.value, figure.min, figure.max]
}
