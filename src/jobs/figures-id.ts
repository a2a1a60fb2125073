import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Release } from '../index.ts'
import { DEFAULT_ARCHETYPES, type DefaultArchetypes } from '../reference/default-archetypes.ts'

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  readonly version: string
}

/**
 * Names everything that the figures of a job depend on besides its file: the data release with the fingerprint of own tables,
 * the version of this software, and the defaults where they are not the usual ones. Who has another name for it has other
 * figures. Example: `2026.11_0.1.0`.
 */
export function figuresId({ label }: Pick<Release, 'label'>, defaults: DefaultArchetypes): string {
  const text = JSON.stringify(defaults)
  const own = text === JSON.stringify(DEFAULT_ARCHETYPES) ? '' : `_${digest(text)}`
  return `${label}_${version}${own}`
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 8)
}
