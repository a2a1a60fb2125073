import cluster from 'node:cluster'
import { EXIT, runCli } from './run-cli.ts'

// Started by a process that has an older Node.js, it ends with that. Those of a service are led by its first one.
if (cluster.isPrimary) {
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
  process.channel?.unref()
}

// Whoever reads the output may leave: `impactql assess x.csv | head`.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(EXIT.FINISHED)
  throw error
})

await runCli(process.argv)
