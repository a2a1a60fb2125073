#!/usr/bin/env node
// Plain JavaScript of an old kind: it also runs where the Node.js on the PATH is older than the one that the command needs.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const OLDEST = 24
const root = join(dirname(fileURLToPath(import.meta.url)), '..')
// In a clone the sources run as they are; the package has what was built of them.
const source = join(root, 'src/cli/main.ts')
const main = existsSync(source) ? source : join(root, 'dist/package/src/cli/main.js')

if (Number(process.versions.node.split('.')[0]) >= OLDEST) {
  await import(pathToFileURL(main).href)
} else {
  // The Node.js that comes with the dependencies.
  const node = join(dirname(createRequire(import.meta.url).resolve('node/package.json')), 'bin/node')
  const { status, signal, error } = spawnSync(node, [main, ...process.argv.slice(2)], { stdio: 'inherit' })
  if (error) {
    process.stderr.write(`impactql needs Node.js ${OLDEST} or later: ${error.message}\n`)
    process.exit(1)
  }
  if (signal) process.kill(process.pid, signal)
  process.exit(status === null ? 1 : status)
}
