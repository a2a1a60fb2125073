import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import { onTestFinished } from 'vitest'
import type { JobStatus } from '../../../src/jobs/job.ts'
import { addressOf, type Main, spawnMain } from '../../http/support/spawn-main.ts'
import { eventsOf, servers } from '../job-service.ts'

/** A redis-server that keeps every command in a file; it ends with the test. */
export interface RedisServer {
  readonly url: string
  /** Ends it as the loss of power does, and starts it again. */
  readonly restart: () => Promise<void>
  /** Has it lose everything. */
  readonly forget: () => Promise<void>
}

export async function startRedis(): Promise<RedisServer> {
  const folder = mkdtempSync(join(tmpdir(), 'impactql-redis-'))
  const port = await freePort()
  const start = async () => {
    const options = ['--port', port, '--bind', '127.0.0.1', '--dir', folder, '--appendonly', 'yes', '--save', '']
    const child = spawn('redis-server', [...options.map(String), '--appendfsync', 'always'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let output = ''
    for await (const chunk of child.stdout) {
      output += String(chunk)
      if (output.includes('Ready to accept connections')) break
    }
    return child
  }
  let server = await start()
  const end = async () => {
    const ended = once(server, 'exit')
    server.kill('SIGKILL')
    await ended
  }
  onTestFinished(async () => {
    await end()
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  })
  const url = `redis://127.0.0.1:${port}`
  return {
    url,
    forget: async () => {
      const redis = new Redis(url)
      await redis.flushall()
      redis.disconnect()
    },
    restart: async () => {
      await end()
      server = await start()
    },
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}

/** A process of `impactql worker`. It ends with the test. */
export interface WorkerProcess {
  /** Ends it at once, wherever it is. */
  readonly kill: () => Promise<void>
}

export async function startWorker(env: Record<string, string>): Promise<WorkerProcess> {
  const { PATH, HOME } = process.env
  const child: ChildProcess = spawn(process.execPath, ['bin/impactql.js', 'worker'], {
    env: { PATH, HOME, JOB_WORKERS: '1', LOG_LEVEL: 'silent', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  const kill = async () => {
    child.kill('SIGKILL')
    await ended
  }
  onTestFinished(kill)
  await once(child.stdout as NodeJS.EventEmitter, 'data')
  return { kill }
}

/** A service as it is run, and its jobs. */
export interface MachineService {
  readonly main: Main
  readonly base: string
  readonly send: (file: string, query?: string) => Promise<string>
  readonly status: (id: string) => Promise<JobStatus>
  readonly ended: (id: string) => Promise<JobStatus>
  /** Waits until so many rows are done. */
  readonly reached: (id: string, rows: number) => Promise<void>
}

export async function startMachine(env: Record<string, string>): Promise<MachineService> {
  const main = spawnMain({ LOG_LEVEL: 'error', GRACE_MS: '0', ...env })
  const base = await addressOf(main)
  const status = async (id: string) => (await (await fetch(`${base}/v2/jobs/${id}`)).json()) as JobStatus
  return {
    main,
    base,
    send: async (file, query = '?criteria=gwp') => {
      const response = await fetch(`${base}/v2/jobs${query}`, {
        method: 'POST',
        headers: { 'content-type': 'text/csv' },
        body: file,
      })
      if (response.status !== 202) throw new Error(`${response.status}: ${await response.text()}`)
      return ((await response.json()) as JobStatus).id
    },
    status,
    ended: async (id) => (await eventsOf(await fetch(`${base}/v2/jobs/${id}/events`))).at(-1) as JobStatus,
    reached: async (id, rows) => {
      while ((await status(id)).done < rows) await new Promise((resolve) => setTimeout(resolve, 50))
    },
  }
}

/** Few enough that a part is a large share of them, and no worker is done at once. */
export const SOME_ROWS = 50_000
export const someServers = servers(SOME_ROWS)
