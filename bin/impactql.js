#!/usr/bin/env node
// Plain JavaScript of an old kind: it also runs where the Node.js on the PATH is older than the one that the command needs.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const OLDEST = 24
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP']
const root = join(dirname(fileURLToPath(import.meta.url)), '..')
// In a clone the sources run as they are; the package has what was built of them.
const source = join(root, 'src/cli/main.ts')
const main = existsSync(source) ? source : join(root, 'dist/package/src/cli/main.js')

if (Number(process.versions.node.split('.')[0]) >= OLDEST) {
  await import(pathToFileURL(main).href)
} else {
  // The Node.js that comes with the dependencies.
  const node = join(dirname(createRequire(import.meta.url).resolve('node/package.json')), 'bin/node')
  // By the channel it learns of the end of this process, whatever ends it.
  const child = spawn(node, [main, ...process.argv.slice(2)], { stdio: ['inherit', 'inherit', 'inherit', 'ipc'] })
  const hand = (signal) => child.kill(signal)
  for (const signal of SIGNALS) process.on(signal, hand)
  child.on('error', (error) => {
    process.stderr.write(`impactql needs Node.js ${OLDEST} or later: ${error.message}\n`)
    process.exit(1)
  })
  child.on('exit', (status, signal) => {
    for (const each of SIGNALS) process.off(each, hand)
    if (signal) process.kill(process.pid, signal)
    else process.exit(status)
  })
}
