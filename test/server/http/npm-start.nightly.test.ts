import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, it, onTestFinished } from 'vitest'
import { ask } from './support/ask.ts'
import { until } from './support/until.ts'

it('npm start leaves no service behind when npm is killed', async () => {
  const { PATH, HOME } = process.env
  const npm = spawn('npm', ['start'], {
    cwd: fileURLToPath(new URL('../../..', import.meta.url)),
    env: { PATH, HOME, PORT: '0', LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'pipe', 'ignore'],
    // A group of its own, so that the test can end all of it.
    detached: true,
  })
  onTestFinished(() => {
    try {
      process.kill(-(npm.pid as number), 'SIGKILL')
    } catch {
      // Nothing is left.
    }
  })
  let output = ''
  npm.stdout.on('data', (chunk) => {
    output += String(chunk)
  })
  await until(() => output.includes('listening on'))
  const [url = ''] = /http:\/\/127\.0\.0\.1:\d+/.exec(output) ?? []
  expect((await ask(`${url}/health`)).result).toBe('200')
  process.kill(npm.pid as number, 'SIGTERM')
  await until(async () => (await ask(`${url}/health`)).result === 'ECONNREFUSED')
})
