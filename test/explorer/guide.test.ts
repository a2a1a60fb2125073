import { expect, it } from 'vitest'
import { violationsOf } from './support/axe.ts'
import { DESK, PHONE, useExplorer } from './support/explorer.ts'

/** The documentation of the service, and its search. */
const { open } = useExplorer()

const SEARCH = 'Search the guide'

/** What the search loads when it is first focused. */
const SECTIONS = '**/guide/search.json'
const FINDER = '**/find-sections-*.js'

it('says when no section has the words, and finds again after a letter is removed', async () => {
  const page = await open('/guide')
  await page.getByLabel(SEARCH).fill('allocationx')
  await page.getByText('No section has these words.').waitFor()
  await page.keyboard.press('Backspace')
  await page.getByText(/^(The first )?\d+ sections$/).waitFor()
})

it.each([SECTIONS, FINDER])('says when %s cannot be loaded, and works once the page is loaded again', async (file) => {
  const page = await open('/guide', { mayComplain: /ERR_FAILED/ })
  await page.route(file, (route) => route.abort())
  await page.getByLabel(SEARCH).fill('jobs')
  await page.getByText('The search is not available now. Reload the page').waitFor()
  await page.unroute(file)
  await page.reload()
  await page.getByLabel(SEARCH).fill('jobs folder')
  await page.getByText(/^(The first )?\d+ sections$/).waitFor()
})

it.each([
  ['methodology of graphics memory', 'Methodology'],
  ['JOBS_FOLDER', 'Settings'],
  ['terraform', 'Assess files'],
  ['terráform unicorn', 'Assess files'],
])('finds the page for "%s"', async (query, title) => {
  const page = await open('/guide')
  await page.getByLabel(SEARCH).fill(query)
  await page.locator('#guide-search a').filter({ hasText: title }).first().waitFor()
})

it.each([[{ colorScheme: 'light', viewport: DESK }], [{ colorScheme: 'dark', viewport: PHONE }]] as const)(
  'is used by keyboard alone, without a network after the first letter: %o',
  async (options) => {
    const page = await open('/methodology', { ...options, bypassCSP: true })
    const loaded = Promise.all([SECTIONS, FINDER].map((file) => page.waitForResponse(file)))
    await page.getByLabel(SEARCH).focus()
    for (const response of await loaded) await response.finished()
    await page.context().setOffline(true)
    await page.keyboard.type('which server has the')
    await page.getByText(/sections$/).waitFor()
    expect(await violationsOf(page)).toEqual([])
    const first = page.locator('#guide-search a').first()
    const path = await first.getAttribute('href')
    await page.keyboard.press('Tab')
    expect(await first.evaluate((link) => link === document.activeElement)).toBe(true)
    await page.context().setOffline(false)
    await page.getByLabel(SEARCH).focus()
    await page.keyboard.press('Enter')
    await page.waitForURL(`**${path}`)
  },
)
