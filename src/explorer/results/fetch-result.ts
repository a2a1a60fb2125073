import {
  ExploreAssetDocument,
  type ExploreAssetQueryVariables,
  ExploreCloudInstanceDocument,
  type ExploreCloudInstanceQueryVariables,
  ExploreComponentDocument,
  type ExploreComponentQueryVariables,
  ExploreQuantityDocument,
  type ExploreQuantityQueryVariables,
  ExploreServerDocument,
  type ExploreServerQueryVariables,
  ExploreTerminalDocument,
  type ExploreTerminalQueryVariables,
  type LikelyRangeFragment,
  type PartImpactFragment,
  type ShownFigureFragment,
} from '../../generated/explorer-operations.ts'
import { send } from '../api/send.ts'
import { counted, type Subject, subjectName } from '../subjects/subject.ts'
import type { SubjectRequest } from '../subjects/subject-request.ts'
import { assetOf, requestVariables, spanOf } from './request-variables.ts'
import type { Fact, SubjectResult } from './subject-result.ts'

/** Fetches everything shown about a subject, for its quantity. */
export async function fetchResult(
  key: string,
  subject: Subject,
  request: SubjectRequest,
  signal: AbortSignal,
): Promise<SubjectResult> {
  const [one, many] = await Promise.all([
    fetchOne(key, subject, request, signal),
    request.quantity === 1 ? undefined : fetchQuantity(request, signal),
  ])
  return many === undefined ? one : many(one)
}

async function fetchOne(
  key: string,
  subject: Subject,
  request: SubjectRequest,
  signal: AbortSignal,
): Promise<SubjectResult> {
  const { kind, release } = request
  const options = { release, signal }
  const variables = requestVariables(request)
  const own = { key, position: 0, subject, request, name: subjectName(subject) }
  const common = { ...own, host: undefined, facts: [], makersFigures: [] }
  if (kind === 'server') {
    const { server } = await send(ExploreServerDocument, variables as ExploreServerQueryVariables, options)
    const known = found(server)
    return { ...common, ...known, name: serverName(subject, known.components) }
  }
  if (kind === 'cloud') {
    const answer = await send(ExploreCloudInstanceDocument, variables as ExploreCloudInstanceQueryVariables, options)
    const { platform, instanceType, vcpu, memory, ssdStorage, hddStorage, ...instance } = found(answer.cloudInstance)
    const facts = factsOf({ vcpu, memory, ssd_storage: ssdStorage, hdd_storage: hddStorage })
    return { ...common, ...instance, name: counted(subject, instanceType), host: platform.archetype, facts }
  }
  if (kind === 'terminal') {
    const answer = await send(ExploreTerminalDocument, variables as ExploreTerminalQueryVariables, options)
    const { type, units, ...terminal } = found(answer.terminal)
    return { ...common, ...terminal, components: [], facts: factsOf({ type, units }) }
  }
  if (kind !== 'component') {
    const { asset } = await send(ExploreAssetDocument, variables as ExploreAssetQueryVariables, options)
    const { warnings, impacts, energy, ...own } = found(asset)
    if (!('usage' in own)) throw new Error('The service returned no figures.')
    const facts = 'copies' in own ? factsOf({ copies: own.copies }) : []
    return { ...common, warnings, impacts, energy, usage: own.usage, components: [], facts }
  }
  const answer = await send(ExploreComponentDocument, variables as ExploreComponentQueryVariables, options)
  const component = found(answer.component)
  return {
    ...common,
    warnings: component.warnings,
    // Two selections of one list, which the answer merges.
    impacts: component.impacts as SubjectResult['impacts'],
    energy: component.energy,
    usage: component.usage,
    components: [component],
  }
}

/** Names a server by its model, else by its recognised processor, if the input names one. */
function serverName(subject: Subject, components: SubjectResult['components']): string {
  const named = components.find(({ kind }) => kind === 'CPU')?.attributes.find(({ name }) => name === 'name')?.attribute
  const cpu = named?.text
  return subject.entered.cpu && cpu && !subject.entered.model
    ? counted(subject, `Server with ${cpu}`)
    : subjectName(subject)
}

function found<Thing>(thing: Thing | null | undefined): Thing {
  if (thing === null || thing === undefined) throw new Error('The service returned no figures.')
  return thing
}

function factsOf(attributes: Readonly<Record<string, Fact['attribute'] | null>>): readonly Fact[] {
  return Object.entries(attributes).flatMap(([name, attribute]) => (attribute === null ? [] : [{ name, attribute }]))
}

/**
 * Replaces the figures of one unit with those of the quantity. The API computes and rounds the whole anew; parts are
 * scaled.
 */
async function fetchQuantity(
  request: SubjectRequest,
  signal: AbortSignal,
): Promise<(one: SubjectResult) => SubjectResult> {
  const { quantity, criteria, release } = request
  const items = [{ quantity, asset: assetOf(request) }]
  const variables = { items, criteria, ...spanOf(request) } as ExploreQuantityQueryVariables
  const { fleet } = await send(ExploreQuantityDocument, variables, { release, signal })
  if (fleet === null) throw new Error('The service returned no figures.')
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

function timesImpact(impact: PartImpactFragment, count: number): PartImpactFragment {
  const times = (figure: PartFigure | null) => (figure === null ? null : timesFigure(figure, count))
  const { embedded, use, total } = impact
  return { ...impact, embedded: times(embedded), use: times(use), total: times(total) }
}

type PartFigure = ShownFigureFragment & LikelyRangeFragment

/**
 * Multiplies a figure, rounding bounds to four digits and the value to its own precision, at least two. 8 (4.64 to
 * 13.35) times 3 is 23 (13.92 to 40.05).
 */
function timesFigure(figure: PartFigure, count: number): PartFigure {
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
    likely: { low: figure.likely.low * count, high: figure.likely.high * count },
  }
}
