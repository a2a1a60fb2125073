import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'impactql-resume-'))
/** Files of three parts and of two. */
const [many, few] = [join(folder, 'many.csv'), join(folder, 'few.csv')]
vi.setConfig({ testTimeout: 240_000 })

beforeAll(() => {
  const lines = Array.from({ length: 18_000 }, (_, at) => `server,${1 + at},${at % 3}\n`)
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

function start(file: string, out: string, ...more: readonly string[]): ChildProcess {
  const files = ['-o', join(out, 'rows.csv'), '--totals', join(out, 'totals.json'), '--criteria', 'gwp']
  const args = ['bin/impactql.js', 'assess', file, ...files, '--threads', '1', ...more]
  return spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'pipe'] })
}

async function endOf(child: ChildProcess): Promise<string> {
  let written = ''
  child.stderr?.on('data', (chunk) => {
    written += String(chunk)
  })
  const [status] = await once(child, 'close')
  expect(status, written).toBe(0)
  return written
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
async function killed(child: ChildProcess, out: string, parts: number, signal: NodeJS.Signals): Promise<void> {
  while (partsIn(out) < parts) {
    if (child.exitCode !== null) throw new Error('It ended too early')
    await wait(20)
  }
  const exit = once(child, 'exit')
  child.kill(signal)
  expect(await exit).toEqual([null, signal])
}

test('a killed run goes on with --resume, to the rows and totals of one that was not killed', async () => {
  const [whole, out] = [folderOf('whole'), folderOf('out')]
  await endOf(start(many, whole))
  await killed(start(many, out), out, 1, 'SIGKILL')
  await killed(start(many, out, '--resume'), out, 2, 'SIGTERM')
  expect(partsIn(out)).toBeGreaterThanOrEqual(2)
  expect(await endOf(start(many, out, '--resume'))).toMatch(/^Resumed: \d{5} different assets were evaluated before$/m)
  for (const name of ['rows.csv', 'totals.json'])
    expect(readFileSync(join(out, name)).equals(readFileSync(join(whole, name)))).toBe(true)
  expect(readdirSync(out).toSorted()).toEqual(['rows.csv', 'totals.json'])
})

test('what a killed run left is not used for another file or other options, and goes without --resume', async () => {
  const out = folderOf('other')
  await killed(start(few, out), out, 1, 'SIGKILL')
  expect(await endOf(start(few, out, '--duration', '30d', '--resume'))).not.toContain('Resumed')
  utimesSync(few, new Date(), new Date(Date.now() + 5000))
  expect(await endOf(start(few, out, '--resume'))).not.toContain('Resumed')
  expect(partsIn(out)).toBeGreaterThanOrEqual(1)
  expect(await endOf(start(few, out))).not.toContain('Resumed')
  expect(readdirSync(out).toSorted()).toEqual(['rows.csv', 'totals.json'])
})

test('--resume of a file that has no name is refused', async () => {
  const child = spawn(process.execPath, ['bin/impactql.js', 'assess', '-', '--resume'], {
    stdio: ['pipe', 'ignore', 'pipe'],
  })
  child.stdin?.end('kind\nlaptop\n')
  let written = ''
  child.stderr?.on('data', (chunk) => {
    written += String(chunk)
  })
  expect((await once(child, 'close'))[0]).toBe(2)
  expect(written).toContain('--resume needs local files')
})
