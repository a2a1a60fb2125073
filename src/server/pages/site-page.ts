import { hash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import type { Settings } from '../../../schema/context.ts'
import type { RestAnswer, RestRequest } from '../rest/handle-rest.ts'
import { REPOSITORY } from './repository.ts'

/** The page for browsers at /graphql if the editor is switched off. */
export const noEditorPage: Page = {
  contentType: 'text/plain; charset=utf-8',
  body: `This is the GraphQL API of impactql. Its query editor is off. Programs can still use the API:

  curl -H 'content-type: application/json' -d '{"query": "{ release { id } }"}' <this address>

The page at / links all pages and shows a first query.
`,
}

/** The version in package.json. */
export const VERSION = (
  JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as { readonly version: string }
).version

/** Links on every page. */
const SITE_LINKS = [
  ['/explorer', 'Explorer'],
  ['/guide', 'Guide'],
  ['/methodology', 'Methodology'],
  ['/sources', 'Sources'],
  ['/glossary', 'Glossary'],
  ['/docs', 'REST'],
  ['/graphql', 'GraphQL'],
] as const

/** What every page ends with. */
const FOOTER = `<p>The same request, data release and version always give the same answer. Nothing on this page comes from another host.</p>
<p><a href="/guide">Guide</a> · <a href="/calibration">Calibration</a> · <a href="${REPOSITORY}" rel="noreferrer">Source code</a> · <a href="${REPOSITORY}/blob/main/LICENSE" rel="noreferrer">Licence: Apache 2.0</a> · <a href="${REPOSITORY}/blob/main/CHANGELOG.md" rel="noreferrer">Changelog</a></p>`

/** Styles of the charts of the explorer. */
export function chartStyle(): string {
  return readFileSync(new URL('charts.css', STYLES), 'utf8').trim()
}

const STYLES = new URL('../../explorer/styles/', import.meta.url)

interface SitePage {
  /** The path, to mark it in the header. */
  readonly path: string
  readonly title: string
  readonly description: string
  /** The content of `main`, as HTML. */
  readonly content: string
  /** Additional styles. */
  readonly style?: string
  /** Whether there is a query editor to link to. */
  readonly hasEditor: boolean
  /** The address of its script, a module. */
  readonly script?: string | undefined
}

/**
 * A page with the header and the footer of all pages. Its one style is allowed by its hash, and no script but its own.
 */
export function sitePage({ path, title, description, content, style = '', hasEditor, script }: SitePage): Page {
  const styles = [...['tokens.css', 'site.css'].map((name) => readFileSync(new URL(name, STYLES), 'utf8')), style]
  const css = styles.join('\n').trim()
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="description" content="${description}">
<title>${title}</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<style>${css}</style>${script === undefined ? '' : `\n<script type="module" src="${script}"></script>`}
</head>
<body>
${siteHeader(path, hasEditor)}
<main>
${content}
</main>
<footer class="site">
${FOOTER}
</footer>
</body>
</html>
`
  return {
    contentType: 'text/html; charset=utf-8',
    body: html,
    contentSecurityPolicy: policy(css, script !== undefined),
  }
}

/** The site header as HTML, with the current page marked. */
export function siteHeader(path: string, hasEditor: boolean): string {
  const links = SITE_LINKS.filter(([to]) => hasEditor || to !== '/graphql').map(
    ([to, name]) => `<a href="${to}"${to === path ? ' aria-current="page"' : ''}>${name}</a>`,
  )
  return `<header class="site">
<a class="brand" href="/">impactql</a>
<nav aria-label="Site">
${links.join('\n')}
</nav>
</header>`
}

/** The address of a script of `src/explorer`, as Vite built it; undefined if it is not built. */
export function builtScript(source: string): string | undefined {
  const manifest = new URL('../../../dist/explorer/manifest.json', import.meta.url)
  if (!existsSync(manifest)) return undefined
  const files = JSON.parse(readFileSync(manifest, 'utf8')) as Readonly<Record<string, { readonly file: string }>>
  const built = files[source]
  return built && `/explorer/${built.file}`
}

/** Escapes text for HTML elements and attributes. */
export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}

function policy(style: string, hasScript: boolean): string {
  return contentSecurityPolicy(
    `style-src 'sha256-${hash('sha256', style, 'base64')}'`,
    // A chart becomes a PNG by way of a data: URL.
    hasScript ? "img-src 'self' data:" : "img-src 'self'",
    ...(hasScript ? ["script-src 'self'", "connect-src 'self'"] : []),
  )
}

/** A page that is the same for everyone: its bytes, type and policy. */
export interface Page {
  readonly contentType: string
  readonly body: string | Buffer
  /** The content security policy, including `frame-ancestors 'none'`; without one, the page may load nothing. */
  readonly contentSecurityPolicy?: string
}

/** Pages by path (`/docs`), each created on first request. */
export type Pages = Pick<ReadonlyMap<string, () => Page | Promise<Page>>, 'has' | 'get'>

/** What pages depend on. */
export interface PageOptions {
  readonly settings: Settings
  readonly release: string
  readonly handleRest: (request: RestRequest) => RestAnswer | Promise<RestAnswer>
  /** Whether requests need an API key. */
  readonly needsKey: boolean
  /** Whether /graphql has a query editor. */
  readonly hasEditor: boolean
  /** Whether clients may query the schema. */
  readonly hasSchema: boolean
  /** The port of the service, for displayed commands. */
  readonly port: number
}

/** A policy that allows only the directives. No other page may frame this one. */
export function contentSecurityPolicy(...directives: readonly string[]): string {
  return ["default-src 'none'", ...directives, "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'"].join(
    '; ',
  )
}

/** The page for browsers at unknown addresses. */
export function notFoundPage(hasEditor: boolean): Page {
  return sitePage({
    path: '',
    title: 'Not found · impactql',
    description: 'There is no page at this address.',
    content: `<h1>There is no page here</h1>
<p class="intro">The address may be mistyped, or the page may have moved.</p>
<ul class="ways-on">
<li><a href="/">Home</a>: search for equipment by name</li>
<li><a href="/explorer">Explorer</a>: compare equipment, and see where a figure comes from</li>
<li><a href="/guide">Guide</a>: find the page for a task</li>
</ul>`,
    style: readFileSync(new URL('text.css', import.meta.url), 'utf8'),
    hasEditor,
  })
}
