import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { assessCommand } from '../src/cli/commands/assess.ts'
import { readConfig } from '../src/server/settings/config.ts'
import { SETTINGS } from '../src/server/settings/settings.ts'

const ROOT = new URL('..', import.meta.url)
const read = (file: string) => readFileSync(new URL(file, ROOT), 'utf8')
const NAMES = new Set<string>(Object.values(SETTINGS).map(({ name }) => name))
const { version } = JSON.parse(read('package.json')) as { readonly version: string }
const IMAGE = `impactql:${version}`

interface Container {
  readonly name: string
  readonly image: string
  readonly command?: readonly string[]
  readonly args?: readonly string[]
  readonly env?: readonly { readonly name: string; readonly value: string }[]
  readonly ports?: readonly { readonly name: string; readonly containerPort: number }[]
  readonly resources: { readonly requests: object; readonly limits: { readonly memory: string } }
  readonly securityContext: object
  readonly volumeMounts: readonly { readonly name: string; readonly mountPath: string }[]
}

/** As much of an object of Kubernetes as the tests read. */
interface Manifest {
  readonly apiVersion: string
  readonly kind: string
  readonly metadata: { readonly name: string; readonly namespace?: string }
  // Each kind has its own.
  readonly spec: Record<string, never> & {
    readonly replicas?: number
    readonly selector?: { readonly matchLabels: object }
    readonly template: {
      readonly metadata: { readonly labels: object }
      readonly spec: {
        readonly securityContext: object
        readonly containers: readonly Container[]
        readonly volumes?: readonly {
          readonly name: string
          readonly persistentVolumeClaim?: { readonly claimName: string }
        }[]
      }
    }
  }
}

/** The documents of a file of YAML, which has no faults and no key twice. */
function documentsOf(text: string): readonly Manifest[] {
  return parseAllDocuments(text, { strict: true, uniqueKeys: true }).map((document) => {
    expect([document.errors, document.warnings]).toEqual([[], []])
    return document.toJS() as Manifest
  })
}

const kubernetes = documentsOf(read('deploy/kubernetes.yaml'))
const [batch] = documentsOf(read('deploy/batch-job.yaml')) as [Manifest]
const all = [...kubernetes, batch]

const named = (manifests: readonly Manifest[], kind: string, name: string) =>
  manifests.find((each) => each.kind === kind && each.metadata.name === name) as Manifest
const containersOf = ({ spec }: Manifest) => spec.template?.spec.containers ?? []
const envOf = ({ env = [] }: Pick<Container, 'env'>) => Object.fromEntries(env.map(({ name, value }) => [name, value]))
const working = all.filter((each) => containersOf(each).length > 0)

describe('every manifest for Kubernetes', () => {
  it('is an object of a known version, which no other is named like', () => {
    const kinds = all.map(({ apiVersion, kind, metadata }) => [`${apiVersion} ${kind}`, metadata.name] as const)
    expect(new Set(kinds.map((each) => each.join(' '))).size).toBe(all.length)
    expect(new Set(kinds.map(([kind]) => kind))).toEqual(
      new Set([
        'apps/v1 Deployment',
        'autoscaling/v2 HorizontalPodAutoscaler',
        'batch/v1 Job',
        'policy/v1 PodDisruptionBudget',
        'v1 Service',
      ]),
    )
  })

  it.each(working.map((each) => [each.kind, each.metadata.name, each] as const))(
    'of %s %s bounds its containers, has its volumes, and selects its own pods',
    (_, __, manifest) => {
      const { template, selector } = manifest.spec
      expect(template.spec.securityContext).toMatchObject({
        runAsNonRoot: true,
        seccompProfile: { type: 'RuntimeDefault' },
      })
      if (manifest.kind !== 'Job') expect(template.metadata.labels).toMatchObject(selector?.matchLabels ?? { none: 1 })
      const claimed = (manifest.spec as { readonly volumeClaimTemplates?: readonly Manifest[] }).volumeClaimTemplates
      const volumes = [...(template.spec.volumes ?? []), ...(claimed ?? []).map(({ metadata }) => metadata)]
      for (const container of containersOf(manifest)) {
        expect(container.securityContext).toEqual({
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        })
        expect(container.resources.requests).toEqual({ cpu: expect.any(String), memory: expect.any(String) })
        expect(container.resources.limits.memory).toMatch(/^\d+[GM]i$/)
        expect(volumes.map(({ name }) => name)).toEqual(
          expect.arrayContaining(container.volumeMounts.map(({ name }) => name)),
        )
        if (container.image.startsWith('impactql'))
          expect([container.image, container.volumeMounts]).toEqual([
            IMAGE,
            expect.arrayContaining([{ name: 'tmp', mountPath: '/tmp' }]),
          ])
      }
    },
  )

  it('sets what is a setting, to a value that it may have', () => {
    const containers = working.flatMap(containersOf).filter(({ env }) => env !== undefined)
    expect(containers.length).toBe(1)
    for (const container of containers) {
      const env = envOf(container)
      for (const name of Object.keys(env)) expect(NAMES).toContain(name)
      expect(() => readConfig(env)).not.toThrow()
    }
  })
})

describe('the service on Kubernetes', () => {
  const deployment = named(kubernetes, 'Deployment', 'impactql')
  const [container] = containersOf(deployment) as [Container]

  it('listens where its probes and its Service look', () => {
    const port = Number(/\bPORT=(\d+)/.exec(read('Dockerfile'))?.[1])
    expect(container.ports).toEqual([{ name: 'http', containerPort: port }])
    expect(envOf(container).HOST).toBe('0.0.0.0')
    const service = named(kubernetes, 'Service', 'impactql').spec as unknown as {
      readonly selector: object
      readonly ports: readonly object[]
    }
    expect(deployment.spec.template.metadata.labels).toMatchObject(service.selector)
    expect(service.ports).toEqual([expect.objectContaining({ targetPort: 'http' })])
  })

  it('takes no jobs, since each replica would know only its own', () => {
    expect(deployment.spec.replicas).toBeGreaterThan(1)
    expect(readConfig(envOf(container)).jobs).toBe(false)
  })
})

describe('the batch on Kubernetes', () => {
  it('is a Job by its schema, which refuses a field that there is not and a value of another type', () => {
    const isJob = new Ajv2020({ allowUnionTypes: true }).compile(JSON.parse(read('test/kubernetes-job.schema.json')))
    expect([isJob(batch), isJob.errors]).toEqual([true, null])
    const { template } = batch.spec
    for (const wrong of [{ completionsMode: 'Indexed' }, { completions: '8' }, { completionMode: 'indexed' }])
      expect([wrong, isJob({ ...batch, spec: { ...batch.spec, ...wrong } })]).toEqual([wrong, false])
    const [container] = containersOf(batch)
    const containers = [{ ...container, image: undefined, images: [] }]
    const unknown = { ...template, spec: { ...template.spec, containers } }
    expect(isJob({ ...batch, spec: { ...batch.spec, template: unknown } })).toBe(false)
  })

  it('gives each index its own share of the rows and its own files', () => {
    const { completions, parallelism, completionMode } = batch.spec as unknown as Record<string, unknown>
    expect([completionMode, parallelism]).toEqual(['Indexed', completions])
    const [{ command = [], args = [] }] = containersOf(batch) as [Container]
    const known = assessCommand().options.map(({ long }) => long)
    const shares = Array.from({ length: Number(completions) }, (_, index) => {
      const [shell = '', ...rest] = [...command, ...args.map((text) => text.replace(/^node /, 'echo '))]
      const printed = execFileSync(shell, rest, { env: { JOB_COMPLETION_INDEX: String(index) }, encoding: 'utf8' })
      const [program, ...words] = printed.trim().split(' ')
      expect([program, words[0]]).toEqual(['bin/impactql.js', 'assess'])
      for (const word of words.filter((each) => each.startsWith('--'))) expect(known).toContain(word)
      return { share: words[words.indexOf('--partition') + 1], output: words[words.indexOf('--output') + 1] }
    })
    expect(shares.map(({ share }) => share)).toEqual(shares.map((_, index) => `${index + 1}/${completions}`))
    expect(new Set(shares.map(({ output }) => output)).size).toBe(completions)
  })
})

describe('the array of Slurm', () => {
  it('gives each task its own share of the rows and its own files', () => {
    const known = assessCommand().options.map(({ long }) => long)
    const shares = ['1', '2', '3'].map((task) => {
      const env = { IMPACTQL: 'echo', SLURM_ARRAY_TASK_ID: task, SLURM_ARRAY_TASK_COUNT: '3', SLURM_CPUS_PER_TASK: '2' }
      const printed = execFileSync('sh', ['deploy/slurm-array.sh', 'bill.csv', '/out'], {
        env,
        cwd: ROOT,
        encoding: 'utf8',
      })
      const words = printed.trim().split(' ')
      expect(words.slice(0, 2)).toEqual(['assess', 'bill.csv'])
      for (const word of words.filter((each) => each.startsWith('--'))) expect(known).toContain(word)
      return ['--partition', '--output', '--totals'].map((name) => words[words.indexOf(name) + 1])
    })
    const again = { IMPACTQL: 'echo', SLURM_ARRAY_TASK_ID: '3', SLURM_ARRAY_TASK_COUNT: '1' }
    const one = ['deploy/slurm-array.sh', 'bill.csv', '/out', '8']
    expect(execFileSync('sh', one, { env: again, cwd: ROOT, encoding: 'utf8' })).toContain('--partition 3/8 ')
    const expected = ['1', '2', '3'].map((task) => [
      `${task}/3`,
      `/out/rows-${task}.parquet`,
      `/out/totals-${task}.json`,
    ])
    expect(shares).toEqual(expected)
  })
})

describe('compose.yaml', () => {
  it('has a service that takes jobs, in a volume that outlives it', () => {
    const { services, volumes } = parse(read('deploy/compose.yaml'), { strict: true }) as {
      readonly services: Record<
        string,
        { readonly image: string; readonly environment: Record<string, string>; readonly volumes: readonly string[] }
      >
      readonly volumes: object
    }
    expect(Object.keys(services)).toEqual(['impactql'])
    const { image, environment, volumes: mounted } = services.impactql as (typeof services)[string]
    expect(image).toBe(IMAGE)
    for (const name of Object.keys(environment)) expect(NAMES).toContain(name)
    expect(mounted).toEqual([`jobs:${readConfig(environment).jobsFolder}`])
    expect(Object.keys(volumes)).toEqual(['jobs'])
  })
})
