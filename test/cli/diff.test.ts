import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import type { FileDiff } from '../../src/cli/diff-rows.ts'
import { runHere } from './run-here.ts'

const folder = mkdtempSync(join(tmpdir(), 'impactql-diff-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
afterEach(() => vi.unstubAllEnvs())
const PLAN = 'test/importers/files/plan.json'

function written(name: string, text: string): string {
  writeFileSync(join(folder, name), text)
  return join(folder, name)
}

async function diffOf(...args: readonly string[]): Promise<FileDiff> {
  const { status, stdout, stderr } = await runHere(['diff', ...args, '--json'])
  expect([status, stderr]).toEqual([0, ''])
  return JSON.parse(stdout)
}

test('what is no plan needs a second file, and a limit is an amount or a share', async () => {
  const file = written('one.csv', 'label,kind\na,laptop\n')
  expect(await runHere(['diff', file])).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('one.csv is a table, not a Terraform plan. Name two files'),
  })
  expect(await runHere(['diff', file, file, '--fail-above', 'much'])).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('Expected an amount or a share: 100kg, 2t, 10%.'),
  })
  expect(await runHere(['diff', file, join(folder, 'none.csv')])).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('There is no such file'),
  })
})

test('a row is added, removed or changed by its label, each with all its units', async () => {
  const base = written('base.csv', 'label,kind,quantity\nsame,laptop,2\nold,desktop,1\nmore,laptop,1\nbad,toaster,1\n')
  const head = written('head.csv', 'label,kind,quantity\nsame,laptop,2\nnew,monitor,3\nmore,laptop,4\n')
  const one = async (name: string) =>
    JSON.parse((await runHere([name, '--json'])).stdout).impacts.gwp.total.value as number
  const [laptop, desktop, monitor] = [await one('laptop'), await one('desktop'), await one('monitor')]
  const { rows, unchanged, before, after, difference, left } = await diffOf(base, head)
  const byLabel = Object.fromEntries(rows.map((row) => [row.label, row]))
  expect(byLabel.new).toMatchObject({ change: 'added', before: 0, after: expect.closeTo(3 * monitor, 6) })
  expect(byLabel.old).toMatchObject({ change: 'removed', difference: expect.closeTo(-desktop, 6), after: 0 })
  expect(byLabel.more).toMatchObject({ change: 'changed', difference: expect.closeTo(3 * laptop, 6) })
  expect(unchanged).toBe(1)
  expect(before).toBeCloseTo(3 * laptop + desktop, 6)
  expect(after).toBeCloseTo(6 * laptop + 3 * monitor, 6)
  expect(difference.value).toBeCloseTo(after - before, 9)
  expect(difference.low).toBeLessThan(difference.high)
  expect(left).toEqual([{ label: 'row 4', reason: expect.stringContaining('Unknown kind "toaster"') }])
})

test('both sides of a plan come to what assess says of each', async () => {
  const { before, after, rows, left } = await diffOf(PLAN)
  for (const [side, total] of Object.entries({ before, after })) {
    const totals = join(folder, `${side}.json`)
    await runHere(['assess', PLAN, '--plan', side, '--criteria', 'gwp', '--totals', totals, '-o', `${totals}.csv`])
    expect(total).toBeCloseTo(JSON.parse(readFileSync(totals, 'utf8')).impacts.gwp.total.value, 6)
  }
  expect(left).toContainEqual({ label: 'aws_launch_template.batch', reason: expect.any(String) })
  const web = rows.find(({ label }) => label === 'aws_instance.web[1]')
  expect(web?.alternative?.after).toBeLessThan(web?.after as number)
})

test('a limit ends it with 1, after the answer', async () => {
  const above = await runHere(['diff', PLAN, '--format', 'markdown', '--fail-above', '10%'])
  expect(above.status).toBe(1)
  expect(above.stdout).toContain('| added | aws_')
  expect(above.stderr).toMatch(/^error: the change adds 548\.\d kg CO2 eq\., above the limit of 15\.\d+\n$/)
  expect(await runHere(['diff', PLAN, '--json', '--fail-above', '1t'])).toMatchObject({ status: 0, stderr: '' })
})

test('on a terminal the difference is a sentence, then a table that fits', async () => {
  for (const columns of [80, 120]) {
    vi.stubEnv('COLUMNS', String(columns))
    const { stdout } = await runHere(['diff', PLAN, '--format', 'table'])
    expect(stdout).toMatch(/^\+548 kg CO2 eq\. \(\+365 %\), likely 380 to \d+: 150 before, 698 after/)
    expect(stdout.replace(/\s+/g, ' ')).toContain('by data release 2026.12.')
    for (const line of stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(columns)
  }
})
