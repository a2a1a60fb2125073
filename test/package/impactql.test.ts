import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createRestHandler } from '../../src/server/rest/handle-rest.ts'
import { world } from '../world.ts'
import { Project, packagesIn } from './support/project.ts'
import { NODES } from './support/runtimes.ts'

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 })

const project = new Project()
const COMMAND = 'node_modules/impactql/bin/impactql.js'
let packed: ReturnType<Project['pack']>
beforeAll(() => {
  packed = project.pack('impactql')
  project.install(project.pack('impactql-core').filename, packed.filename)
})
afterAll(() => project.remove())

test('it brings fewer than 230 packages', () => {
  expect(packagesIn(project).length).toBeLessThan(230)
})

test('npm would publish it', () => {
  const { status, stderr } = project.run('npm', ['publish', '--dry-run', resolve('dist/impactql')])
  expect(stderr).not.toContain('npm error')
  expect(status).toBe(0)
})

test('it has plain JavaScript and what the service shows, and no sources in TypeScript', () => {
  const files = packed.files.map(({ path }) => path)
  expect(files).toEqual(expect.arrayContaining(['README.md', 'CHANGELOG.md', 'LICENSE', 'schema/schema.graphql']))
  expect(files.filter((file) => /(?<!\.d)\.tsx?$/.test(file))).toEqual([])
  // Sources are bundled in chunks.
  expect(files.filter((file) => file.includes('engine'))).toEqual([])
})

test('it names the core of the same version, what it needs, and what may be imported', () => {
  const manifest = JSON.parse(project.read('node_modules/impactql/package.json'))
  expect(manifest).toMatchObject({ engines: { node: '>=22.18' }, sideEffects: false, license: 'Apache-2.0' })
  expect(manifest.dependencies['impactql-core']).toBe(manifest.version)
  for (const name of Object.keys(manifest.dependencies))
    expect(existsSync(join(project.folder, 'node_modules', name))).toBe(true)
  expect(Object.keys(manifest.exports)).toEqual(['.', './schema.graphql', './package.json'])
})

test('its manual page and completions name every command and its options', () => {
  const manifest = JSON.parse(project.read('node_modules/impactql/package.json'))
  expect(manifest.man).toEqual(['./man/impactql.1'])
  const page = project.read('node_modules/impactql/man/impactql.1')
  expect(page).toMatch(/^\.TH IMPACTQL 1 /)
  const { stdout: now } = project.run('node', [COMMAND, 'man'])
  expect(page).toBe(now)
  for (const [shell, file] of [
    ['bash', 'impactql'],
    ['zsh', '_impactql'],
    ['fish', 'impactql.fish'],
  ] as const) {
    const { stdout } = project.run('node', [COMMAND, 'completion', shell])
    expect(project.read(`node_modules/impactql/completions/${file}`), shell).toBe(stdout)
    expect(stdout).toContain('what-if')
  }
})

describe.each(NODES)('With %s', (node) => {
  test('an unknown command ends with the code for wrong usage', () => {
    const { status, stderr } = project.run(node, [COMMAND, 'bogus'])
    expect(stderr).toContain('Unknown name "bogus"')
    expect(status).toBe(2)
  })

  test('the command assesses a file, and writes nothing but what it is for', () => {
    project.write('assets.csv', 'kind,quantity\nlaptop,2\nserver,1\n')
    const { status, stdout, stderr } = project.run(node, [COMMAND, 'assess', 'assets.csv', '--criteria', 'gwp'])
    expect(stderr).toContain('Counted: 3 of 3 units')
    expect(stderr).not.toContain('Warning')
    expect(stdout.trim().split('\n')).toHaveLength(3)
    expect(status).toBe(0)
  })

  test('threads evaluate a large file', () => {
    const lines = Array.from({ length: 5000 }, (_, at) => `server,${at + 1}`)
    project.write('many.csv', `kind,ram_capacity\n${lines.join('\n')}\n`)
    const { status, stderr } = project.run(node, [COMMAND, 'assess', 'many.csv', '-o', 'many.parquet'])
    expect(stderr).toContain('5,000 rows: 5,000 assessed')
    expect(status).toBe(0)
  })

  test('the service answers as its sources do, shows its pages, and takes a file as a job', async () => {
    const jobs = join(project.folder, 'jobs')
    const env = { ...process.env, HOST: '127.0.0.1', PORT: '0', LOG_LEVEL: 'error', JOBS_FOLDER: jobs, GRACE_MS: '100' }
    const child = spawn(node, [COMMAND, 'serve'], { cwd: project.folder, env })
    let written = ''
    const ended = once(child, 'exit')
    try {
      const base = await new Promise<string>((found, fail) => {
        const look = (chunk: Buffer) => {
          written += String(chunk)
          const [address] = /http:\/\/127\.0\.0\.1:\d+/.exec(written) ?? []
          if (address !== undefined) found(address)
        }
        child.stdout.on('data', look)
        child.stderr.on('data', look)
        child.once('exit', () => fail(new Error(written)))
      })
      const path = '/v1/server'
      const query = 'verbose=false&criteria=gwp'
      const asked = { method: 'GET', path, query: new URLSearchParams(query), body: '', accept: undefined } as const
      const { body } = await createRestHandler(world)(asked)
      expect(await (await fetch(`${base}${path}?${query}`)).text()).toBe(body)

      for (const page of [
        '/',
        '/explorer',
        '/docs',
        '/graphql',
        '/methodology',
        '/glossary',
        '/guide',
        '/guide/recipes',
        '/sources',
        '/schema.graphql',
      ]) {
        const response = await fetch(`${base}${page}`, { headers: { accept: 'text/html' } })
        expect([page, response.status]).toEqual([page, 200])
        expect(await response.text()).not.toContain('not built')
      }

      project.write('few.csv', 'kind,quantity\nlaptop,12\n')
      // Beside this process, which reads what the service writes.
      const args = [COMMAND, 'assess', 'few.csv', '--service', base, '-o', 'few.parquet']
      const command = spawn(node, args, { cwd: project.folder })
      let said = ''
      command.stderr.on('data', (chunk) => {
        said += String(chunk)
      })
      const [status] = await once(command, 'exit')
      expect([status, said]).toEqual([0, expect.stringContaining('Counted: 12 of 12 units')])
      expect(written).not.toContain('Warning')
    } finally {
      child.kill('SIGTERM')
      await ended
      rmSync(jobs, { recursive: true, force: true })
    }
  })
})

test('on a Node.js that is too old it ends with a sentence', () => {
  const versions = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '22.17.1' } })`
  const old = project.write('old.cjs', versions)
  const { status, stderr } = project.run(process.execPath, ['--require', old, COMMAND, '--version'])
  expect(stderr).toBe('impactql needs Node.js 22.18 or later, and this is 22.17.1 (https://nodejs.org).\n')
  expect(status).toBe(1)
})
