import { matchesGlob } from 'node:path'
import { readObjectAddress } from './object-address.ts'
import { ObjectStore, type StoredObject } from './object-store.ts'
import { StoreFault } from './store-fault.ts'

/** Objects, and the store that they are in. */
export interface FoundObjects {
  readonly store: ObjectStore
  /** In the order of their keys; one at least. */
  readonly objects: readonly StoredObject[]
  /** Whether the address stands for as many as there are. */
  readonly isPattern: boolean
}

/** A store that is away is waited for so long. */
const PATIENCE_MS = 10_000

/** The store of an address, for a command: it waits a moment for one that is away. */
export function storeOf(address: string): ObjectStore {
  return new ObjectStore(readObjectAddress(address).bucket, PATIENCE_MS)
}

/** What an address stands for: `s3://bills/2026/*.parquet` is all tables of a year. Throws a StoreFault where there is nothing. */
export async function findObjects(address: string): Promise<FoundObjects> {
  const { key } = readObjectAddress(address)
  const store = storeOf(address)
  const isPattern = /[*?]/.test(key)
  const found = isPattern ? undefined : await store.find(key)
  if (found !== undefined) return { store, objects: [found], isPattern }
  // Of what is not there, this finds whether it is the bucket.
  const objects = await store.list(key.replace(/[*?[{].*/s, ''))
  // What ends so stands for a folder, and has nothing in it.
  const isWanted = (name: string) => !name.endsWith('/') && matchesGlob(name, key)
  const matching = isPattern ? objects.filter((object) => isWanted(object.key)) : []
  if (matching.length === 0) throw new StoreFault(`There is no such object: ${address}`, false)
  return { store, objects: matching, isPattern }
}
