import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { serverLines } from './measure-batch.ts'

const LOOK_MS = 200

/** Seconds that a service takes for a file of so many servers that all differ, from sending it to its end. */
export async function measureJobs(rows: number): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'impactql-bench-'))
  try {
    const file = join(folder, 'servers.csv')
    await pipeline(Readable.from(serverLines(rows)), createWriteStream(file))
    return await measureJob(file, { JOBS_FOLDER: join(folder, 'jobs') })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function measureJob(file: string, env: Record<string, string>): Promise<number> {
  const service = spawn(process.execPath, ['src/server/main.ts'], {
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
