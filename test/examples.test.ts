import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { runHere } from './cli/run-here.ts'

const DOCUMENTS = ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'SECURITY.md', ...globSync('{docs,examples}/*.md')]
const FILES = globSync('examples/**/*.*').filter((file) => !file.endsWith('README.md'))

const folder = mkdtempSync(join(tmpdir(), 'impactql-examples-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const read = (file: string) => readFileSync(file, 'utf8')

/** Every command line of a document that runs the command in a clone. */
function commandsIn(document: string): readonly string[] {
  return [...read(document).matchAll(/node bin\/impactql\.js [^\n`|]+/g)].map(([command]) => command.trim())
}

describe('The examples', () => {
  it.each(DOCUMENTS)('are there where %s names them', (document) => {
    const named = [...read(document).matchAll(/\bexamples\/[\w./-]+\w/g)].map(([path]) => path)
    expect(named.filter((path) => !existsSync(path))).toEqual([])
  })

  it('are each named by a document', () => {
    const texts = DOCUMENTS.map(read).join('\n')
    const page = read('examples/README.md')
    expect(FILES.length).toBeGreaterThan(6)
    expect(FILES.filter((file) => !texts.includes(file) && !page.includes(file.replace('examples/', '')))).toEqual([])
  })

  const commands = [...new Set(['README.md', 'examples/README.md'].flatMap(commandsIn))]
  it.each(commands)('run: %s', async (command) => {
    const args = [...command.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '').slice(2)
    const output = args.indexOf('-o') + 1
    if (output > 0) args[output] = join(folder, args[output] as string)
    else if (args[0] === 'assess' && !args.includes('table')) args.push('-o', join(folder, 'rows.csv'))
    const { status, stderr, stdout } = await runHere(args)
    expect([status, stderr]).toEqual([0, expect.not.stringMatching(/\berror:/)])
    if (stderr.includes('rows:')) expect(stderr).toContain(', 0 faulty')
    expect(stdout + stderr).not.toBe('')
  })

  it('of a workflow: its inputs are those of the action', () => {
    const { jobs } = parse(read('examples/pull-request.yaml'))
    const { uses, with: given } = jobs.impacts.steps.at(-1)
    expect(uses).toMatch(/^impactql\/impactql\/integrations\/github@v[\d.]+$/)
    const { inputs } = parse(read('integrations/github/action.yml'))
    expect(Object.keys(given).filter((name) => !(name in inputs))).toEqual([])
  })
})

describe('npx impactql', () => {
  it('stands only where the package was installed before: npx would fetch what others put under the name', () => {
    for (const document of [...DOCUMENTS, ...FILES, ...globSync('deploy/*')]) {
      const text = read(document)
      const at = text.search(/npx (?!--no)(-\S+ )*impactql\b/)
      if (at < 0) continue
      expect([document, text.slice(0, at)]).toEqual([document, expect.stringContaining('npm install ./impactql-core-')])
    }
  })

  it('how to install from a file is said once', () => {
    const saying = DOCUMENTS.filter((document) => /npm install \.\/impactql/.test(read(document)))
    expect(saying).toEqual(['README.md'])
  })
})
