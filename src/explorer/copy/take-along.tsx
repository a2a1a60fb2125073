import { useState } from 'preact/hooks'
import { numberText } from '../results/number-text.ts'
import { Panel } from '../results/panel.tsx'
import { requestVariables } from '../results/request-variables.ts'
import type { SubjectResult } from '../results/subject-result.ts'
import { subjectLetter } from '../subjects/subject-name.ts'
import { CopyButton } from './copy-button.tsx'
import { curlText, restCurlText } from './curl-text.ts'
import { graphiqlAddress } from './graphiql-address.ts'
import { graphqlQuery } from './graphql-query.ts'
import { restRequest } from './rest-request.ts'

interface Props {
  readonly results: readonly SubjectResult[]
  readonly release: string
}

/** Where the figures come from, to ask for them elsewhere: GraphQL, curl, REST, and the figures as files. */
export function TakeAlong({ results, release }: Props) {
  const [chosen, setChosen] = useState(0)
  const [isWhole, setWhole] = useState(false)
  const result = results[Math.min(chosen, results.length - 1)]
  if (result === undefined) return null
  const { request } = result
  const query = graphqlQuery(request.kind, isWhole, request.release)
  const variables = { ...requestVariables(request), ...(request.release !== '' && { release: request.release }) }
  const texts = [
    { title: 'GraphQL query', label: 'Copy the query', text: query },
    { title: 'Its variables', label: 'Copy the variables', text: JSON.stringify(variables, null, 2) },
    {
      title: 'With curl',
      label: 'Copy the command',
      text: curlText(`${location.origin}/graphql`, { query: query.replace(/\s+/g, ' '), variables }),
    },
    {
      title: 'The same over REST',
      label: 'Copy the REST command',
      text: restCurlText(location.origin, restRequest(request, release)),
    },
  ]
  return (
    <Panel id="export" title="Export">
      <p class="lead">
        Ask for the same figures from your own programs
        {request.quantity === 1 ? '.' : `: they are for one, of which the page shows ${numberText(request.quantity)}.`}
      </p>
      <div class="toolbar">
        {results.length > 1 && (
          <label class="inline">
            Query for
            <select value={String(chosen)} onChange={(event) => setChosen(Number(event.currentTarget.value))}>
              {results.map(({ name, place }, index) => (
                <option key={index} value={String(index)}>
                  {subjectLetter(place)} · {name}
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
        <CopyButton text={location.href}>Copy the link to this comparison</CopyButton>
      </div>
    </Panel>
  )
}
