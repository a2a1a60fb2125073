import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { expect, test } from 'vitest'

const SOURCES = globSync('{src,schema}/**/*.{ts,tsx}').filter((file) => !file.startsWith('src/generated/'))

test('files have names that say what is in them', () => {
  const vague = /^(utils?|helpers?|types?|index|common|misc|shared|constants?|lib)\.ts$/
  // The library is what `import 'impactql'` gives: its entry has the name that entries have.
  const named = SOURCES.filter((file) => file !== 'src/index.ts').filter(
    (file) => vague.test(basename(file)) || !/^[a-z0-9-]+(\.[a-z]+)?\.tsx?$/.test(basename(file)),
  )
  expect(named).toEqual([])
})

test('no file has more than 300 lines but tables and generated code', () => {
  const written = globSync(['*.ts', '{src,schema,test,benchmarks}/**/*.{ts,tsx,js,jsx,css}']).filter(
    (file) => !file.startsWith('src/generated/'),
  )
  expect(written.length).toBeGreaterThan(600)
  const long = written.filter((file) => linesOf(file) > 300)
  expect(long).toEqual([])
})

test('half of the files have less than 60 lines', () => {
  const lengths = SOURCES.map(linesOf).sort((a, b) => a - b)
  expect(lengths[lengths.length >> 1]).toBeLessThan(60)
})

test('what HTTP asks for beyond Fastify and its plugins has at most 2,200 lines', () => {
  const lines = globSync('src/http/**/*.ts').map(linesOf)
  expect(lines.reduce((total, each) => total + each, 0)).toBeLessThanOrEqual(2200)
})

test.for(['docs/architecture.md', 'CONTRIBUTING.md'])('the files and folders that %s names are there', (document) => {
  const text = readFileSync(document, 'utf8')
  const named = [...text.matchAll(/`((?:[\w.-]+\/)+[\w.-]+(?:\/|\.[a-z]+))`/g)].map(([, path = '']) => path)
  // Those of the engine and its neighbours are named as they are below src.
  const missing = named.filter((path) => !existsSync(path) && !existsSync(`src/${path}`))
  expect(named.length).toBeGreaterThan(10)
  expect(missing).toEqual([])
})

function linesOf(file: string): number {
  return readFileSync(file, 'utf8').trimEnd().split('\n').length
}
