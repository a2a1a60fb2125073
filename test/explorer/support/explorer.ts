import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest'
import { createLog } from '../../../src/server/log.ts'
import { createService, type Service } from '../../../src/server/service.ts'
import { readConfig } from '../../../src/server/settings/config.ts'
import { buildWorld } from '../../../src/server/world.ts'
import { launchBrowser } from './browser.ts'

/** The size of a desk's screen and of a phone's. */
export const DESK = { width: 1440, height: 900 }
export const PHONE = { width: 390, height: 844 }

/** The explorer as a person meets it: the built page, served by the service with the shipped tables. */
export interface Explorer {
  /** Starts a second service with other settings, and gives its address; it ends with the test. */
  readonly serve: (env: Record<string, string>) => Promise<string>
  /** Opens a path in a window of its own, which must not talk to other hosts or complain on its console. */
  readonly open: (path: string, options?: OpenOptions) => Promise<Page>
  /** Asks the API directly. */
  readonly ask: (query: string, variables?: unknown) => Promise<Answer>
  readonly url: (path: string) => string
}

/** The data of an answer, as loosely as its reader wants. */
// biome-ignore lint/suspicious/noExplicitAny: every test asks something else
export type Answer = any

export interface OpenOptions extends BrowserContextOptions {
  /** What the console may show: faults that the test provokes. */
  readonly mayComplain?: RegExp
  /** The address of another service than the usual one. */
  readonly at?: string
}

/** Starts the service on a free port, with the explorer as it was built, and the browser, for all tests of a file. */
export function useExplorer(): Explorer {
  let browser: Browser
  let service: Service
  let folder = ''
  let origin = ''

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'impactql-explorer-'))
    service = serviceWith({ JOBS_FOLDER: folder })
    origin = await addressOf(service)
    browser = await launchBrowser()
  }, 60_000)

  afterAll(async () => {
    await browser?.close()
    await service?.stop()
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  })

  const url = (path: string) => `${origin}${path}`

  async function serve(env: Record<string, string>): Promise<string> {
    const another = serviceWith(env)
    onTestFinished(() => another.stop())
    return addressOf(another)
  }

  async function open(path: string, { mayComplain, at = origin, ...options }: OpenOptions = {}): Promise<Page> {
    const context = await browser.newContext({
      viewport: DESK,
      reducedMotion: 'reduce',
      acceptDownloads: true,
      ...options,
    })
    const page = await context.newPage()
    const elsewhere: string[] = []
    const complaints: string[] = []
    page.on('request', (request) => {
      if (!request.url().startsWith(`${at}/`) && !request.url().startsWith('blob:')) elsewhere.push(request.url())
    })
    page.on('console', (message) => {
      if (!mayComplain?.test(message.text())) complaints.push(message.text())
    })
    page.on('pageerror', (error) => complaints.push(error.message))
    onTestFinished(async () => {
      await context.close()
      expect(elsewhere, 'requests to other hosts').toEqual([])
      expect(complaints, 'complaints on the console').toEqual([])
    })
    await page.goto(`${at}${path}`)
    return page
  }

  async function ask(query: string, variables?: unknown): Promise<Answer> {
    const response = await fetch(url('/graphql'), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query, variables }),
    })
    const { data, errors } = (await response.json()) as { data: Answer; errors?: unknown }
    expect(errors).toBeUndefined()
    return data
  }

  return { serve, open, ask, url }
}

function serviceWith(env: Record<string, string>): Service {
  // Beside other programs a request may wait and take long; what is refused then is tested elsewhere.
  const config = readConfig({ PORT: '0', GRACE_MS: '0', MAX_WAIT_MS: '60000', TIME_LIMIT_MS: '60000', ...env })
  return createService({ config, log: createLog('silent'), buildWorld: () => buildWorld(config) })
}

async function addressOf(service: Service): Promise<string> {
  return `http://127.0.0.1:${(await service.start()).port}`
}
