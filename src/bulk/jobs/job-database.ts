import { closeSync, existsSync, openSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { DatabaseSync as Database, SQLInputValue, StatementSync } from 'node:sqlite'
import { makeFolder } from '../place-output.ts'
import { isFull } from './job-fault.ts'

const { emitWarning } = process

/**
 * Loads Node.js's SQLite. Node.js 22 warns on standard error that it is experimental; only that warning is suppressed.
 *
 * https://nodejs.org/docs/latest-v22.x/api/sqlite.html
 */
function loadSqlite(): typeof import('node:sqlite') {
  process.emitWarning = ((warning: string | Error, ...rest: []) => {
    if (!String(warning).startsWith('SQLite is an experimental feature')) emitWarning.call(process, warning, ...rest)
  }) as typeof emitWarning
  try {
    return process.getBuiltinModule('node:sqlite')
  } finally {
    process.emitWarning = emitWarning
  }
}

const { DatabaseSync } = loadSqlite()

export type Row = Readonly<Record<string, string | number | null>>

const VERSION = 4

/**
 * Job records. Times of `beat` and `until` are seconds since the machine started, so that a wrong clock does not affect
 * them.
 */
const SCHEMA = `
CREATE TABLE jobs (
  number INTEGER PRIMARY KEY, -- the order of arrival
  id TEXT NOT NULL UNIQUE,
  owner TEXT, -- SHA-256 of its key; null where the service is open to all
  payer TEXT NOT NULL, -- whom limits and turns count for
  state TEXT NOT NULL, -- receiving, queued, running, done, failed
  step TEXT,
  options TEXT, -- JSON
  release TEXT,
  figures TEXT, -- names the figures and the software that it is evaluated by
  request_name TEXT, -- hashes of what may be sent again
  request_content TEXT,
  input_bytes INTEGER,
  is_packed INTEGER NOT NULL DEFAULT 0, -- whether its file is gzip
  bytes INTEGER NOT NULL DEFAULT 0, -- on disk, results in further formats apart
  beat INTEGER, -- of what is being received
  created_at TEXT NOT NULL,
  finished_at TEXT,
  finished_minute INTEGER, -- of the clock below
  is_cleared INTEGER NOT NULL DEFAULT 0, -- whether nothing but its result is kept
  is_found INTEGER NOT NULL DEFAULT 0, -- whether an earlier database was lost, and its folder was found
  is_waiting INTEGER NOT NULL DEFAULT 0, -- whether it waits for room on the disk
  fault TEXT,
  plan TEXT, -- JSON: how its file was read
  warnings TEXT, -- JSON: texts on its file
  rows INTEGER,
  done INTEGER NOT NULL DEFAULT 0,
  faulty INTEGER NOT NULL DEFAULT 0,
  skipped INTEGER NOT NULL DEFAULT 0,
  share REAL NOT NULL DEFAULT 0, -- of the step that is done
  totals TEXT -- JSON
);
CREATE INDEX jobs_by_payer ON jobs (payer, state);
CREATE INDEX jobs_by_state ON jobs (state, payer, number);
CREATE INDEX jobs_by_owner ON jobs (owner, number);
-- Finished files of a job: figures and rows, numbered; and results by their format.
CREATE TABLE pieces (
  job TEXT NOT NULL REFERENCES jobs (id) ON DELETE CASCADE,
  kind TEXT NOT NULL,
  number INTEGER NOT NULL,
  bytes INTEGER NOT NULL,
  outcome TEXT, -- the sums of a part
  PRIMARY KEY (job, kind, number)
);
-- Steps that have begun and not ended.
CREATE TABLE tries (
  job TEXT NOT NULL REFERENCES jobs (id) ON DELETE CASCADE,
  step TEXT NOT NULL,
  times REAL NOT NULL,
  is_open INTEGER NOT NULL, -- in work, or its process has ended and nobody knows why
  reason TEXT,
  starved INTEGER NOT NULL DEFAULT 0, -- how often its process ended for lack of memory
  acquitted INTEGER NOT NULL DEFAULT 0, -- as many of these times have no consequence for other jobs any more
  PRIMARY KEY (job, step)
);
-- Results that are asked for in a further format.
CREATE TABLE conversions (
  job TEXT NOT NULL REFERENCES jobs (id) ON DELETE CASCADE,
  format TEXT NOT NULL,
  fault TEXT, -- null while it is wanted
  PRIMARY KEY (job, format)
);
CREATE TABLE lease (one INTEGER PRIMARY KEY CHECK (one = 1), holder TEXT NOT NULL, until INTEGER NOT NULL);
-- Minutes that services on this folder have run.
CREATE TABLE clock (one INTEGER PRIMARY KEY CHECK (one = 1), minutes INTEGER NOT NULL, beat INTEGER NOT NULL);
INSERT INTO clock VALUES (1, 0, 0);
CREATE TABLE counters (name TEXT PRIMARY KEY, value REAL NOT NULL);
`

const TABLES = Array.from(SCHEMA.matchAll(/^CREATE TABLE (\w+)/gm), ([, name]) => String(name))

/** Columns added since format 1: table, column, definition. */
const ADDED = [
  ['jobs', 'warnings', 'TEXT'],
  ['jobs', 'is_packed', 'INTEGER NOT NULL DEFAULT 0'],
  ['jobs', 'is_found', 'INTEGER NOT NULL DEFAULT 0'],
  ['jobs', 'is_waiting', 'INTEGER NOT NULL DEFAULT 0'],
  ['tries', 'starved', 'INTEGER NOT NULL DEFAULT 0'],
  ['tries', 'acquitted', 'INTEGER NOT NULL DEFAULT 0'],
] as const

const BUSY_MS = 5000
/** A damaged database, or another file in its place: codes of SQLite (corrupt, not a database) and of the system. */
const DAMAGED: ReadonlySet<number | string | undefined> = new Set([11, 26, 'EISDIR'])

type SqliteError = NodeJS.ErrnoException & { readonly errcode?: number }

/** Whether an error means that the database is damaged. Higher bits of SQLite's codes are details. */
function isDamage(error: unknown): boolean {
  const { errcode, code } = error as SqliteError
  return DAMAGED.has(errcode === undefined ? code : errcode & 255)
}

function damaged(reason: string): Error {
  return Object.assign(new Error(reason), { errcode: 11 })
}

/** The records of the jobs cannot be used. The message says why. */
export class JobsUnavailable extends Error {
  override readonly name = 'JobsUnavailable'
}

/**
 * The SQLite database in a folder of jobs. The first transaction creates it; until then, and where its file is gone, it
 * has no rows.
 */
export class JobDatabase {
  readonly folder: string
  readonly #file: string
  readonly #report: (message: string) => void
  readonly #onNew: () => void
  #opened: { readonly database: Database; readonly inode: number } | undefined
  readonly #statements = new Map<TemplateStringsArray, StatementSync>()

  /**
   * `report` is told of an unreadable database, which is set aside and replaced. `onNew` is called in the transaction
   * that creates a database.
   */
  constructor(folder: string, report: (message: string) => void, onNew: () => void) {
    this.folder = folder
    this.#file = join(folder, 'jobs.sqlite')
    this.#report = report
    this.#onNew = onNew
  }

  /** Whether the file exists: a service without jobs creates none. */
  get isThere(): boolean {
    return statSync(this.#file, { throwIfNoEntry: false }) !== undefined
  }

  /** The rows of a query, of the type that its columns have; values in the template are bound. */
  all<Found = Row>(sql: TemplateStringsArray, ...values: readonly SQLInputValue[]): readonly Found[] {
    return this.isThere ? (this.#checked(() => this.#prepared(sql).all(...values)) as Found[]) : []
  }

  get<Found = Row>(sql: TemplateStringsArray, ...values: readonly SQLInputValue[]): Found | undefined {
    return this.isThere ? (this.#checked(() => this.#prepared(sql).get(...values)) as Found | undefined) : undefined
  }

  /** The ids of the jobs of a query. */
  ids(sql: TemplateStringsArray, ...values: readonly SQLInputValue[]): readonly string[] {
    return this.all<{ readonly id: string }>(sql, ...values).map(({ id }) => id)
  }

  /** Returns the number of changed rows. */
  run(sql: TemplateStringsArray, ...values: readonly SQLInputValue[]): number {
    return this.isThere ? Number(this.#checked(() => this.#prepared(sql).run(...values)).changes) : 0
  }

  /** Does all of the work or nothing; no other process changes anything meanwhile. */
  transaction<Result>(work: () => Result): Result {
    return this.#checked(() => {
      const database = this.#database()
      if (database.isTransaction) return work()
      database.exec('BEGIN IMMEDIATE')
      try {
        const result = work()
        database.exec('COMMIT')
        return result
      } catch (error) {
        if (database.isOpen && database.isTransaction) database.exec('ROLLBACK')
        throw error
      }
    })
  }

  /** Moves committed changes into the main database file, as far as no reader needs the earlier state. */
  settle(): void {
    if (this.isThere) this.#checked(() => this.#database().exec('PRAGMA wal_checkpoint(TRUNCATE)'))
  }

  close(): void {
    this.#statements.clear()
    this.#opened?.database.close()
    this.#opened = undefined
  }

  /**
   * Runs work on the database. Throws JobsUnavailable for errors of SQLite, except a full disk. After a damage, the
   * next use opens the database again, and sets it aside.
   */
  #checked<Result>(work: () => Result): Result {
    try {
      return work()
    } catch (error) {
      if (isDamage(error)) this.close()
      throw (error as SqliteError).errcode === undefined ? error : unavailable(error as Error)
    }
  }

  #prepared(sql: TemplateStringsArray): StatementSync {
    const database = this.#database()
    const known = this.#statements.get(sql) ?? database.prepare(sql.join('?'))
    this.#statements.set(sql, known)
    return known
  }

  #database(): Database {
    const inode = statSync(this.#file, { throwIfNoEntry: false })?.ino
    if (this.#opened !== undefined && this.#opened.inode === inode) return this.#opened.database
    this.close()
    makeFolder(this.folder, 0o700)
    try {
      return this.#open()
    } catch (error) {
      if (!isDamage(error)) throw unavailable(error as Error)
      this.#setAside(inode, error as Error)
      return this.#open()
    }
  }

  #open(): Database {
    // Other users with access to the folder must not read this.
    closeSync(openSync(this.#file, 'a', 0o600))
    const database = new DatabaseSync(this.#file, { timeout: BUSY_MS })
    this.#opened = { database, inode: statSync(this.#file).ino }
    try {
      database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON')
      const [check] = Object.values(database.prepare('PRAGMA quick_check(1)').get() ?? {})
      if (check !== 'ok') throw damaged(String(check))
      database.exec('BEGIN IMMEDIATE')
      const version = Number(database.prepare('PRAGMA user_version').get()?.user_version)
      if (version > VERSION)
        throw new JobsUnavailable(
          `A later version of impactql wrote jobs.sqlite (format ${version}, and this version reads ${VERSION})`,
        )
      // SQLite and other programs may add tables of their own.
      const found = new Set(
        database
          .prepare('SELECT name FROM sqlite_schema')
          .all()
          .map(({ name }) => name),
      )
      const tables = TABLES.filter((name) => found.has(name)).length
      if (tables !== (version === 0 ? 0 : TABLES.length)) throw damaged(`it has ${tables} of ${TABLES.length} tables`)
      if (version === 0) {
        database.exec(SCHEMA)
        // No other process sees the database without what this adds.
        this.#onNew()
      } else if (version < VERSION) convert(database)
      // The format changes together with its number.
      if (version !== VERSION) database.exec(`PRAGMA user_version = ${VERSION}`)
      database.exec('COMMIT')
      return database
    } catch (error) {
      this.close()
      throw error
    }
  }

  /** Renames the damaged database with this inode, unless another process has replaced it. */
  #setAside(inode: number | undefined, { message }: Error): void {
    const name = `${this.#file}-damaged-${Date.now()}`
    // The lock of an empty database, which the system releases if this process is killed. Without it, another process
    // could rename the new database.
    const lock = new DatabaseSync(`${this.#file}-lock`, { timeout: BUSY_MS })
    try {
      lock.exec('BEGIN EXCLUSIVE')
      if (statSync(this.#file, { throwIfNoEntry: false })?.ino !== inode) return
      // The log of a damaged database must not be that of the next one.
      for (const suffix of ['-wal', '-shm', ''])
        if (existsSync(`${this.#file}${suffix}`)) renameSync(`${this.#file}${suffix}`, `${name}${suffix}`)
    } finally {
      lock.close()
    }
    this.#report(
      `The database of the jobs was damaged (${message}). It was moved to ${name}, and the service made a new one from the folders of the jobs`,
    )
  }
}

/** The fault of a database that cannot be used. A full disk stays a fault of its own. */
function unavailable(error: Error): Error {
  if (error instanceof JobsUnavailable || isFull(error)) return error
  return new JobsUnavailable(`The database of the jobs cannot be used: ${error.message}`, { cause: error })
}

/** Adds the columns that an earlier format lacks, and forgets how files were read: such plans differ in other ways. */
function convert(database: Database): void {
  for (const [table, column, definition] of ADDED) {
    const has = database.prepare('SELECT 1 FROM pragma_table_info(?) WHERE name = ?').get(table, column)
    if (has === undefined) database.exec(`ALTER TABLE ${table} ADD COLUMN ${column} ${definition}`)
  }
  database.exec('UPDATE jobs SET plan = NULL')
}
