import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { DEFAULT_ARCHETYPES, type DefaultArchetypes } from '../catalogue/default-archetypes.ts'
import type { Release } from '../catalogue/releases.ts'

/** The version of this software. */
export const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  readonly version: string
}

/**
 * Names everything that figures depend on besides the evaluated thing: the data release with the fingerprint of own
 * tables, the version of this software, and any unusual defaults. A different key means different figures. Example:
 * `2026.11_0.1.0`.
 */
export function releaseKey({ label }: Pick<Release, 'label'>, defaults: DefaultArchetypes): string {
  const text = JSON.stringify(defaults)
  const own = text === JSON.stringify(DEFAULT_ARCHETYPES) ? '' : `_${digest(text)}`
  return `${label}_${version}${own}`
}

/** Whether this version of the software made a key. */
export function isOfThisVersion(key: string): boolean {
  return `${key}_`.includes(`_${version}_`)
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 8)
}
