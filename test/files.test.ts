import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { expect, test } from 'vitest'

const GENERATED = /^src\/generated\/|node_modules/
const SOURCES = globSync('{src,schema}/**/*.{ts,tsx}').filter((file) => !GENERATED.test(file))

/** A line of a comment. Directives of the linter are one line. */
const A_COMMENT = /^\s*(?:\/\*\*|\*|\/\/(?! biome-ignore))\s/

test('files have names that say what is in them', () => {
  const vague = /^(utils?|helpers?|types?|index|common|misc|shared|constants?|lib)\.ts$/
  // The library is what `import 'impactql'` gives: its entry has the name that entries have.
  const named = SOURCES.filter((file) => file !== 'src/library/index.ts').filter(
    (file) => vague.test(basename(file)) || !/^[a-z0-9-]+(\.[a-z]+)?\.tsx?$/.test(basename(file)),
  )
  expect(named).toEqual([])
})

test('comments are wrapped at 120 columns', () => {
  const all = globSync('{src,schema,test,benchmarks}/**/*.{ts,tsx,js}').filter((file) => !GENERATED.test(file))
  const wide = all.flatMap((file) => {
    const lines = readFileSync(file, 'utf8').split('\n')
    return lines.flatMap((line, at) => (line.length > 120 && A_COMMENT.test(line) ? [`${file}:${at + 1}`] : []))
  })
  expect(all.length).toBeGreaterThan(500)
  expect(wide).toEqual([])
})

test('no file has the marks of an unfinished merge', () => {
  const files = globSync(
    '{*.md,{src,schema,test,benchmarks,docs,data,examples,integrations,deploy}/**/*.{md,ts,tsx,csv,json,yaml,graphql}}',
  )
  const marked = files.filter((file) => /^(?:<{7}|>{7}) \S/m.test(readFileSync(file, 'utf8')))
  expect(files.length).toBeGreaterThan(1000)
  expect(marked).toEqual([])
})

test.for(['docs/architecture.md', 'CONTRIBUTING.md'])('the files and folders that %s names are there', (document) => {
  const text = readFileSync(document, 'utf8')
  const named = [...text.matchAll(/`((?:[\w.-]+\/)+[\w.-]+(?:\/|\.[a-z]+))`/g)].map(([, path = '']) => path)
  // Those of the engine and its neighbours are named as they are below src.
  const missing = named.filter((path) => !existsSync(path) && !existsSync(`src/${path}`))
  expect(named.length).toBeGreaterThan(10)
  expect(missing).toEqual([])
})
