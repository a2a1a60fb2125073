import { useState } from 'preact/hooks'
import {
  AssetImpactsDocument,
  CloudInstanceImpactsDocument,
  ComponentImpactsDocument,
  ExploreAssetDocument,
  ExploreCloudInstanceDocument,
  ExploreComponentDocument,
  ExploreServerDocument,
  ExploreTerminalDocument,
  ServerImpactsDocument,
  TerminalImpactsDocument,
} from '../../generated/explorer-operations.ts'
import { documentText } from '../api/document-text.ts'
import { numberText } from '../results/number-text.ts'
import { Panel } from '../results/panel.tsx'
import { isOwnKind, requestVariables } from '../results/request-variables.ts'
import type { SubjectResult } from '../results/subject-result.ts'
import { type SubjectKind, subjectLetter } from '../subjects/subject.ts'
import { CopyButton } from './copy-button.tsx'
import { pageAddress } from './page-address.ts'
import { curlText, restCurlText, restRequest } from './rest-request.ts'

const FIGURES = {
  cloud: CloudInstanceImpactsDocument,
  server: ServerImpactsDocument,
  terminal: TerminalImpactsDocument,
  component: ComponentImpactsDocument,
}

const EVERYTHING = {
  cloud: ExploreCloudInstanceDocument,
  server: ExploreServerDocument,
  terminal: ExploreTerminalDocument,
  component: ExploreComponentDocument,
}

/** The query for a subject: its impacts, or everything that the page shows, optionally from a named data release. */
function graphqlQuery(kind: SubjectKind, isWhole: boolean, release: string): string {
  const ofAny = isWhole ? ExploreAssetDocument : AssetImpactsDocument
  const document = isOwnKind(kind) ? (isWhole ? EVERYTHING : FIGURES)[kind] : ofAny
  return documentText(document, release !== '')
}

interface Props {
  readonly results: readonly SubjectResult[]
  readonly release: string
}

/** How to get the same figures elsewhere: GraphQL, curl, REST, and files. */
export function TakeAlong({ results, release }: Props) {
  const [chosen, setChosen] = useState(0)
  const [isWhole, setWhole] = useState(false)
  const result = results[Math.min(chosen, results.length - 1)]
  if (result === undefined) return null
  const { request } = result
  const query = graphqlQuery(request.kind, isWhole, request.release)
  const variables = { ...requestVariables(request), ...(request.release !== '' && { release: request.release }) }
  const rest = restRequest(request, release)
  const texts = [
    { title: 'GraphQL query', label: 'Copy the query', text: query },
    { title: 'Its variables', label: 'Copy the variables', text: JSON.stringify(variables, null, 2) },
    {
      title: 'With curl',
      label: 'Copy the command',
      text: curlText(`${location.origin}/graphql`, { query: query.replace(/\s+/g, ' '), variables }),
    },
    ...(rest === undefined
      ? []
      : [{ title: 'The same over REST', label: 'Copy the REST command', text: restCurlText(location.origin, rest) }]),
  ]
  return (
    <Panel id="export" title="Export" isLazy>
      <p class="lead">
        {request.quantity === 1
          ? 'Get these figures in your own program.'
          : `Get the figures of one unit in your own program. This page shows ${numberText(request.quantity)} units.`}
      </p>
      <div class="toolbar">
        {results.length > 1 && (
          <label class="inline">
            Query for
            <select value={String(chosen)} onChange={(event) => setChosen(Number(event.currentTarget.value))}>
              {results.map(({ name, position }, index) => (
                <option key={index} value={String(index)}>
                  {subjectLetter(position)} · {name}
                </option>
              ))}
            </select>
          </label>
        )}
        <label class="inline">
          It asks for
          <select
            value={isWhole ? 'all' : 'figures'}
            onChange={(event) => setWhole(event.currentTarget.value === 'all')}
          >
            <option value="figures">its impacts</option>
            <option value="all">everything on this page</option>
          </select>
        </label>
      </div>
      <div class="snippets">
        {texts.map(({ title, label, text }) => (
          <div key={title} class="snippet">
            <div class="snippet-head">
              <h3>{title}</h3>
              <CopyButton text={text}>{label}</CopyButton>
            </div>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
            <section tabIndex={0} aria-label={title} class="scroller">
              <pre>{text}</pre>
            </section>
          </div>
        ))}
      </div>
      <div class="toolbar">
        <a class="quiet" href={graphiqlAddress(query, variables)}>
          Open in GraphiQL
        </a>
        <CopyButton text={pageAddress()}>Copy the link to this comparison</CopyButton>
      </div>
    </Panel>
  )
}

/** A link to the query editor with a query and its variables. */
function graphiqlAddress(query: string, variables: unknown): string {
  return `/graphql#${new URLSearchParams({ query, variables: JSON.stringify(variables, null, 2) })}`
}
