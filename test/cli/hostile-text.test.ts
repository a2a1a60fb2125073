import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import fc from 'fast-check'
import { type MarkedToken, marked, type Token } from 'marked'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import type { FileDiff } from '../../src/cli/diff-rows.ts'
import { runHere } from './run-here.ts'

const folder = mkdtempSync(join(tmpdir(), 'impactql-hostile-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
afterEach(() => vi.unstubAllEnvs())

function written(name: string, assets: readonly object[]): string {
  writeFileSync(join(folder, name), JSON.stringify(assets))
  return join(folder, name)
}

const BASE = written('base.json', [{ label: 'kept', kind: 'laptop' }])

/** The addition of these assets, as Markdown and as JSON. */
async function added(assets: readonly object[]) {
  const files = [BASE, written('head.json', [{ label: 'kept', kind: 'laptop' }, ...assets])]
  const markdown = (await runHere(['diff', ...files, '--format', 'markdown'])).stdout
  const json = JSON.parse((await runHere(['diff', ...files, '--json'])).stdout)
  return { markdown, ...json } as FileDiff & { readonly markdown: string }
}

const laptops = (labels: readonly string[]) => labels.map((label) => ({ label, kind: 'laptop' }))

/** The tokens of Markdown, each with its own. */
function allTokens(markdown: string): readonly MarkedToken[] {
  const found: MarkedToken[] = []
  marked.walkTokens(marked.lexer(markdown), (token) => void found.push(token as MarkedToken))
  return found
}

/** What a reader sees of code and plain text. */
function shownBy(tokens: readonly Token[]): string {
  return tokens
    .map((token) => {
      const { type, text } = token as MarkedToken & { readonly text: string }
      return type === 'codespan' ? text : text.replace('&#96;', '`').replace('&#124;', '|')
    })
    .join('')
}

/** The second column of the table. */
function namesIn(markdown: string): readonly string[] {
  const table = allTokens(markdown).find((token) => token.type === 'table')
  expect(table?.rows.map((row) => row.length)).toEqual(table?.rows.map(() => 7))
  return table?.rows.map(([, name]) => shownBy(name?.tokens ?? [])) ?? []
}

/** What platforms read beyond GFM, in all text but code. */
const ELSEWHERE = /[@#~$%^!<>[\]\\`|*_]|:\w+:|:\/\/|www\./

const OWN = new Set(['table', 'paragraph', 'space', 'strong', 'text', 'codespan'])

/** Refuses anything but a table, paragraphs, emphasis of our own, text and code. */
function expectTextOnly(markdown: string): void {
  const tokens = allTokens(markdown)
  expect(tokens.filter(({ type }) => !OWN.has(type))).toEqual([])
  const plain = tokens.flatMap((token) => (token.type === 'text' ? token.raw.replace(/&#(96|124);/g, '') : []))
  // Shares are our own.
  expect(plain.filter((text) => ELSEWHERE.test(text.replaceAll(' %', '')))).toEqual([])
  for (const line of markdown.split('\n'))
    expect(line).toMatch(/^(\*\*|\| |And \d+ more: |Unchanged: |Not counted: |The sums |$)/)
}

/** What a terminal or a page obeys, each between two letters. */
const OBEYED = [
  ...[0, 1, 7, 8, 11, 12, 27, 31, 127, 128, 133, 155, 159],
  ...[0x061c, 0x200e, 0x200f, 0x2028, 0x2029, 0x202a, 0x202e, 0x2066, 0x2069],
].map((code) => String.fromCharCode(code))
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const RAW = /[\0-\x09\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g

const HOSTILE = [
  '[click](http://evil.example)',
  '![x](http://tracker.example/pixel)',
  '[x]: http://evil.example',
  '@org/team',
  'mail@evil.example',
  '#123 GH-123 org/repo#1 0123456789abcdef0123456789abcdef01234567',
  '!12 $3 %milestone ~label ^alert &epic :emoji:',
  '<img src=x onerror=alert(1)>',
  '</code></td></table></details><script>alert(1)</script>',
  '<!-- impactql: diff -->',
  'https://evil.example www.evil.example <https://evil.example>',
  '&lt;b&gt; &#64;org &commat;org \\@org',
  '**bold** _em_ ~~gone~~ $`x`$ {+ + +}',
  'a | b | c',
  'a\\|b\\\\|c',
  '| --- |',
  '||',
  '`',
  '``@org``',
  'a`@org/team`b',
  `${'`'.repeat(90)}@org`,
  '` `@org',
  '`|`|`@org',
  'ends with \\',
  '\\`@org\\`',
  'next\n\n/close\n@org',
  'next\r\n| x | @org |\r# Title',
  '\t/close',
  '\u001b[31m\u0000\u009b\u202e\u2028@org',
]

/** A label in one line, with visible control characters. */
function inLine(label: string): string {
  return label
    .replace(/[\t\r\n]+/g, ' ')
    .replace(RAW, (each) => `\\u${each.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

test('whatever a label is, a comment has it as text: no link, image, mention, reference, HTML or command', async () => {
  const { markdown, rows } = await added(laptops(HOSTILE))
  expectTextOnly(markdown)
  expect(rows.map(({ label }) => label).sort()).toEqual(HOSTILE.toSorted())
  expect(namesIn(markdown).toSorted()).toEqual(HOSTILE.map(inLine).sort())
})

test('so are faults, which quote what the file has', async () => {
  const { markdown, left } = await added(HOSTILE.map((kind) => ({ kind })))
  expect(left).toHaveLength(HOSTILE.length)
  expect(markdown).toMatch(/^\*\*.*`no figures for .*\n\n.*Not counted: `/s)
  expectTextOnly(markdown)
})

test('however long labels and faults are, GitHub takes the comment', async () => {
  const long = (piece: string, n: number) => `${n}${piece.repeat(100_000)}`
  for (const piece of ['|', 'a|', '`', '\u0001', '\u{1f5a5}']) {
    const assets = Array.from({ length: 60 }, (_, n) => [
      { label: long(piece, n), kind: 'laptop' },
      { label: long(piece, 100 + n), kind: long(piece, n) },
    ])
    const { markdown, rows, left } = await added(assets.flat())
    expect([rows.length, left.length]).toEqual([60, 60])
    expectTextOnly(markdown)
    expect(markdown.length).toBeLessThan(65_536 - 200)
    const names = namesIn(markdown)
    expect(names).toHaveLength(50)
    for (const name of names) expect(name).toMatch(/^\d+.*…$/)
  }
})

test('labels of any such pieces are text', async () => {
  const piece = fc.constantFrom('`', '``', '|', '\\', ' ', '  ', '@org', '<b>', '](x)', '&#96;', '\n', 'a', '\u0007')
  const label = fc.array(piece, { minLength: 1, maxLength: 8 }).map((pieces) => pieces.join(''))
  await fc.assert(
    fc.asyncProperty(fc.uniqueArray(label, { minLength: 20, maxLength: 40 }), async (labels) => {
      const { markdown, rows } = await added(laptops(labels))
      expectTextOnly(markdown)
      expect(namesIn(markdown)).toEqual(rows.map((row) => inLine(row.label)))
    }),
    { numRuns: 12 },
  )
})

test.for([
  ['diff', BASE],
  ['assess'],
  ['assess', '--wide'],
  ['assess', '--tree'],
  ['compare'],
  ['explain', '--row', '1'],
] as const)('a terminal gets no control character of a file: %j', async ([command, ...options]) => {
  const label = `a${OBEYED.join('b')}c\u001b[1m\nforged: 0 kg\t!`
  const file = written('control.json', [...laptops([label, 'other']), { label, kind: label }])
  const format = options.some((option) => option === '--tree') ? [] : ['--format', 'table']
  const { status, stdout, stderr } = await runHere([command, ...options, file, ...format])
  expect(status).toBe(0)
  expect(stdout).toContain('a\\u0000b\\u0001b\\u0007b\\u0008b\\u000bb\\u000cb\\u001bb')
  expect(Array.from((stdout + stderr).matchAll(RAW))).toEqual([])
  expect(stdout + stderr).not.toMatch(/^forged/m)
})

test.for([['diff', BASE], ['assess'], ['assess', '--tree'], ['compare'], ['explain', '--row', '1']] as const)(
  'no line of a log is a command for continuous integration: %j',
  async ([command, ...options]) => {
    const commands = [
      '::error file=a::b',
      '::add-mask::a',
      '::stop-commands',
      '::warning file=b',
      ' \u00a0::stop-commands::x',
      '##[group]x',
      'a ##vso[task.x]y',
    ]
    const file = written('commands.json', [
      ...laptops(commands),
      { label: '::ffff:10.0.0.1', kind: '::warning::kind' },
      { label: '::stop-commands', kind: 'zz::tok' },
    ])
    const format = options.some((option) => option === '--tree') ? [] : ['--format', 'table']
    const { status, stdout, stderr } = await runHere([command, ...options, file, ...format])
    expect(status).toBe(0)
    expect(stdout).toContain('\\u003a:error file=a::b')
    expect((stdout + stderr).split('\n').filter((line) => /^\s*::.*::|##\w*\[/.test(line))).toEqual([])
  },
)

const [BOLD, PLAIN] = ['\u001b[1m', '\u001b[22m']

test('where text is bold, that of a file cannot be, and stays in its line', async () => {
  vi.stubEnv('FORCE_COLOR', '1')
  const file = written('bold.json', laptops([`x${BOLD}loud\nforged`, 'y']))
  const { stdout } = await runHere(['compare', file, '--format', 'table'])
  const [sentence = ''] = stdout.split('\n')
  const [before, bold, after, ...others] = sentence.split(BOLD).flatMap((part) => part.split(PLAIN))
  expect([before, others]).toEqual(['', []])
  expect(`${bold}${after}`).toContain('x\\u001b[1mloud forged')
})

test('a wrapped line is bold as far as its first part goes', async () => {
  vi.stubEnv('COLUMNS', '20')
  const plain = (await runHere(['laptop', '--format', 'table'])).stdout
  vi.stubEnv('FORCE_COLOR', '1')
  const { stdout } = await runHere(['laptop', '--format', 'table'])
  expect(stripVTControlCharacters(stdout)).toBe(plain)
  const bold = stdout.split(BOLD).slice(1)
  expect(bold.length).toBeGreaterThan(1)
  expect(bold.map((part) => part.split(PLAIN)[0]).join(' ')).toMatch(/^laptop: [\d.]+ kg CO2 eq\. \([^)]*\)$/)
})

test('a Parquet file is read with the characters that it has', async () => {
  const label = 'a\u001b[31m\u202eb'
  const [file, parquet] = [join(folder, 'raw.csv'), join(folder, 'raw.parquet')]
  writeFileSync(file, `label,kind\n${label},laptop\n`)
  await runHere(['assess', file, '-o', parquet, '--fields', 'label,kind'])
  expect(readFileSync(parquet).includes(label)).toBe(true)
  const { stdout } = await runHere(['diff', BASE, parquet, '--json'])
  expect(JSON.parse(stdout).rows).toContainEqual(expect.objectContaining({ change: 'added', label }))
})
