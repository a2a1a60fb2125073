import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { graphql } from 'graphql'
import { createContext } from '../../../schema/context.ts'
import { schema } from '../../../schema/schema.ts'
import type { Page } from '../page.ts'
import { type Bar, impactBars } from './impact-bars.ts'
import { layoutJson } from './layout-json.ts'
import type { PageOptions } from './page-options.ts'
import { VERSION } from './version.ts'

/** An instance in France, at 30 percent load, over one year. */
const QUERY = `{
  cloudInstance(
    input: {
      provider: "aws"
      instanceType: "m5.xlarge"
      usage: { usageLocation: "FRA", timeWorkload: 30 }
    }
  ) {
    impacts(criteria: [GWP], duration: 8760) {
      criterion
      unit
      embedded { value min max }
      use { value min max }
    }
  }
}`

/** A processor by the name that a machine prints. */
const REST = {
  path: '/v1/component/cpu',
  query: 'verbose=false&criteria=gwp',
  body: '{"name": "Intel(R) Xeon(R) Gold 6138 CPU @ 2.00GHz", "usage": {"usage_location": "FRA"}}',
}

const LINKS = [
  ['/graphql', 'GraphQL', 'Every figure and where it comes from, in an editor that completes your query'],
  ['/explorer', 'Explorer', 'Describe a thing in a form and see its impacts as pictures'],
  ['/docs', 'REST', 'The API that existing clients speak under /v1, to read and to try out'],
  ['/openapi.json', 'OpenAPI', 'The same as a document for code generators'],
] as const

const SOURCES = [
  ['Boavizta working group', 'archetypes of servers and parts, cloud instances and their hosts'],
  ['ADEME', 'Base IMPACTS and Base Empreinte: electricity by country, whole devices'],
  ['Ember; Scarlat et al. 2022', 'carbon intensity of electricity'],
  ['World Resources Institute', 'water behind electricity'],
  ['German Environment Agency', 'Texte 94/2021: making of components'],
  ['Pirson and Bol 2021', 'functional blocks of connected objects'],
  ['TechPowerUp, WikiChip, makers', 'processors, graphics cards and their dies'],
  ['Teads and members of Boavizta', 'measured power of processors'],
] as const

/** The page at /: what this is, where to go, and a first question to each API with the answer that it gives now. */
export async function homePage({ settings, release, handleRest, hasEditor, port }: PageOptions): Promise<Page> {
  const style = readFileSync(new URL('home.css', import.meta.url), 'utf8').trim()
  const result = await graphql({ schema, source: QUERY, contextValue: createContext(settings) })
  const { path, query, body } = REST
  const answer = await handleRest({
    method: 'POST',
    path,
    query: new URLSearchParams(query),
    body,
    accept: undefined,
  })
  const curl = `curl 'http://localhost:${port || 4000}${path}?${query}' \\\n  -d '${body.replace(', "usage"', ',\n       "usage"')}'`
  const ways = LINKS.filter(([to]) => hasEditor || to !== '/graphql')
  const links = ways.map(([to, name, what]) => `<li><a href="${to}"><b>${name}</b><span>${what}</span></a></li>`)
  const sources = SOURCES.map(([who, what]) => `<li>${who}: <span>${what}</span></li>`)
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="description" content="Environmental impacts of IT equipment, over GraphQL and REST">
<title>impactql · environmental impacts of IT equipment</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<style>${style}</style>
</head>
<body>
<header>
<h1><svg viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="7" fill="#0b6b5d"/><path d="M8 23V13M16 23V8M24 23v-6" stroke="#fff" stroke-width="4" stroke-linecap="round"/></svg>impactql</h1>
<div class="intro">
<div>
<p class="lede">Describe a server, a component, a cloud instance, a laptop or a whole fleet, as well or as badly as you can, and get its environmental impacts.</p>
<p class="about">They are split into making the thing and using it, come with the least and the most they may be, and say of every attribute whether you gave it, or whether it was inferred or assumed.</p>
</div>
<figure><figcaption>One year of a cloud instance, climate change</figcaption>${drawing(result.data)}</figure>
</div>
</header>
<main>
<nav aria-label="Ways in">
<ul>
${links.join('\n')}
</ul>
</nav>
<section>
<h2>A first query</h2>
<p>A cloud instance in France, at 30&nbsp;% load, over one year.${hasEditor ? ' Paste it into the <a href="/graphql">editor</a>.' : ''}</p>
<div class="pair">
${figure('GraphQL, POST /graphql', QUERY)}
${figure('Answer', layoutJson(JSON.stringify({ data: result.data })))}
</div>
</section>
<section>
<h2>A first curl</h2>
<p>A processor by the name that a machine prints, in France, over its life. All routes are in the <a href="/docs">documentation</a>.</p>
<div class="pair">
${figure('REST, POST /v1', curl)}
${figure('Answer', layoutJson(answer.body))}
</div>
</section>
<section>
<h2>Where the figures come from</h2>
<p>From public sources, each named beside the figures that are taken from it. Most were compiled by the Boavizta working group.</p>
<ul class="sources">
${sources.join('\n')}
</ul>
</section>
</main>
<footer>
<p>Data release <code>${release}</code></p>
<p>Version <code>${VERSION}</code></p>
<p>The same request and data release always give the same answer.</p>
</footer>
</body>
</html>
`
  return { contentType: 'text/html; charset=utf-8', body: html, contentSecurityPolicy: policy(style) }
}

/** The first answer, drawn. */
function drawing(data: unknown): string {
  const { cloudInstance } = data as { readonly cloudInstance: { readonly impacts: readonly FirstImpact[] } }
  const bars = cloudInstance.impacts.flatMap(({ embedded, use }) => [
    ...(embedded ? [{ name: 'Making it', ...embedded }] : []),
    ...(use ? [{ name: 'Using it', ...use }] : []),
  ])
  return impactBars(bars, cloudInstance.impacts[0]?.unit ?? '')
}

interface FirstImpact {
  readonly unit: string
  readonly embedded: Omit<Bar, 'name'> | null
  readonly use: Omit<Bar, 'name'> | null
}

function figure(caption: string, text: string): string {
  return `<figure><figcaption>${caption}</figcaption><pre>${escapeHtml(text)}</pre></figure>`
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

/** The one style of the page by its hash, its icon, and nothing else. */
function policy(style: string): string {
  return [
    "default-src 'none'",
    `style-src 'sha256-${hash('sha256', style, 'base64')}'`,
    "img-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}
