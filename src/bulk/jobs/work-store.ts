import { notReadWords } from '../../importers/not-read-words.ts'
import type { JobOptions, JobStep, JobTotals, ResultFile } from './job.ts'
import type { Row } from './job-database.ts'
import { JobFault, needsMemory } from './job-fault.ts'
import type { JobPlan, Piece } from './job-plan.ts'
import { JobStore, type StoreSettings } from './job-store.ts'
import { holderName, LeaseLost, SILENT, sinceStart } from './lease.ts'
import { UploadFault } from './receive-file.ts'

/** An unfinished job, as the working process sees it. */
export interface OpenJob {
  readonly id: string
  readonly payer: string
  readonly options: JobOptions
  readonly release: string
  readonly figures: string
  readonly inputBytes: number
  /** Whether its file is gzip. */
  readonly isPacked: boolean
  readonly plan: JobPlan | undefined
}

/** A step of a job. */
type StepName = readonly [id: string, step: string]

/** A step is given up after this many tries. */
const MOST_TRIES = 5

/**
 * It is given up when its process has ended for lack of memory this often: the last time while others waited for it, or
 * at any time after it was acquitted.
 */
const MOST_STARVED = { alone: 2, acquitted: 3 }

/** How much of a try it counts if the process was killed from outside, or with the whole service. */
const KILLED = 0.1

/**
 * The job records as the working process changes them while it has the lease. Without it, each change throws LeaseLost.
 */
export class WorkStore extends JobStore {
  readonly #holder = holderName()
  readonly #mostMb: number

  constructor(settings: StoreSettings & { readonly mostMb: number }, report: (message: string) => void) {
    super(settings, report)
    this.#mostMb = settings.mostMb
  }

  protected override change<Result>(work: () => Result): Result {
    return super.change(() => {
      if (!this.#isHolder) throw new LeaseLost()
      return work()
    })
  }

  get #isHolder(): boolean {
    return this.database.get`SELECT 1 FROM lease WHERE holder = ${this.#holder}` !== undefined
  }

  /** Takes or renews the lease. Returns whether this process has it now. */
  hold(): boolean {
    return super.change(() => {
      if (this.isLeased(this.#holder)) return false
      // Steps in progress when their process or the whole service was killed are probably not the cause.
      if (!this.#isHolder)
        this.database.run`UPDATE tries SET times = times - ${1 - KILLED}, is_open = 0 WHERE is_open = 1`
      this.database.run`INSERT OR REPLACE INTO lease VALUES (1, ${this.#holder}, ${sinceStart() + SILENT})`
      return true
    })
  }

  /** Drops the lease, and uncounts the steps in progress. */
  leave(): void {
    this.change(() => {
      this.database.run`UPDATE tries SET times = times - 1, is_open = 0 WHERE is_open = 1`
      this.database.run`DELETE FROM lease`
    })
  }

  /** The jobs whose turn it is: the first unfinished one of each caller. */
  heads() {
    return this.database.all<{ id: string; owner: string | null }>`SELECT id, owner FROM jobs WHERE number IN
      (SELECT min(number) FROM jobs WHERE state IN ('queued', 'running') GROUP BY payer) ORDER BY number`
  }

  /** An unfinished job; undefined if there is none. Throws a JobFault if its record is unreadable. */
  open(id: string): OpenJob | undefined {
    const row = this.database.get`SELECT * FROM jobs WHERE id = ${id} AND state IN ('queued', 'running')`
    return row && openJob(row)
  }

  /** Records that a step starts. Throws a JobFault after five failed tries. */
  begin([id, step]: StepName): void {
    this.change(() => {
      const earlier = this.database.get`SELECT * FROM tries WHERE job = ${id} AND step = ${step}`
      const mostStarved = Number(earlier?.acquitted ?? 0) > 0 ? MOST_STARVED.acquitted : MOST_STARVED.alone
      if (Number(earlier?.starved ?? 0) >= mostStarved) throw new JobFault(needsMemory(this.#mostMb))
      if (Number(earlier?.times ?? 0) > MOST_TRIES - KILLED / 2) {
        const reason = earlier?.reason ?? 'the process ended each time'
        throw new JobFault(`The job failed: ${step} failed ${MOST_TRIES} times: ${reason}`)
      }
      // A try still open is this process's own, which failed because the disk was full.
      this.database.run`INSERT INTO tries (job, step, times, is_open) VALUES (${id}, ${step}, 1, 1)
        ON CONFLICT DO UPDATE SET times = times + (is_open = 0), is_open = 1`
    })
  }

  /**
   * Jobs with a step that was in work when the process ended for lack of memory: each is tried again alone. The value
   * says whether such a step is in work.
   */
  suspects(): ReadonlyMap<string, boolean> {
    const rows = this.database.all<{ id: string; isOpen: number }>`SELECT job AS id, max(is_open) AS isOpen
      FROM tries WHERE starved > acquitted GROUP BY job`
    return new Map(rows.map(({ id, isOpen }) => [id, isOpen === 1]))
  }

  /** Lets others work beside a job again, until its process ends once more. */
  acquit(id: string): void {
    this.change(() => this.database.run`UPDATE tries SET acquitted = starved WHERE job = ${id}`)
  }

  /** Records that a job waits for room on the disk. */
  wait(id: string): void {
    this.change(() => this.database.run`UPDATE jobs SET is_waiting = 1 WHERE id = ${id}`)
  }

  /** Notes why a step failed. */
  fault([id, step]: StepName, reason: string): void {
    this.change(() => {
      this.database.run`UPDATE tries SET reason = ${reason}, is_open = 0 WHERE job = ${id} AND step = ${step}`
    })
  }

  /** Uncounts a try that failed through no fault of its own. */
  takeBack([id, step]: StepName): void {
    this.change(() => {
      this.database
        .run`UPDATE tries SET times = times - 1, is_open = 0 WHERE job = ${id} AND step = ${step} AND is_open = 1`
    })
  }

  /** Records the outcome of a step that took so many seconds. If the job was removed, it records nothing and throws. */
  commit([id, step]: StepName, seconds: number, change: () => void): void {
    this.change(() => {
      if (!this.exists(id)) throw new Error('The job was removed')
      this.database.run`DELETE FROM tries WHERE job = ${id} AND step = ${step}`
      this.count(`seconds ${step.split(' ')[0]}`, seconds)
      change()
    })
  }

  /** Sets the step that a job is at. */
  enter(id: string, step: JobStep): void {
    this.change(() => {
      this.database.run`UPDATE jobs SET state = 'running', step = ${step}, share = 0
        WHERE id = ${id} AND step IS NOT ${step}`
      this.database.run`UPDATE jobs SET is_waiting = 0 WHERE id = ${id} AND is_waiting = 1`
    })
  }

  /** Sets the progress of a step without parts: 0 to 1. */
  progress(id: string, share: number): void {
    this.change(() => this.database.run`UPDATE jobs SET share = ${share} WHERE id = ${id} AND share < ${share}`)
  }

  /** Records the bytes of a file that is being unpacked. Throws a JobFault if its caller then has too many. */
  unpacked(id: string, payer: string, bytes: number): void {
    try {
      this.change(() => this.received(id, payer, bytes))
    } catch (error) {
      throw error instanceof UploadFault ? new JobFault(error.message) : error
    }
  }

  /** Stores how a file was read; results of an earlier reading are forgotten. */
  keepPlan(id: string, plan: JobPlan): void {
    this.forgetPlan(id)
    const { notRead, notes = [] } = plan.source
    const warnings = JSON.stringify([...(notRead.length > 0 ? [notReadWords(notRead)] : []), ...notes])
    this.database
      .run`UPDATE jobs SET plan = ${JSON.stringify(plan)}, warnings = ${warnings}, rows = ${plan.counts.rows},
      bytes = input_bytes + iif(is_packed, ${plan.file.bytes}, 0) WHERE id = ${id}`
  }

  /** Returns whether it is new. */
  addPiece(id: string, { kind, number, bytes, outcome }: Omit<Piece, 'outcome'> & Partial<Piece>): boolean {
    const known = this.database.get`SELECT 1 FROM pieces WHERE job = ${id} AND kind = ${kind} AND number = ${number}`
    this.database.run`INSERT OR REPLACE INTO pieces VALUES (${id}, ${kind}, ${number}, ${bytes}, ${outcome ?? null})`
    return known === undefined
  }

  /** Counts processed rows, and the faulty ones and those left out among them. */
  addDone(id: string, rows: number, faulty: number, skipped: number): void {
    this.database.run`UPDATE jobs SET done = done + ${rows}, faulty = faulty + ${faulty}, skipped = skipped + ${skipped}
      WHERE id = ${id}`
    this.count('rows', rows)
  }

  finish(id: string, totals: JobTotals): void {
    this.database.run`UPDATE jobs SET state = 'done', step = NULL, done = rows, faulty = ${totals.rowsFaulty},
      skipped = ${totals.rowsSkipped}, totals = ${JSON.stringify(totals)}, plan = NULL,
      bytes = (SELECT total(bytes) FROM pieces WHERE job = id AND kind = 'rows'),
      finished_at = ${new Date().toISOString()}, finished_minute = (SELECT minutes FROM clock) WHERE id = ${id}`
    this.database.run`DELETE FROM pieces WHERE job = ${id} AND kind = 'figures'`
  }

  settle(): void {
    this.database.settle()
  }

  /** Results requested in other formats. */
  wanted() {
    return this.database.all<{ id: string; payer: string; format: ResultFile }>`SELECT id, payer, format
      FROM conversions JOIN jobs ON jobs.id = conversions.job WHERE conversions.fault IS NULL`
  }

  /** A requested result exists. */
  converted(id: string, format: ResultFile): void {
    this.change(() => this.database.run`DELETE FROM conversions WHERE job = ${id} AND format = ${format}`)
  }

  /** A requested result cannot be made by a step; the requester is told why, once, and may request it again. */
  notConverted([id, step]: StepName, format: ResultFile, fault: string): void {
    this.change(() => {
      this.database.run`DELETE FROM tries WHERE job = ${id} AND step = ${step}`
      this.database.run`UPDATE conversions SET fault = ${fault} WHERE job = ${id} AND format = ${format}`
    })
  }
}

function openJob(row: Row): OpenJob {
  try {
    const options = JSON.parse(String(row.options)) as JobOptions
    if (!Array.isArray(options?.criteria)) throw new Error('it has no criteria')
    return {
      id: String(row.id),
      payer: String(row.payer),
      options,
      release: String(row.release),
      figures: String(row.figures),
      inputBytes: Number(row.input_bytes),
      isPacked: row.is_packed === 1,
      plan: row.plan == null ? undefined : (JSON.parse(String(row.plan)) as JobPlan),
    }
  } catch (error) {
    throw new JobFault(`The record of the job cannot be read: ${(error as Error).message}`)
  }
}
