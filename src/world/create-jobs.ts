import { accessSync, constants, lstatSync, mkdirSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { type Config, ConfigError, referenceDefaults } from '../config/config.ts'
import { Jobs } from '../jobs/jobs.ts'
import type { PlaceSettings } from '../jobs/places/open-place.ts'
import type { RunnerSettings } from '../jobs/runners/job-runner.ts'
import { isObjectAddress } from '../store/object-address.ts'

/** MB that a database of a job may have in memory. */
const DATABASE_MB = 400

/** The jobs of a service. What is wrong with them goes to `report`. */
export function createJobs(config: Config, report: (stack: string) => void): Jobs {
  return new Jobs(
    {
      ...runnerSettings(config),
      maxBytes: config.maxJobBytes,
      maxUnpackedBytes: config.maxJobUnpackedBytes,
      maxPerKey: config.jobsPerKey,
      maxBytesPerKey: config.jobBytesPerKey,
      keepMs: config.jobHoursKept * 3_600_000,
    },
    report,
  )
}

/** What works on jobs, here or in a worker of its own. Throws a ConfigError where the folder cannot be used. */
export function runnerSettings(config: Config): RunnerSettings {
  return {
    ...placeOf(config),
    threads: config.jobWorkers ?? availableParallelism(),
    bounds: {
      threads: availableParallelism(),
      memory: DATABASE_MB,
      maxRows: config.maxJobRows,
      maxDiskBytes: config.maxJobDiskBytes,
      stepMs: config.maxJobStepMs,
    },
    url: config.jobsUrl,
    tables: config.dataFolders,
    defaults: referenceDefaults(config),
  }
}

/** Where jobs are: those in an object store are worked on in a temporary folder. */
function placeOf({ jobsFolder, jobsUrl }: Config): PlaceSettings {
  if (!isObjectAddress(jobsFolder))
    return { folder: jobsFolder === '' ? temporaryFolder() : ownFolder(resolve(jobsFolder)) }
  if (jobsUrl === '') throw new ConfigError(['JOBS_FOLDER: expected a folder, since an object store needs JOBS_URL'])
  return { folder: temporaryFolder(), store: jobsFolder }
}

/** A folder that was asked for, made where there is none. */
function ownFolder(path: string): string {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 })
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK)
    return path
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new ConfigError([`JOBS_FOLDER: expected a folder that can be written to, got "${path}" (${code})`])
  }
}

/** A folder of our own among those of others: where it is not ours, somebody lies in wait for what we put there. */
function temporaryFolder(): string {
  const path = join(tmpdir(), `impactql-jobs-${process.getuid?.() ?? 'own'}`)
  const found = lstatSync(path, { throwIfNoEntry: false })
  const isOwn = found?.isDirectory() === true && (process.getuid === undefined || found.uid === process.getuid())
  if (found === undefined || isOwn) return path
  throw new ConfigError([`JOBS_FOLDER: expected a folder, since ${path} is not of this user`])
}
