import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { Project } from './support/project.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 240_000 })

/** A clone as git has it, with the packages that run and no others. */
const clone = new Project()
beforeAll(() => {
  // What is not committed yet as well: a change is tested before it is a commit.
  const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'])
  const args = ['--null', '--files-from', '-', '--ignore-failed-read', '-c']
  execFileSync('tar', ['x', '-C', clone.folder], {
    input: execFileSync('tar', args, { input: files, maxBuffer: 2 ** 28 }),
  })
  execFileSync('npm', ['ci', '--omit=dev', '--no-audit', '--no-fund', '--prefer-offline'], {
    cwd: clone.folder,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
})
afterAll(() => clone.remove())

test('npm ci --omit=dev brings neither Node.js nor Vite, and builds no explorer', () => {
  for (const name of ['node', 'vite', 'vitest'])
    expect(existsSync(join(clone.folder, 'node_modules', name))).toBe(false)
  expect(existsSync(join(clone.folder, 'dist/explorer'))).toBe(false)
})

test('the service starts without them, and the explorer says what is missing', async () => {
  const env = { ...process.env, HOST: '127.0.0.1', PORT: '0', LOG_LEVEL: 'silent', GRACE_MS: '100' }
  const args = ['--import', './src/server/compile-cache.js', 'src/server/main.ts']
  const child = spawn(process.execPath, args, { cwd: clone.folder, env })
  const ended = once(child, 'exit')
  try {
    const [line] = (await once(child.stdout, 'data')) as [Buffer]
    const [base = ''] = /http:\/\/127\.0\.0\.1:\d+/.exec(String(line)) ?? []
    const response = await fetch(`${base}/explorer`)
    expect(await response.text()).toContain('npm ci &amp;&amp; npm run build:explorer')
    expect((await fetch(`${base}/v1/server?verbose=false`)).status).toBe(200)
  } finally {
    child.kill('SIGTERM')
    await ended
  }
})

test('on a Node.js that is too old, the sources end with a sentence', () => {
  const versions = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.20.2' } })`
  const old = clone.write('old.cjs', versions)
  const sentence = 'impactql needs Node.js 22.18 or later, and this is 20.20.2 (https://nodejs.org).\n'
  const main = ['--import', './src/server/compile-cache.js', 'src/server/main.ts']
  for (const program of [main, ['bin/impactql.js', '--version']]) {
    const { status, stderr } = clone.run(process.execPath, ['--require', old, ...program])
    expect([status, stderr]).toEqual([1, sentence])
  }
})
