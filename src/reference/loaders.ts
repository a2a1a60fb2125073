import DataLoader from 'dataloader'
import type { CpuModel, GpuModel } from '../engine/figures.ts'
import type { NameMatch } from '../engine/name-match.ts'
import type { References, Word } from './references.ts'
import type { CloudInstanceType, Location, ServerArchetype } from './tables.ts'

/** A request's own look-ups: each thing is looked up once, and all that one step asks for in one batch. */
export interface Loaders {
  readonly references: References
  readonly cpu: DataLoader<string, NameMatch<CpuModel>>
  readonly gpu: DataLoader<string, NameMatch<GpuModel>>
  readonly location: DataLoader<string, NameMatch<Location>>
  readonly server: DataLoader<string, ServerArchetype>
  /** By provider and instance type. */
  readonly cloudInstance: DataLoader<readonly [string, string], CloudInstanceType, string>
  /** By what the text names, and the text. */
  readonly word: DataLoader<readonly [Word, string], NameMatch<string>, string>
}

/** Told of every batch of look-ups: what was looked up, and how many at once. */
export type BatchObserver = (name: Exclude<keyof Loaders, 'references'>, size: number) => void

/** Fresh loaders for one request. */
export function createLoaders(references: References, observe: BatchObserver = () => {}): Loaders {
  function loader<Key, Value, CacheKey = Key>(
    name: Parameters<BatchObserver>[0],
    find: (key: Key) => Value,
    cacheKeyFn?: (key: Key) => CacheKey,
  ): DataLoader<Key, Value, CacheKey> {
    return new DataLoader<Key, Value, CacheKey>(
      async (keys) => {
        observe(name, keys.length)
        return keys.map((key) => attempt(() => find(key)))
      },
      cacheKeyFn ? { cacheKeyFn } : {},
    )
  }
  return {
    references,
    cpu: loader('cpu', (name) => references.matchCpu(name)),
    gpu: loader('gpu', (name) => references.matchGpu(name)),
    location: loader('location', (text) => references.matchLocation(text)),
    server: loader('server', (id) => references.server(id)),
    cloudInstance: loader(
      'cloudInstance',
      ([provider, type]) => references.cloudInstance(references.provider(provider), type),
      (key) => key.join('\n'),
    ),
    word: loader(
      'word',
      ([word, text]) => references.matchWord(word, text),
      (key) => key.join('\n'),
    ),
  }
}

function attempt<Value>(find: () => Value): Value | Error {
  try {
    return find()
  } catch (error) {
    return error as Error
  }
}
