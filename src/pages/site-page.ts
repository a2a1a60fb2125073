import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { contentSecurityPolicy } from './content-security-policy.ts'
import type { Page } from './page.ts'

/** The pages that every page leads to. */
export const SITE_LINKS = [
  ['/explorer', 'Explorer'],
  ['/methodology', 'Methodology'],
  ['/sources', 'Sources'],
  ['/glossary', 'Glossary'],
  ['/docs', 'REST'],
  ['/graphql', 'GraphQL'],
] as const

const STYLES = new URL('../explorer/styles/', import.meta.url)

interface SitePage {
  /** Where it is, to be marked in the header. */
  readonly path: string
  readonly title: string
  readonly description: string
  /** What stands in `main`, as HTML. */
  readonly content: string
  /** Styles besides those of all pages. */
  readonly style?: string
  /** Whether there is a query editor to lead to. */
  readonly hasEditor: boolean
}

/** A page with the header and the footer of all pages; it runs no script, and its one style is allowed by its hash. */
export function sitePage({ path, title, description, content, style = '', hasEditor }: SitePage): Page {
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
<style>${css}</style>
</head>
<body>
${siteHeader(path, hasEditor)}
<main>
${content}
</main>
<footer class="site">
<p>The same request and data release always give the same answer. Nothing on this page comes from another host.</p>
</footer>
</body>
</html>
`
  return { contentType: 'text/html; charset=utf-8', body: html, contentSecurityPolicy: policy(css) }
}

/** The header of all pages as HTML, with the page that is open marked. */
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

/** A text as HTML shows it, in elements and in attributes. */
export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}

function policy(style: string): string {
  return contentSecurityPolicy(`style-src 'sha256-${hash('sha256', style, 'base64')}'`, "img-src 'self'")
}
