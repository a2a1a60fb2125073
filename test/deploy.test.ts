import { spawnSync } from 'node:child_process'
import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { startCommand } from '../benchmarks/spawn-service.ts'
import { newFolder } from './bulk/jobs/job-service.ts'
import { startService } from './server/http/support/test-service.ts'

const ROOT = new URL('..', import.meta.url)
const read = (file: string) => readFileSync(new URL(file, ROOT), 'utf8')

describe('The image', () => {
  const image = read('Dockerfile').replaceAll('\\\n', ' ')
  /** What instructions of a kind say, of the last stage: that is what runs. */
  const valuesOf = (instruction: string): readonly string[] => {
    const stage = image.slice(image.lastIndexOf('\nFROM '))
    return [...stage.matchAll(new RegExp(`^${instruction} +(.*)$`, 'gm'))].map(([, rest = '']) => rest)
  }

  it('does not run as root', () => {
    // As a number, so that Kubernetes can tell.
    expect(valuesOf('USER')).toEqual(['1000:1000'])
  })

  it('checks its health', () => {
    expect(valuesOf('HEALTHCHECK')).toEqual([expect.stringContaining('/health')])
  })

  it('starts what npm start does, in the same way', () => {
    const { env, nodeArguments } = startCommand()
    expect(valuesOf('CMD').map((command) => JSON.parse(command).join(' '))).toEqual([
      ['node', ...nodeArguments].join(' ').replace('main.ts', 'main.js'),
    ])
    const variables = Object.entries(env).map(([name, value]) => `${name}=${value}`)
    expect(valuesOf('ENV').join(' ').split(' ')).toEqual(expect.arrayContaining(variables))
  })

  it('builds on any base, and its stages take nothing from outside of the clone', () => {
    const stages = [...image.matchAll(/^FROM (\S+)/gm)].map(([, base]) => base)
    expect(stages).toEqual(Array(3).fill('$' + '{BASE}'))
    expect(image).toMatch(/^ARG BASE=\S+$/m)
    const ignored = spawnSync('git', ['check-ignore', ...allowed], { cwd: ROOT, encoding: 'utf8' })
    expect(ignored.stdout).toBe('')
  })

  const [first, ...excepted] = read('.dockerignore').trim().split('\n')
  const allowed = excepted.map((line) => line.replace(/^!/, ''))

  it('is kept from nothing that the build reads', () => {
    expect(first).toBe('*')
    expect(allowed.filter((path) => !existsSync(new URL(path, ROOT)))).toEqual([])
    // The manifest is written, not read.
    const build = (read('build.ts') + read('vite.explorer.config.ts')).replace("manifest: 'manifest.json'", '')
    const named = [...build.matchAll(/'([\w.-]+\.(?:md|json)|LICENSE|(?:src|data|docs|schema|bin)\/[^']*)'/g)]
    const folders = new Set(named.map(([, path = '']) => path.split('/')[0] as string))
    expect(folders.size).toBeGreaterThan(5)
    for (const folder of folders) expect(allowed).toContain(folder)
  })

  it('has every folder that the service is made of', () => {
    const imported = globSync(['src/**/*.{ts,js}', 'schema/**/*.ts'], { cwd: ROOT }).flatMap((file) =>
      [...read(file).matchAll(/(?:from|import) '(\.[^']+)'/g)].map(
        ([, path = '']) => new URL(path, new URL(file, ROOT)),
      ),
    )
    const folders = new Set(imported.map(({ pathname }) => pathname.slice(ROOT.pathname.length).split('/')[0]))
    expect(folders.size).toBeGreaterThan(1)
    for (const folder of folders) expect(allowed).toContain(folder)
  })
})

describe('The workflow of a release', () => {
  const { jobs } = parse(read('.github/workflows/release.yaml'))
  const runs = (job: string): string => jobs[job].steps.map(({ run = '' }: { readonly run?: string }) => run).join('\n')

  it('runs every check before it publishes, with provenance and the core first', () => {
    const steps = runs('packages')
    const order = ['.ci/run', '.ci/nightly', '.ci/release', 'dist/release/impactql-core-', 'dist/release/impactql-$']
    const places = order.map((step) => steps.indexOf(step))
    expect(places).toEqual([...places].sort((a, b) => a - b))
    expect(Math.min(...places)).toBeGreaterThan(-1)
    const published = steps.match(/npm publish .*/g) ?? []
    expect(published).toHaveLength(2)
    for (const command of published) expect(command).toContain('--provenance --access public')
    expect(jobs.packages.permissions['id-token']).toBe('write')
  })

  it('publishes no image on a base without a digest, or that was not asked', () => {
    const steps = runs('image')
    expect(steps.indexOf('@sha256:')).toBeGreaterThan(-1)
    expect(steps.indexOf('@sha256:')).toBeLessThan(steps.indexOf('.ci/image'))
    expect(steps.indexOf('.ci/image')).toBeLessThan(steps.indexOf('--push'))
  })

  it.each(['.ci/run', '.ci/nightly', '.ci/release', '.ci/image'])('has the script %s', (script) => {
    expect(statSync(new URL(script, ROOT)).mode & 0o111).not.toBe(0)
  })
})

describe('The version', () => {
  it('is that of every package, image and action that a page or an example names', () => {
    const { version } = JSON.parse(read('package.json'))
    const files = globSync(['README.md', 'docs/*.md', '{deploy,examples}/**/*.yaml', 'integrations/**/*.{md,yml}'], {
      cwd: ROOT,
    })
    const named = files.flatMap((file) =>
      file.endsWith('releasing.md')
        ? []
        : [...read(file).matchAll(/impactql(?:-core)?(?:-|:|\/\S+@v)(\d+\.\d+\.\d+)/g)].map(([, each]) => [file, each]),
    )
    expect(named.length).toBeGreaterThan(5)
    expect(named.filter(([, each]) => each !== version)).toEqual([])
  })
})

describe('The manifest for Kubernetes', () => {
  const parts = read('deploy/kubernetes.yaml').split(/^---$/m)
  const part = (kind: string) => parts.find((text) => text.includes(`\nkind: ${kind}\n`)) ?? ''

  it('has more than one replica, and takes more when there is much to do', () => {
    expect(Number(/^ {2}replicas: (\d+)$/m.exec(part('Deployment'))?.[1])).toBeGreaterThan(1)
    const scaler = part('HorizontalPodAutoscaler')
    expect(scaler).toContain('scaleTargetRef: { apiVersion: apps/v1, kind: Deployment, name: impactql }')
    const [least, most] = [/minReplicas: (\d+)/, /maxReplicas: (\d+)/].map((bound) => Number(bound.exec(scaler)?.[1]))
    expect(most).toBeGreaterThan(least as number)
  })

  it.each([
    ['livenessProbe', '/health'],
    ['readinessProbe', '/ready'],
  ])('has a %s at %s', (probe, path) => {
    expect(part('Deployment')).toMatch(new RegExp(`^ +${probe}:\\n +httpGet: \\{ path: ${path}, port: http \\}$`, 'm'))
  })

  it('bounds what a process takes, and says what it needs', () => {
    expect(part('Deployment')).toMatch(
      /^ +resources:\n +requests: \{ cpu: .+, memory: .+ \}\n +limits: \{ memory: .+ \}$/m,
    )
  })

  it('does not run as root', () => {
    expect(part('Deployment')).toContain('runAsNonRoot: true')
    expect(part('Deployment')).toContain('allowPrivilegeEscalation: false')
  })
})

describe('The alert rules for Prometheus', () => {
  const { groups } = parse(read('deploy/alerts.yaml'))
  const rules: readonly { readonly alert: string; readonly expr: string }[] = groups.flatMap(
    ({ rules }: { readonly rules: readonly object[] }) => rules,
  )
  const page = read('docs/operating.md')
  const namesIn = (text: string) => new Set(text.match(/\bimpactql_[a-z_]+/g))

  it('use metrics of the service only, and so does the page for operators', async () => {
    const tracing = { addTo: async () => {}, begin: () => () => {}, lost: () => 0, flush: async () => {} }
    const { get } = await startService({ env: { JOBS_FOLDER: newFolder() }, tracing })
    const known = [...(await (await get('/metrics')).text()).matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name)
    const asked = rules.flatMap(({ expr }) => [...namesIn(expr)]).map((name) => name.replace(/_bucket$/, ''))
    expect(asked.length).toBeGreaterThan(5)
    for (const name of [...asked, ...namesIn(page)]) expect(known).toContain(name)
    for (const name of known.filter((each) => each?.startsWith('impactql_'))) expect(page).toContain(name)
  })

  it('are all explained', () => {
    for (const { alert } of rules) expect(page).toContain(`| \`${alert}\` |`)
  })

  it('notice the first refused reload: its counter is there from the start', async () => {
    const { samples } = await startService()
    expect(await samples()).toMatchObject({ 'impactql_reloads_total{outcome="refused"}': 0 })
  })
})
