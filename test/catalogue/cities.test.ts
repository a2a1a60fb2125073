import { expect, test } from 'vitest'
import { ask, type Data, releases } from '../world.ts'

/** The place that a text means in a release, and the message about it. */
async function placeOf(text: string, release = '2026.12'): Promise<readonly [string, string | undefined]> {
  const {
    release: { terminal },
  } = await ask(
    `query ($place: String!, $release: ID!) {
      release(id: $release) {
        terminal(input: { kind: LAPTOP, usage: { usageLocation: $place } }) {
          usage { usageLocation { value } } warnings { code message }
        }
      }
    }`,
    { place: text, release },
  )
  const said = terminal.warnings.find(({ code }: Data) => code === 'READ_AS' || code === 'UNKNOWN_LOCATION')
  return [terminal.usage.usageLocation.value, said?.message]
}

test.for([
  ['Milano', 'ITA', 'Milan'],
  ['München', 'DEU', 'Munich'],
  ['munchen', 'DEU', 'Munich'],
  ['Frankfurt am Main', 'DEU', 'Frankfurt'],
  ['Varsovie', 'POL', 'Warsaw'],
  ['Warszawa', 'POL', 'Warsaw'],
  ['London', 'GBR', 'London'],
  ['London UK', 'GBR', 'London'],
  ['New York', 'USA', 'New York'],
  ['Boston, MA', 'USA', 'Boston'],
  ['Paris (FR)', 'FRA', 'Paris'],
  ['FR - Paris', 'FRA', 'Paris'],
  ['Dublin, Ireland', 'IRL', 'Dublin'],
  ['Ashburn, VA', 'USA-VA', 'Ashburn'],
  ['Ashburn, Virginia, USA', 'USA-VA', 'Ashburn'],
  ['Berlin HQ', 'DEU', 'Berlin'],
  ['Frankfurt DC2', 'DEU', 'Frankfurt'],
] as const)('%s is in %s, and a warning says so', async ([text, code, city]) => {
  expect(await placeOf(text)).toEqual([code, `Location "${text}" was read as ${code}, by the city ${city}`])
})

test.for(['Paris, Texas', 'Berlin (FR)', 'IT, floor 3', 'HR office', 'Springfield', 'South'])(
  '%s stays unknown, since it can be elsewhere',
  async (text) => {
    const [, message] = await placeOf(text)
    expect(message).toContain(`Unknown location "${text}"`)
  },
)

test('a mistyped city has the closest one as a suggestion', async () => {
  expect((await placeOf('Muenchn'))[1]).toContain('Did you mean DEU (Munich)?')
})

test('a country is no city, and earlier releases know no cities', async () => {
  expect(await placeOf('Germany')).toEqual(['DEU', undefined])
  expect((await placeOf('Milano', '2026.11'))[1]).toContain('Unknown location "Milano"')
})

test('no two cities share a name, and no city is called like a location', () => {
  const { cities } = releases.newest.references.tables
  const names = cities.flatMap(({ name, otherNames }) => [name, ...otherNames])
  expect(names.length).toBeGreaterThan(700)
  expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(names.length)
  const before = releases.find('2026.11').references
  expect(names.filter((name) => before.matchLocation(name).row !== undefined)).toEqual([])
})
