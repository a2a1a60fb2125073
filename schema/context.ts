import type { Criterion } from '../src/engine/figures/criteria.ts'
import type { Rounding } from '../src/engine/figures/round-figure.ts'
import { ReadingWork } from '../src/engine/readings/reading-work.ts'
import { checkInput } from '../src/input/check-input.ts'
import { FaultError } from '../src/input/fault.ts'
import type { JobStatus } from '../src/jobs/job.ts'
import { type BatchObserver, createLoaders, type Loaders } from '../src/reference/loaders.ts'
import type { References } from '../src/reference/references.ts'
import type { Release, Releases } from '../src/reference/releases.ts'

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

/** The jobs of the API key that a request has. */
export interface OwnJobs {
  readonly find: (id: string) => Promise<JobStatus | undefined>
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
const MOST_STEPS = 600_000_000

function tooMuchWork(): never {
  const message = 'expected fewer samples, of fewer figures, or of fewer assets: these take too long'
  throw new FaultError([{ path: ['samples'], message, code: 'TOO_BIG' }])
}

export interface ContextOptions {
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
