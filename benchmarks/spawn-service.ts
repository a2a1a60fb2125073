import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'

export interface SpawnedService {
  readonly process: ChildProcess
  readonly url: string
}

/** Starts the service as `npm start` does, on a free port. */
export async function spawnService(env: Readonly<Record<string, string>> = {}): Promise<SpawnedService> {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: { start: string } }
  const startArguments = scripts.start.split(' ').slice('exec node'.split(' ').length)
  const child = spawn(process.execPath, startArguments, {
    env: { ...process.env, PORT: '0', LOG_LEVEL: 'warn', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  return new Promise((resolve, reject) => {
    child.once('exit', () => reject(new Error(`The service did not start: ${output}`)))
    child.stdout.on('data', (chunk) => {
      output = (output + chunk).slice(-10_000)
      const url = /http:\/\/127\.0\.0\.1:\d+/.exec(output)?.[0]
      if (url !== undefined) resolve({ process: child, url })
    })
  })
}
