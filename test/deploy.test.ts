import { existsSync, globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

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
    expect(valuesOf('USER')).toEqual(['node'])
  })

  it('checks its health', () => {
    expect(valuesOf('HEALTHCHECK')).toEqual([expect.stringContaining('/health')])
  })

  it('starts what npm start does, in the same way', () => {
    const { scripts } = JSON.parse(read('package.json'))
    expect(valuesOf('CMD').map((command) => JSON.parse(command).join(' '))).toEqual([
      scripts.start.replace(/^exec /, ''),
    ])
  })

  it('is made of what is there and is not kept from it', () => {
    const copied = [...image.matchAll(/^COPY (?!--from)(.*) \S+$/gm)].flatMap(([, sources = '']) => sources.split(' '))
    expect(copied).toEqual(expect.arrayContaining(['package-lock.json', 'data', 'schema', 'src', 'dist']))
    const [first, ...allowed] = read('.dockerignore').trim().split('\n')
    expect(first).toBe('*')
    for (const source of copied) {
      expect(allowed).toContain(`!${source}`)
      expect([source, existsSync(new URL(source, ROOT))]).toEqual([source, true])
    }
  })

  it('has every file that the service is made of', () => {
    const [, ...allowed] = read('.dockerignore').trim().split('\n')
    const imported = globSync(['src/**/*.{ts,js}', 'schema/**/*.ts'], { cwd: ROOT }).flatMap((file) =>
      [...read(file).matchAll(/(?:from|import) '(\.[^']+)'/g)].map(
        ([, path = '']) => new URL(path, new URL(file, ROOT)),
      ),
    )
    const folders = new Set(imported.map(({ pathname }) => pathname.slice(ROOT.pathname.length).split('/')[0]))
    expect(folders.size).toBeGreaterThan(1)
    for (const folder of folders) expect(allowed).toContain(`!${folder}`)
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
