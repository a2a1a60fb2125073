import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { assessCommand } from '../src/cli/commands/assess.ts'
import { readConfig } from '../src/config/config.ts'
import { SETTINGS } from '../src/config/settings.ts'

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
const jobs = documentsOf(read('deploy/jobs.yaml'))
const [batch] = documentsOf(read('deploy/batch-job.yaml')) as [Manifest]
const kustomization = parse(read('deploy/kustomization.yaml')) as {
  readonly resources: readonly string[]
  readonly patches: readonly { readonly target: { kind: string; name: string }; readonly patch: string }[]
}
const all = [...kubernetes, ...jobs, batch]
const patched = parse(kustomization.patches[0]?.patch ?? '') as Manifest

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
        'apps/v1 StatefulSet',
        'autoscaling/v2 HorizontalPodAutoscaler',
        'batch/v1 Job',
        'keda.sh/v1alpha1 ScaledObject',
        'policy/v1 PodDisruptionBudget',
        'v1 PersistentVolumeClaim',
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
    const containers = [...working, patched].flatMap(containersOf).filter(({ env }) => env !== undefined)
    expect(containers.length).toBe(3)
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

  it('does jobs by itself in threads that its memory has room for, and leaves them to workers where there are some', () => {
    const alone = envOf(container)
    expect([alone.JOB_WORKERS, alone.JOBS_URL]).toEqual(['1', undefined])
    const [shared] = containersOf(patched) as [Container]
    expect(envOf(shared)).toMatchObject({ JOB_WORKERS: '0', JOBS_FOLDER: '/jobs' })
    expect(shared.name).toBe(container.name)
    expect(kustomization.resources).toEqual(['kubernetes.yaml', 'jobs.yaml'])
    expect(kustomization.patches[0]?.target).toEqual({ kind: 'Deployment', name: deployment.metadata.name })
  })
})

describe('the workers on Kubernetes', () => {
  const workers = named(jobs, 'Deployment', 'impactql-worker')
  const [worker] = containersOf(workers) as [Container]
  const [service] = containersOf(patched) as [Container]

  it('take parts from the Redis of the service, in a folder that many machines may write', () => {
    expect(worker.command).toEqual(['node', 'bin/impactql.js', 'worker'])
    const { JOBS_URL = '', JOBS_FOLDER } = envOf(worker)
    expect(envOf(service)).toMatchObject({ JOBS_URL, JOBS_FOLDER })
    const { hostname, port } = new URL(JOBS_URL)
    const redis = named(jobs, 'Service', hostname).spec as unknown as { readonly ports: readonly { port: number }[] }
    expect(redis.ports[0]?.port).toBe(Number(port))
    for (const { template } of [workers.spec, patched.spec]) {
      const volume = template.spec.volumes?.find(({ name }) => name === 'jobs')
      const claim = named(jobs, 'PersistentVolumeClaim', volume?.persistentVolumeClaim?.claimName ?? '')
      expect(claim.spec).toMatchObject({ accessModes: ['ReadWriteMany'] })
      expect(template.spec.containers[0]?.volumeMounts).toContainEqual({ name: 'jobs', mountPath: JOBS_FOLDER })
    }
  })

  it('are as many as the parts that wait and are in work need', () => {
    const scaler = named(jobs, 'ScaledObject', 'impactql-worker').spec as unknown as {
      readonly scaleTargetRef: object
      readonly minReplicaCount: number
      readonly maxReplicaCount: number
      readonly triggers: readonly { readonly type: string; readonly metadata: Record<string, string> }[]
    }
    expect(scaler.scaleTargetRef).toEqual({ name: workers.metadata.name })
    expect(workers.spec.replicas).toBe(undefined)
    expect(scaler.maxReplicaCount).toBeGreaterThan(scaler.minReplicaCount)
    const [trigger] = scaler.triggers
    const [metric = ''] = /impactql_\w+/.exec(trigger?.metadata.query ?? '') ?? []
    expect(read('src/http/plugins/metrics.ts')).toContain(`gauge('${metric}',`)
    expect(Number(trigger?.metadata.threshold)).toBeGreaterThan(0)
  })

  it('have a Redis that forgets nothing', () => {
    const [redis] = containersOf(named(jobs, 'StatefulSet', 'impactql-redis')) as [Container]
    expect(redis.args).toEqual(['redis-server', '--appendonly', 'yes', '--maxmemory-policy', 'noeviction'])
  })
})

describe('the batch on Kubernetes', () => {
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

describe('compose.yaml', () => {
  interface ComposeService {
    readonly image: string
    readonly environment?: Record<string, string>
    readonly command?: readonly string[]
    readonly volumes?: readonly string[]
    readonly depends_on?: readonly string[]
  }
  const compose = parse(read('deploy/compose.yaml'), { merge: true, strict: true }) as {
    readonly services: Record<'impactql' | 'worker' | 'redis', ComposeService>
    readonly volumes: object
  }
  const { impactql, worker, redis } = compose.services

  it('has a service that takes jobs, workers for their parts, and what both need', () => {
    expect([impactql.image, worker.image]).toEqual([IMAGE, IMAGE])
    expect(worker.command).toEqual(['node', 'bin/impactql.js', 'worker'])
    expect(redis.command).toEqual(containersOf(named(jobs, 'StatefulSet', 'impactql-redis'))[0]?.args)
    expect(redis.image).toBe(containersOf(named(jobs, 'StatefulSet', 'impactql-redis'))[0]?.image)
    for (const { volumes = [], depends_on = [] } of Object.values(compose.services)) {
      for (const volume of volumes) expect(Object.keys(compose.volumes)).toContain(volume.split(':')[0])
      for (const name of depends_on) expect(Object.keys(compose.services)).toContain(name)
    }
  })

  it('sets what is a setting, to a value that it may have, the same for all', () => {
    const [ours = {}, theirs = {}] = [impactql.environment, worker.environment]
    for (const env of [ours, theirs]) {
      for (const name of Object.keys(env)) expect(NAMES).toContain(name)
      expect(() => readConfig(env)).not.toThrow()
    }
    expect(theirs).toEqual({ ...ours, JOB_WORKERS: 'auto' })
    expect(ours.JOB_WORKERS).toBe('0')
    expect([impactql.volumes, worker.volumes]).toEqual([[`jobs:${ours.JOBS_FOLDER}`], [`jobs:${ours.JOBS_FOLDER}`]])
    expect(Object.keys(compose.services)).toContain(new URL(ours.JOBS_URL ?? '').hostname)
  })
})
