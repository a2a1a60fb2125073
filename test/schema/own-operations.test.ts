import { readdirSync, readFileSync } from 'node:fs'
import { concatAST, Kind, NoDeprecatedCustomRule, parse, validate } from 'graphql'
import { expect, test } from 'vitest'
import { schema } from '../../schema/schema.ts'
import { CRITERIA } from '../../src/engine/values/criteria.ts'
import { inputSize, NO_SIZE, planCost } from '../../src/server/graphql/cost/operation-cost.ts'
import { readConfig } from '../../src/server/settings/config.ts'
import { world } from '../world.ts'

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

test.each(['asset', 'cloud-instance', 'component', 'server', 'terminal', 'quantity'])(
  'the page may ask for all figures of one %s in all criteria at once',
  (name) => {
    const texts = [name, 'fragments'].map((each) => textOf(`src/explorer/operations/${each}.graphql`))
    const { definitions } = concatAST(texts.map((text) => parse(text)))
    const operation = definitions.find((each) => each.kind === Kind.OPERATION_DEFINITION)
    if (operation === undefined) throw new Error('no operation')
    const fragments = new Map(
      definitions.flatMap((each) => (each.kind === Kind.FRAGMENT_DEFINITION ? [[each.name.value, each]] : [])),
    )
    const variables = { criteria: Object.keys(CRITERIA).map((code) => code.toUpperCase()), items: [{}] }
    const sizes = new Map(Object.entries(variables).map(([each, value]) => [each, inputSize(value) ?? NO_SIZE]))
    const cost = planCost(schema, operation, fragments)({ variables, sizes, settings: world })
    expect(cost).toBeGreaterThan(1000)
    expect(cost).toBeLessThan(readConfig({}).maxCostPer4Kb)
  },
)
