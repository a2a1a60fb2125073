import { readFileSync } from 'node:fs'
import type { Page, Pages } from '../page.ts'
import type { PageOptions } from './page-options.ts'

/** Only files of the service itself: no inline script, no inline style. Icons of Swagger UI are data: URLs of its stylesheet. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const html = (elsewhere: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>REST API · impactql</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/docs/swagger-ui.css">
<link rel="stylesheet" href="/docs/docs.css">
</head>
<body>
<header class="bar">
<a href="/"><img src="/favicon.svg" alt="" width="24" height="24">impactql</a>
<nav aria-label="Other pages">${elsewhere}</nav>
</header>
<div id="docs"><noscript>This page needs JavaScript; the document it shows is <a href="/openapi.json">openapi.json</a>.</noscript></div>
<script src="/docs/swagger-ui-bundle.js"></script>
<script src="/docs/docs.js"></script>
</body>
</html>
`

/** /docs and the files it loads: the OpenAPI document in Swagger UI, with nothing to load from elsewhere. */
export function docsPages({ hasEditor }: Pick<PageOptions, 'hasEditor'>): Pages {
  const body = html(`<a href="/openapi.json">openapi.json</a>${hasEditor ? '<a href="/graphql">GraphQL</a>' : ''}`)
  return new Map<string, () => Page>([
    ['/docs', () => ({ contentType: 'text/html; charset=utf-8', body, contentSecurityPolicy: POLICY })],
    ['/docs/docs.css', () => file('text/css; charset=utf-8', new URL('docs.css', import.meta.url))],
    ['/docs/docs.js', () => file('text/javascript; charset=utf-8', new URL('docs.js', import.meta.url))],
    ['/docs/swagger-ui.css', () => file('text/css; charset=utf-8', ofSwaggerUi('swagger-ui.css'))],
    ['/docs/swagger-ui-bundle.js', () => file('text/javascript; charset=utf-8', ofSwaggerUi('swagger-ui-bundle.js'))],
  ])
}

function ofSwaggerUi(name: string): URL {
  return new URL(import.meta.resolve(`swagger-ui-dist/${name}`))
}

function file(contentType: string, url: URL): Page {
  return { contentType, body: readFileSync(url) }
}
