import type { EditorView } from '@codemirror/view'
import { updateSchema } from 'cm6-graphql'
import { type GraphQLSchema, parse, print } from 'graphql'
import { useEffect, useRef, useState } from 'preact/hooks'
import { answerField, jsonField, queryField, textOf, writeText } from './fields.ts'
import { keep, kept, pastQueries, rememberQuery } from './kept.ts'
import { Reference } from './reference.tsx'
import { type Asked, fetchSchema, runQuery } from './run-query.ts'

type Below = 'variables' | 'headers'

/**
 * The query editor: a query with its variables and headers on one side, the answer on the other. It keeps queries and
 * their variables in the browser, but forgets headers, and so API keys, with the page.
 */
export function Editor({ first }: { readonly first: string }) {
  const [begun] = useState(() => beginning(first))
  const [schema, setSchema] = useState<GraphQLSchema>()
  const [shown, show] = useState<string>()
  const [below, setBelow] = useState<Below>('variables')
  const [isRunning, setRunning] = useState(false)
  const [said, say] = useState('')
  const running = useRef<AbortController>(undefined)
  const editors = useRef<Record<'query' | Below | 'answer', EditorView>>(undefined)

  const asked = (): Asked => {
    const { query, variables, headers } = editors.current as NonNullable<typeof editors.current>
    return {
      query: textOf(query),
      variables: textOf(variables),
      headers: textOf(headers),
      cursor: query.state.selection.main.head,
    }
  }
  const run = async () => {
    const { current } = editors
    if (current === undefined) return
    running.current?.abort()
    const controller = new AbortController()
    running.current = controller
    const question = asked()
    setRunning(true)
    say('')
    rememberQuery(question)
    try {
      await runQuery(question, (answer) => writeText(current.answer, answer), controller.signal)
    } catch (error) {
      if (!controller.signal.aborted) writeText(current.answer, (error as Error).message)
    } finally {
      if (running.current === controller) setRunning(false)
    }
  }
  const prettify = () => {
    const { query, variables } = editors.current as NonNullable<typeof editors.current>
    try {
      writeText(query, `${print(parse(textOf(query)))}\n`)
      if (textOf(variables).trim() !== '') writeText(variables, JSON.stringify(JSON.parse(textOf(variables)), null, 2))
      say('')
    } catch (error) {
      say((error as Error).message)
    }
  }
  const copyLink = async () => {
    const { query, variables } = asked()
    const link = new URL(
      `/graphql#${new URLSearchParams({ query, ...(variables.trim() && { variables }) })}`,
      location.href,
    )
    history.replaceState(null, '', link)
    const isCopied = await navigator.clipboard?.writeText(link.href).then(
      () => true,
      () => false,
    )
    say(isCopied ? 'Link copied. It has the query and its variables, but no headers.' : 'The address has the link.')
  }
  const open = ({ query, variables }: Pick<Asked, 'query' | 'variables'>) => {
    const { current } = editors
    if (current === undefined) return
    writeText(current.query, query)
    writeText(current.variables, variables)
    current.query.focus()
  }

  const loadSchema = (headers: string) =>
    fetchSchema(headers).then(
      (found) => {
        setSchema(found)
        if (editors.current) updateSchema(editors.current.query, found)
      },
      (error: Error) => say(error.message),
    )
  const runNow = useRef(run)
  runNow.current = run
  useEffect(() => {
    const at = (id: string) => document.getElementById(id) as HTMLElement
    const onRun = () => {
      runNow.current()
      return true
    }
    const keepText = () => {
      const { query, variables } = asked()
      keep({ query, variables })
    }
    editors.current = {
      query: queryField(at('query'), begun.query, { onRun, onChange: keepText, onShow: show }),
      variables: jsonField(at('variables'), 'Variables', begun.variables, { onRun, onChange: keepText }),
      headers: jsonField(at('headers'), 'Headers', '', { onRun, onChange: () => {} }),
      answer: answerField(at('answer')),
    }
    loadSchema('')
    addEventListener('hashchange', () => {
      if (new URLSearchParams(location.hash.slice(1)).has('query')) open(beginning(first))
    })
  }, [])

  return (
    <>
      <div class="editor-bar" role="toolbar" aria-label="Query">
        <button
          type="button"
          class="run"
          title="Ctrl+Enter"
          onClick={() => (isRunning ? running.current?.abort() : run())}
        >
          {isRunning ? 'Stop' : 'Run'}
        </button>
        <button type="button" onClick={prettify}>
          Format
        </button>
        <button type="button" onClick={copyLink}>
          Copy link
        </button>
        <History onOpen={open} />
        <button
          type="button"
          aria-expanded={shown !== undefined}
          aria-controls="reference"
          onClick={() => show((now) => (now === undefined ? '' : undefined))}
        >
          Reference
        </button>
        <span role="status">{said}</span>
      </div>
      <div class={shown === undefined ? 'editor-parts' : 'editor-parts with-reference'}>
        <div class="editor-question">
          <section id="query" aria-label="Query" />
          <div class="editor-below" role="tablist" aria-label="Sent with the query">
            {(['variables', 'headers'] as const).map((part) => (
              <button
                key={part}
                type="button"
                role="tab"
                id={`${part}-tab`}
                aria-controls={part}
                aria-selected={below === part}
                tabIndex={below === part ? 0 : -1}
                onClick={() => setBelow(part)}
                onKeyDown={({ key }) => {
                  if (key !== 'ArrowLeft' && key !== 'ArrowRight') return
                  const other = part === 'variables' ? 'headers' : 'variables'
                  setBelow(other)
                  document.getElementById(`${other}-tab`)?.focus()
                }}
              >
                {part === 'variables' ? 'Variables' : 'Headers'}
              </button>
            ))}
          </div>
          <div
            id="variables"
            class="editor-json"
            role="tabpanel"
            aria-labelledby="variables-tab"
            hidden={below !== 'variables'}
          />
          <div
            id="headers"
            class="editor-json"
            role="tabpanel"
            aria-labelledby="headers-tab"
            hidden={below !== 'headers'}
            onFocusOut={() => loadSchema(asked().headers)}
          />
        </div>
        <section id="answer" aria-label="Answer" aria-busy={isRunning} />
        {shown !== undefined && <Reference schema={schema} shown={shown} onShow={show} />}
      </div>
    </>
  )
}

/** Queries that were run in this browser, the last first. */
function History({ onOpen }: { readonly onOpen: (past: Pick<Asked, 'query' | 'variables'>) => void }) {
  const [past, setPast] = useState<ReturnType<typeof pastQueries>>([])
  const fold = useRef<HTMLDetailsElement>(null)
  return (
    <details
      ref={fold}
      class="editor-history"
      onToggle={() => setPast(pastQueries())}
      onKeyDown={({ key }) => {
        if (key !== 'Escape' || fold.current === null) return
        fold.current.open = false
        fold.current.querySelector('summary')?.focus()
      }}
    >
      <summary>History</summary>
      <ul>
        {past.length === 0 && <li>No query was run in this browser yet.</li>}
        {past.map((each) => (
          <li key={each.query + each.variables}>
            <button
              type="button"
              class="past"
              onClick={() => {
                if (fold.current) fold.current.open = false
                onOpen(each)
              }}
            >
              {titleOf(each.query)}
            </button>
          </li>
        ))}
      </ul>
    </details>
  )
}

/** The name of a query, or its first line. */
function titleOf(query: string): string {
  const [, name] = /^\s*(?:query|mutation|subscription)\s+(\w+)/m.exec(query) ?? []
  return name ?? query.replace(/#.*$/gm, '').replace(/\s+/g, ' ').trim().slice(0, 60)
}

/**
 * A query in the fragment, which browsers never send: `#query=...&variables=...`, or in the address. Otherwise, that of
 * the last visit.
 */
function beginning(first: string): { readonly query: string; readonly variables: string } {
  for (const text of [location.hash.slice(1), location.search]) {
    const given = new URLSearchParams(text)
    if (given.has('query')) return { query: given.get('query') ?? '', variables: given.get('variables') ?? '' }
  }
  const last = kept()
  return last?.query.trim() ? last : { query: first, variables: '' }
}
