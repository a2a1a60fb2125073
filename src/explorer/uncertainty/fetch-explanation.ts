import {
  type Criterion,
  ExploreComponentExplanationDocument,
  type ExploreComponentExplanationQueryVariables,
  ExploreExplanationDocument,
  type ShownExplanationFragment,
} from '../../generated/explorer-operations.ts'
import { send } from '../api/send.ts'
import { assetOf } from '../results/asset-of.ts'
import { requestVariables } from '../results/request-variables.ts'
import type { SubjectRequest } from '../subjects/subject-request.ts'

/** A formula with its values, or a value with its source. */
export type Node = ShownExplanationFragment['explanation']['nodes'][number]

/** Asks the API for the formulas behind the total of a request in a criterion: operands first, the total last. */
export async function fetchExplanation(
  request: SubjectRequest,
  criterion: Criterion,
  signal: AbortSignal,
): Promise<readonly Node[]> {
  const { kind, quantity, duration, release, archetype } = request
  const about = { criterion, ...(duration !== undefined && { duration }) }
  if (kind === 'component' && archetype !== undefined) {
    const { input } = requestVariables(request)
    const variables = { input, archetype, ...about } as ExploreComponentExplanationQueryVariables
    const { component } = await send(ExploreComponentExplanationDocument, variables, { release, signal })
    return component?.impact.total?.explanation.nodes ?? []
  }
  const variables = { items: [{ quantity, asset: assetOf(request) }], ...about }
  const { fleet } = await send(ExploreExplanationDocument, variables, { release, signal })
  return fleet?.items[0]?.impact.total?.explanation.nodes ?? []
}
