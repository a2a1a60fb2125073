import { hash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { violationsOf } from './support/axe.ts'
import { EXAMPLE } from './support/example.ts'
import { useExplorer } from './support/explorer.ts'
import { settled, shownTotal } from './support/figures.ts'
import { instanceImpacts } from './support/instance-impacts.ts'
import { textOf } from './support/text-of.ts'
import { unfold } from './support/unfold.ts'

/** The page of a service that lets in few. */
const { serve, open, ask } = useExplorer()

describe('a service that is guarded', () => {
  const KEY = 'open-sesame'
  const guarded = () => serve({ API_KEYS: hash('sha256', KEY) })
  const mayComplain = /401/

  it('asks for an API key, and names one that is wrong as such', async () => {
    const page = await open(EXAMPLE, { at: await guarded(), mayComplain, bypassCSP: true })
    const field = page.getByLabel('API key', { exact: true })
    await field.waitFor()
    expect(await page.locator('#api-key-fault').count()).toBe(0)
    await field.fill('open-barley')
    await page.getByRole('button', { name: 'Use this key' }).click()
    const fault = page.locator('#api-key-fault')
    await fault.waitFor()
    expect(await textOf(fault)).toBe('The service does not know this API key.')
    expect(await field.getAttribute('aria-describedby')).toBe('api-key-fault')
    expect(await field.inputValue()).toBe('')
    expect(await violationsOf(page)).toEqual([])
  })

  it('takes no key that cannot be sent', async () => {
    const page = await open(EXAMPLE, { at: await guarded(), mayComplain })
    const field = page.getByLabel('API key', { exact: true })
    for (const key of ['', 'two words', 'clé']) {
      await field.fill(key)
      await page.getByRole('button', { name: 'Use this key' }).click()
      expect(await page.evaluate(() => sessionStorage.length)).toBe(0)
      expect(await field.evaluate((input: HTMLInputElement) => input.validity.valid)).toBe(false)
    }
  })

  it('shows the same view to who has the key, which stays in this tab', async () => {
    const at = await guarded()
    const page = await open(EXAMPLE, { at, mayComplain })
    await page.getByLabel('API key', { exact: true }).fill(` ${KEY}`)
    await page.keyboard.press('Enter')
    await settled(page)
    expect((await shownTotal(page, 'A'))[0]).toBe((await instanceImpacts(ask, 'm5.xlarge'))[0]?.total?.value)
    expect(await page.getByLabel('API key', { exact: true }).count()).toBe(0)
    await unfold(page, 'Export')
    await expect.poll(() => page.getByText('authorization: Bearer $API_KEY').count()).toBe(2)
    expect(await page.evaluate(() => [localStorage.length, document.cookie])).toEqual([0, ''])
    expect(page.url()).not.toContain(KEY)
    await page.reload()
    await settled(page)
    const other = await page.context().newPage()
    await other.goto(`${at}${EXAMPLE}`)
    await other.getByLabel('API key', { exact: true }).waitFor()
  })

  it('that executes trusted documents alone still answers its own page', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'impactql-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    writeFileSync(join(folder, 'documents.json'), '{}')
    const page = await open(EXAMPLE, { at: await serve({ TRUSTED_DOCUMENTS: join(folder, 'documents.json') }) })
    await settled(page)
    expect((await shownTotal(page, 'A'))[0]).toBe((await instanceImpacts(ask, 'm5.xlarge'))[0]?.total?.value)
    await page.locator('.drivers li').first().waitFor()
    await page.getByLabel('Instance type').first().fill('m6g.2x')
    await page
      .getByRole('option', { name: /m6g\.2xlarge/ })
      .first()
      .waitFor()
    await page.getByLabel('Instance type').first().press('Enter')
    await page.getByLabel('Data release').selectOption('boavizta-2.4.1')
    await page.getByText('data release boavizta-2.4.1').waitFor()
    await settled(page)
    expect(await page.locator('.fault').count()).toBe(0)
  })
})
