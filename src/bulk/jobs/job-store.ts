import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import {
  type AskedJobs,
  type Caller,
  hasEnded,
  isJobId,
  type JobStatus,
  payerOf,
  type ReceivedJob,
  type ResultFile,
} from './job.ts'
import { JobDatabase, type Row } from './job-database.ts'
import { isFull } from './job-fault.ts'
import { FILES, type Piece } from './job-plan.ts'
import { type JobRecord, recordIn, recordOf } from './job-record.ts'
import { statusOf } from './job-status.ts'
import { patienceWith, SILENT, sinceStart } from './lease.ts'
import { UploadFault } from './receive-file.ts'
import { bytesOf, hasRoom } from './whole-files.ts'

/** A folder of jobs, and its limits for each key; without keys, for each address. */
export interface StoreSettings {
  readonly folder: string
  /** Unfinished jobs. */
  readonly maxPerKey: number
  /** Bytes of all files and results. */
  readonly maxBytesPerKey: number
  /** How long results are kept, in hours of running time. */
  readonly hoursKept: number
}

/** The job that a request of a name made: the hash of its content, and the bytes of its file. */
export interface SentRequest {
  readonly id: string
  readonly content: string
  readonly bytes: number
}

const WAITING = 'The disk of the jobs is full. The job continues when there is room'

/** Minimum that a job counts, which bounds the number of small jobs. */
const LEAST_BYTES = 2 ** 20

/** Seconds after which a silent upload is abandoned. */
const UPLOAD_SILENT = 60

/** Seconds between ticks of the minute clock; timers may fire a little early. */
const MINUTE = 55

/**
 * The job records of a service, in a database shared by all its processes. Changes are atomic. `WorkStore` adds what
 * the working process may change.
 */
export class JobStore {
  protected readonly database: JobDatabase
  readonly #settings: StoreSettings

  constructor(settings: StoreSettings, report: (message: string) => void) {
    this.#settings = settings
    this.database = new JobDatabase(settings.folder, report, () => this.adopt())
  }

  get isThere(): boolean {
    return this.database.isThere
  }

  folderOf(id: string): string {
    return join(this.database.folder, id)
  }

  /**
   * Takes over the jobs in folders that the database does not know, as after a damage: results stay, and unfinished
   * jobs begin again. Returns the folders without a job.
   */
  adopt(): readonly string[] {
    const known = this.known()
    const unknown = readdirSync(this.database.folder).filter((name) => isJobId(name) && !known.has(name))
    const found = unknown.flatMap((id) => recordIn(this.folderOf(id), id) ?? [])
    found.sort((a, b) => (a.row.created_at < b.row.created_at ? -1 : 1))
    if (found.length > 0)
      // One transaction, since each waits for the disk.
      this.database.transaction(() => {
        for (const record of found) this.#keep(record)
      })
    const ids = new Set(found.map(({ row }) => row.id))
    return unknown.filter((id) => !ids.has(id))
  }

  #keep({ row, rows }: JobRecord): void {
    const { id, finished_at } = row
    this.database.run`INSERT OR IGNORE INTO jobs
      (id, owner, payer, state, options, release, figures, request_name, request_content, input_bytes, is_packed, bytes, created_at,
        finished_at, finished_minute, fault, warnings, rows, done, faulty, skipped, totals, is_found)
      VALUES (${id}, ${row.owner}, ${row.payer}, ${row.state}, ${row.options}, ${row.release}, ${row.figures},
        ${row.request_name}, ${row.request_content}, ${row.input_bytes}, ${row.is_packed}, ${row.bytes}, ${row.created_at}, ${finished_at},
        (SELECT iif(${finished_at} IS NULL, NULL, minutes) FROM clock), ${row.fault}, ${row.warnings}, ${row.rows},
        ${row.done}, ${row.faulty}, ${row.skipped}, ${row.totals}, 1)`
    for (const { number, bytes } of rows)
      this.database.run`INSERT OR IGNORE INTO pieces VALUES (${id}, 'rows', ${number}, ${bytes}, NULL)`
  }

  /** What to record of a job in its folder. Throws if it was removed. */
  recordOf(id: string): JobRecord {
    const row = this.database.get`SELECT * FROM jobs WHERE id = ${id}`
    if (row === undefined) throw new Error('The job was removed')
    return recordOf(row, this.pieces(id, 'rows'))
  }

  /** Finished jobs. */
  ended(): readonly string[] {
    return this.database.ids`SELECT id FROM jobs WHERE state IN ('done', 'failed')`
  }

  /** Throws the reason if the records cannot be used. */
  check(): void {
    this.database.get`SELECT minutes FROM clock`
  }

  /** Makes several changes in one transaction. */
  protected change<Result>(work: () => Result): Result {
    return this.database.transaction(work)
  }

  /** Closes the database, which the next use opens again. */
  close(): void {
    this.database.close()
  }

  /** Reserves room for a caller's file. Throws an UploadFault for too many jobs or bytes. */
  admit(caller: Caller, id: string): void {
    const { maxPerKey } = this.#settings
    const payer = payerOf(caller)
    this.change(() => {
      const open = this.database.get`SELECT count(*) AS n FROM jobs
        WHERE payer = ${payer} AND state IN ('receiving', 'queued', 'running')`
      if (Number(open?.n) >= maxPerKey)
        throw new UploadFault(
          429,
          `Each API key or client address can have at most ${maxPerKey} jobs at a time. Wait for one to end, or remove one`,
        )
      this.#checkBytes(payer, 1)
      this.database.run`INSERT INTO jobs (id, owner, payer, state, beat, created_at)
        VALUES (${id}, ${caller.owner}, ${payer}, 'receiving', ${sinceStart()}, ${new Date().toISOString()})`
    })
  }

  /** Uploads that have stopped, because the machine restarted or a service ended. */
  #silent(): readonly string[] {
    const now = sinceStart()
    return this.database.ids`SELECT id FROM jobs
      WHERE state = 'receiving' AND (beat < ${now - UPLOAD_SILENT} OR beat > ${now})`
  }

  /**
   * Records how much of an upload has arrived, and that it continues. Throws an UploadFault if its caller has too many
   * bytes.
   */
  received(id: string, payer: string, bytes: number): void {
    this.database.run`UPDATE jobs SET bytes = ${bytes}, beat = ${sinceStart()} WHERE id = ${id}`
    this.#checkBytes(payer)
  }

  /**
   * Turns a completed upload into a job and returns its id, or that of the job that the same request made meanwhile.
   */
  add(id: string, payer: string, { options, release, figures, inputBytes, isPacked, request }: ReceivedJob): string {
    const added = this.change(() => {
      const earlier = request && this.sentAs(payer, request.name)
      if (earlier !== undefined && earlier.content !== request?.content) throw anotherRequest()
      if (earlier !== undefined) return earlier.id
      this.received(id, payer, inputBytes)
      // Jobs are numbered in the order in which their files are complete.
      const isAdded = this.database.run`UPDATE jobs SET number = (SELECT max(number) + 1 FROM jobs), state = 'queued',
        options = ${JSON.stringify(options)}, release = ${release}, figures = ${figures}, request_name = ${request?.name ?? null},
        request_content = ${request?.content ?? null}, input_bytes = ${inputBytes}, is_packed = ${isPacked ? 1 : 0}, created_at = ${new Date().toISOString()}
        WHERE id = ${id}`
      if (isAdded === 0) throw uploadGone()
      return id
    })
    this.database.settle()
    return added
  }

  /** The caller's job from a request of that name. */
  sentAs(payer: string, name: string): SentRequest | undefined {
    return this.database.get<SentRequest>`SELECT id, request_content AS content, input_bytes AS bytes FROM jobs
      WHERE payer = ${payer} AND request_name = ${name}`
  }

  /** Undefined if there is no such job, or it belongs to another key. */
  find(owner: string | null, id: string): JobStatus | undefined {
    if (!isJobId(id)) return undefined
    const row = this.database.get`SELECT * FROM jobs WHERE id = ${id} AND owner IS ${owner} AND state <> 'receiving'`
    return row && this.#statusOf(row)
  }

  /**
   * Some jobs of a key, latest first, each with its number. Also how many there are in all, and how many precede them.
   * None follow an unknown job.
   */
  page(owner: string, { most, after, before: number = Number.MAX_SAFE_INTEGER }: AskedJobs) {
    const before =
      after === undefined
        ? number
        : Number(this.database.get`SELECT number FROM jobs WHERE id = ${after} AND owner = ${owner}`?.number ?? 0)
    const rows = this.database.all`SELECT * FROM jobs WHERE owner = ${owner} AND state <> 'receiving'
      AND number < ${before} ORDER BY number DESC LIMIT ${most}`
    const counted = this.database.get`SELECT count(*) AS total, count(*) FILTER (WHERE number >= ${before}) AS start
      FROM jobs WHERE owner = ${owner} AND state <> 'receiving'`
    const entries = rows.map((row) => ({ item: this.#statusOf(row), position: Number(row.number) }))
    return { entries, total: Number(counted?.total ?? 0), start: Number(counted?.start ?? 0) }
  }

  /**
   * Removes a job, and moves its folder to `gone`; its worker notices. The caller removes its files. If the database
   * cannot be written, the job stays whole.
   */
  remove(id: string, gone: string): void {
    const remove = () => {
      this.change(() => {
        this.database.run`DELETE FROM jobs WHERE id = ${id}`
        // Another process would take over a folder without a record. Until the commit, none sees that it is deleted.
        moveFolder(this.folderOf(id), gone)
      })
      this.database.settle()
    }
    try {
      remove()
    } catch (error) {
      if (!isFull(error)) throw error
      // Deleting a record also needs disk space.
      moveFolder(this.folderOf(id), gone)
      rmSync(gone, { recursive: true, force: true })
      remove()
    }
  }

  exists(id: string): boolean {
    return this.database.get`SELECT 1 FROM jobs WHERE id = ${id}` !== undefined
  }

  /** Jobs by state, the age in seconds of the oldest unfinished one, and the lifetime counters. */
  readings() {
    const states: Record<string, number> = { queued: 0, running: 0, done: 0, failed: 0 }
    const counters: Record<string, number> = {}
    for (const { state, n } of this.database.all`SELECT state, count(*) AS n FROM jobs GROUP BY state`)
      if (String(state) in states) states[String(state)] = Number(n)
    for (const { name, value } of this.database.all`SELECT * FROM counters`) counters[String(name)] = Number(value)
    const first = this.database.get`SELECT min(created_at) AS at FROM jobs WHERE state IN ('queued', 'running')`?.at
    return { states, oldest: first ? Math.max(0, (Date.now() - Date.parse(String(first))) / 1000) : 0, counters }
  }

  /** A full disk may prevent the record that a job waits for room. */
  #statusOf(row: Row): JobStatus {
    const { folder, hoursKept } = this.#settings
    const minutes = Number(this.database.get`SELECT minutes FROM clock`?.minutes)
    const status = statusOf(row, minutes, hoursKept)
    const isWaiting = !hasEnded(status) && (row.is_waiting === 1 || !hasRoom(folder))
    return isWaiting ? { ...status, waiting: WAITING } : status
  }

  /** Counts a minute of running time; every service on the folder calls it each minute. */
  tick(): void {
    const now = sinceStart()
    this.database
      .run`UPDATE clock SET minutes = minutes + 1, beat = ${now} WHERE ${now} - beat >= ${MINUTE} OR beat > ${now}`
  }

  /** Jobs whose results have been kept long enough, and abandoned uploads. */
  expired(): readonly string[] {
    const old = this.database.ids`SELECT id FROM jobs WHERE state IN ('done', 'failed')
      AND finished_minute + ${this.#settings.hoursKept * 60} <= (SELECT minutes FROM clock)`
    return [...old, ...this.#silent()]
  }

  known(): ReadonlySet<string> {
    return new Set(this.database.ids`SELECT id FROM jobs`)
  }

  /** Finished jobs with more files than their result: those that ended a minute ago, or all. */
  uncleared(isEach = false): readonly string[] {
    return this.database.ids`SELECT id FROM jobs WHERE state IN ('done', 'failed') AND is_cleared = 0
      AND (${isEach ? 1 : 0} OR finished_minute < (SELECT minutes FROM clock))`
  }

  cleared(id: string): void {
    this.database.run`UPDATE jobs SET is_cleared = 1 WHERE id = ${id}`
  }

  /** Finished files of a job, in order. */
  pieces(id: string, kind: Piece['kind']): readonly Piece[] {
    return this.database.all<Piece>`SELECT kind, number, bytes, outcome FROM pieces
      WHERE job = ${id} AND kind = ${kind} ORDER BY number`
  }

  /** Whether a file of a job is still complete. */
  isWhole(id: string, name: string, bytes: number): boolean {
    return bytesOf(join(this.folderOf(id), name)) === bytes
  }

  /** Those of them that are still complete. */
  wholePieces(id: string, kind: Piece['kind']): readonly Piece[] {
    return this.pieces(id, kind).filter((piece) => this.isWhole(id, FILES.piece(piece), piece.bytes))
  }

  /** Whether the rows of a result are still complete. */
  hasResult(id: string): boolean {
    return this.wholePieces(id, 'rows').length === this.pieces(id, 'rows').length
  }

  /** Restarts a job whose result was lost, if its file exists. Returns whether it does. */
  redo(id: string): boolean {
    const row = this.database.get`SELECT figures, input_bytes FROM jobs WHERE id = ${id} AND state = 'done'`
    if (row === undefined || !this.isWhole(id, FILES.input, Number(row.input_bytes))) return false
    this.renew(id, String(row.figures))
    return true
  }

  /** Restarts a job, with other figures or after its result was lost. */
  renew(id: string, figures: string): void {
    this.change(() => {
      this.forgetPlan(id)
      this.database
        .run`UPDATE jobs SET figures = ${figures}, state = 'queued', step = NULL, totals = NULL, finished_at = NULL
        WHERE id = ${id}`
    })
  }

  protected forgetPlan(id: string): void {
    this.database.run`DELETE FROM pieces WHERE job = ${id}`
    this.database.run`UPDATE jobs SET plan = NULL, done = 0, faulty = 0, skipped = 0 WHERE id = ${id}`
  }

  fail(id: string, fault: string): void {
    this.change(() => {
      const isFailed = this.database.run`UPDATE jobs SET state = 'failed', step = NULL, bytes = 0,
        fault = ${fault}, plan = NULL, finished_at = ${new Date().toISOString()}, finished_minute = (SELECT minutes FROM clock)
        WHERE id = ${id} AND state <> 'failed'`
      this.count('failures', isFailed)
      this.database.run`DELETE FROM pieces WHERE job = ${id}`
      this.database.run`DELETE FROM tries WHERE job = ${id}`
      this.database.run`DELETE FROM conversions WHERE job = ${id}`
    })
    this.database.settle()
  }

  protected count(name: string, value: number): void {
    if (value > 0)
      this.database.run`INSERT INTO counters VALUES (${name}, ${value})
        ON CONFLICT DO UPDATE SET value = value + excluded.value`
  }

  /** Requests a result in another format, unless it exists by now. Returns once why it cannot be made, if known. */
  want(id: string, format: ResultFile, isThere: () => boolean): string | undefined {
    return this.change(() => {
      if (isThere() || !this.exists(id)) return undefined
      const known = this.database.get`SELECT fault FROM conversions WHERE job = ${id} AND format = ${format}`
      if (known === undefined) this.database.run`INSERT INTO conversions VALUES (${id}, ${format}, NULL)`
      if (known?.fault == null) return undefined
      this.database.run`DELETE FROM conversions WHERE job = ${id} AND format = ${format}`
      return String(known.fault)
    })
  }

  /** Whether there is work: an unfinished job, or a requested result. */
  hasWork(): boolean {
    const found = this.database.get`SELECT EXISTS (SELECT 1 FROM jobs WHERE state IN ('queued', 'running'))
      OR EXISTS (SELECT 1 FROM conversions WHERE fault IS NULL) AS found`
    return found?.found === 1
  }

  /** Whether a process other than `except` has the lease: it has not ended, and renewed it recently. */
  isLeased(except = ''): boolean {
    const lease = this.database.get`SELECT * FROM lease WHERE holder <> ${except}`
    if (lease === undefined) return false
    const silent = sinceStart() - (Number(lease.until) - SILENT)
    return silent >= 0 && silent < patienceWith(String(lease.holder))
  }

  /** Blames the steps in progress for the crash of the process with the lease, perhaps for lack of memory. */
  blame(isStarved: boolean): void {
    this.database.run`UPDATE tries SET is_open = 0, starved = starved + ${isStarved ? 1 : 0} WHERE is_open = 1`
  }

  /**
   * Throws an UploadFault if the files and results of a caller, with so many more bytes, exceed its limit. Each job
   * counts at least 1 MB.
   */
  #checkBytes(payer: string, more = 0): void {
    const { maxBytesPerKey } = this.#settings
    const sum = this.database.get`SELECT total(iif(state = 'receiving', bytes, max(bytes, ${LEAST_BYTES})))
      + total((SELECT total(bytes) FROM pieces WHERE job = id AND kind NOT IN ('figures', 'rows'))) AS n
      FROM jobs WHERE payer = ${payer}`
    if (Number(sum?.n) + more > maxBytesPerKey)
      throw new UploadFault(
        429,
        `Your jobs and results would take more than ${maxBytesPerKey} bytes. Remove finished jobs`,
      )
  }
}

/** Renames a folder, unless it is gone. */
function moveFolder(folder: string, to: string): void {
  if (existsSync(folder)) renameSync(folder, to)
}

/** The fault of a request name used for different content. */
export function anotherRequest(): UploadFault {
  return new UploadFault(422, 'Idempotency-Key: a job with another file or query already has this key')
}

/** The fault of an upload whose record or folder is gone. */
export function uploadGone(): UploadFault {
  return new UploadFault(503, 'The upload was silent for too long, or the folder of the jobs was replaced. Try again')
}
