import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { runHere } from './run-here.ts'

const folder = mkdtempSync(join(tmpdir(), 'impactql-resume-'))
/** Files of three parts and of two. */
const [many, few] = [join(folder, 'many.csv'), join(folder, 'few.csv')]
vi.setConfig({ testTimeout: 240_000 })

beforeAll(() => {
  const lines = Array.from({ length: 12_300 }, (_, at) => `server,${1 + at},${at % 3}\n`)
  const write = (file: string, count: number) =>
    writeFileSync(file, ['kind,ram_capacity,quantity\n', ...lines.slice(0, count)].join(''))
  write(many, lines.length)
  write(few, 6_000)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const folderOf = (name: string) => {
  mkdirSync(join(folder, name), { recursive: true })
  return join(folder, name)
}

function runOf(file: string, out: string, more: readonly string[]): readonly string[] {
  const files = ['-o', join(out, 'rows.csv'), '--totals', join(out, 'totals.json'), '--criteria', 'gwp']
  return ['assess', file, ...files, '--threads', '1', ...more]
}

/** What a run that nobody kills says. */
async function whole(file: string, out: string, ...more: readonly string[]): Promise<string> {
  const { status, stderr } = await runHere(runOf(file, out, more))
  expect(status, stderr).toBe(0)
  return stderr
}

/** The parts that unfinished runs have evaluated. */
function partsIn(out: string): number {
  const runs = readdirSync(out).filter((name) => name.startsWith('.impactql-'))
  return runs.flatMap((run) => filesIn(join(out, run)).filter((name) => name.endsWith('.done'))).length
}

function filesIn(run: string): readonly string[] {
  try {
    return readdirSync(run)
  } catch {
    // Another run has just taken it over.
    return []
  }
}

/** Kills a run once it has evaluated so many parts. */
async function killed(
  [file, out, ...more]: readonly [string, string, ...string[]],
  parts: number,
  signal: NodeJS.Signals,
): Promise<void> {
  const child = spawn(process.execPath, ['bin/impactql.js', ...runOf(file, out, more)], { stdio: 'ignore' })
  while (partsIn(out) < parts) {
    if (child.exitCode !== null) throw new Error('It ended too early')
    await wait(20)
  }
  const exit = once(child, 'exit')
  child.kill(signal)
  expect(await exit).toEqual([null, signal])
}

test('a killed run goes on with --resume, to the rows and totals of one that was not killed', async () => {
  const [undisturbed, out] = [folderOf('whole'), folderOf('out')]
  await whole(many, undisturbed)
  await killed([many, out], 1, 'SIGKILL')
  await killed([many, out, '--resume'], 2, 'SIGTERM')
  expect(partsIn(out)).toBeGreaterThanOrEqual(2)
  expect(await whole(many, out, '--resume')).toMatch(
    /^Resumed: an earlier run assessed \d{4,5} of the distinct assets$/m,
  )
  for (const name of ['rows.csv', 'totals.json'])
    expect(readFileSync(join(out, name)).equals(readFileSync(join(undisturbed, name)))).toBe(true)
  expect(readdirSync(out).toSorted()).toEqual(['rows.csv', 'totals.json'])
})

test('what a killed run left is not used for another file or other options, and goes without --resume', async () => {
  const out = folderOf('other')
  await killed([few, out], 1, 'SIGKILL')
  expect(await whole(few, out, '--duration', '30d', '--resume')).not.toContain('Resumed')
  utimesSync(few, new Date(), new Date(Date.now() + 5000))
  expect(await whole(few, out, '--resume')).not.toContain('Resumed')
  expect(partsIn(out)).toBeGreaterThanOrEqual(1)
  expect(await whole(few, out)).not.toContain('Resumed')
  expect(readdirSync(out).toSorted()).toEqual(['rows.csv', 'totals.json'])
})

test('--resume of a file that has no name is refused', async () => {
  const { status, stderr } = await runHere(['assess', '-', '--resume'], 'kind\nlaptop\n')
  expect([status, stderr]).toEqual([2, expect.stringContaining('--resume needs local files')])
})
