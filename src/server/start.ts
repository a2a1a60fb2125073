import cluster from 'node:cluster'
import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { type Config, ConfigError, helpText, readConfig } from './settings/config.ts'
import { readSources } from './sources.ts'

const FLAGS: readonly string[] = ['--help', '-h', '--version']

/**
 * Starts the service with the settings of the environment, or prints `--help` or `--version`. Invalid settings exit
 * with code 1, other arguments with 2.
 */
export async function start(args: readonly string[], env: NodeJS.ProcessEnv): Promise<void> {
  const unknown = args.find((arg) => !FLAGS.includes(arg))
  if (unknown !== undefined) {
    process.stderr.write(`Unknown argument "${unknown}". See npm start -- --help\n`)
    process.exit(2)
  }
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
    version: string
  }
  if (args.includes('--help') || args.includes('-h')) return print(helpText(version))
  if (args.includes('--version')) return print(`${version}\n`)
  // The service continues if the reader of its log ends.
  process.stdout.on('error', () => {})
  process.stderr.on('error', () => {})
  const config = configOrExit(env)
  const workers = config.workers ?? availableParallelism()
  if (workers > 1 && cluster.isPrimary) {
    const { runCluster } = await import('./run-cluster.ts')
    runCluster({ config, workers, version })
  } else {
    const { runProcess } = await import('./run-process.ts')
    await runProcess({ config, version })
  }
}

function print(text: string): void {
  process.stdout.write(text)
}

function configOrExit(env: NodeJS.ProcessEnv): Config {
  try {
    const config = readConfig(env)
    // A worker has the sources of the primary. Without them, there is no need to load the rest.
    const { faults } = cluster.isPrimary ? readSources(config) : { faults: [] }
    if (faults.length > 0) throw new ConfigError(faults)
    return config
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exit(1)
  }
}
