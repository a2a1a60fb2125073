import { readFileSync } from 'node:fs'

/** The address of the repository, of package.json. */
export const REPOSITORY = (
  JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as { readonly homepage: string }
).homepage.replace(/#.*/, '')
