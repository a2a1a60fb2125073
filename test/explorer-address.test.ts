import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { unreadParts } from '../src/explorer/state/unread-parts.ts'
import { formatView, parseView } from '../src/explorer/state/use-view.ts'
import { WHAT_IFS } from '../src/explorer/state/view.ts'
import { SUBJECT_KINDS } from '../src/explorer/subjects/subject.ts'

const page = readFileSync('docs/explorer.md', 'utf8')

/** The cells of a table: those of the first row after a head that begins with `title`. */
function rowsUnder(title: string): readonly (readonly string[])[] {
  const [, table = ''] = new RegExp(`^\\| ${title} \\|.*\\n\\|[-|]*\\|\\n((?:\\|.*\\n)*)`, 'm').exec(page) ?? []
  return table
    .trim()
    .split('\n')
    .map((row) =>
      row
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim().replace(/^`|`$/g, '')),
    )
}

const firstOf = (title: string) => rowsUnder(title).map(([first = '']) => first)

// The page complains about each parameter that is not among these.
const read = [...readFileSync('src/explorer/state/unread-parts.ts', 'utf8').matchAll(/case '(\w+)'/g)].map(
  ([, name]) => name,
)

test('the document of the explorer has every parameter of its address, and no other', () => {
  expect(firstOf('parameter').toSorted()).toEqual(read.toSorted())
})

test('it has every kind of item, and every lever of a what-if', () => {
  expect(firstOf('kind').toSorted()).toEqual(SUBJECT_KINDS.toSorted())
  const [, , levers = ''] = rowsUnder('parameter').find(([name]) => name === 'if') ?? []
  expect(WHAT_IFS.filter((lever) => !levers.includes(`\`${lever}\``) && !levers.startsWith(lever))).toEqual([])
})

test('it has every panel that a comparison links to', () => {
  const linked = readFileSync('src/explorer/results-page.tsx', 'utf8').matchAll(/\['([\w-]+)', '[\w ]+'\]/g)
  expect(firstOf('hash')).toEqual([...linked].map(([, id]) => `#${id}`))
})

test('the explorer reads all of its examples', () => {
  const examples = [...rowsUnder('parameter'), ...rowsUnder('kind')].map((row) => row.at(-1) ?? '')
  const [, whole = ''] = /^\/explorer\?([^#]*)/m.exec(page) ?? []
  // `by` names one of the criteria.
  const unread = [...examples, whole].flatMap((example) => unreadParts(`?${example}`, { criteria: [] }))
  expect(unread).toEqual([])
})

test('a duration that cannot be read stays as it is in the address', () => {
  const [view, again] = [parseView('?duration=nope'), parseView(formatView(parseView('?duration=nope')))]
  expect(view.duration).toBe('nope')
  expect(again).toEqual(view)
})

test('a semicolon in a value is written %3B by hand, and URLSearchParams writes an address that reads the same', () => {
  const [, byHand = ''] = /`(s=[^`]*%3B[^`]*)`/.exec(page) ?? []
  const model = 'R740; 50 %'
  const byProgram = `${new URLSearchParams({ s: `server;model=${model.replace(/[%;]/g, encodeURIComponent)};quantity=10` })}`
  const byPage = formatView({ ...parseView(''), subjects: [{ kind: 'server', entered: { model, quantity: '10' } }] })
  expect(byHand).toContain('R740%3B+50')
  for (const query of [byHand, byProgram, byPage.slice(1)]) {
    const [{ entered } = { entered: {} }] = parseView(`?${query}`).subjects
    expect([query, entered]).toEqual([query, { model, quantity: '10' }])
    expect(unreadParts(`?${query}`, { criteria: [] })).toEqual([])
  }
})
