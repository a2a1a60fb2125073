import cluster from 'node:cluster'
import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { type Config, ConfigError, helpText, readConfig } from './config.ts'

/** Starts the service as the environment says; see `--help`. */
const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string }

if (process.argv.includes('--help') || process.argv.includes('-h')) process.stdout.write(helpText(version))
else if (process.argv.includes('--version')) process.stdout.write(`${version}\n`)
else await start()

async function start(): Promise<void> {
  const config = configOrExit()
  const workers = config.workers ?? availableParallelism()
  if (workers > 1 && cluster.isPrimary) {
    const { runCluster } = await import('./http/run-cluster.ts')
    runCluster({ config, workers, version })
  } else {
    const { runProcess } = await import('./http/run-process.ts')
    await runProcess({ config, version })
  }
}

function configOrExit(): Config {
  try {
    return readConfig(process.env)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exit(1)
  }
}
