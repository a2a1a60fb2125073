import { hash } from 'node:crypto'
import { buildSchema } from 'graphql'
import { expect, test } from 'vitest'
import { layoutJson } from '../../../src/server/pages/home-page.ts'
import { realWorld } from './support/real-world.ts'
import { startService } from './support/test-service.ts'

const start = (env: Record<string, string> = {}) => startService({ env, world: realWorld(env) })

const unescaped = (html: string) =>
  html.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&')

test('The page at / shows what its query and its curl really answer, and the data release', async () => {
  const { service, get, post, graphql } = await start()
  const html = await (await get('/')).text()
  const textsOf = (way: string) => {
    const [, section = ''] = new RegExp(`<section id="way-${way}">(.*?)</section>`, 's').exec(html) ?? []
    return [...section.matchAll(/<pre>(.*?)<\/pre>/gs)].map(([, text = '']) => unescaped(text))
  }
  const [[query = '', queried = ''], [curl = '', answered = '']] = [textsOf('graphql'), textsOf('rest')]
  const { data } = await graphql({ query })
  expect(JSON.parse(queried)).toEqual({ data })
  const [, path = '', body = ''] = /^curl 'http:\/\/localhost:4000(\S+)' \\\n {2}-d '(.*)'$/s.exec(curl) ?? []
  const answer = await (await post(path, body)).text()
  expect(answered).toBe(layoutJson(answer))
  expect(JSON.parse(answered)).toEqual(JSON.parse(answer))
  expect(html).toContain(service.release())
  expect(new URLSearchParams(path.split('?')[1]).get('release')).toBe('2026.12')
  expect(html).toContain('answers from data release <code>boavizta-2.4.1</code>')
})

test('Every link of / and /docs leads somewhere', async () => {
  const { get } = await start()
  for (const page of ['/', '/docs']) {
    const html = await (await get(page)).text()
    const links = new Set([...html.matchAll(/(?:href|src)="(\/[^"]*)"/g)].map(([, link = '']) => link))
    expect(links.size).toBeGreaterThan(3)
    for (const link of links) expect((await get(link, { accept: 'text/html' })).status, `${page} ${link}`).toBe(200)
  }
})

test('/calibration shows how far figures are from published ones, with its chart', async () => {
  const { get } = await start()
  const page = await get('/calibration')
  const html = await page.text()
  expect(html).toContain('<h2 id="release-2026-12">Release 2026.12</h2>')
  expect(html).toContain('<details><summary><h2 id="release-2026-11">Release 2026.11</h2></summary>')
  expect(html).toMatch(/<svg [^>]*class="drawing" tabindex="0".*<g data-value="laptop making: Acer /s)
  expect(page.headers.get('content-security-policy')).toContain("img-src 'self'")
  const chart = await get('/calibration.svg')
  expect(chart.headers.get('content-type')).toContain('image/svg+xml')
  expect(await chart.text()).toMatch(/^<svg /)
})

test('/guide shows the documentation: a page for each file, and an index of all sections whose links lead somewhere', async () => {
  const { get } = await start()
  const index = await (await get('/guide')).text()
  expect(index).toContain('<a href="/guide/recipes#one-asset">One asset</a>')
  expect(index).toContain('<a href="/methodology#4-use">4. Use</a>')
  const pages = new Map<string, string>()
  const links = [...index.matchAll(/href="(\/[^"]*)"/g)].map(([, link = '']) => link)
  expect(links.length).toBeGreaterThan(150)
  for (const link of links) {
    const [path = '', anchor] = link.split('#')
    if (!pages.has(path)) {
      const page = await get(path, { accept: 'text/html' })
      expect(page.status, path).toBe(200)
      pages.set(path, await page.text())
    }
    if (anchor !== undefined) expect([link, pages.get(path)]).toEqual([link, expect.stringContaining(`id="${anchor}"`)])
  }
  expect((await get('/guide/../package', { accept: 'text/html' })).status).toBe(404)
})

test('the search of /guide reads every section, with its words, from an address that leads there', async () => {
  const { get } = await start()
  const response = await get('/guide/search.json')
  expect(response.headers.get('content-type')).toContain('application/json')
  const sections = (await response.json()) as { path: string; page: string; title: string; text: string }[]
  expect(sections.length).toBeGreaterThan(150)
  expect(sections).toContainEqual({
    path: '/guide/recipes#one-asset',
    page: 'Recipes',
    title: 'One asset',
    text: expect.any(String),
  })
  expect(sections.find(({ path }) => path === '/guide/settings')?.text).toBeTruthy()
  expect(sections.some(({ text }) => text.includes('JOBS_FOLDER'))).toBe(true)
  const pages = new Map<string, string>()
  for (const { path: address, title } of sections) {
    const [path = '', anchor] = address.split('#')
    if (!pages.has(path)) pages.set(path, await (await get(path, { accept: 'text/html' })).text())
    if (anchor !== undefined)
      expect([title, pages.get(path)]).toEqual([title, expect.stringContaining(`id="${anchor}"`)])
  }
})

test('No page leads to an editor that is switched off', async () => {
  const { get } = await start({ GRAPHIQL: 'off' })
  for (const page of ['/', '/docs', '/docs/static/theme/docs.js'])
    expect(await (await get(page)).text(), page).not.toMatch(/"\/graphql"|editor/)
})

test('Neither page runs or loads anything but files of the service', async () => {
  const { get } = await start()
  for (const page of ['/', '/docs']) {
    const response = await get(page)
    const policy = response.headers.get('content-security-policy') ?? ''
    const html = await response.text()
    expect(policy).toMatch(/^default-src 'none'; /)
    expect(policy).not.toMatch(/unsafe|\*|https?:/)
    // What leads elsewhere is a link that nothing is sent along with.
    const own = html.replace(/<a href="https?:\/\/[^"]*" rel="noreferrer">/g, '')
    expect(own).not.toMatch(/<script>|\sstyle=|\son\w+=|(?:href|src)="(?!\/)/)
    for (const [, style = ''] of html.matchAll(/<style>(.*?)<\/style>/gs))
      expect(policy).toContain(hash('sha256', style, 'base64'))
  }
})

test('The files of /docs are compressed, and asked for again only when they changed', async () => {
  const { get } = await start()
  for (const path of [
    '/docs/static/swagger-ui-bundle.js',
    '/docs/static/swagger-ui.css',
    '/docs/static/theme/docs.js',
    '/docs/static/theme/docs.css',
    '/openapi.json',
  ]) {
    const response = await get(path, { 'accept-encoding': 'br, gzip' })
    const body = await response.text()
    expect([response.status, response.headers.get('content-encoding')], path).toEqual([200, 'gzip'])
    const unpacked = await get(path, { 'accept-encoding': 'br' })
    expect([unpacked.status, unpacked.headers.get('content-encoding')], path).toEqual([200, null])
    expect(await unpacked.text()).toBe(body)
    const etag = response.headers.get('etag') ?? ''
    const again = await get(path, { 'accept-encoding': 'br, gzip', 'if-none-match': etag })
    expect(again.status, path).toBe(304)
    expect(again.headers.get('etag')).toBe(etag)
  }
})

test('The document follows the configuration', async () => {
  const env = { DEFAULT_CRITERIA: 'pe', DEFAULT_SERVER_ARCHETYPE: 'dellR740', API_KEYS: hash('sha256', 'key') }
  const { get } = await start(env)
  const document = await (await get('/openapi.json')).json()
  expect(document.components.parameters.criteria.schema.default).toEqual(['pe'])
  expect(document.paths['/v1/server/'].get.parameters[0].schema.default).toBe('dellR740')
  expect(document.security).toHaveLength(2)
})

test('JSON is laid out to be read, with its numbers as they are', () => {
  expect(layoutJson('{"a":{"value":900.0,"min":1e-7},"b":[],"c":["x,y: {z}"],"d":[{"e":null}]}')).toBe(
    '{\n  "a": { "value": 900.0, "min": 1e-7 },\n  "b": [],\n  "c": ["x,y: {z}"],\n  "d": [\n    { "e": null }\n  ]\n}',
  )
})

test('The schema is served as a text for code generators, unless introspection is off', async () => {
  const { get } = await start()
  const answer = await get('/schema.graphql')
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/graphql; charset=utf-8'])
  expect(buildSchema(await answer.text()).getType('CloudInstance')).toBeDefined()
  const closed = await start({ INTROSPECTION: 'off' })
  expect((await closed.get('/schema.graphql')).status).toBe(404)
})
