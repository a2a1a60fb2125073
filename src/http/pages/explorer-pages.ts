import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname } from 'node:path'
import type { Page, Pages } from '../page.ts'

/** Where `npm run build:explorer` puts the explorer. */
const BUILT = new URL('../../../dist/explorer/', import.meta.url)

/** Only what this host serves: no inline script or style, no other host. */
const POLICY = "default-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
}

const NOT_BUILT: Page = {
  contentType: 'text/html; charset=utf-8',
  contentSecurityPolicy: POLICY,
  body: `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Explorer · impactql</title>
<h1>The explorer is not built</h1>
<p>Run <code>npm run build:explorer</code>, then start the service again.</p>
</html>
`,
}

/** /explorer and the files that it loads; without a build, a page that says how to make one. */
export function explorerPages(built: URL = BUILT): Pages {
  if (!existsSync(new URL('index.html', built))) return new Map([['/explorer', () => NOT_BUILT]])
  const assets = readdirSync(new URL('assets/', built)).map(
    (name) => [`/explorer/assets/${name}`, () => file(new URL(`assets/${name}`, built))] as const,
  )
  return new Map<string, () => Page>([['/explorer', () => file(new URL('index.html', built))], ...assets])
}

function file(url: URL): Page {
  return {
    contentType: CONTENT_TYPES[extname(url.pathname)] ?? 'application/octet-stream',
    body: readFileSync(url),
    contentSecurityPolicy: POLICY,
  }
}
