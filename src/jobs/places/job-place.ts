import type { Readable } from 'node:stream'
import type { JobRecord } from '../job.ts'

/**
 * The files of one job, by their names. Every file appears whole, under a name that it keeps: whoever is killed leaves nothing
 * that looks finished and is not, and what is there need not be done again.
 */
export interface JobFiles {
  /** A folder of this machine: for what is not finished, and where copies are. */
  readonly path: string
  /** Whether there is such a file. */
  has(name: string): Promise<boolean>
  /** The text of a small file; undefined where there is none. */
  read(name: string): Promise<string | undefined>
  write(name: string, text: string): Promise<void>
  /** The names of all files that begin with this folder: `results-9f86/`. */
  names(folder: string): Promise<readonly string[]>
  /** A path of this machine under which the file can be read. Always the same one: the name, below `path`. */
  fetch(name: string): Promise<string>
  /** Makes a file of this machine, which is finished, a file of the job. It is taken away from where it was. */
  put(name: string, begun: string): Promise<void>
  /** A file as clients are sent it. Undefined where there is none. */
  serve(name: string): Promise<ServedFile | undefined>
  /** Removes files, as far as they are there. */
  remove(names: readonly string[]): Promise<void>
  /** Removes all but these files, and everything that is not finished. */
  clear(kept: readonly string[]): Promise<void>
  /** Removes what of this machine are copies, and leaves the files. */
  leave(): Promise<void>
  /** Bytes of all files. */
  bytes(): Promise<number>
}

/** What is sent to clients: all of a file, or some bytes of it. */
export interface ServedFile {
  readonly size: number
  /** The name of its content, in quotes. */
  readonly tag: string
  /** Milliseconds since 1970. */
  readonly modified: number
  /** Bytes from one on, the first being 0, to the one before another. */
  readonly read: (range: { readonly from: number; readonly to: number }) => Promise<Readable>
}

/** A file that is being received: the id of the job that it becomes, and its bytes so far. */
export interface Receiving {
  readonly id: string
  readonly bytes: number
}

/** Where jobs are kept, which any number of processes and machines may share. */
export interface JobPlace {
  /** A folder of this machine, in which jobs are worked on. */
  readonly folder: string
  of(id: string): JobFiles
  /** A place for a file that is being received for a key. */
  begin(owner: string | null, id: string): Promise<JobFiles>
  /** Shows that a file is still being received. */
  touch(received: JobFiles): Promise<void>
  /** Files that are being received for a key, here or by any other service on this folder. */
  receiving(owner: string | null): Promise<readonly Receiving[]>
  /** Brings what was received to where jobs are. It is none yet, and may still be discarded. */
  keep(id: string, received: JobFiles): Promise<void>
  /** Makes what was received and kept a job: from here on it is found. */
  add(record: JobRecord, received: JobFiles): Promise<void>
  /** Removes what was received and has not become a job, wherever it is by now. A store that is away is not waited for. */
  discard(id: string, received: JobFiles): Promise<void>
  /** The records of all jobs; those that are `known` need not be read. */
  records(known?: (id: string) => JobRecord | undefined): Promise<readonly JobRecord[]>
  /** Removes a job; whoever works on it finds it gone. */
  remove(id: string): Promise<void>
  /** Removes what was left behind by those who were killed. */
  sweep(): Promise<void>
  /** Removes what of this machine are copies of files of jobs, but of those that are open, or have ended a moment ago. */
  leaveEnded(open: ReadonlySet<string>): Promise<void>
}

/** Names an owner in names of files: 16 of the digits of its hash. */
export function ownerTag(owner: string | null): string {
  return owner?.slice(0, 16) ?? 'all'
}

/** The record of a job, without which there is none. */
export const RECORD = 'job.json'

/** What has not become a job, or has not gone yet, is removed after this long: no upload takes longer. */
export const LEFT_OVER_MS = 2 * 3_600_000
