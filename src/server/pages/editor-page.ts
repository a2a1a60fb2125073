import { readFileSync } from 'node:fs'
import { builtScript, escapeHtml, type Page, sitePage } from './site-page.ts'

const QUERY = `# What does a server cost the climate, and why?
# Ctrl+Space completes, Ctrl+Enter runs.
# Reference shows every type and field.

query Server {
  server(
    input: {
      configuration: {
        cpu: { units: 2, name: "Xeon Gold 6240R" }
        ram: [{ units: 12, capacity: 32 }]
      }
      usage: { usageLocation: "FRA" }
    }
  ) {
    impacts(criteria: [GWP]) {
      criterion
      unit
      embedded { value min max }
      use { value min max }
    }
  }
}
`

const NOT_BUILT = `<p>The editor is not built. Run <code>npm ci &amp;&amp; npm run build:explorer</code>, then start the service again.</p>`

/** The query editor, with a first query. */
export function editorPage(): Page {
  const script = builtScript('editor/editor.tsx')
  return sitePage({
    path: '/graphql',
    title: 'GraphQL · impactql',
    description: 'Write and run GraphQL queries, with completion and the reference of the schema.',
    content: `<h1 class="unseen">GraphQL editor</h1>
${script === undefined ? NOT_BUILT : `<div id="editor" data-query="${escapeHtml(QUERY)}"><noscript><p>The editor needs JavaScript.</p></noscript></div>`}`,
    style: readFileSync(new URL('editor.css', import.meta.url), 'utf8'),
    hasEditor: true,
    script,
    writesStyles: true,
  })
}
