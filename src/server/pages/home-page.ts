import { readFileSync } from 'node:fs'
import { graphql } from 'graphql'
import { createContext } from '../../../schema/context.ts'
import { schema } from '../../../schema/schema.ts'
import { builtScript, chartStyle, escapeHtml, type Page, type PageOptions, sitePage, VERSION } from './site-page.ts'
import { readSources } from './sources-page.ts'
import { readDocument } from './text-page.ts'

/** Flat objects and lists stay on one line up to this many characters. */
const LONGEST_LINE = 60

/** A flat object or list, or another token outside strings. */
const PARTS = /"(?:[^"\\]|\\.)*"|[{[](?:[^{}[\]"]|"(?:[^"\\]|\\.)*")*[}\]]|[{}[\],:]/g

/**
 * Formats JSON text for reading: small objects on one line, others with one member per line. Numbers keep their
 * spelling, such as `900.0`.
 */
export function layoutJson(compact: string): string {
  let depth = 0
  const newLine = () => `\n${'  '.repeat(depth)}`
  return compact.replace(PARTS, (token) => {
    if (token === ':') return ': '
    if (token === ',') return `,${newLine()}`
    if (token === '{' || token === '[') {
      depth++
      return token + newLine()
    }
    if (token === '}' || token === ']') {
      depth--
      return newLine() + token
    }
    if (token.startsWith('"')) return token
    const line = onOneLine(token)
    if (line.length + 2 * depth <= LONGEST_LINE) return line
    depth++
    const members = onOneLine(token).slice(1, -1).trim()
    const inner = newLine() + members.replace(/("(?:[^"\\]|\\.)*")|, /g, (_, text) => text ?? `,${newLine()}`)
    depth--
    return token[0] + inner + newLine() + token.at(-1)
  })
}

/** `{ "value": 8, "min": 4.64 }` */
function onOneLine(token: string): string {
  const spaced = token.replace(/("(?:[^"\\]|\\.)*")|([:,])/g, (_, text, sign) => text ?? `${sign} `)
  return token.startsWith('{') && token !== '{}' ? `{ ${spaced.slice(1, -1)} }` : spaced
}

/** A figure with its likely range. */
interface Bar {
  readonly name: string
  readonly value: number
  readonly likely: { readonly low: number; readonly high: number }
}

const WIDTH = 340
const ROW = 64
const BAR = 24

/** Draws figures in one unit: a bar for each, with a line over its likely range. */
function impactBars(bars: readonly Bar[], unit: string): string {
  const most = Math.max(...bars.map(({ likely }) => likely.high)) || 1
  const at = (figure: number) => Math.round((figure / most) * (WIDTH - 4) * 10) / 10
  const rows = bars.map((bar, index) => {
    const { low, high } = bar.likely
    const top = index * ROW + 26
    const middle = top + BAR / 2
    return [
      `<g data-value="${bar.name}\n${wordsOf(bar, unit)}" data-name="${bar.name}" data-figure="${bar.value}" data-low="${likelyOf(bar)[0]}" data-high="${likelyOf(bar)[1]}">`,
      `<rect class="area" x="0" y="${index * ROW}" width="${WIDTH}" height="${ROW}"/>`,
      `<text x="0" y="${top - 9}">${bar.name} <tspan>${wordsOf(bar, unit)}</tspan></text>`,
      `<rect class="bar" x="0" y="${top}" width="${at(bar.value)}" height="${BAR}" rx="3"/>`,
      `<path class="bounds" d="M${at(low)} ${middle}H${at(high)}M${at(low)} ${middle - 6}v12M${at(high)} ${middle - 6}v12"/></g>`,
    ].join('')
  })
  const words = bars.map((bar) => `${bar.name} ${wordsOf(bar, unit)}`).join('; ')
  return `<svg class="bars drawing" tabindex="0" viewBox="0 0 ${WIDTH} ${bars.length * ROW}" role="img" aria-label="${words}">${rows.join('')}</svg>`
}

/** `6.2 kg CO₂eq, likely 4.6 to 12.0`, all with the decimals of the value. */
function wordsOf(bar: Bar, unit: string): string {
  const [low, high] = likelyOf(bar)
  return `${bar.value} ${unit.replace('CO2 eq.', 'CO₂eq')}, likely ${low} to ${high}`
}

function likelyOf({ value, likely }: Bar): readonly [low: string, high: string] {
  const decimals = String(value).split('.')[1]?.length ?? 0
  return [likely.low.toFixed(decimals), likely.high.toFixed(decimals)]
}

/** An instance in France over one year, in its data centre and at the usual load, as the search answers it. */
const FIRST_QUERY = `{
  cloudInstance(
    input: {
      provider: "aws"
      instanceType: "m5.xlarge"
      usage: { usageLocation: "FRA" }
    }
  ) {
    impacts(criteria: [GWP], duration: 8760, boundary: DATA_CENTRE) {
      criterion
      unit
      embedded { value min max likely { low high } }
      use { value min max likely { low high } }
      building { value min max likely { low high } }
      total { value min max likely { low high } }
    }
  }
}`

/** The same with what else the page shows. */
const QUERY = `${FIRST_QUERY.slice(0, -2)}
  calibration { passes }
}`

const COMMAND = 'impactql m5.xlarge vs m6g.xlarge in France'

/** A processor under the name that a machine prints. */
const REST = {
  path: '/v1/component/cpu',
  /** Uses the release of the first query, so that all figures on the page match. */
  query: (release: string) => `verbose=false&criteria=gwp&release=${encodeURIComponent(release)}`,
  body: '{"name": "Intel(R) Xeon(R) Gold 6138 CPU @ 2.00GHz", "usage": {"usage_location": "FRA"}}',
}

/** Who comes, and where they start. */
const DOORS = [
  [
    '/explorer?s=cloud;provider=aws&amp;duration=1y&amp;criteria=gwp,adp,pe',
    'Cloud instance',
    'Pick a type from any provider, and compare it with others',
  ],
  [
    '/explorer?s=server&amp;duration=1y&amp;criteria=gwp,adp,pe',
    'Your own server',
    'By its model, or part by part: processors, memory, drives',
  ],
  [
    '/explorer?s=terminal;kind=LAPTOP&amp;duration=4y&amp;criteria=gwp,adp,pe',
    'Laptop or phone',
    'Screens, tablets, televisions and other devices, too',
  ],
  ['/explorer?mode=fleet', 'Fleet or bill', 'Drop a table, an inventory or a cloud bill'],
  ['/#programs', 'Programs', 'Use the command, the library, GraphQL or REST'],
] as const

/** Sources on the home page; the rest is on its own page. */
const MOST_SOURCES = 8

/** The page at /: what the service does, links, and a first query to each API with its current answer. */
export async function homePage({ settings, release, handleRest, hasEditor, port }: PageOptions): Promise<Page> {
  const style = [chartStyle(), readFileSync(new URL('home.css', import.meta.url), 'utf8').trim()].join('\n')
  const result = await graphql({ schema, source: QUERY, contextValue: createContext(settings) })
  const { path, body } = REST
  const query = REST.query(settings.release.id)
  const answer = await handleRest({
    method: 'POST',
    path,
    query: new URLSearchParams(query),
    body,
    accept: undefined,
  })
  const curl = `curl 'http://localhost:${port || 4000}${path}?${query}' \\\n  -d '${body.replace(', "usage"', ',\n       "usage"')}'`
  const doors = DOORS.map(([to, name, what]) => `<li><a href="${to}"><b>${name}</b><span>${what}</span></a></li>`)
  const script = builtScript('home/home.tsx')
  const sources = readSources()
    .filter(({ url }) => url !== '')
    .slice(0, MOST_SOURCES)
    .map(
      ({ title, publisher, url }) =>
        `<li><a href="${escapeHtml(url)}" rel="noreferrer">${escapeHtml(title)}</a> <span>${escapeHtml(publisher)}</span></li>`,
    )
  const content = `<div class="hero">
<div>
<h1>The carbon footprint of IT equipment, with its uncertainty and its sources</h1>
<p class="intro">Enter what you know of a server, a cloud instance, a laptop or a whole fleet. You get its carbon footprint and up to 23 other environmental impacts. Each is split into embodied impact and use, and has a likely range and the source of every value behind it.</p>
<div id="ask">${script === undefined ? '' : '<noscript><p>The search needs JavaScript.</p></noscript>'}</div>
</div>
<figure class="sample" data-unit="kg CO₂eq" data-release="${release}"><figcaption>One year of an m5.xlarge in France, with its data centre: carbon footprint</figcaption>${drawing(result.data)}${script === undefined ? '' : '<div class="sample-files"></div>'}</figure>
</div>
<nav class="ways" aria-label="Ways in">
<ul>
${doors.join('\n')}
</ul>
</nav>
<p class="calibration">${calibrationWords(result.data)}</p>
<section id="programs">
<h2>For programs</h2>
<p>Ask from the command line, in your own process or over HTTP. The <a href="/guide/concepts#defaults">defaults of these three differ</a>. With the same duration, boundary and data release, all give the same figures.${hasEditor ? ' The <a href="/graphql">editor</a> completes GraphQL queries.' : ''}</p>
<div id="ways-in">
<section id="way-command">
<h3>Command</h3>
${figure('Command', COMMAND)}
<p>Give the command the name of equipment, a file or a bill. <a href="/guide/recipes">Recipes</a> answer common questions.</p>
</section>
<section id="way-library">
<h3>Library</h3>
${figure('TypeScript, in Node.js or a browser', librarySample())}
<p>See <a href="/guide/library">the library</a> for files, uncertainty and comparisons.</p>
</section>
<section id="way-graphql">
<h3>GraphQL</h3>
<div class="pair">
${figure('GraphQL, POST /graphql', FIRST_QUERY)}
${figure('Answer', layoutJson(JSON.stringify({ data: { cloudInstance: result.data?.cloudInstance } })))}
</div>
<p>A cloud instance in France, with its data centre, over one year. See <a href="/guide/graphql">the GraphQL guide</a>.</p>
</section>
<section id="way-rest">
<h3>REST</h3>
<div class="pair">
${figure('REST, POST /v1', curl)}
${figure('Answer', layoutJson(answer.body))}
</div>
<p>A processor, named as the operating system prints it, in France, over its lifetime. Without the parameter <code>release</code>, <code>/v1</code> answers from data release <code>${settings.restRelease.id}</code>, with the figures that clients of BoaviztAPI know. The <a href="/docs">documentation</a> lists all routes, also as <a href="/openapi.json">OpenAPI</a>.</p>
</section>
</div>
</section>
<section>
<h2>Where the figures come from</h2>
<p>Every figure names its public source. See <a href="/sources">all sources</a>, and <a href="/methodology">how figures are computed</a>.</p>
<ul class="sources">
${sources.join('\n')}
</ul>
<p>Data release <code>${release}</code>, version <code>${VERSION}</code></p>
</section>`
  return sitePage({
    path: '/',
    title: 'impactql · the carbon footprint of IT equipment',
    description: 'The carbon footprint and other environmental impacts of IT equipment, over GraphQL and REST',
    content,
    style,
    hasEditor,
    script,
  })
}

/** The first answer as a drawing. */
function drawing(data: unknown): string {
  const { cloudInstance } = data as { readonly cloudInstance: { readonly impacts: readonly FirstImpact[] } }
  const bars = cloudInstance.impacts.flatMap(({ total, embedded, use, building }) => [
    ...(total ? [{ name: 'Total', ...total }] : []),
    ...(embedded ? [{ name: 'Embodied', ...embedded }] : []),
    ...(use ? [{ name: 'Use', ...use }] : []),
    ...(building ? [{ name: 'Building', ...building }] : []),
  ])
  return impactBars(bars, cloudInstance.impacts[0]?.unit ?? '')
}

interface FirstImpact {
  readonly unit: string
  readonly total: Omit<Bar, 'name'> | null
  readonly embedded: Omit<Bar, 'name'> | null
  readonly use: Omit<Bar, 'name'> | null
  readonly building: Omit<Bar, 'name'> | null
}

/** How far to trust the figures: the kinds of published ones that lie within our likely ranges as they should. */
function calibrationWords(data: unknown): string {
  const { calibration } = data as { readonly calibration: readonly { readonly passes: boolean | null }[] }
  const judged = calibration.filter(({ passes }) => passes !== null)
  const passing = judged.filter(({ passes }) => passes).length
  return `How certain is it? We compare our figures with those that makers and studies published: ${passing} of ${judged.length} kinds pass. <a href="/calibration">See which, and why</a>`
}

/** The first program of the guide to the library. */
function librarySample(): string {
  return /^```ts\n(.*?)\n```$/ms.exec(readDocument('library.md'))?.[1] ?? ''
}

function figure(caption: string, text: string): string {
  return `<figure${caption === 'Answer' ? '' : ' class="copied"'}><figcaption>${caption}</figcaption><pre>${escapeHtml(text)}</pre></figure>`
}
