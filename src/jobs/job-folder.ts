import { randomBytes } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isJobId, type JobRecord } from './job.ts'
import type { JobPlan } from './job-plan.ts'

/** What a result may be asked for as. */
export const RESULT_FORMATS = ['csv', 'json', 'parquet'] as const
export type ResultFormat = (typeof RESULT_FORMATS)[number]

/**
 * The folder of one job. Every file in it appears whole, under a name that it keeps: whoever is killed leaves nothing that looks
 * finished and is not, and what is there need not be done again.
 */
export class JobFolder {
  readonly path: string

  constructor(path: string) {
    this.path = path
  }

  /** The folder of a job by its id; throws where it is none: ids come from a queue, too, and become part of a path. */
  static of(jobs: string, id: string): JobFolder {
    if (!isJobId(id)) throw new Error('This is not the id of a job')
    return new JobFolder(join(jobs, id))
  }

  /** What was sent, unpacked. */
  get input(): string {
    return join(this.path, 'input')
  }

  /** The distinct assets, of which a part is a range. */
  get assets(): string {
    return join(this.path, 'assets.parquet')
  }

  /** What the parts of a plan come to: a Parquet file with figures and a JSON file with sums for each. */
  results({ name }: Pick<JobPlan, 'name'>): string {
    return join(this.path, `results-${name}`)
  }

  result(format: ResultFormat): string {
    return join(this.path, `result.${format}`)
  }

  /** Undefined where there is no such job (any more). */
  readRecord(): Promise<JobRecord | undefined> {
    return this.#read('job.json')
  }

  /** Whether the job was removed. */
  isGone(): Promise<boolean> {
    return stat(join(this.path, 'job.json')).then(
      () => false,
      (error: NodeJS.ErrnoException) => error.code === 'ENOENT',
    )
  }

  writeRecord(record: JobRecord): Promise<void> {
    return this.#write('job.json', record)
  }

  /** Undefined while the file is not cut. */
  readPlan(): Promise<JobPlan | undefined> {
    return this.#read('plan.json')
  }

  writePlan(plan: JobPlan): Promise<void> {
    return this.#write('plan.json', plan)
  }

  /** How far a step is that has no parts: 0 to 1. */
  async readShare(): Promise<number> {
    return (await this.#read<{ readonly share: number }>('share.json'))?.share ?? 0
  }

  writeShare(share: number): Promise<void> {
    return this.#write('share.json', { share })
  }

  /** Removes all but the record and the result. */
  async clear(): Promise<void> {
    const kept = new Set(['job.json', ...RESULT_FORMATS.map((format) => `result.${format}`)])
    for (const name of await readdir(this.path))
      if (!kept.has(name)) await rm(join(this.path, name), { recursive: true, force: true })
  }

  /** Removes what a step left that did not end. */
  async remove(...names: readonly string[]): Promise<void> {
    for (const name of names) await rm(join(this.path, name), { recursive: true, force: true })
  }

  /** Bytes of all files. */
  bytes(): Promise<number> {
    return bytesOf(this.path)
  }

  async #read<Content>(name: string): Promise<Content | undefined> {
    try {
      return JSON.parse(await readFile(join(this.path, name), 'utf8')) as Content
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
      throw error
    }
  }

  #write(name: string, content: object): Promise<void> {
    return writeWhole(join(this.path, name), JSON.stringify(content))
  }
}

/** Writes a file that appears when it is whole. */
export async function writeWhole(file: string, text: string): Promise<void> {
  const begun = besides(file)
  await writeFile(begun, text)
  await rename(begun, file)
}

/** A name beside a file for what is not finished; no two writers have the same. */
export function besides(file: string): string {
  return `${file}.${randomBytes(6).toString('hex')}.begun`
}

/** Makes a folder that only its owner sees. */
export async function makeFolder(path: string): Promise<void> {
  await mkdir(path, { recursive: true, mode: 0o700 })
}

async function bytesOf(folder: string): Promise<number> {
  let bytes = 0
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true }).catch(() => [])) {
    if (!entry.isFile()) continue
    // It may have gone meanwhile.
    bytes += (await stat(join(entry.parentPath, entry.name)).catch(() => ({ size: 0 }))).size
  }
  return bytes
}
