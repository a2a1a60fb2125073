import { readFileSync } from 'node:fs'

/** The version of this software, of package.json. */
export const VERSION = (
  JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { readonly version: string }
).version
