import { spawn, spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { rolldown } from 'rolldown'
import { build } from 'vite'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { loadReleases } from '../../src/catalogue/tables/load-releases.ts'
import { Assessor, Releases } from '../../src/library/index.ts'
import { megabytes, Project, packagesIn, programs } from './support/project.ts'
import { NODES, workerd } from './support/runtimes.ts'

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 })

const project = new Project()
const installed = join(project.folder, 'node_modules')
let packed: ReturnType<Project['pack']>
beforeAll(() => {
  packed = project.pack('impactql-core')
  project.install(packed.filename)
})
afterAll(() => project.remove())

const asset = { cloudInstance: { provider: 'aws', instanceType: 'm5.xlarge' } }
const options = { criteria: ['gwp'], duration: 8760 } as const

/** What the sources come to, where the package comes to the same. */
async function expectedFigure(): Promise<number> {
  const { impacts } = await new Assessor(new Releases(loadReleases()).newest).assess(asset, options)
  return impacts.gwp?.embedded?.value as number
}

/** A program that holds its tables, and that no folder of packages is beside when it runs. */
const SINGLE_FILE = `import { Assessor, fetchReleases, Releases } from 'impactql-core'
import { tables } from 'impactql-core/inline-tables'
export async function figure() {
  const assessor = new Assessor(new Releases(await fetchReleases(tables)).newest)
  const { impacts } = await assessor.assess(${JSON.stringify(asset)}, ${JSON.stringify(options)})
  return impacts.gwp.embedded.value
}
`

test('its archive is below 1.5 MB, and installed it takes less than 15 MB, with four packages', () => {
  expect(packed.size).toBeLessThan(1_500_000)
  expect(
    packagesIn(project)
      .map((path) => path.replace(/.*node_modules\//, ''))
      .sort(),
  ).toEqual(['@noble/hashes', 'csv-parse', 'dataloader', 'impactql-core', 'zod'])
  expect(megabytes(installed)).toBeLessThan(15)
})

test('npm would publish it', () => {
  const { status, stderr } = project.run('npm', ['publish', '--dry-run', resolve('dist/impactql-core')])
  expect(stderr).not.toContain('npm error')
  expect(status).toBe(0)
})

test('it has plain JavaScript and declarations, and no sources in TypeScript', () => {
  const files = packed.files.map(({ path }) => path)
  expect(files).toEqual(expect.arrayContaining(['README.md', 'LICENSE', 'index.d.ts', 'tables.json.gz']))
  expect(files.filter((file) => /(?<!\.d)\.tsx?$/.test(file))).toEqual([])
})

test('it names what may be imported, where it comes from, and what it needs', () => {
  const manifest = JSON.parse(project.read('node_modules/impactql-core/package.json'))
  expect(manifest).toMatchObject({ sideEffects: false, license: 'Apache-2.0', engines: { node: '>=20.19' } })
  expect(manifest.repository.url).toContain('git+https://')
  expect(manifest.keywords.length).toBeGreaterThan(3)
  expect(Object.keys(manifest.exports)).toEqual(
    expect.arrayContaining(['.', './tables', './inline-tables', './tables.json.gz']),
  )
  for (const range of Object.values(manifest.dependencies)) expect(range).toMatch(/^\^/)
})

const TSC = resolve('node_modules/typescript/bin/tsc')

test.for([
  ['node16', 'node16'],
  ['nodenext', 'nodenext'],
  ['bundler', 'esnext'],
])('its declarations are sound for a compiler that resolves as %s', ([resolution = '', module = '']) => {
  const names = [...programs('docs/library.md', 'ts'), ...programs('README.md', 'ts')].map((code, at) => {
    project.write(`example-${at}.ts`, code)
    return `example-${at}.ts`
  })
  const tables = `import { tables } from 'impactql-core/inline-tables'\nexport const bytes: Uint8Array = tables\n`
  project.write('inline.ts', tables)
  const { stdout } = project.run(process.execPath, [
    TSC,
    ...['--noEmit', '--strict', '--target', 'es2022', '--module', module, '--moduleResolution', resolution],
    // Declarations of dependencies are checked as well, in a project that has no types of Node.js.
    ...['--skipLibCheck', 'false', '--types', '', '--lib', 'es2023,dom', ...names, 'inline.ts'],
  ])
  expect(stdout).toBe('')
})

test('its declarations are the same wherever they are made: in a folder ten levels deep', () => {
  const deep = join(project.folder, ...'abcdefghij')
  mkdirSync(deep, { recursive: true })
  const args = ['node_modules/tsx/dist/cli.mjs', 'codegen.ts', '--check']
  const options = { encoding: 'utf8', env: { ...process.env, TMPDIR: deep } } as const
  const { status, stderr } = spawnSync(process.execPath, args, options)
  expect([status, stderr]).toEqual([0, ''])
})

test('it needs no more of a runtime than Node.js 20 and browsers of 2023 have', () => {
  const args = ['--noEmit', '--strict', '--module', 'nodenext', '--allowImportingTsExtensions', '--skipLibCheck']
  const sources = ['src/library/index.ts', 'src/catalogue/tables/load-packaged-releases.ts']
  const { stdout, status } = new Project().run(process.execPath, [
    TSC,
    ...[...args, '--lib', 'es2023,dom', '--types', 'node', '--typeRoots', resolve('node_modules/@types')],
    ...['--ignoreConfig', ...sources.map((file) => resolve(file))],
  ])
  expect(stdout).toBe('')
  expect(status).toBe(0)
})

test.for(NODES)('the examples of its page run on %s', async (node) => {
  const [assess = '', ask = ''] = programs('docs/library.md', 'ts')
  project.write('assess.ts', assess)
  project.write('ask.ts', ask)
  const first = project.run(node, ['assess.ts'])
  expect(first.stderr).toBe('')
  const [, stated = ''] =
    /embedded\.value \/\/ ([\d.]+), in kg CO2 eq\./.exec(readFileSync('src/library/assessor.ts', 'utf8')) ?? []
  expect((await expectedFigure()).toPrecision(3)).toBe(stated)
  expect(first.stdout).toMatch(/^One m5\.xlarge: [\d.]+ kg CO2 eq\.\nThe fleet: [\d.]+ kg CO2 eq\.\n$/)
  const second = project.run(node, ['ask.ts'])
  expect(second.stderr).toBe('')
  expect(second.stdout).toMatch(/electricity\.FRA\.gwp = [\s\S]*m6g 0\.\d+[\s\S]*effect: /)
})

test('its page begins with the example of the README', () => {
  expect(programs('README.md', 'ts')).toEqual(programs('docs/library.md', 'ts').slice(0, 1))
})

test.for(['cjs', 'es'] as const)(
  'one file of code (%s) with its tables runs alone, as functions in a cloud do',
  async (format) => {
    const folder = mkdtempSync(join(tmpdir(), 'impactql-function-'))
    try {
      const bundle = await rolldown({
        input: project.write('function.js', SINGLE_FILE),
        platform: 'node',
        logLevel: 'silent',
      })
      const file = format === 'cjs' ? 'function.cjs' : 'function.mjs'
      await bundle.write({ file: join(folder, file), format, codeSplitting: false })
      const caller = `import('./${file}').then((module) => module.figure()).then(console.log)`
      const expected = await expectedFigure()
      for (const node of NODES) {
        const { stdout, stderr } = project.run(node, ['--eval', caller.replace('./', `${folder}/`)])
        expect(stderr).toBe('')
        expect(Number(stdout)).toBe(expected)
      }
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
)

test('Vite makes a page of it, with the tables as a file of their own', async () => {
  const [page = ''] = programs('docs/library.md', 'js')
  const root = join(project.folder, 'page')
  project.write('page/main.js', page)
  project.write('page/index.html', '<!doctype html><title>x</title><script type="module" src="/main.js"></script>')
  const built = await build({ root, logLevel: 'error', build: { write: false, target: 'es2023' } })
  const files = 'output' in built ? built.output : []
  const tables = files.find(({ fileName }) => /tables\.json-.*\.gz$/.test(fileName))
  const code = files.find(({ fileName }) => fileName.endsWith('.js'))
  expect(tables).toMatchObject({ type: 'asset' })
  expect(code).toMatchObject({ type: 'chunk', isEntry: true })
  expect(code?.type === 'chunk' && code.code.match(/["'`]node:\w+/g)).toBeNull()
})

test('workerd, the runtime of Cloudflare Workers, comes to the same figure', async () => {
  const folder = join(project.folder, 'worker')
  mkdirSync(folder)
  project.write(
    'worker.js',
    `${SINGLE_FILE}export default { fetch: async () => new Response(String(await figure())) }\n`,
  )
  const bundle = await rolldown({
    input: join(project.folder, 'worker.js'),
    platform: 'browser',
    resolve: { conditionNames: ['workerd', 'browser', 'import', 'default'] },
    logLevel: 'silent',
  })
  await bundle.write({ file: join(folder, 'bundle.js'), format: 'es', codeSplitting: false })
  writeFileSync(
    join(folder, 'config.capnp'),
    `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "main", worker = (
    modules = [(name = "bundle.js", esModule = embed "bundle.js")], compatibilityDate = "2025-09-01"))],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")]);
`,
  )
  const server = spawn(workerd(), ['serve', '--control-fd=1', 'config.capnp'], { cwd: folder })
  try {
    const port = await new Promise<number>((resolve, reject) => {
      let written = ''
      const look = (chunk: Buffer) => {
        written += String(chunk)
        const [, found] = /"socket":"http","port":(\d+)/.exec(written) ?? []
        if (found !== undefined) resolve(Number(found))
      }
      server.stdout.on('data', look)
      server.stderr.on('data', look)
      server.once('exit', () => reject(new Error(written)))
    })
    const response = await fetch(`http://127.0.0.1:${port}/`)
    expect(Number(await response.text())).toBe(await expectedFigure())
  } finally {
    server.kill('SIGKILL')
  }
})

test('the compressed tables are the same as those in the code', async () => {
  copyFileSync(join(installed, 'impactql-core/tables.json.gz'), join(project.folder, 'tables.gz'))
  const { tables } = (await import(join(installed, 'impactql-core/inline-tables.js'))) as { tables: Uint8Array }
  expect(Buffer.from(tables).equals(readFileSync(join(project.folder, 'tables.gz')))).toBe(true)
})
