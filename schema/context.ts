import type { JobStatus } from '../src/bulk/jobs/job.ts'
import { type BatchObserver, createLoaders, type Loaders } from '../src/catalogue/loaders.ts'
import type { References } from '../src/catalogue/references.ts'
import type { Release, Releases } from '../src/catalogue/releases.ts'
import { ReadingWork } from '../src/engine/readings/reading-work.ts'
import type { Criterion } from '../src/engine/values/criteria.ts'
import type { Rounding } from '../src/engine/values/round-figure.ts'
import { checkInput } from '../src/input/check-input.ts'
import { FaultError } from '../src/input/fault.ts'

/** What all requests share: the data releases, and how figures are asked for and shown by default. */
export interface Settings {
  readonly releases: Releases
  /** The one that answers come from where none is named. */
  readonly release: Release
  /** The one that /v1 answers from where none is named: its clients know those figures. */
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
  /** What the ids of its catalogue begin with: nothing, or the name of a release and a slash. */
  readonly idPrefix: string
}

/** Some jobs, each with its number. */
interface PageOfJobs {
  readonly entries: readonly { readonly item: JobStatus; readonly position: number }[]
  readonly total: number
  readonly start: number
}

/** The jobs of the API key that a request has. */
export interface OwnJobs {
  readonly find: (id: string) => JobStatus | undefined
  /** The latest first; `after` one of them. Undefined where the service knows no keys, or takes no jobs. */
  readonly list: (page: { readonly most: number; readonly after?: string }) => readonly JobStatus[] | undefined
  /** The same in pages: of those before a number, with how many there are in all, and before them. */
  readonly page: (page: { readonly most: number; readonly before?: number }) => PageOfJobs | undefined
  /** What is shown of a job each time that it has changed. Undefined where there is none. */
  readonly watch: (id: string) => Promise<AsyncGenerator<JobStatus> | undefined>
}

/** What one request has of its own. */
export interface Context extends Settings, Scope {
  /** Undefined where there are none: in threads, and outside of a service. */
  readonly jobs?: OwnJobs
  /** The tables of a named release: their look-ups are remembered for this request too. */
  readonly scopeOf: (release: Release) => Scope
  /** Checks an input before anything is looked up for it; gives back what was checked where it was read. */
  readonly check: typeof checkInput
  /** What the readings of its figures share: explanations, samples, drivers. */
  readonly work: ReadingWork
}

/** Steps that the readings of one request may take together: some 3 seconds. */
const MOST_STEPS = 1_000_000_000

function tooMuchWork(): never {
  const most = `${MOST_STEPS / 1e6} million steps, the limit of a request`
  const message = `expected fewer samples, figures or assets: these take more than ${most}. A job (/v2/jobs) takes any fleet`
  throw new FaultError([{ path: ['samples'], message, code: 'TOO_BIG' }])
}

interface ContextOptions {
  readonly observe?: BatchObserver | undefined
  /** Whether all inputs are outputs of the same schemas that they would be checked by. */
  readonly inputIsChecked?: boolean
  /** The release that answers come from; the usual one where none is given. */
  readonly release?: Release
}

/** A fresh context for one request: its look-ups are remembered for it alone. */
export function createContext(settings: Settings, options: ContextOptions = {}): Context {
  const { observe, inputIsChecked = false, release = settings.release } = options
  const scopes = new Map<Release, Scope>()
  const loadersOf = ({ references }: Release) => createLoaders(references, observe)
  const scopeOf = (named: Release): Scope => {
    const known = scopes.get(named)
    if (known !== undefined) return known
    const { references } = named
    const scope = { release: named, references, loaders: loadersOf(named), idPrefix: `${named.id}/` }
    scopes.set(named, scope)
    return scope
  }
  const check = inputIsChecked ? handOn : checkInput
  const { references } = release
  const work = new ReadingWork(MOST_STEPS, tooMuchWork)
  return { ...settings, release, references, loaders: loadersOf(release), idPrefix: '', scopeOf, check, work }
}

const handOn: typeof checkInput = (_, input) => input as never

/** The tables that a field answers from: those of its parent, where the parent has some, else those of the context. */
export function scopeOf(parent: Partial<Scope> | undefined, context: Context): Scope {
  return parent?.references === undefined ? context : (parent as Scope)
}
