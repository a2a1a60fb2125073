import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { ask, askNewest, type Data } from '../../world.ts'
import { rest } from './ask-rest.ts'

/**
 * Names with words that cards are known by or code names, and what /v1 answered before cards were read as people write
 * them.
 */
const RECORDED: readonly Data[] = JSON.parse(readFileSync(new URL('part-names.json', import.meta.url), 'utf8'))

const threeNumbers = (part: Data) => (typeof part === 'string' ? part : [part.value, part.min, part.max])

describe('the figures of /v1 do not change with what newer releases know of names', () => {
  test.for(RECORDED.map((each): [string, Data] => [each.name, each]))('"%s"', async ([name, recorded]) => {
    const { json } = await rest(`${recorded.path}?verbose=true`, { name })
    const impacts = Object.entries(json.impacts).map(([criterion, { embedded, use }]: [string, Data]) => [
      criterion,
      { embedded: threeNumbers(embedded), use: threeNumbers(use) },
    ])
    expect(Object.fromEntries(impacts)).toEqual(recorded.impacts)
    const { warnings, ...attribute } = json.verbose.name
    expect(attribute).toEqual(recorded.attribute)
    const { nearest } = recorded
    expect(warnings).toEqual(
      nearest && [expect.stringMatching(`"${RegExp.escape(name)}".* ${RegExp.escape(nearest)}\\?`)],
    )
  })
})

const QUERY = `query ($name: String!) { component(input: { cpu: { name: $name } }) { ... on Cpu { name { value status } } } }`

describe('a processor named with a word of cards, or with a code name alone, is known in no release', () => {
  const names = RECORDED.filter(({ path }) => path.endsWith('/cpu')).map(({ name }) => name)

  test.each([...names, 'Radeon Ryzen 7 3700U', 'Instinct D-1567', 'Grid W-1290', 'Intel i7-4770 OAM'])(
    '"%s"',
    async (name) => {
      for (const answer of [await ask(QUERY, { name }), await askNewest(QUERY, { name })]) {
        expect(answer.component.name).toEqual({ value: name, status: 'INPUT' })
      }
    },
  )
})
