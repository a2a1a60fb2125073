import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { serverLines } from './measure-batch.ts'

const REDIS_PORT = 16_391
const WORKERS = 2
const LOOK_MS = 200

/** Seconds that a service takes for a file of servers that all differ, from sending it to its end. */
export interface JobsMeasure {
  /** With its own threads. */
  readonly embedded: number
  /** With two processes of workers over Redis; undefined where there is no redis-server. */
  readonly redis: number | undefined
}

/** Measures jobs of so many rows, both ways. */
export async function measureJobs(rows: number): Promise<JobsMeasure> {
  const folder = await mkdtemp(join(tmpdir(), 'impactql-bench-'))
  try {
    const file = join(folder, 'servers.csv')
    await pipeline(Readable.from(serverLines(rows)), createWriteStream(file))
    const embedded = await measureJob(file, { JOBS_FOLDER: join(folder, 'embedded') })
    return { embedded, redis: await measureRedis(file, folder) }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function measureRedis(file: string, folder: string): Promise<number | undefined> {
  if (spawnSync('redis-server', ['--version']).status !== 0) return undefined
  const redis = spawn('redis-server', ['--port', String(REDIS_PORT), '--bind', '127.0.0.1', '--save', ''], {
    stdio: 'ignore',
  })
  const env = { JOBS_URL: `redis://127.0.0.1:${REDIS_PORT}`, JOBS_FOLDER: join(folder, 'redis') }
  const workers = Array.from({ length: WORKERS }, () =>
    spawn(process.execPath, ['bin/impactql.js', 'worker'], {
      env: { ...process.env, ...env, JOB_WORKERS: '1' },
      stdio: ['ignore', 'pipe', 'inherit'],
    }),
  )
  try {
    await Promise.all(workers.map(({ stdout }) => once(stdout, 'data')))
    return await measureJob(file, { ...env, JOB_WORKERS: '0' })
  } finally {
    for (const child of [...workers, redis]) await end(child)
  }
}

async function measureJob(file: string, env: Record<string, string>): Promise<number> {
  const service = spawn(process.execPath, ['src/main.ts'], {
    env: { ...process.env, PORT: '0', LOG_LEVEL: 'error', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    const [line] = await once(service.stdout, 'data')
    const [base = ''] = /http:\/\/[\d.:]+/.exec(String(line)) ?? []
    const start = performance.now()
    const sent = await fetch(`${base}/v2/jobs`, {
      method: 'POST',
      headers: { 'content-type': 'text/csv' },
      body: Readable.toWeb(createReadStream(file)),
      duplex: 'half',
    } as RequestInit)
    const { id } = (await sent.json()) as { readonly id: string }
    while (true) {
      const job = (await (await fetch(`${base}/v2/jobs/${id}`)).json()) as { readonly state: string }
      if (job.state === 'done') return (performance.now() - start) / 1000
      if (job.state === 'failed') throw new Error(JSON.stringify(job))
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
    }
  } finally {
    await end(service)
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  const ended = once(child, 'exit')
  child.kill()
  await ended
}
