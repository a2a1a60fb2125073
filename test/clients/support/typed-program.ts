import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const PROJECT = fileURLToPath(new URL('../../..', import.meta.url))

/** What the compiler says about a program, in strict mode: nothing if its types fit. */
export function typeErrorsOf(file: string): string {
  const options = ['--noEmit', '--strict', '--skipLibCheck', '--target', 'esnext', '--module', 'esnext']
  const resolution = ['--moduleResolution', 'bundler', '--types', 'node', '--ignoreConfig']
  const { stdout } = spawnSync(join(PROJECT, 'node_modules/.bin/tsc'), [...options, ...resolution, file], {
    encoding: 'utf8',
  })
  return stdout
}
