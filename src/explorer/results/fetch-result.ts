import {
  ExploreCloudInstanceDocument,
  type ExploreCloudInstanceQueryVariables,
  ExploreComponentDocument,
  type ExploreComponentQueryVariables,
  ExploreServerDocument,
  type ExploreServerQueryVariables,
  ExploreTerminalDocument,
  type ExploreTerminalQueryVariables,
} from '../../generated/explorer-operations.ts'
import { send } from '../api/send.ts'
import type { Subject } from '../subjects/subject.ts'
import { counted, subjectName } from '../subjects/subject-name.ts'
import type { SubjectRequest } from '../subjects/subject-request.ts'
import { fetchQuantity } from './fetch-quantity.ts'
import { requestVariables } from './request-variables.ts'
import type { Fact, SubjectResult } from './subject-result.ts'

/** Asks the API for everything that is shown of a subject, as many as there are of it. */
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
  const common = { key, place: 0, subject, request, name: subjectName(subject), host: undefined, facts: [] }
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
  const answer = await send(ExploreComponentDocument, variables as ExploreComponentQueryVariables, options)
  const component = found(answer.component)
  return {
    ...common,
    warnings: component.warnings,
    impacts: component.impacts,
    energy: component.energy,
    usage: component.usage,
    components: [component],
  }
}

/** By the processor that was understood, where one was named. */
function serverName(subject: Subject, components: SubjectResult['components']): string {
  const named = components.find(({ kind }) => kind === 'CPU')?.attributes.find(({ name }) => name === 'name')?.attribute
  const cpu = named?.text
  return subject.entered.cpu && cpu ? counted(subject, `Server with ${cpu}`) : subjectName(subject)
}

function found<Thing>(thing: Thing | null | undefined): Thing {
  if (thing === null || thing === undefined) throw new Error('The service gave no figures for this.')
  return thing
}

function factsOf(attributes: Readonly<Record<string, Fact['attribute'] | null>>): readonly Fact[] {
  return Object.entries(attributes).flatMap(([name, attribute]) => (attribute === null ? [] : [{ name, attribute }]))
}
