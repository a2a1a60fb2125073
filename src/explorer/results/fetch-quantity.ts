import {
  ExploreQuantityDocument,
  type ExploreQuantityQueryVariables,
  type ShownFigureFragment,
  type ShownImpactFragment,
} from '../../generated/explorer-operations.ts'
import { send } from '../api/send.ts'
import type { SubjectRequest } from '../subjects/subject-request.ts'
import { assetOf } from './asset-of.ts'
import type { SubjectResult } from './subject-result.ts'

/**
 * The figures of as many as a request wants, as a change of the result of one: of the whole by the API, which rounds them
 * anew, and of the parts in proportion.
 */
export async function fetchQuantity(
  request: SubjectRequest,
  signal: AbortSignal,
): Promise<(one: SubjectResult) => SubjectResult> {
  const { quantity, criteria, duration, release } = request
  const items = [{ quantity, asset: assetOf(request) }]
  const variables = { items, criteria, ...(duration !== undefined && { duration }) } as ExploreQuantityQueryVariables
  const { fleet } = await send(ExploreQuantityDocument, variables, { release, signal })
  if (fleet === null) throw new Error('The service gave no figures for this.')
  return (one) => ({
    ...one,
    impacts: fleet.impacts,
    energy: fleet.energy,
    components: one.components.map((part) => ({
      ...part,
      impacts: part.impacts.map((impact) => timesImpact(impact, quantity)),
    })),
  })
}

function timesImpact(impact: ShownImpactFragment, count: number): ShownImpactFragment {
  const times = (figure: ShownFigureFragment | null) => (figure === null ? null : timesFigure(figure, count))
  return { ...impact, embedded: times(impact.embedded), use: times(impact.use), total: times(impact.total) }
}

/** Figures to four digits; the value to as many as it had, and to two at least. 8 (4.64 to 13.35) times 3 is 23 (13.92 to 40.05). */
function timesFigure(figure: ShownFigureFragment, count: number): ShownFigureFragment {
  const digits = figure.value.toExponential().split('e')[0]?.replace(/\D/g, '').length ?? 4
  const rounded = (exact: number, to: number) => Number((exact * count).toPrecision(to))
  return {
    ...figure,
    value: rounded(figure.exact, Math.min(4, Math.max(2, digits))),
    min: rounded(figure.exactMin, 4),
    max: rounded(figure.exactMax, 4),
    exact: figure.exact * count,
    exactMin: figure.exactMin * count,
    exactMax: figure.exactMax * count,
  }
}
