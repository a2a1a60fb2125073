import { globSync, readFileSync } from 'node:fs'
import { graphql } from 'graphql'
import { describe, expect, it } from 'vitest'
import { createContext } from '../schema/context.ts'
import { schema } from '../schema/schema.ts'
import { loadReleases } from '../src/catalogue/tables/load-releases.ts'
import { Assessor, Releases } from '../src/library/index.ts'
import { ERROR_CODES } from '../src/server/graphql/answers/errors.ts'
import { createRestHandler } from '../src/server/rest/handle-rest.ts'
import { SETTINGS } from '../src/server/settings/settings.ts'
import { runHere } from './cli/run-here.ts'
import { releases, world } from './world.ts'

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8')
const settings = readFileSync(new URL('../docs/settings.md', import.meta.url), 'utf8')

/** The blocks of code of one language, in their order. */
function blocks(language: string): readonly string[] {
  return [...readme.matchAll(new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, 'gs'))].map(([, code = '']) => code)
}

describe('The README', () => {
  it('says what it is, with a picture that is there, before the two commands', () => {
    const [about = '', commands = ''] = readme.split('```sh\n')
    expect(about).toContain('carbon footprint')
    const [, picture = ''] = /!\[[^\]]+\]\(([^)]+)\)/.exec(about) ?? []
    expect(readFileSync(new URL(`../${picture}`, import.meta.url)).length).toBeLessThan(150_000)
    expect(commands).toMatch(/^npm ci && npm start .*\nnpm ci && npm test /)
  })

  it('shows the real answer to its first query', async () => {
    const [query = ''] = blocks('graphql')
    const [answer = ''] = blocks('json')
    // As the service answers where no release is named.
    const contextValue = createContext({ ...world, release: releases.newest })
    const given = await graphql({ schema, source: query, contextValue })
    expect(JSON.parse(JSON.stringify(given))).toEqual(JSON.parse(answer))
  })

  it('shows the real answer to its first curl, to the letter', async () => {
    const curl = blocks('sh').find((block) => block.includes('/v1/')) ?? ''
    const [, answer = ''] = blocks('json')
    const [, path = '', query = ''] = /127\.0\.0\.1:4000([^'?]*)\?([^']*)/.exec(curl) ?? []
    const [, body = ''] = /-d '(.*)'/.exec(curl) ?? []
    const handle = createRestHandler(world)
    const { status, body: text } = await handle({
      method: 'POST',
      path,
      query: new URLSearchParams(query),
      body,
      accept: undefined,
    })
    expect(status).toBe(200)
    expect(text).toBe(answer.trim())
  })

  it('shows the real answer to how certain a figure is', async () => {
    const query = blocks('graphql').find((block) => block.includes('drivers')) ?? ''
    const answer = blocks('json').find((block) => block.includes('"drivers"')) ?? ''
    const contextValue = createContext({ ...world, release: releases.newest })
    const result = await graphql({ schema, source: query, contextValue })
    expect(JSON.parse(JSON.stringify(result))).toEqual(JSON.parse(answer))
  })

  it('states what its program prints', async () => {
    const [code = ''] = blocks('ts')
    const lines: string[] = []
    const known = {
      Assessor,
      Releases,
      loadReleases,
      console: { log: (...words: unknown[]) => lines.push(words.join(' ')) },
    }
    const body = code.replace(/^import .*$/gm, '').replaceAll(' as const', '')
    await new Function(...Object.keys(known), `return (async () => { ${body} })()`)(...Object.values(known))
    const stated = [...code.matchAll(/\/\/ ([\d.]+)… (kg CO2 eq\.)$/gm)].map(
      ([, digits, unit]) => [digits, unit] as const,
    )
    stated.forEach(([digits, unit], at) => {
      expect(lines[at]).toMatch(new RegExp(`: ${digits}.*${unit}$`))
    })
    expect(stated).toHaveLength(2)
  })

  it('shows the real answer of its first command', async () => {
    const [first = ''] =
      blocks('sh')
        .find((block) => block.includes(' vs '))
        ?.split('\n') ?? []
    const { stdout } = await runHere([...first.split(' ').slice(2), '--format', 'table'])
    const shown = /The first command prints:\n\n```\n(.*?)```/s.exec(readme)?.[1]
    expect(stdout.replaceAll(/\s+/g, ' ')).toBe(shown?.replaceAll(/\s+/g, ' '))
  })

  it('has one data release in all its examples, the newest, and says what /v1 answers from', () => {
    const { id } = releases.newest
    expect(readme).toContain(`All examples on this page use data release ${id}`)
    expect(blocks('graphql').filter((block) => block.includes('release('))).toEqual([])
    for (const curl of blocks('sh').filter((block) => block.includes('/v1/'))) expect(curl).toContain(`release=${id}`)
    expect(readme.replaceAll('\n', ' ')).toContain('`/v1` uses data release `boavizta-2.4.1` unless')
  })

  it('has every folder and what is in it', () => {
    const folders = globSync(['*/', 'src/*/'], { cwd: new URL('..', import.meta.url) }).filter(
      (folder) => !/^(node_modules|dist|src|coverage)$/.test(folder),
    )
    expect(folders.length).toBeGreaterThan(10)
    for (const folder of folders) expect(readme).toContain(`\`${folder}/\``)
  })
})

describe('The page of settings', () => {
  it.each(Object.values(SETTINGS))(
    'names the setting $name with its meaning and its default',
    ({ name, meaning, fallback }) => {
      const row = settings.split('\n').find((line) => line.startsWith(`| \`${name}\` |`))
      expect(row).toContain(meaning)
      if (fallback !== '') expect(row).toContain(`\`${fallback}\``)
    },
  )
})

describe('The page for operators', () => {
  const page = readFileSync(new URL('../docs/operating.md', import.meta.url), 'utf8')

  it.each(Object.entries(ERROR_CODES))('explains the code %s', (code, meaning) => {
    expect(page).toContain(`| \`${code}\` | ${meaning} |`)
  })
})
