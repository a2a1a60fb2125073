import { Readable } from 'node:stream'
import { vi } from 'vitest'
import { runCli } from '../../src/cli/run-cli.ts'

/** What a command has written, and the code that it ends with. */
export interface Ended {
  readonly status: number
  readonly stdout: string
  readonly stderr: string
}

/** Runs a command line in this process, which takes a tenth of the time of one of its own. */
export async function runHere(args: readonly string[], input = ''): Promise<Ended> {
  const written = { stdout: [] as Buffer[], stderr: [] as Buffer[] }
  const spies = (['stdout', 'stderr'] as const).map((name) =>
    vi.spyOn(process[name], 'write').mockImplementation(((chunk: string | Uint8Array, ...rest: unknown[]) => {
      written[name].push(Buffer.from(chunk as string))
      const done = rest.at(-1)
      if (typeof done === 'function') done()
      return true
    }) as typeof process.stdout.write),
  )
  const stdin = Object.getOwnPropertyDescriptor(process, 'stdin') as PropertyDescriptor
  Object.defineProperty(process, 'stdin', { value: Readable.from([Buffer.from(input)]), configurable: true })
  const before = process.exitCode
  process.exitCode = undefined
  try {
    await runCli(['node', 'impactql', ...args])
    const status = Number(process.exitCode ?? 0)
    const [stdout = '', stderr = ''] = [written.stdout, written.stderr].map((each) => Buffer.concat(each).toString())
    return { status, stdout, stderr }
  } finally {
    for (const spy of spies) spy.mockRestore()
    Object.defineProperty(process, 'stdin', stdin)
    process.exitCode = before
  }
}
