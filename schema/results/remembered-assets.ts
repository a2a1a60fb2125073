import { LRUCache } from 'lru-cache'
import { perObject } from '../../src/catalogue/per-object.ts'
import type { References } from '../../src/catalogue/references.ts'
import type { Asset } from '../../src/engine/assessment/asset.ts'
import { Device } from '../../src/engine/devices/device.ts'

/** Descriptions that are known of one release, and the bytes of those whose assets are remembered, about. */
const MOST_DESCRIPTIONS = 5000
const MOST_BYTES = 24_000_000

/** A longer description is one of many parts: reading it is the smaller part of the work. */
const LONGEST_DESCRIPTION = 2000

/** What a part of an asset takes when everything was asked of it, about, and a description that came once. */
const BYTES_OF_PART = 5000
const BYTES_OF_DESCRIPTION = 200

/** Stands for an asset that was made once. */
const SEEN = Symbol('seen')

/**
 * Assets by what describes them, from the second time on: another duration, other criteria or more details are then read of the
 * same asset, which remembers what it has computed. An asset never changes, so all requests may have the same one; `again()`
 * gives one of which nothing is computed yet, for explanations.
 */
class RememberedAssets {
  readonly #known = new LRUCache<string, Asset | typeof SEEN>({
    max: MOST_DESCRIPTIONS,
    maxSize: MOST_BYTES,
    sizeCalculation: (known, key) => BYTES_OF_DESCRIPTION + 2 * key.length + (known === SEEN ? 0 : bytesOf(known)),
  })

  get(key: string): Asset | undefined {
    const known = this.#known.get(key)
    return known === SEEN ? undefined : known
  }

  /** To be called when an asset was made: it is remembered where that happened before. */
  note(key: string, asset: Asset): void {
    if (key.length > LONGEST_DESCRIPTION) return
    this.#known.set(key, this.#known.has(key) ? asset : SEEN)
  }
}

function bytesOf(asset: Asset): number {
  return BYTES_OF_PART * (1 + (asset instanceof Device ? asset.componentBills.length : 0))
}

/** Those of the tables of a release. */
export const rememberedAssets = perObject((_: References) => new RememberedAssets())
