import {
  type Criterion,
  ExploreVariationsDocument,
  type ExploreVariationsQuery,
  type FleetItemInput,
} from '../../generated/explorer-operations.ts'
import { send } from '../api/send.ts'
import type { SubjectResult } from '../results/subject-result.ts'
import { partWords } from '../results/words.ts'
import { listVariations } from './list-variations.ts'
import type { Effect, Variation } from './variation.ts'

/** Embedded and use, unrounded; 0 where there is none. */
interface Outcome {
  readonly embedded: number
  readonly use: number
}

type FleetItem = NonNullable<ExploreVariationsQuery['fleet']>['items'][number]

/** Changes below this share of the result are none. */
const LEAST_SHARE = 1e-6

/**
 * What each assumption behind a result does to it, the largest first: the API is asked for the same thing with one
 * assumption at its smallest and at its largest value, all else as it is. A part is asked for as a component of its own, and
 * its relative change applied to its share of the whole.
 */
export async function fetchEffects(
  result: SubjectResult,
  criterion: Criterion,
  signal?: AbortSignal,
): Promise<readonly Effect[]> {
  const variations = listVariations(result, criterion)
  const { items, indexOf } = collectItems(variations)
  const whole = wholeOf(result, criterion)
  const outcomes = items.length === 0 ? [] : await ask(result, criterion, items, signal)
  const effects = variations.flatMap((variation): readonly Effect[] => {
    const [base, low, high] = [variation.base, variation.atLow, variation.atHigh].map((each) => outcomes[indexOf(each)])
    if (base === undefined || low === undefined || high === undefined) return []
    const share = shareOf(variation, result, criterion, base)
    const total = (outcome: Outcome) =>
      whole.embedded +
      whole.use +
      share.embedded * (outcome.embedded - base.embedded) +
      share.use * (outcome.use - base.use)
    const { base: _, atLow: __, atHigh: ___, ...words } = variation
    return [{ ...words, atLow: total(low), atHigh: total(high) }]
  })
  const least = LEAST_SHARE * Math.abs(whole.embedded + whole.use)
  return [...effects, ...factorEffects(result, criterion, effects)]
    .filter((effect) => swingOf(effect) > least)
    .toSorted((one, other) => swingOf(other) - swingOf(one))
}

/** How far apart the results at both values are. */
export function swingOf({ atLow, atHigh }: Effect): number {
  return Math.abs(atHigh - atLow)
}

function collectItems(variations: readonly Variation[]) {
  const items: FleetItemInput[] = []
  const places = new Map<string, number>()
  for (const { base, atLow, atHigh } of variations) {
    for (const asset of [base, atLow, atHigh]) {
      const key = JSON.stringify(asset)
      if (!places.has(key)) places.set(key, items.push({ asset }) - 1)
    }
  }
  return { items, indexOf: (asset: unknown) => places.get(JSON.stringify(asset)) as number }
}

async function ask(
  { request }: SubjectResult,
  criterion: Criterion,
  items: readonly FleetItemInput[],
  signal?: AbortSignal,
): Promise<readonly (Outcome | undefined)[]> {
  const { duration } = request
  const variables = { items: [...items], criteria: [criterion], ...(duration !== undefined && { duration }) }
  const { fleet } = await send(ExploreVariationsDocument, variables, signal)
  return (fleet?.items ?? []).map(outcomeOf)
}

function outcomeOf({ asset }: FleetItem): Outcome | undefined {
  const impact = asset?.impacts[0]
  return impact && { embedded: impact.embedded?.value ?? 0, use: impact.use?.value ?? 0 }
}

function wholeOf({ impacts }: Pick<SubjectResult, 'impacts'>, criterion: Criterion): Outcome {
  const impact = impacts.find((each) => each.criterion === criterion)
  return { embedded: impact?.embedded?.exact ?? 0, use: impact?.use?.exact ?? 0 }
}

/** How much a change of what was asked for counts in the whole: its share, and for use what is drawn besides. */
function shareOf({ part }: Variation, result: SubjectResult, criterion: Criterion, base: Outcome): Outcome {
  const component = result.components.find(({ label }) => label === part)
  if (component === undefined) return { embedded: 1, use: 1 }
  const { embedded, use } = wholeOf(component, criterion)
  const besides = result.request.kind === 'component' ? 0 : (result.usage.otherConsumptionRatio?.value ?? 0)
  return {
    embedded: base.embedded === 0 ? 0 : embedded / base.embedded,
    use: base.use === 0 ? 0 : (use / base.use) * (1 + besides),
  }
}

/** Parts whose embedded impact is uncertain though no attribute of theirs is: it is the published figure that is. */
function factorEffects(result: SubjectResult, criterion: Criterion, effects: readonly Effect[]): readonly Effect[] {
  const whole = wholeOf(result, criterion)
  const parts = result.components.length > 0 ? result.components : [{ ...result, label: undefined, kind: '' }]
  return parts.flatMap((part): readonly Effect[] => {
    const figure = part.impacts.find((each) => each.criterion === criterion)?.embedded
    if (figure === null || figure === undefined || figure.exactMin === figure.exactMax) return []
    if (effects.some((effect) => effect.part !== undefined && effect.part === part.label)) return []
    const total = whole.embedded + whole.use - figure.exact
    return [
      {
        title: `${part.label === undefined ? result.name : partWords({ ...part, label: part.label })}: published figure`,
        part: part.label,
        attribute: 'embedded',
        value: 'as published',
        low: 'its lower bound',
        high: 'its upper bound',
        isBounded: true,
        atLow: total + figure.exactMin,
        atHigh: total + figure.exactMax,
      },
    ]
  })
}
