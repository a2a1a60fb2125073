import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { Assessor, driftOf, importFile } from '../src/library/index.ts'
import { createRestHandler, routes } from '../src/server/rest/handle-rest.ts'
import { runHere } from './cli/run-here.ts'
import { askNewest, releases, world } from './world.ts'

const PAGES = ['docs/recipes.md', 'docs/graphql.md', 'docs/rest.md']

const page = PAGES.map((file) => readFileSync(file, 'utf8')).join('\n')

/** One question, and a program of one language that answers it. */
interface Program {
  readonly question: string
  readonly language: string
  readonly code: string
  /** The variables of a query, in the block after it. */
  readonly variables: Record<string, unknown>
}

const programs: readonly Program[] = page
  .split(/^#{2,3} /m)
  .slice(1)
  .flatMap((recipe) => {
    const [question = ''] = recipe.split('\n')
    const blocks = [...recipe.matchAll(/^```(\w+)\n(.*?)^```$/gms)]
    return blocks.map(([, language = '', code = ''], at) => {
      const [, next, text = ''] = (code.includes('!') && blocks[at + 1]) || []
      return { question, language, code, variables: next === 'json' ? JSON.parse(text) : {} }
    })
  })

/** The programs of one language, each as a case of a test. */
function written(language: string, isOne: (code: string) => boolean = () => true) {
  return programs.filter((each) => each.language === language && isOne(each.code))
}

const folder = mkdtempSync(join(tmpdir(), 'impactql-recipes-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const handle = createRestHandler({ ...world, release: releases.newest })
const isJob = (code: string) => code.includes('/v2/jobs')

/** What each program printed, by its question: all of them are to show the same figure. */
const printed = new Map<string, string[]>()

function print({ question }: Program, text: string) {
  printed.set(question, [...(printed.get(question) ?? []), text])
}

/** Runs a line of a shell: the command, with what `printf` writes to it, if anything. */
async function run(line: string): Promise<string> {
  const [, text = '', command = ''] = /^(?:printf '([^']*)' \| )?node bin\/impactql\.js (.*)$/.exec(line) ?? []
  const args = [...command.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '')
  const totals = args.indexOf('--totals') + 1
  if (totals > 0) args[totals] = join(folder, args[totals] as string)
  const { status, stderr, stdout } = await runHere(args, text.replaceAll('\\n', '\n'))
  expect([status, stderr]).toEqual([0, expect.not.stringMatching(/\berror:|[1-9]\d* faulty/)])
  return stdout
}

describe('The recipes and guides', () => {
  it('answer more than twenty questions, each in four ways', () => {
    const questions = [...new Set(programs.map(({ question }) => question))].filter((each) => each.endsWith('?'))
    expect(questions.length).toBeGreaterThan(20)
    const ways = {
      command: written('sh', (code) => !code.startsWith('curl')),
      GraphQL: written('graphql'),
      REST: written('sh', (code) => code.startsWith('curl')),
      library: written('js'),
    }
    for (const [way, ofWay] of Object.entries(ways)) {
      const answered = new Set(ofWay.map(({ question }) => question))
      expect([way, questions.filter((question) => !answered.has(question))]).toEqual([way, []])
    }
    for (const way of ['python', 'r']) expect(written(way)).toHaveLength(1)
  })

  it.each(written('sh', (code) => !code.startsWith('curl')))('as a command: $question', async (program) => {
    for (const line of program.code.trim().split('\n')) {
      const output = await run(line)
      expect(output).not.toBe('')
      print(program, output)
    }
  })

  it.each(written('graphql'))('over GraphQL: $question', async (program) => {
    const data = await askNewest(program.code, program.variables)
    expect(Object.values(data)).not.toContain(null)
    print(program, JSON.stringify(data))
  })

  it.each(written('sh', (code) => code.startsWith('curl') && !isJob(code)))('over REST: $question', async (program) => {
    const [, address = '', body] = /^curl '?(http:[^'\s]+)'?(?: -d '(.*)')?$/s.exec(program.code.trim()) ?? []
    const { pathname: path, searchParams: query } = new URL(address)
    const answer = await handle({ method: body === undefined ? 'GET' : 'POST', path, query, body, accept: undefined })
    expect([answer.status, answer.body]).toEqual([200, expect.not.stringContaining('UNKNOWN_FIELD')])
    print(program, answer.body)
  })

  it.each(written('js'))('by the library: $question', async (program) => {
    const log = vi.fn<(...words: readonly unknown[]) => void>()
    const lines = page.match(/^const (?:year) = .*$/gm)?.map((line) => line.replace(' as const', '')) ?? []
    const known = {
      releases,
      assessor: new Assessor(releases.newest),
      driftOf,
      importFile,
      console: { log },
      files: Object.fromEntries(
        ['examples/bill.csv', 'examples/plan.json'].map((file) => [file, readFileSync(file, 'utf8')]),
      ),
    }
    const code = `return (async () => { ${lines.join('\n')}\n${program.code} })()`
    await new Function(...Object.keys(known), code)(...Object.values(known))
    expect(log).toHaveBeenCalled()
    print(program, log.mock.calls.map((words) => words.join(' ')).join('\n'))
  })

  it.each(written('js').filter(({ code }) => code.includes('total.value') && !code.includes('for (')))(
    'give the same figure in all ways: $question',
    ({ question }) => {
      const texts = printed.get(question) ?? []
      const [figure = Number.NaN] = numbersIn(texts.at(-1) ?? '')
      expect(figure).toBeGreaterThan(0)
      // Shown figures are rounded by their uncertainty.
      const lacking = texts.filter(
        (text) => !numbersIn(text).some((number) => Math.abs(number - figure) <= 0.1 * figure),
      )
      expect(lacking).toEqual([])
    },
  )

  it('list the same instance types over GraphQL and over REST', () => {
    const texts = printed.get('Which suitable instance type has the lowest footprint?') ?? []
    const lists = texts.flatMap((text) => {
      const { cloudInstanceTypes, nodes = cloudInstanceTypes?.nodes } = text.startsWith('{') ? JSON.parse(text) : {}
      return nodes === undefined ? [] : [nodes.map(({ name }: { readonly name: string }) => name)]
    })
    expect(lists).toEqual([expect.toSatisfy(({ length }) => length === 5), lists[0]])
  })
})

describe('The guide to REST', () => {
  const guide = readFileSync('docs/rest.md', 'utf8')
  const named = [...guide.matchAll(/`(?:POST )?(\/v[12]\/[\w/{}-]+)`/g)].map(([, path]) => path)

  it.each(named)('names a route that is there: %s', (path) => {
    expect([...routes.map((route) => route.path), '/v2/rates', '/v2/jobs']).toContain(path)
  })

  const addresses = [...guide.matchAll(/`(\/v[12]\/[^`]+\?[^`]+)`/g)].map(([, address = '']) => address)

  it.each(addresses)('shows an address that answers: %s', async (address) => {
    const { pathname: path, searchParams: query } = new URL(address, 'http://127.0.0.1')
    const answer = await handle({ method: 'GET', path, query, body: undefined, accept: undefined })
    expect([answer.status, answer.body]).toEqual([200, expect.stringMatching(/^[{[]/)])
  })

  it('names every route of /v2', () => {
    const paths = routes.map(({ path }) => path).filter((path) => path.startsWith('/v2/'))
    expect(paths.filter((path) => !named.includes(path))).toEqual([])
  })
})

function numbersIn(text: string): readonly number[] {
  return [...text.matchAll(/\d[\d,]*(?:\.\d+)?/g)].map(([number]) => Number(number.replaceAll(',', '')))
}
