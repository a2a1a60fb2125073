import type { Page, Pages } from './page.ts'

/** The pages of the service; what a page needs is imported when it is first asked for. */
export function createPages(): Pages {
  return new Map<string, () => Page | Promise<Page>>([['/', () => ROOT]])
}

const ROOT: Page = {
  contentType: 'text/html; charset=utf-8',
  contentSecurityPolicy: "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  body: `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>impactql</title>
<style>body{font:1rem/1.5 system-ui,sans-serif;max-width:44rem;margin:3rem auto;padding:0 1rem}pre{background:#f4f4f4;padding:1rem;overflow:auto}</style>
<h1>impactql</h1>
<p>Environmental impacts of IT equipment: embedded and in use, with their uncertainty.</p>
<ul>
<li><a href="/graphql">GraphQL</a>, with an editor in the browser</li>
<li><a href="/docs">REST under /v1</a> and its <a href="/openapi.json">OpenAPI document</a></li>
</ul>
<pre>curl 'http://localhost:4000/v1/server?archetype=platform_compute_medium&amp;verbose=false'</pre>
</html>
`,
}
