import { globSync, readFileSync } from 'node:fs'
import { type MarkedToken, marked, type Token } from 'marked'
import { describe, expect, it } from 'vitest'
import { createProgram } from '../src/cli/run-cli.ts'
import { faultsOfProse, sentencesOf } from './prose-rules.ts'
import { commentsIn, sourceTexts } from './source-texts.ts'

/** Every document; the examples of docs/writing.md break its rules on purpose. */
const DOCUMENTS = globSync(['*.md', 'docs/*.md', 'data/**/*.md', 'examples/*.md']).filter(
  (file) => file !== 'docs/writing.md',
)

const page = readFileSync('docs/writing.md', 'utf8')

/** The paragraphs, cells and items of a document: no code, no tables of figures. */
function proseOf(markdown: string): readonly string[] {
  return marked.lexer(markdown).flatMap(paragraphsOf)
}

function paragraphsOf(token: Token): readonly string[] {
  const known = token as MarkedToken
  switch (known.type) {
    case 'paragraph':
    case 'heading':
    case 'text':
      return [textOf(known.tokens ?? [])]
    case 'list':
      return known.items.flatMap(({ tokens }) => tokens.flatMap(paragraphsOf))
    case 'blockquote':
      return known.tokens.flatMap(paragraphsOf)
    case 'table':
      return [...known.header, ...known.rows.flat()].map(({ tokens }) => textOf(tokens))
    default:
      return []
  }
}

/** A paragraph as it is read; a piece of code counts as one word, which may begin a sentence. */
function textOf(tokens: readonly Token[]): string {
  return tokens
    .map((token) => {
      const known = token as MarkedToken
      if (known.type === 'codespan') return 'Code'
      if ('tokens' in known && known.tokens !== undefined) return textOf(known.tokens)
      return 'text' in known ? known.text : ' '
    })
    .join('')
    .replace(/\s+/g, ' ')
}

describe('The page on writing', () => {
  const examples = [...page.matchAll(/^## (\d+)\. .*\n\n- Before: (.*)\n- After: (.*)$/gm)].map(
    ([, number = '', before = '', after = '']) => ({ number, before, after }),
  )

  it('has ten rules, with an example each', () => {
    expect(examples.map(({ number }) => Number(number))).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    expect(page.split('\n').length).toBeLessThan(66)
  })

  it.each(examples)('rule $number: the check finds fault with the text before', ({ before }) => {
    expect(faultsOfProse(before)).not.toEqual([])
  })

  it.each(examples)('rule $number: the check has nothing against the text after', ({ after }) => {
    expect(faultsOfProse(after)).toEqual([])
  })
})

describe('The check of prose', () => {
  it('tells sentences apart, and knows abbreviations and numbers', () => {
    expect(sentencesOf('It takes 1.5 kg CO2 eq. per hour. Read `a.md`! Then stop')).toEqual([
      'It takes 1.5 kg CO2 eq per hour.',
      'Read `a.md`!',
      'Then stop',
    ])
  })

  it('counts words', () => {
    expect(faultsOfProse('word '.repeat(31))).toEqual([expect.stringContaining('31 words')])
    expect(faultsOfProse('word '.repeat(30))).toEqual([])
  })
})

describe('By the rules of docs/writing.md', () => {
  it.each(DOCUMENTS)('%s is written', (document) => {
    const prose = proseOf(readFileSync(document, 'utf8'))
    expect(prose.length).toBeGreaterThan(5)
    expect(prose.flatMap(faultsOfProse)).toEqual([])
  })

  it('the help of the command is written', () => {
    const program = createProgram()
    const texts = [program, ...program.commands].flatMap((command) => [
      command.description(),
      ...command.options.map(({ description }) => description),
      ...command.registeredArguments.map(({ description }) => description),
    ])
    expect(texts.length).toBeGreaterThan(50)
    expect(texts.flatMap(faultsOfProse)).toEqual([])
  })

  const sources = globSync(['{bin,schema,src}/**/*.{js,ts,tsx}', '{build,codegen}.ts']).filter(
    (file) => !file.startsWith('src/generated/'),
  )
  const texts = sources.flatMap((file) => sourceTexts(file))

  it('the texts of the sources are written: messages, warnings, advice, descriptions', () => {
    expect(texts.flatMap(faultsOfProse)).toEqual([])
  })

  it('the comments of sources, tests and benchmarks are written', () => {
    const tests = globSync('{benchmarks,test}/**/*.ts')
    const faults = [...sources, ...tests].flatMap((file) =>
      commentsIn(file)
        .flatMap(faultsOfProse)
        .map((fault) => `${file}: ${fault}`),
    )
    expect(faults).toEqual([])
  })

  it('comments are found: of one line, of several, and in a list', () => {
    const comments = commentsIn('src/explorer/results/number-text.ts').concat(commentsIn('schema/field-cost.ts'))
    expect(comments).toContain('A value with its bounds.')
    expect(comments).toContainEqual(
      expect.stringMatching(/^What a field adds to the cost of an operation.*microseconds\.$/),
    )
    expect(comments).toContainEqual(expect.stringMatching(/^Code: the only fields below/))
  })

  it.each([
    ['calls', 'Default impact criteria'],
    ['tables', 'The result leaves out the end of life.'],
    ['elements', 'No value has this status.'],
    ['templates', 'value not found; value lists the known names'],
  ])('texts are found in %s', (_place, text) => {
    expect(texts).toContain(text)
  })
})
