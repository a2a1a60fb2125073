import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { SETTINGS } from '../src/config.ts'
import { ERROR_CODES } from '../src/http/graphql/error-codes.ts'
import { createRestHandler } from '../src/rest/handle-rest.ts'
import { execute, world } from './world.ts'

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8')

/** The blocks of code of one language, in their order. */
function blocks(language: string): readonly string[] {
  return [...readme.matchAll(new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, 'gs'))].map(([, code = '']) => code)
}

describe('The README', () => {
  it('begins with the two commands', () => {
    expect(readme.split('```sh\n')[1]).toMatch(/^npm ci && npm start .*\nnpm ci && npm test /)
  })

  it('shows the real answer to its first query', async () => {
    const [query = ''] = blocks('graphql')
    const [answer = ''] = blocks('json')
    expect(JSON.parse(JSON.stringify(await execute(query)))).toEqual(JSON.parse(answer))
  })

  it('shows the real answer to its first curl, to the letter', async () => {
    const [, curl = ''] = blocks('sh')
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

  it('tells of every folder what is in it', () => {
    const folders = globSync(['*/', 'src/*/'], { cwd: new URL('..', import.meta.url) }).filter(
      (folder) => !/^(node_modules|dist|src|coverage)$/.test(folder),
    )
    expect(folders.length).toBeGreaterThan(10)
    for (const folder of folders) expect(readme).toContain(`\`${folder}/\``)
  })

  it.each(Object.values(SETTINGS))(
    'names the setting $name with its meaning and its default',
    ({ name, meaning, fallback }) => {
      const row = readme.split('\n').find((line) => line.startsWith(`| \`${name}\` |`))
      expect(row).toContain(meaning)
      if (fallback !== '') expect(row).toContain(`\`${fallback}\``)
    },
  )
})

describe('The page for operators', () => {
  const page = readFileSync(new URL('../docs/operating.md', import.meta.url), 'utf8')

  it.each(Object.entries(ERROR_CODES))('tells when an error has the code %s', (code, meaning) => {
    expect(page).toContain(`| \`${code}\` | ${meaning} |`)
  })
})
