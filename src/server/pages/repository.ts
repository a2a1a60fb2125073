import { readFileSync } from 'node:fs'

/** The repository's address in package.json. */
export const REPOSITORY = (
  JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as { readonly homepage: string }
).homepage.replace(/#.*/, '')
