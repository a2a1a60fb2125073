import type { AssetInput } from '../input/fleet-input.ts'

const CHECKED = new WeakSet<AssetInput>()

/**
 * Marks an asset that a reader of files has checked. Changed copies are not marked, nor is anything that a caller
 * sends.
 */
export function markChecked(asset: AssetInput): void {
  CHECKED.add(asset)
}

export function isChecked(asset: AssetInput): boolean {
  return CHECKED.has(asset)
}
