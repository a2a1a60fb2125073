/** What is wrong with a job itself: trying again does not mend it. Its message is for whoever sent the job. */
export class JobFault extends Error {
  override readonly name: string = 'JobFault'
}

/** A step of a job that has taken as long as it may: 3,600,000 ms are an hour. */
export class StepTooLong extends JobFault {
  override readonly name = 'StepTooLong'

  constructor(milliseconds: number) {
    super(`The job failed: a step of it took longer than ${milliseconds / 1000} seconds`)
  }
}

/** Why a result is not written in a further format. */
export const NO_ROOM_FOR_RESULT = 'The disk has no room for the result in that format'

/** The disk is full, or nearly: the job waits until it is not. */
export class NoRoom extends Error {
  override readonly name = 'NoRoom'

  constructor() {
    super('The disk of the jobs is full')
  }
}

const FULL: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT'])
const SQLITE_FULL = 13

/** Whether the disk has no room, as the system, SQLite or DuckDB says it. */
export function isFull(error: unknown): boolean {
  const { code = '', errcode, message = '' } = error as NodeJS.ErrnoException & { readonly errcode?: number }
  if (error instanceof NoRoom || FULL.has(code) || errcode === SQLITE_FULL) return true
  return /No space left on device|Disk quota exceeded|max_temp_directory_size/i.test(message)
}

/** The system says that a file of a job is not there, or is no file that can be read. */
const UNREADABLE: ReadonlySet<string> = new Set(['ENOENT', 'ENOTDIR', 'EISDIR', 'EACCES', 'EPERM', 'ELOOP', 'EIO'])

export function isUnreadable(error: unknown): error is NodeJS.ErrnoException {
  return UNREADABLE.has((error as NodeJS.ErrnoException).code ?? '')
}
