import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { violationsOf } from './support/axe.ts'
import { PHONE, useExplorer } from './support/explorer.ts'

/** The six tasks with which /docs begins: each request gives the answer that stands beside it. */
const { open, url } = useExplorer()

const run = promisify(execFile)

/** Runs a program as its reader would, and gives what it prints as JSON. */
const RUN: Readonly<Record<string, (code: string) => Promise<{ stdout: string }>>> = {
  curl: (code) => run('sh', ['-c', code.replace(/^curl /, 'curl --silent ')]),
  JavaScript: (code) =>
    run(process.execPath, [
      '--input-type=module',
      '-e',
      code.replace(/console\.log\((.*)\)$/, 'console.log(JSON.stringify($1))'),
    ]),
  Python: (code) => run('python3', ['-c', code.replace(/print\((.*)\)$/, 'print(json.dumps($1))')]),
}

describe('The tasks of /docs', () => {
  it.each(Object.keys(RUN))('give in %s the answers that they show', async (language) => {
    const page = await open('/docs')
    await page.getByRole('heading', { name: 'All routes' }).waitFor()
    const tasks = await page.locator('.task').all()
    expect(tasks).toHaveLength(6)
    for (const task of tasks) {
      const code = (await task.locator(`pre[data-language="${language}"]`).textContent()) ?? ''
      expect(code).toContain(`${url('')}/v2/`)
      const { stdout } = await (RUN[language] as (typeof RUN)[string])(code)
      const answer = JSON.parse((await task.locator('pre[data-language="Answer"]').textContent()) ?? '')
      expect(answer.error).toBeUndefined()
      expect(JSON.parse(stdout)).toEqual(answer)
    }
  })

  it.each([{ colorScheme: 'light' }, { colorScheme: 'dark', viewport: PHONE }] as const)(
    'are read before all routes, one language at a time: $colorScheme',
    async (options) => {
      const page = await open('/docs', { ...options, bypassCSP: true })
      await page.getByRole('heading', { name: /^server/ }).waitFor()
      const first = page.locator('.task').first()
      await first.getByText('Python', { exact: true }).click()
      expect(
        await first.locator('pre:visible').evaluateAll((texts) => texts.map((text) => text.dataset.language)),
      ).toEqual(['Python', 'Answer'])
      const tops = await page
        .locator('#all-routes, #swagger-ui')
        .evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect().y))
      expect(tops).toEqual(tops.toSorted((one, other) => one - other))
      expect(await violationsOf(page)).toEqual([])
      const [width, shown] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth])
      expect(width).toBeLessThanOrEqual(shown as number)
    },
  )
})
