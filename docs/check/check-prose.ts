/**
 * Prints the sentences that break a rule of docs/writing.md that a machine can check: in documents, in the help of the
 * command, in the texts of sources, and in comments. It warns, and always ends with 0: wording is for people to decide.
 */
import { globSync, readFileSync } from 'node:fs'
import { type MarkedToken, marked, type Token } from 'marked'
import { createProgram } from '../../src/cli/run-cli.ts'
import { faultsOfProse } from './prose-rules.ts'
import { commentsIn, sourceTexts } from './source-texts.ts'

const WRITING = 'docs/writing.md'
/** The examples of the page on writing break its rules on purpose. */
const DOCUMENTS = globSync(['*.md', 'docs/*.md', 'data/**/*.md', 'examples/*.md']).filter((file) => file !== WRITING)
const SOURCES = globSync(['{bin,schema,src}/**/*.{js,ts,tsx}', '*.ts']).filter(
  (file) => !file.startsWith('src/generated/'),
)
const COMMENTED = [...SOURCES, ...globSync('{benchmarks,docs,test}/**/*.ts')]

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

function helpTexts(): readonly string[] {
  const program = createProgram()
  return [program, ...program.commands].flatMap((command) => [
    command.description(),
    ...command.options.map(({ description }) => description),
    ...command.registeredArguments.map(({ description }) => description),
  ])
}

let read = 0
let faults = 0

function warn(place: string, texts: readonly string[]): void {
  read += texts.length
  for (const fault of texts.flatMap(faultsOfProse)) {
    faults++
    console.warn(`${place}: ${fault}`)
  }
}

/** The rules find fault with each example of docs/writing.md as it was before, and with none as it is after. */
function warnOfExamples(): void {
  for (const [, before = '', after = ''] of readFileSync(WRITING, 'utf8').matchAll(
    /^- Before: (.*)\n- After: (.*)$/gm,
  )) {
    if (faultsOfProse(before).length === 0) console.warn(`${WRITING}: no rule finds fault with "${before}"`)
    warn(WRITING, [after])
  }
}

for (const file of DOCUMENTS) warn(file, proseOf(readFileSync(file, 'utf8')))
warn('help of the command', helpTexts())
for (const file of SOURCES) warn(file, sourceTexts(file))
for (const file of COMMENTED) warn(`comments of ${file}`, commentsIn(file))
warnOfExamples()
console.log(`${faults} sentences of ${read} texts break a rule of ${WRITING}`)
