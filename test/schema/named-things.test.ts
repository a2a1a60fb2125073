import { describe, expect, test } from 'vitest'
import { realWorld } from '../server/http/support/real-world.ts'
import { startService } from '../server/http/support/test-service.ts'
import { ask, askNewest } from '../world.ts'

const meaning = '{ given nearest things { name kind provider instanceType archetype variants } }'

const meaningsOf = async (...names: readonly string[]) =>
  (await askNewest(`{ namedThings(names: ${JSON.stringify(names)}) ${meaning} }`)).namedThings

describe('a name', () => {
  test('that means nothing has the closest names instead', async () => {
    const [typo, nonsense] = await meaningsOf('m5.xlrge', 'qqqqqqqqqqqq')
    expect(typo).toMatchObject({ given: 'm5.xlrge', things: [] })
    expect(typo.nearest).toContain('aws m5.xlarge')
    expect(typo.nearest.length).toBeLessThanOrEqual(3)
    expect(nonsense.things).toEqual([])
  })

  test('that means several things has all of them', async () => {
    const [{ things, nearest }] = await meaningsOf('XPS')
    expect(things.map(({ kind }: { kind: string }) => kind)).toEqual(['laptop', 'desktop'])
    expect(nearest).toEqual([])
  })

  test('of an instance type, a processor, a model and an archetype says what each is', async () => {
    const meanings = await meaningsOf('m5.xlarge', 'Xeon Gold 6138', 'PowerEdge R740', 'dellR740')
    expect(meanings.map(({ things }: { things: unknown[] }) => things)).toEqual([
      [
        expect.objectContaining({
          name: 'aws m5.xlarge',
          kind: 'cloudInstance',
          provider: 'aws',
          instanceType: 'm5.xlarge',
        }),
      ],
      [expect.objectContaining({ name: 'Intel Xeon Gold 6138', kind: 'cpu', provider: null, archetype: null })],
      [expect.objectContaining({ name: 'Dell PowerEdge R740', kind: 'server', archetype: null })],
      [expect.objectContaining({ name: 'dellR740', kind: 'server', archetype: 'dellR740' })],
    ])
  })

  test.each([
    ['iphone 15', 'Apple iPhone 15'],
    ['Samsung galaxy-s24 Ultra (2024)', 'Samsung Galaxy S24 Ultra (2024)'],
    ['Dell Latitude5450', 'Dell Latitude5450'],
    ['ThinkPad', 'Lenovo ThinkPad'],
    ['R740', 'Dell PowerEdge R740'],
  ])('%s is named %s: nothing that was typed is lost', async (typed, name) => {
    const [{ things }] = await meaningsOf(typed)
    expect(things.map((thing: { name: string }) => thing.name)).toEqual([name])
  })

  test('is looked up in the tables of a release', async () => {
    const { release } = await ask(
      `{ release(id: "boavizta-2.4.1") { namedThings(names: ["PowerEdge R740"]) ${meaning} } }`,
    )
    expect(release.namedThings[0].things).toEqual([])
  })
})

test('More names than one operation may look up are refused before any is', async () => {
  const { graphql } = await startService({ world: realWorld() })
  const names = Array.from({ length: 200 }, (_, at) => `name ${at}`)
  const query = `query Names($names: [String!]!) { namedThings(names: $names) ${meaning} }`
  const { errors } = await graphql({ query, variables: { names } })
  expect(errors?.[0]?.extensions).toMatchObject({ code: 'OPERATION_TOO_LARGE', limit: 'cost' })
})
