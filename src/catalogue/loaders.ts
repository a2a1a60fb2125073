import DataLoader from 'dataloader'
import type { GpuModel } from '../engine/components/gpu.ts'
import type { NameMatch } from '../engine/values/name-match.ts'
import type { CpuModel } from '../engine/values/table-rows.ts'
import type { Word } from './component-names.ts'
import type { PlaceMatch } from './matching/location-matcher.ts'
import type { References } from './references.ts'
import type { RepeatedParts } from './repeated-parts.ts'
import type { CloudInstanceType, ServerArchetype } from './tables.ts'

/** The look-ups of one request. Each thing is looked up once, and one step's look-ups form one batch. */
export interface Loaders {
  readonly references: References
  /** What lists of assets share across requests; undefined for a single request. */
  readonly parts?: RepeatedParts | undefined
  readonly cpu: DataLoader<string, NameMatch<CpuModel>>
  readonly gpu: DataLoader<string, NameMatch<GpuModel>>
  readonly location: DataLoader<string, PlaceMatch>
  readonly server: DataLoader<string, ServerArchetype>
  /** By provider and instance type. */
  readonly cloudInstance: DataLoader<readonly [string, string], CloudInstanceType, string>
  /** By the kind of name, and the text. */
  readonly word: DataLoader<readonly [Word, string], NameMatch<string>, string>
}

/** Called for every batch of look-ups, with its kind and size. */
export type BatchObserver = (name: Exclude<keyof Loaders, 'references' | 'parts'>, size: number) => void

/** Fresh loaders for one request, each created on first use. */
export function createLoaders(references: References, observe?: BatchObserver, parts?: RepeatedParts): Loaders {
  return new RequestLoaders(references, observe, parts)
}

class RequestLoaders implements Loaders {
  readonly references: References
  readonly parts: RepeatedParts | undefined
  readonly #observe: BatchObserver | undefined
  #cpu: Loaders['cpu'] | undefined
  #gpu: Loaders['gpu'] | undefined
  #location: Loaders['location'] | undefined
  #server: Loaders['server'] | undefined
  #cloudInstance: Loaders['cloudInstance'] | undefined
  #word: Loaders['word'] | undefined

  constructor(references: References, observe: BatchObserver | undefined, parts: RepeatedParts | undefined) {
    this.references = references
    this.parts = parts
    this.#observe = observe
  }

  get cpu(): Loaders['cpu'] {
    this.#cpu ??= this.#loader('cpu', (name) => this.references.matchCpu(name))
    return this.#cpu
  }

  get gpu(): Loaders['gpu'] {
    this.#gpu ??= this.#loader('gpu', (name) => this.references.matchGpu(name))
    return this.#gpu
  }

  get location(): Loaders['location'] {
    this.#location ??= this.#loader('location', (text) => this.references.matchLocation(text))
    return this.#location
  }

  get server(): Loaders['server'] {
    this.#server ??= this.#loader('server', (id) => this.references.server(id))
    return this.#server
  }

  get cloudInstance(): Loaders['cloudInstance'] {
    this.#cloudInstance ??= this.#loader(
      'cloudInstance',
      ([provider, type]) => this.references.cloudInstance(this.references.provider(provider), type),
      (key) => key.join('\n'),
    )
    return this.#cloudInstance
  }

  get word(): Loaders['word'] {
    this.#word ??= this.#loader(
      'word',
      ([word, text]) => this.references.matchWord(word, text),
      (key) => key.join('\n'),
    )
    return this.#word
  }

  #loader<Key, Value, CacheKey = Key>(
    name: Parameters<BatchObserver>[0],
    find: (key: Key) => Value,
    cacheKeyFn?: (key: Key) => CacheKey,
  ): DataLoader<Key, Value, CacheKey> {
    return new DataLoader<Key, Value, CacheKey>(
      async (keys) => {
        this.#observe?.(name, keys.length)
        return keys.map((key) => attempt(() => find(key)))
      },
      cacheKeyFn ? { cacheKeyFn } : {},
    )
  }
}

function attempt<Value>(find: () => Value): Value | Error {
  try {
    return find()
  } catch (error) {
    return error as Error
  }
}
