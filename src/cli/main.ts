import cluster from 'node:cluster'
import { EXIT, runCli } from './run-cli.ts'

// Started by a process with an older Node.js, it ends together with that. Workers of a service follow their primary.
if (cluster.isPrimary) {
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
  process.channel?.unref()
}

// The reader of the output may end early: `impactql assess x.csv | head`.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(EXIT.FINISHED)
  throw error
})

await runCli(process.argv)
