import { expect, test } from 'vitest'
import { IMPORTS, SOURCES } from './import-lines.ts'

/** Files that each import the next of them, and the last the first: types too. */
function circles(): readonly string[] {
  const importedBy = new Map(
    SOURCES.map((file) => {
      const own = IMPORTS.filter((each) => each.file === file && !each.isDynamic)
      return [file, own.map(({ from }) => from)] as const
    }),
  )
  const found: string[] = []
  const done = new Set<string>()
  const follow = (file: string, way: readonly string[]): void => {
    if (way.includes(file)) found.push([...way.slice(way.indexOf(file)), file].join(' > '))
    if (done.has(file)) return
    done.add(file)
    for (const next of importedBy.get(file) ?? []) follow(next, [...way, file])
  }
  for (const file of SOURCES) follow(file, [])
  return found
}

test('no file imports itself by way of others', () => {
  expect(circles()).toEqual([])
})
