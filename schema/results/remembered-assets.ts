import { LRUCache } from 'lru-cache'
import { perObject } from '../../src/catalogue/per-object.ts'
import type { Releases } from '../../src/catalogue/releases.ts'
import type { Asset } from '../../src/engine/assessment/asset.ts'
import { Device } from '../../src/engine/devices/device.ts'

/** Known descriptions in all releases; below, the approximate bytes of cached assets. */
const MOST_DESCRIPTIONS = 5000
const MOST_BYTES = 24_000_000

/** Longer descriptions have many parts, so that reading them is the smaller part of the work. */
const LONGEST_DESCRIPTION = 2000

/** Approximate bytes of a part once everything is computed; below, of a description seen once. */
const BYTES_OF_PART = 5000
const BYTES_OF_DESCRIPTION = 200

/** Marks an asset that was created once. */
const SEEN = Symbol('seen')

/**
 * Caches assets by their description from the second time on. Other durations, criteria or details then reuse the asset
 * with its computed figures. Assets never change, so all requests can share one; for explanations, `again()` makes a
 * fresh copy.
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

  /** Call it after creating an asset; a repeated one is cached. */
  note(key: string, asset: Asset): void {
    if (key.length > LONGEST_DESCRIPTION) return
    this.#known.set(key, this.#known.has(key) ? asset : SEEN)
  }
}

function bytesOf(asset: Asset): number {
  return BYTES_OF_PART * (1 + (asset instanceof Device ? asset.componentBills.length : 0))
}

/**
 * The cache of all releases of a service: requests often describe an asset again, with another duration or criterion.
 */
export const rememberedAssets = perObject((_: Releases) => new RememberedAssets())
