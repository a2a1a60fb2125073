import { spawnSync } from 'node:child_process'
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

const project = mkdtempSync(join(tmpdir(), 'impactql-package-'))
const modules = join(project, 'node_modules')
afterAll(() => rmSync(project, { recursive: true, force: true }))

/** Packs this project, as it was built, and unpacks it in an empty one, with the dependencies that it names and no others. */
beforeAll(() => {
  spawnSync('npm', ['pack', '--ignore-scripts', '--pack-destination', project], { encoding: 'utf8' })
  const archive = globSync(join(project, 'impactql-*.tgz'))[0] ?? ''
  const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as { dependencies: Record<string, string> }
  for (const name of Object.keys(dependencies)) {
    const link = join(modules, name)
    mkdirSync(dirname(link), { recursive: true })
    symlinkSync(resolve('node_modules', name), link)
  }
  mkdirSync(join(modules, 'impactql'))
  spawnSync('tar', ['xzf', archive, '-C', join(modules, 'impactql'), '--strip-components=1'])
  writeFileSync(join(project, 'package.json'), JSON.stringify({ type: 'module', private: true }))
}, 300_000)

function run(args: readonly string[]) {
  return spawnSync(process.execPath, args, { cwd: project, encoding: 'utf8', timeout: 60_000 })
}

/** The programs that the README shows for the library. */
function examples(): readonly string[] {
  const readme = readFileSync('README.md', 'utf8')
  return [...readme.matchAll(/```ts\n(.*?)```/gs)].map(([, code = '']) => code)
}

test('has plain JavaScript and declarations, and no sources in TypeScript', () => {
  const files = spawnSync('find', [join(modules, 'impactql'), '-type', 'f'], { encoding: 'utf8' }).stdout.split('\n')
  expect(files.some((file) => file.endsWith('/src/index.js'))).toBe(true)
  expect(files.filter((file) => /(?<!\.d)\.tsx?$/.test(file))).toEqual([])
})

const TSC = resolve('node_modules/typescript/bin/tsc')

test.for([
  ['node16', 'node16'],
  ['nodenext', 'nodenext'],
  ['bundler', 'esnext'],
])('its declarations are sound for a compiler that resolves as %s', ([resolution = '', module = '']) => {
  const names = examples().map((code, at) => {
    writeFileSync(join(project, `example-${at}.ts`), code)
    return `example-${at}.ts`
  })
  const { stdout } = run([
    TSC,
    ...['--noEmit', '--strict', '--target', 'es2022', '--module', module, '--moduleResolution', resolution],
    // Declarations of dependencies are checked as well, in a project that has no types of Node.js.
    ...['--skipLibCheck', 'false', '--types', '', ...names],
  ])
  expect(stdout).toBe('')
})

test('it needs no more of a runtime than Node.js 20 and browsers of 2023 have', () => {
  const options = ['--noEmit', '--strict', '--module', 'nodenext', '--allowImportingTsExtensions', '--skipLibCheck']
  const { stdout, status } = spawnSync(
    process.execPath,
    [
      TSC,
      ...options,
      '--lib',
      'es2023,dom',
      '--types',
      'node',
      'src/index.ts',
      'src/tables/load-releases.ts',
      '--ignoreConfig',
    ],
    { encoding: 'utf8' },
  )
  expect(stdout).toBe('')
  expect(status).toBe(0)
})

test('the examples of the README run', () => {
  for (const [at, code] of examples().entries()) writeFileSync(join(project, `example-${at}.ts`), code)
  const { stdout, stderr } = run(['example-0.ts'])
  expect(stderr).toBe('')
  const [, stated = ''] =
    /embedded\.value \/\/ ([\d.]+), in kg CO2 eq\./.exec(readFileSync('src/library/assessor.ts', 'utf8')) ?? []
  expect(stdout).toMatch(/^[\d.]+ kg CO2 eq\. of 2 things\n$/)
  expect(Number(stdout.split(' ')[0]).toPrecision(3)).toBe(stated)
  const readings = run(['example-1.ts'])
  expect(readings.stderr).toBe('')
  expect(readings.stdout).toMatch(/electricity\.FRA\.gwp = [\s\S]*m6g 0\.\d+[\s\S]*effect: /)
})

test('the command runs', () => {
  writeFileSync(join(project, 'assets.csv'), 'kind,quantity\nlaptop,2\nserver,1\n')
  const { status, stdout, stderr } = run([
    join(modules, 'impactql/bin/impactql.js'),
    'assess',
    'assets.csv',
    '--criteria',
    'gwp',
  ])
  expect(stderr).toContain('2 rows: 3 units assessed, 0 rows faulty')
  expect(stdout.trim().split('\n')).toHaveLength(3)
  expect(status).toBe(0)
})

test('threads are started from what was built', { timeout: 120_000 }, () => {
  const lines = Array.from({ length: 5000 }, (_, at) => `server,${at + 1}`)
  writeFileSync(join(project, 'many.csv'), `kind,ram_capacity\n${lines.join('\n')}\n`)
  const { status, stderr } = run([
    join(modules, 'impactql/bin/impactql.js'),
    'assess',
    'many.csv',
    '-o',
    'many.parquet',
  ])
  expect(stderr).toContain('5000 rows: 5000 units assessed')
  expect(status).toBe(0)
})
