import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { JobRecord } from '../job.ts'
import type { Tries } from '../steps/try-step.ts'
import { begunIn, bytesIn } from './folder-place.ts'
import { type JobFiles, RECORD } from './job-place.ts'
import type { JobPlan } from './job-plan.ts'

/** What a result may be asked for as. */
export const RESULT_FORMATS = ['csv', 'json', 'parquet'] as const
export type ResultFormat = (typeof RESULT_FORMATS)[number]

const PLAN = 'plan.json'
const SHARE = 'share.json'
const TRIES = 'tries.json'

/** What is kept of one job, and what each of its files is called. */
export class JobFolder {
  readonly files: JobFiles
  /** What was sent, unpacked. */
  readonly input = 'input'

  constructor(files: JobFiles) {
    this.files = files
  }

  /** A folder of this machine: for what is not finished, and where copies of files are. */
  get path(): string {
    return this.files.path
  }

  /** The distinct assets, of which a part is a range. */
  assets({ name }: Pick<JobPlan, 'name'>): string {
    return `assets-${name}.parquet`
  }

  /** What the parts of a plan come to: a Parquet file with figures and a JSON file with sums for each, in a folder. */
  results({ name }: Pick<JobPlan, 'name'>): string {
    return `results-${name}/`
  }

  /** Where the sums of a part are kept. They are there when the part is done, and not before. */
  outcome(plan: Pick<JobPlan, 'name'>, part: string): string {
    return `${this.results(plan)}${part}.json`
  }

  figures(plan: Pick<JobPlan, 'name'>, part: string): string {
    return `${this.results(plan)}${part}.parquet`
  }

  result(format: ResultFormat): string {
    return `result.${format}`
  }

  /** A path of this machine for what is not finished. */
  begun(): string {
    return begunIn(this.path)
  }

  /** Undefined where there is no such job (any more). */
  readRecord(): Promise<JobRecord | undefined> {
    return this.#read(RECORD)
  }

  /** Whether the job was removed. */
  isGone(): Promise<boolean> {
    return this.files.has(RECORD).then(
      (isThere) => !isThere,
      () => false,
    )
  }

  writeRecord(record: JobRecord): Promise<void> {
    return this.#write(RECORD, record)
  }

  /** Undefined while the file is not cut. */
  readPlan(): Promise<JobPlan | undefined> {
    return this.#read(PLAN)
  }

  writePlan(plan: JobPlan): Promise<void> {
    return this.#write(PLAN, plan)
  }

  /** The step that has begun and not ended. */
  readTries(): Promise<Tries | undefined> {
    return this.#read(TRIES)
  }

  writeTries(tries: Tries): Promise<void> {
    return this.#write(TRIES, tries)
  }

  removeTries(): Promise<void> {
    return this.files.remove([TRIES])
  }

  /** How far a step is that has no parts: 0 to 1. */
  async readShare(): Promise<number> {
    return (await this.#read<{ readonly share: number }>(SHARE))?.share ?? 0
  }

  writeShare(share: number): Promise<void> {
    return this.#write(SHARE, { share })
  }

  removeShare(): Promise<void> {
    return this.files.remove([SHARE])
  }

  /** Removes all but the record and the result. */
  clear(): Promise<void> {
    return this.files.clear([RECORD, ...RESULT_FORMATS.map((format) => this.result(format))])
  }

  /** Removes what a step left on this machine that did not end. */
  async tidy(...names: readonly string[]): Promise<void> {
    for (const name of names) await rm(join(this.path, name), { recursive: true, force: true })
  }

  /** Bytes on this machine. */
  bytesHere(): Promise<number> {
    return bytesIn(this.path)
  }

  async #read<Content>(name: string): Promise<Content | undefined> {
    const text = await this.files.read(name)
    return text === undefined ? undefined : (JSON.parse(text) as Content)
  }

  #write(name: string, content: object): Promise<void> {
    return this.files.write(name, JSON.stringify(content))
  }
}
