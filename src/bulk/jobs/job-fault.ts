/** A fault of the job itself, so that a retry does not help. The message is for its sender. */
export class JobFault extends Error {
  override readonly name = 'JobFault'
}

/** A step of a job exceeded its time limit: 3,600,000 ms are an hour. */
export function stepTooLong(milliseconds: number): JobFault {
  return new JobFault(`The job failed: a step of it took longer than ${milliseconds / 1000} seconds`)
}

/** The fault of a job that needs more than so many MB of memory. */
export function needsMemory(megabytes: number): string {
  return `The job needs more than ${megabytes} MB of memory. Raise MEMORY`
}

/** The fault of a job whose folder would hold more than so many bytes. */
export function needsDisk(bytes: number): JobFault {
  return new JobFault(`The job needs more than ${bytes} bytes on disk`)
}

/** Whether the error means that DuckDB, or the heap of a thread, has no more memory. */
export function isOutOfMemory(error: unknown): boolean {
  const { code, message } = error as NodeJS.ErrnoException
  return code === 'ERR_WORKER_OUT_OF_MEMORY' || (/^Out of Memory Error/.test(message) && !/temp/i.test(message))
}

/** Why a result is not written in another format. */
export const NO_ROOM_FOR_RESULT = 'The disk has no room for the result in that format'

/** The disk is full, or nearly: the job waits for space. */
export class NoRoom extends Error {
  override readonly name = 'NoRoom'

  constructor() {
    super('The disk of the jobs is full')
  }
}

const FULL: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT'])
const SQLITE_FULL = 13

/** Whether the error means a full disk, from the system, SQLite or DuckDB. */
export function isFull(error: unknown): boolean {
  const { code = '', errcode, message = '' } = error as NodeJS.ErrnoException & { readonly errcode?: number }
  if (error instanceof NoRoom || FULL.has(code) || errcode === SQLITE_FULL) return true
  return /No space left on device|Disk quota exceeded|max_temp_directory_size/i.test(message)
}

/** System errors: a file of a job is missing or unreadable. */
const UNREADABLE: ReadonlySet<string> = new Set(['ENOENT', 'ENOTDIR', 'EISDIR', 'EACCES', 'EPERM', 'ELOOP', 'EIO'])

export function isUnreadable(error: unknown): error is NodeJS.ErrnoException {
  return UNREADABLE.has((error as NodeJS.ErrnoException).code ?? '')
}
