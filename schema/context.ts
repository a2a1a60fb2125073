import type * as z from 'zod'
import type { AskedJobs, JobStatus } from '../src/bulk/jobs/job.ts'
import { type BatchObserver, createLoaders, type Loaders } from '../src/catalogue/loaders.ts'
import type { References } from '../src/catalogue/references.ts'
import type { Release, Releases } from '../src/catalogue/releases.ts'
import type { Assessable } from '../src/engine/assessment/asset.ts'
import { ReadingWork } from '../src/engine/readings/reading-work.ts'
import type { Criterion } from '../src/engine/values/criteria.ts'
import type { Rounding } from '../src/engine/values/round-figure.ts'
import { checkInput } from '../src/input/check-input.ts'
import { FaultError } from '../src/input/fault.ts'

/** What all requests share: the data releases, and the defaults of figures. */
export interface Settings {
  readonly releases: Releases
  /** The default release. */
  readonly release: Release
  /** The default release of /v1, whose clients know its figures. */
  readonly restRelease: Release
  readonly rounding: Rounding
  readonly defaultCriteria: readonly Criterion[]
}

/** The tables that an entry point answers from. */
export interface Scope {
  readonly release: Release
  readonly references: References
  /** Look-ups in the release. */
  readonly loaders: Loaders
  /** Prefix of the ids of its catalogue: empty, or the name of a release and a slash. */
  readonly idPrefix: string
}

/** Some jobs, each with its number. */
interface PageOfJobs {
  readonly entries: readonly { readonly item: JobStatus; readonly position: number }[]
  readonly total: number
  readonly start: number
}

/** The jobs of the request's API key. */
export interface OwnJobs {
  readonly find: (id: string) => JobStatus | undefined
  /**
   * A page of jobs, with their count, and the count before them. Undefined if the service has no keys or takes no jobs.
   */
  readonly page: (page: AskedJobs) => PageOfJobs | undefined
  /** The status of a job after each change. Undefined if there is none. */
  readonly watch: (id: string) => Promise<AsyncGenerator<JobStatus> | undefined>
}

/** What something was created from, and how, so that it can be created from another input. */
export interface Origin {
  readonly schema: z.ZodType
  readonly input: unknown
  readonly make: (input: unknown) => Assessable | Promise<Assessable>
}

/** The context of one request. */
export interface Context extends Settings, Scope {
  /** Undefined in threads, and outside a service. */
  readonly jobs?: OwnJobs
  /** The tables of a named release, with look-ups cached for this request. */
  readonly scopeOf: (release: Release) => Scope
  /** The tables of assets, if not the context's. Maps, because weak ones cost more than the rest of a small request. */
  readonly scopes: Map<object, Scope>
  /** The origins of things. */
  readonly origins: Map<object, Origin>
  /** Checks an input before any look-up; returns it if it was checked when it was read. */
  readonly check: typeof checkInput
  /** Shared by the readings of its figures: explanations, samples, drivers. */
  readonly work: ReadingWork
}

/** Step limit for the readings of one request: about 3 seconds. */
const MOST_STEPS = 1_000_000_000

function tooMuchWork(): never {
  const most = `${MOST_STEPS / 1e6} million steps, the limit of a request`
  const message = `expected fewer samples, figures or assets: these need more than ${most}. A job (/v2/jobs) accepts any fleet`
  throw new FaultError([{ path: ['samples'], message, code: 'TOO_BIG' }])
}

interface ContextOptions {
  readonly observe?: BatchObserver | undefined
  /** Whether all inputs were already parsed by the schemas that would check them. */
  readonly inputIsChecked?: boolean
  /** The release to answer from; the default one if undefined. */
  readonly release?: Release
}

/** A fresh context for one request, which caches its look-ups. */
export function createContext(settings: Settings, options: ContextOptions = {}): Context {
  const { observe, inputIsChecked = false, release = settings.release } = options
  const byRelease = new Map<Release, Scope>()
  const loadersOf = ({ references }: Release) => createLoaders(references, observe)
  const scopeOf = (named: Release): Scope => {
    const known = byRelease.get(named)
    if (known !== undefined) return known
    const { references } = named
    const scope = { release: named, references, loaders: loadersOf(named), idPrefix: `${named.id}/` }
    byRelease.set(named, scope)
    return scope
  }
  const check = inputIsChecked ? handOn : checkInput
  const { references } = release
  const work = new ReadingWork(MOST_STEPS, tooMuchWork)
  const own = { scopes: new Map(), origins: new Map(), check, work }
  return { ...settings, release, references, loaders: loadersOf(release), idPrefix: '', scopeOf, ...own }
}

const handOn: typeof checkInput = (_, input) => input as never

/** The tables that a field answers from: those of its parent, else those of the context. */
export function scopeOf(parent: Partial<Scope> | undefined, context: Context): Scope {
  return parent?.references === undefined ? context : (parent as Scope)
}
