import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'impactql-process-'))
const old = join(folder, 'old.cjs')
const many = join(folder, 'many.csv')
/** A start takes a second where the machine has nothing else to do, and ten where it has. */
vi.setConfig({ testTimeout: 240_000 })

beforeAll(() => {
  // What an old Node.js does: the entry script sees its version.
  writeFileSync(old, `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.0.0' } })`)
  const lines = Array.from({ length: 25_000 }, (_, at) => `server,${1 + at}`)
  writeFileSync(many, `kind,ram_capacity (GB)\n${lines.join('\n')}\n`)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('it is a process that reads its standard input, writes to others and ends with a code', () => {
  const args = ['bin/impactql.js', 'assess', '-', '--criteria', 'gwp']
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { input: 'kind\nlaptop\n', encoding: 'utf8' })
  expect(stdout.split('\n')[1]).toMatch(/^laptop,assessed,/)
  expect(stderr).toContain('1 row: 1 assessed')
  expect(status).toBe(0)
})

test('the reader of its output may leave before the end', () => {
  // More than a pipe holds.
  const few = join(folder, 'few.csv')
  writeFileSync(few, readFileSync(many, 'utf8').split('\n').slice(0, 2000).join('\n'))
  const command = `"${process.execPath}" bin/impactql.js assess "${few}" --criteria gwp | head -n 1`
  const { stdout, stderr } = spawnSync('bash', ['-c', `set -o pipefail; ${command}; echo $?`], { encoding: 'utf8' })
  expect(stdout).toMatch(/^kind,ram_capacity \(GB\),status,.*\n0\n$/)
  expect(stderr).toBe('')
})

test('where the Node.js on the PATH is old, the command goes on with that of its dependencies', () => {
  const args = ['--require', old, 'bin/impactql.js', 'bogus']
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  expect(stderr).toContain('Unknown name "bogus"')
  expect(status).toBe(2)
})

test('threads and processes of a run find what was compiled before', () => {
  const folder = `process.getBuiltinModule('node:module').getCompileCacheDir()`
  const toParent = `process.getBuiltinModule('node:worker_threads').parentPort.postMessage(${folder})`
  const script = `const { execFileSync } = require('node:child_process')
    const { Worker } = require('node:worker_threads')
    const ofProcess = execFileSync(process.execPath, ['-p', ${JSON.stringify(folder)}], { encoding: 'utf8' }).trim()
    new Worker(${JSON.stringify(toParent)}, { eval: true }).on('message', (ofThread) =>
      process.stdout.write(String(ofThread === ${folder} && ofProcess === ${folder})))`
  const args = ['--import', './src/server/compile-cache.js', '--input-type', 'commonjs', '--eval', script]
  const { NODE_COMPILE_CACHE: _, ...env } = process.env
  const { stdout, stderr } = spawnSync(process.execPath, args, { env, encoding: 'utf8' })
  expect([stdout, stderr]).toEqual(['true', ''])
})

test.for([
  ['a new Node.js', []],
  ['an old Node.js', ['--require', old]],
] as const)('a service of several processes starts, and ends with a signal, started by %s', async ([, how]) => {
  const env = { ...process.env, WORKERS: '2', HOST: '127.0.0.1', PORT: '0', LOG_LEVEL: 'silent', GRACE_MS: '100' }
  const child = spawn(process.execPath, [...how, 'bin/impactql.js', 'serve'], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const written: string[] = []
  child.stderr.on('data', (chunk) => written.push(String(chunk)))
  const ended = once(child, 'exit')
  child.stdout.on('data', (chunk) => {
    written.push(String(chunk))
    if (/http:/.test(String(chunk))) child.kill('SIGTERM')
  })
  expect(await ended, written.join('')).toEqual([0, null])
  expect(written.join('')).toMatch(/http:\/\/\S+/)
})

/** Started on many different servers, as soon as it has begun to work. */
async function startLong(out: string, how: readonly string[]): Promise<ChildProcess> {
  const args = [...how, 'bin/impactql.js', 'assess', many, '-o', join(out, 'rows.csv')]
  const child = spawn(process.execPath, args, { stdio: 'ignore' })
  const isAtWork = (name: string) => readdirSync(join(out, name)).some((file) => file.startsWith('assets-'))
  while (!readdirSync(out).some(isAtWork)) {
    if (child.exitCode !== null) throw new Error('It ended too early')
    await wait(50)
  }
  return child
}

test.for([
  ['SIGKILL', 'a new Node.js', []],
  ['SIGTERM', 'an old Node.js', ['--require', old]],
  ['SIGKILL', 'an old Node.js', ['--require', old]],
] as const)('a run that is ended by %s leaves no half-written output, started by %s', async ([signal, , how]) => {
  const out = join(folder, `${signal}-${how.length}`)
  mkdirSync(out)
  const child = await startLong(out, how)
  child.kill(signal)
  const [, ended] = await once(child, 'exit')
  expect(ended).toBe(signal)
  expect(existsSync(join(out, 'rows.csv'))).toBe(false)
  if (signal === 'SIGKILL' && how.length === 0) return
  // Where it can, it takes away what it had begun.
  for (let tries = 0; readdirSync(out).length > 0 && tries < 100; tries++) await wait(50)
  expect(readdirSync(out)).toEqual([])
})
