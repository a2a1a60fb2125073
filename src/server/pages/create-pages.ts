import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { FastifySwaggerUiOptions } from '@fastify/swagger-ui'
import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import fastify from 'fastify'
import { guidePages } from './guide-pages.ts'
import { contentSecurityPolicy, type Page, type PageOptions, type Pages, siteHeader } from './site-page.ts'

/** The output of `npm run build:explorer`. */
const BUILT = fileURLToPath(new URL('../../../dist/explorer/', import.meta.url))

/**
 * Allows only the service's own files: no inline script or style. Swagger UI has icons as data: URLs in its stylesheet.
 */
const POLICY = contentSecurityPolicy(
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
)

const PATHS = /^\/docs(\/(json|static\/[\w./-]+))?$|^\/explorer(\/assets\/[\w.-]+)?$/

const NOT_BUILT = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Explorer · impactql</title>
<h1>The explorer is not built</h1>
<p>It is built with Vite, which <code>npm ci --omit=dev</code> leaves out.
Run <code>npm ci &amp;&amp; npm run build:explorer</code>, then start the service again.</p>
</html>
`

/**
 * /docs, the OpenAPI document in Swagger UI, and /explorer, with their files. Nothing loads from elsewhere. Their
 * plugins run in a separate application, created on the first request; its answers are cached as pages.
 */
function filePages(options: PageOptions): Pages {
  let files: Promise<FastifyInstance> | undefined
  const isKnown = (path: string) => PATHS.test(path) && !path.includes('..')
  const load = async (path: string): Promise<Page> => {
    files ??= createFiles(options)
    const { statusCode, headers, rawPayload } = await (await files).inject(path === '/explorer' ? '/explorer/' : path)
    if (statusCode !== 200) throw Object.assign(new Error('Not Found'), { statusCode: 404 })
    const body = path === '/docs' ? withViewport(rawPayload) : rawPayload
    return { contentType: String(headers['content-type']), body, contentSecurityPolicy: POLICY }
  }
  return { has: isKnown, get: (path) => (isKnown(path) ? () => load(path) : undefined) }
}

/** Without it, a phone shows a page as wide as that of a desk. */
function withViewport(html: Buffer): string {
  const viewport = '<meta name="viewport" content="width=device-width, initial-scale=1">'
  return html.toString().replace('<head>', `<head>\n      ${viewport}`)
}

async function createFiles(options: PageOptions): Promise<FastifyInstance> {
  const files = fastify()
  if (existsSync(`${BUILT}index.html`)) {
    const { fastifyStatic } = await import('@fastify/static')
    await files.register(fastifyStatic, { root: BUILT, prefix: '/explorer/', decorateReply: false })
  } else files.get('/explorer/', (_, reply) => reply.type('text/html; charset=utf-8').send(NOT_BUILT))
  // Called rather than registered: it would require @fastify/swagger, which generates from routes what we generate from
  // operations.
  const swaggerUi = (await import('@fastify/swagger-ui'))
    .default as unknown as FastifyPluginAsync<FastifySwaggerUiOptions>
  const { openapiPage } = await import('./openapi-page.ts')
  const own = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8')
  const siteStyle = (name: string) => own(`../../explorer/styles/${name}`)
  const { restTasks } = await import('./rest-tasks.ts')
  const header = JSON.stringify(siteHeader('/docs', options.hasEditor) + (await restTasks(options)))
  await files.register(async (docs) => {
    docs.decorate('swagger', () => JSON.parse(openapiPage(options).body))
    await swaggerUi(docs, {
      routePrefix: '/docs',
      // No logo: the header in docs.js has the name.
      logo: null as never,
      uiConfig: {
        layout: 'BaseLayout',
        deepLinking: true,
        docExpansion: 'none',
        defaultModelsExpandDepth: 0,
        displayRequestDuration: true,
        filter: true,
        tryItOutEnabled: true,
        validatorUrl: null,
      },
      theme: {
        title: 'REST API · impactql',
        css: [
          { filename: 'docs.css', content: [...['tokens.css', 'site.css'].map(siteStyle), own('docs.css')].join('\n') },
        ],
        js: [{ filename: 'docs.js', content: own('docs.js').replace('HEADER', () => header) }],
        favicon: [
          { filename: 'favicon.svg', rel: 'icon', sizes: 'any', type: 'image/svg+xml', content: own('favicon.svg') },
        ],
      },
    })
  })
  await files.ready()
  return files
}

/** The pages of the service; each imports its code on first request. */
export function createPages(options: PageOptions): Pages {
  const { hasEditor } = options
  const text = async () => (await import('./text-page.ts')).textPage
  const made = new Map<string, () => Page | Promise<Page>>([
    ['/', async () => (await import('./home-page.ts')).homePage(options)],
    [
      '/methodology',
      async () =>
        (await text())({
          path: '/methodology',
          title: 'Methodology',
          description: 'How the figures are computed: formulas, assumptions, bounds.',
          file: 'methodology.md',
          hasEditor,
        }),
    ],
    [
      '/glossary',
      async () =>
        (await text())({
          path: '/glossary',
          title: 'Glossary',
          description: 'Meaning of the terms and units.',
          file: 'glossary.md',
          hasEditor,
        }),
    ],
    [
      '/calibration',
      async () =>
        (await text())({
          path: '/calibration',
          title: 'Calibration',
          description: 'How the figures compare with those that makers and studies published.',
          file: 'calibration.md',
          hasEditor,
          folded: 'Release ',
        }),
    ],
    [
      '/calibration.svg',
      () => ({
        contentType: 'image/svg+xml',
        body: readFileSync(new URL('../../../docs/calibration.svg', import.meta.url)),
      }),
    ],
    ['/sources', async () => (await import('./sources-page.ts')).sourcesPage({ release: options.release, hasEditor })],
    [
      '/favicon.svg',
      () => ({ contentType: 'image/svg+xml', body: readFileSync(new URL('favicon.svg', import.meta.url)) }),
    ],
    [
      '/schema.graphql',
      () => ({
        contentType: 'application/graphql; charset=utf-8',
        body: readFileSync(new URL('../../../schema/schema.graphql', import.meta.url)),
      }),
    ],
    ...guidePages(hasEditor),
    ['/openapi.json', async () => (await import('./openapi-page.ts')).openapiPage(options)],
  ])
  if (!options.hasSchema) made.delete('/schema.graphql')
  const files = filePages(options)
  return { has: (path) => made.has(path) || files.has(path), get: (path) => made.get(path) ?? files.get(path) }
}
