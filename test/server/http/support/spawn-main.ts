import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'
import { PATIENCE } from './patience.ts'

const MAIN = fileURLToPath(new URL('../../../../src/server/main.ts', import.meta.url))

/** As `npm start` does: a start takes half the time. */
const COMPILE_CACHE = new URL('../../../../src/server/compile-cache.js', import.meta.url).href

/** The service as it is run: a process of its own. */
export interface Main {
  readonly child: ChildProcess
  /** What it has written so far. */
  readonly output: () => string
  /** Waits for something to be written. */
  readonly written: (what: RegExp) => Promise<RegExpExecArray>
  /** Its exit code, once it has ended. */
  readonly ended: Promise<number | null>
}

/**
 * Starts the service on a free port, cold unless asked for otherwise; it ends with the test at the latest, or `atEnd`.
 */
export function spawnMain(
  env: Record<string, string> = {},
  args: readonly string[] = [],
  nodeArgs: readonly string[] = [],
  atEnd: (end: () => Promise<void>) => void = onTestFinished,
): Main {
  const { PATH, HOME } = process.env
  const child = spawn(process.execPath, [...nodeArgs, '--import', COMPILE_CACHE, MAIN, ...args], {
    env: { PATH, HOME, PORT: '0', WARM_UP: 'off', ...PATIENCE, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const listeners = new Set<() => void>()
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk) => {
      output += String(chunk)
      for (const listener of listeners) listener()
    })
  }
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve))
  atEnd(async () => {
    child.kill('SIGKILL')
    await ended
  })
  return {
    child,
    output: () => output,
    ended,
    written: (what) =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(() => reject(new Error(`Waited for ${what}; there is:\n${output}`)), 250_000)
        const look = () => {
          const found = what.exec(output)
          if (!found) return
          clearTimeout(timer)
          listeners.delete(look)
          resolve(found)
        }
        listeners.add(look)
        look()
      }),
  }
}

const START_LINE = /^impactql \S+ listening on (http:\/\/127\.0\.0\.1:\d+) \(data release [0-9a-z.+-]+\)$/m

/** Waits for the start line, and gives the address in it. */
export async function addressOf(main: Main): Promise<string> {
  return (await main.written(START_LINE))[1] as string
}
