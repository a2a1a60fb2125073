import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'

export interface SpawnedService {
  readonly process: ChildProcess
  readonly url: string
}

/** What `npm start` runs: variables of the environment, and arguments of Node.js. */
export function startCommand() {
  const { scripts } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
  const [variables, nodeArguments] = scripts.start.split('exec node ') as [string, string]
  const env: Record<string, string> = Object.fromEntries(
    variables
      .trim()
      .split(' ')
      .map((each) => each.split('=')),
  )
  return { env, nodeArguments: nodeArguments.split(' ') }
}

/** Starts the service as `npm start` does, on a free port. */
export async function spawnService(env: Readonly<Record<string, string>> = {}): Promise<SpawnedService> {
  const { env: usual, nodeArguments } = startCommand()
  const child = spawn(process.execPath, nodeArguments, {
    env: { ...process.env, ...usual, PORT: '0', LOG_LEVEL: 'warn', ...env },
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
