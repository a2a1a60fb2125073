import { matchesGlob } from 'node:path'
import { readObjectAddress } from './object-address.ts'
import { ObjectStore, type StoredObject } from './object-store.ts'
import { StoreFault } from './store-fault.ts'

/** Objects with their store. */
export interface FoundObjects {
  readonly store: ObjectStore
  /** In the order of their keys; at least one. */
  readonly objects: readonly StoredObject[]
  /** Whether the address is a pattern. */
  readonly isPattern: boolean
}

/**
 * The objects that an address matches: `s3://bills/2026/*.parquet` is all tables of a year. Throws a StoreFault if
 * there are none.
 */
export async function findObjects(address: string): Promise<FoundObjects> {
  const { bucket, key } = readObjectAddress(address)
  const store = new ObjectStore(bucket)
  const isPattern = /[*?]/.test(key)
  const found = isPattern ? undefined : await store.find(key)
  if (found !== undefined) return { store, objects: [found], isPattern }
  // For a missing object, this checks whether the bucket exists.
  const objects = await store.list(key.replace(/[*?[{].*/s, ''))
  // A key that ends with a slash is an empty folder marker.
  const isWanted = (name: string) => !name.endsWith('/') && matchesGlob(name, key)
  const matching = isPattern ? objects.filter((object) => isWanted(object.key)) : []
  if (matching.length === 0) throw new StoreFault(`There is no such object: ${address}`, false)
  return { store, objects: matching, isPattern }
}
