import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { extname, join, resolve } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { build } from 'vite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadReleases } from '../../src/catalogue/tables/load-releases.ts'
import { Assessor, Releases } from '../../src/library/index.ts'
import { launchBrowser } from '../explorer/support/browser.ts'

const project = mkdtempSync(join(tmpdir(), 'impactql-browser-'))
const TYPES: Readonly<Record<string, string>> = { '.html': 'text/html', '.js': 'text/javascript' }
let browser: Browser
let server: Server
let address = ''

/** The program that docs/library.md shows for browsers. The page shows its results. */
function example(): string {
  const page = readFileSync('docs/library.md', 'utf8')
  const [, code = ''] = /```js\n(.*?fetchReleases.*?)```/s.exec(page) ?? []
  return `${code}\nglobalThis.impactql = { assessor, releases, importFile, Assessor, Releases, fetchReleases, tables }\n`
}

/** Bundles a page that uses the package as it is published, and serves it. */
beforeAll(async () => {
  execFileSync(process.execPath, ['build.ts'])
  mkdirSync(join(project, 'node_modules'))
  symlinkSync(resolve('dist/impactql-core'), join(project, 'node_modules/impactql-core'))
  writeFileSync(join(project, 'main.js'), example())
  writeFileSync(
    join(project, 'index.html'),
    '<!doctype html><title>x</title><script type="module" src="/main.js"></script>',
  )
  await build({ root: project, logLevel: 'error', build: { target: 'esnext', outDir: 'dist', emptyOutDir: true } })
  server = createServer((request, response) => {
    const path = request.url === '/' ? '/index.html' : (request.url ?? '')
    try {
      const body = readFileSync(join(project, 'dist', path))
      response.setHeader('content-type', TYPES[extname(path)] ?? 'application/octet-stream').end(body)
    } catch {
      response.writeHead(404).end()
    }
  }).listen(0, '127.0.0.1')
  await new Promise((listening) => server.once('listening', listening))
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  browser = await launchBrowser()
}, 180_000)

afterAll(async () => {
  await browser?.close()
  server?.close()
  rmSync(project, { recursive: true, force: true })
})

async function openPage(): Promise<Page> {
  const page = await browser.newPage()
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => complaints.push(message.text()))
  await page.goto(address)
  await page.waitForFunction(() => 'impactql' in globalThis || document.readyState === 'complete')
  await page
    .waitForFunction(() => 'impactql' in globalThis, undefined, { timeout: 30_000 })
    .catch((error: Error) => {
      throw new Error(`${error.message}: ${complaints.join('; ')}`)
    })
  return page
}

test('all tables are one compressed file below 400 kB', () => {
  expect(readFileSync('dist/impactql-core/tables.json.gz').length).toBeLessThan(400_000)
})

test('what is no file of tables, or is not there, is refused in words', async () => {
  const page = await openPage()
  const shown = await page.evaluate(async () => {
    // biome-ignore lint/suspicious/noExplicitAny: what the page has made
    const { fetchReleases, tables } = (globalThis as any).impactql
    const wordsOf = (made: Promise<unknown>) =>
      made.then(
        () => 'nothing',
        (error: Error) => error.message,
      )
    return Promise.all([
      wordsOf(fetchReleases('/nowhere.gz')),
      wordsOf(fetchReleases('/')),
      wordsOf(fetchReleases(tables, { 'cpus.csv': 'name,colour\nx,red\n' })),
    ])
  })
  expect(shown).toEqual([
    'The tables at /nowhere.gz cannot be fetched: 404',
    expect.stringContaining('the file tables.json.gz of the package'),
    expect.stringContaining('own tables/cpus.csv:1: colour: unknown column'),
  ])
})

test('a browser comes to the same figures as Node.js', async () => {
  const page = await openPage()
  const assets = [
    { cloudInstance: { provider: 'aws', instanceType: 'm5.xlarge', usage: { usageLocation: 'FRA' } } },
    { server: { configuration: { cpu: { name: 'Xeon Gold 6138', units: 2 } } } },
    { terminal: { kind: 'LAPTOP' as const } },
  ]
  const there = await page.evaluate(
    async (given) => {
      // biome-ignore lint/suspicious/noExplicitAny: what the page has made
      const { assessor, importFile } = (globalThis as any).impactql
      const rows = importFile('kind;cpu_name\nserver;"Xeon ""Gold"" 6138"\n').rows
      return { many: await assessor.assessMany(given), release: assessor.release, rows }
    },
    assets.map((asset) => ({ asset })),
  )
  const here = new Assessor(new Releases(loadReleases()).newest)
  const { totals } = await here.assessMany(assets.map((asset) => ({ asset })))
  expect(there.release).toBe(here.release)
  expect(there.many.totals).toEqual(JSON.parse(JSON.stringify(totals)))
  expect(there.rows).toMatchObject([{ asset: { server: { configuration: { cpu: { name: 'Xeon "Gold" 6138' } } } } }])
})

test('own tables are laid on top, and have a fingerprint', async () => {
  const page = await openPage()
  const header = readFileSync('data/electricity.csv', 'utf8').split('\n')[0] ?? ''
  const rows = ['0.05', '0.06'].map((gwp) => {
    const cells = header.split(',').map((column) => ({ location: 'FRA', gwp, gwp_source: 'ember' })[column] ?? '')
    return `${header}\n${cells.join(',')}\n`
  })
  const { labels, factor } = await page.evaluate(async (texts) => {
    // biome-ignore lint/suspicious/noExplicitAny: what the page has made
    const { Releases, fetchReleases, tables } = (globalThis as any).impactql
    const labels: string[] = []
    let factor = 0
    for (const text of texts) {
      const releases = new Releases(await fetchReleases(tables, { 'electricity.csv': text }))
      labels.push(releases.newest.label)
      factor = releases.newest.references.mix('FRA').factors.gwp.value
    }
    return { labels, factor }
  }, rows)
  expect(labels[0]).toMatch(/^\d{4}\.\d\d\+[0-9a-f]{12}$/)
  expect(labels[1]).not.toBe(labels[0])
  expect(factor).toBe(0.06)
})
