import { readdirSync, readFileSync } from 'node:fs'
import { concatAST, NoDeprecatedCustomRule, parse, validate } from 'graphql'
import { expect, test } from 'vitest'
import { schema } from '../../schema/schema.ts'

const root = new URL('../../', import.meta.url)
const textOf = (path: string) => readFileSync(new URL(path, root), 'utf8')

/** What an operation uses that is deprecated. */
const deprecatedIn = (texts: readonly string[]) =>
  validate(schema, concatAST(texts.map((text) => parse(text))), [NoDeprecatedCustomRule]).map(({ message }) => message)

test('a deprecated field, argument or input field is noticed', () => {
  const messages = deprecatedIn([
    '{ cpus { totalCount } server(input: { configuration: { disk: [] } }) { sci(units: 1) { units } } }',
  ])
  expect(messages).toHaveLength(4)
})

test.each(['src/explorer/operations/', 'src/server/rest/operations/'])(
  'the operations of %s use new names',
  (folder) => {
    const files = readdirSync(new URL(folder, root), { encoding: 'utf8', recursive: true }).filter((name) =>
      name.endsWith('.graphql'),
    )
    expect(files.length).toBeGreaterThan(3)
    expect(deprecatedIn(files.map((name) => textOf(folder + name)))).toEqual([])
  },
)
