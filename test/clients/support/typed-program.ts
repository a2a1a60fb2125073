import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const PROJECT = fileURLToPath(new URL('../../..', import.meta.url))

/** What the compiler says about a program, in strict mode: nothing if its types fit. Preact has the types of React. */
export function typeErrorsOf(file: string): string {
  const config = `${file}.tsconfig.json`
  const react = join(PROJECT, 'node_modules/preact/compat/src/index.d.ts')
  const options = {
    noEmit: true,
    strict: true,
    skipLibCheck: true,
    target: 'esnext',
    module: 'esnext',
    moduleResolution: 'bundler',
    resolveJsonModule: true,
    types: ['node'],
    jsx: 'react-jsx',
    jsxImportSource: 'preact',
    paths: { react: [react] },
  }
  writeFileSync(config, JSON.stringify({ compilerOptions: options, files: [file] }))
  const { stdout } = spawnSync(join(PROJECT, 'node_modules/.bin/tsc'), ['-p', config], { encoding: 'utf8' })
  return stdout
}
