import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { renderGraphiQL } from '@graphql-yoga/render-graphiql'
import { contentSecurityPolicy, type Page, siteHeader } from './site-page.ts'

const QUERY = `# What does a server cost the climate, and why?
# Ctrl+Space completes, Ctrl+Enter runs.
# The book icon opens the reference.

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

const THEMED =
  ':is(.graphiql-container, .graphiql-dialog, .graphiql-dialog-overlay, .graphiql-tooltip, [data-radix-popper-content-wrapper])'

/** The colours of tokens.css, as GraphiQL wants them. */
const LIGHT = `--color-primary: 171, 81%, 23%; --color-secondary: 213, 60%, 41%; --color-tertiary: 171, 82%, 26%;
  --color-info: 213, 60%, 41%; --color-success: 171, 81%, 23%; --color-warning: 36, 100%, 27%; --color-error: 8, 69%, 39%;
  --color-neutral: 168, 18%, 16%; --color-base: 0, 0%, 100%; --color-ground: 48, 38%, 97%; --color-on-primary: 0, 0%, 100%;`
const DARK = `--color-primary: 169, 53%, 58%; --color-secondary: 214, 84%, 76%; --color-tertiary: 169, 53%, 58%;
  --color-info: 214, 84%, 76%; --color-success: 169, 53%, 58%; --color-warning: 37, 82%, 68%; --color-error: 10, 100%, 77%;
  --color-neutral: 154, 17%, 84%; --color-base: 160, 16%, 11%; --color-ground: 160, 16%, 7%; --color-on-primary: 170, 71%, 8%;`

/**
 * Leaves room for the site header above the editor, has the colours and type of the site, and raises the contrast of
 * line numbers, comments and numbers (mtk8). On a phone, the page scrolls: query, variables and answer stand below each
 * other, each as high as it needs to be read.
 */
const STYLE = `body { display: flex; flex-direction: column; height: 100vh; margin: 0; }
header.site { flex: none; background: var(--paper); font: 400 15px / 1.55 var(--font); }
main { display: flex; flex: 1; flex-direction: column; min-height: 0; max-width: none; margin: 0; padding: 0; }
#root { flex: 1; min-height: 0; }
body ${THEMED} { ${LIGHT}
  --font-family: var(--font); --font-family-mono: var(--mono); }
@media (prefers-color-scheme: dark) { body:not(.graphiql-light) ${THEMED} { ${DARK} } }
body.graphiql-dark ${THEMED} { ${DARK} }
#root .graphiql-container { height: 100%; background: hsl(var(--color-ground)); }
#root .graphiql-sessions { border: 1px solid hsla(var(--color-neutral), .16); border-radius: 12px;
  background: hsla(var(--color-neutral), .03); }
#root .graphiql-logo { display: none; }
#root .graphiql-execute-button > svg { color: hsl(var(--color-on-primary)); }
#root .monaco-editor.vs .line-numbers { color: #5c6670 !important; }
#root .monaco-editor.vs .mtk8 { color: #07704a !important; }
#root .monaco-editor.vs-dark :is(.line-numbers, .mtk8) { color: #9db0a5 !important; }
@media (max-width: 44rem) {
  body { height: auto; }
  #root .graphiql-container { flex-direction: column; height: auto; }
  #root .graphiql-sidebar { flex-direction: row; width: auto; padding: 0 8px; }
  #root .graphiql-main { flex-direction: column; }
  #root .graphiql-sessions { margin: 0 8px 16px; max-height: none; }
  #root #graphiql-session { flex-direction: column; }
  #root .graphiql-horizontal-drag-bar { display: none; }
  #root .graphiql-query-editor { flex-direction: column-reverse; flex: none !important; height: max(24rem, 60vh); padding: 8px; }
  #root .graphiql-query-editor > :not(.graphiql-toolbar) { flex: 1; min-height: 0; }
  #root .graphiql-toolbar { flex-direction: row; width: auto; padding-bottom: 8px; }
  #root .graphiql-editor-tool { flex: none !important; height: 9rem; padding: 8px; }
  #root .graphiql-response { flex: none !important; height: max(24rem, 70vh); }
  #root .graphiql-plugin { border-left: 0; }
  #root .graphiql-main > :has(> .graphiql-plugin) { flex: none !important; height: 70vh; max-width: none !important; }
}`

/**
 * A query in the fragment, which browsers never send: `#query=...&variables=...`. Without one, the tab of the last
 * visit: otherwise GraphiQL would add an empty one.
 */
const FIRST_TAB = `(() => {
          const given = new URLSearchParams(location.hash.slice(1))
          const asked = new URLSearchParams(location.search).get('query')
          const kept = () => {
            try {
              const { tabs, activeTabIndex } = JSON.parse(localStorage.getItem('graphiql:tabState'))
              return (asked === null ? tabs[activeTabIndex] : tabs.find(({ query }) => query === asked)) ?? {}
            } catch {
              return {}
            }
          }
          const { query, variables } = given.has('query') ? Object.fromEntries(given) : kept()
          return { ...(query && { query }), ...(variables && { variables }) }
        })()`

/**
 * A tab of GraphiQL is a list item with the role of a tab, and two buttons in it, which assistive technology cannot
 * reach there. Without the roles they are a list of buttons.
 */
const TABS = [
  ['"aria-selected":r,dragElastic:!1,role:"tab",', '"aria-current":r,dragElastic:!1,'],
  ['axis:"x",role:"tablist",', 'axis:"x",'],
] as const

/** Fonts for text, a fifth of the page: those of the system serve as well. Icons stay. */
const TEXT_FONTS = /@font-face\s*\{[^}]*font\/woff2[^}]*\}/g

/**
 * The query editor, which loads nothing from elsewhere. It keeps a history of queries, but forgets headers, and so API
 * keys, with the page. It is made in a thread of its own.
 */
export function graphiqlPage(): Page {
  const options = {
    title: 'impactql',
    defaultQuery: QUERY,
    endpoint: '/graphql',
    shouldPersistHeaders: false,
    favicon: '/favicon.svg',
  }
  const whole = renderGraphiQL(options as Parameters<typeof renderGraphiQL>[0]).replace(TEXT_FONTS, '')
  const rendered = TABS.reduce((text, [theirs, ours]) => text.replace(theirs, () => ours), whole)
  const styles = ['tokens.css', 'site.css'].map((name) =>
    readFileSync(new URL(`../../explorer/styles/${name}`, import.meta.url), 'utf8'),
  )
  // Yoga's own list of plugins lacks the history; without a list, GraphiQL uses its default, which has it.
  const settings = JSON.stringify(options)
  const at = rendered.lastIndexOf(settings)
  const own = `{ ...${settings}, plugins: undefined, ...${FIRST_TAB} }`
  const body = (rendered.slice(0, at) + own + rendered.slice(at + settings.length))
    .replace(
      '</head>',
      () =>
        `<meta name="viewport" content="width=device-width, initial-scale=1"><style>${[...styles, STYLE].join('\n')}</style></head>`,
    )
    .replace(
      /<div id="root">(.*?)<\/div>/s,
      (root) => `${siteHeader('/graphql', true)}<main><h1 class="unseen">GraphQL editor</h1>${root}</main>`,
    )
  const script = body.slice(body.indexOf('<script>') + '<script>'.length, body.lastIndexOf('</script>'))
  return {
    contentType: 'text/html; charset=utf-8',
    body: Buffer.from(body),
    contentSecurityPolicy: policy(hash('sha256', script, 'base64')),
  } as const
}

/** Allows the page's one script by its hash. Its editor creates workers from blobs and writes styles. */
function policy(scriptHash: string): string {
  return contentSecurityPolicy(
    `script-src 'sha256-${scriptHash}' blob:`,
    'worker-src blob:',
    "style-src 'unsafe-inline'",
    'font-src data:',
    "img-src 'self' data: blob:",
    "connect-src 'self'",
  )
}
