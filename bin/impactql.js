#!/usr/bin/env node
// Plain JavaScript of an old kind: it also runs where the Node.js on the PATH is too old for the command.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { cacheCompiled } from './cache-compiled.js'
import { endTooOld, isNewEnough } from './check-node.js'

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP']
const root = join(dirname(fileURLToPath(import.meta.url)), '..')
// A clone runs its sources, the package its build.
const source = join(root, 'src/cli/main.ts')
const main = existsSync(source) ? source : join(root, 'src/cli/main.js')

if (isNewEnough()) {
  cacheCompiled()
  await import(pathToFileURL(main).href)
} else runWith(developmentNode() ?? endTooOld())

/** The Node.js that `npm ci` installs in a clone; undefined without development dependencies. */
function developmentNode() {
  try {
    return join(dirname(createRequire(import.meta.url).resolve('node/package.json')), 'bin/node')
  } catch {
    return undefined
  }
}

function runWith(node) {
  // Through the channel the child learns when this process ends, for any reason.
  const child = spawn(node, [main, ...process.argv.slice(2)], { stdio: ['inherit', 'inherit', 'inherit', 'ipc'] })
  const hand = (signal) => child.kill(signal)
  for (const signal of SIGNALS) process.on(signal, hand)
  child.on('error', (error) => {
    process.stderr.write(`${node} cannot be started: ${error.message}\n`)
    process.exit(1)
  })
  child.on('exit', (status, signal) => {
    for (const each of SIGNALS) process.off(each, hand)
    if (signal) process.kill(process.pid, signal)
    else process.exit(status)
  })
}
