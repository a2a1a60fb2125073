import { hash } from 'node:crypto'
import { renderGraphiQL } from '@graphql-yoga/render-graphiql'
import type { Page } from '../page.ts'

const QUERY = `# What does a server cost the climate, and why?
# Ctrl+Space completes, Ctrl+Enter runs; the book icon on the left opens the documentation.

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

/** The query editor, with nothing to load from elsewhere. */
export function graphiqlPage(): Page {
  const body = renderGraphiQL({ title: 'impactql', defaultQuery: QUERY, endpoint: '/graphql' } as Parameters<
    typeof renderGraphiQL
  >[0])
  const script = body.slice(body.indexOf('<script>') + '<script>'.length, body.lastIndexOf('</script>'))
  return {
    contentType: 'text/html; charset=utf-8',
    body,
    contentSecurityPolicy: policy(hash('sha256', script, 'base64')),
  }
}

/** The one script of the page by its hash; its editor makes workers of blobs and writes styles. */
function policy(scriptHash: string): string {
  return [
    "default-src 'none'",
    `script-src 'sha256-${scriptHash}' blob:`,
    'worker-src blob:',
    "style-src 'unsafe-inline'",
    'font-src data:',
    'img-src data: blob:',
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}
