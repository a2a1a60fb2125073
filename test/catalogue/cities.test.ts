import { expect, test } from 'vitest'
import { importFile } from '../../src/importers/import-file.ts'
import { ask, askNewest, type Data, releases } from '../world.ts'

/** The place that a text means in a release, and the warning about it. */
async function placeOf(text: string, release = '2026.12'): Promise<readonly [string, Data]> {
  const {
    release: { terminal },
  } = await ask(
    `query ($place: String!, $release: ID!) {
      release(id: $release) {
        terminal(input: { kind: LAPTOP, usage: { usageLocation: $place } }) {
          usage { usageLocation { value } } warnings { code message path nearest }
        }
      }
    }`,
    { place: text, release },
  )
  const said = terminal.warnings.find(({ code }: Data) => code === 'READ_AS' || code === 'UNKNOWN_LOCATION')
  return [terminal.usage.usageLocation.value, said]
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
  ['Berlin (HQ)', 'DEU', 'Berlin'],
  ['Frankfurt - DC', 'DEU', 'Frankfurt'],
  ['75001 Paris', 'FRA', 'Paris'],
  ['Hauptstr. 5, 10115 Berlin', 'DEU', 'Berlin'],
  ['Berlin (Deutschland)', 'DEU', 'Berlin'],
  ['Lyon, Frankreich', 'FRA', 'Lyon'],
  ['NYC', 'USA', 'New York'],
  ['Washington, D.C.', 'USA', 'Washington DC'],
  ['Washington, D.C., USA', 'USA', 'Washington DC'],
  ['Boston, MA 02110', 'USA', 'Boston'],
  ['Boston, Massachusetts', 'USA', 'Boston'],
  ['Boston, usa', 'USA', 'Boston'],
  ['Seattle, Washington', 'USA-WA', 'Seattle'],
  ['Atlanta, Georgia', 'USA-GA', 'Atlanta'],
  ['Tbilisi, Georgia', 'GEO', 'Tbilisi'],
  ['Austin TX', 'USA-TX', 'Austin'],
  ['Mumbai, India', 'IND-MH', 'Mumbai'],
  ['Toronto, ON', 'CAN', 'Toronto'],
  ['Montréal, QC', 'CAN', 'Montréal'],
] as const)('%s is in %s, and a warning says so', async ([text, code, city]) => {
  // After the text that it quotes, which can have the city too.
  const message = expect.stringMatching(new RegExp(`^[^"]*"[^"]*"[^"]*\\b${city}\\b`))
  expect(await placeOf(text)).toMatchObject([
    code,
    { code: 'READ_AS', path: ['input', 'usage', 'usageLocation'], message },
  ])
})

test('the warning names the text, the place and the city', async () => {
  const [, { message }] = await placeOf('Milano')
  expect(message).toBe('Location "Milano" was read as ITA, by the city Milan')
})

test.for([
  'Paris, Texas',
  'Berlin (FR)',
  'IT, floor 3',
  'HR office',
  'Springfield',
  'South',
  'Washington',
  'Washington, US',
  'Washington, Pennsylvania',
  'Tacoma, Washington',
  'London, Ontario',
  'Moscow, Idaho',
  'Moscow, Idaho 83843',
  'Moscow, ID 83843',
  'Moscow Idaho',
  'Portland, Maine',
  'Melbourne, Florida',
  'Melbourne, FL',
  'Naples, Florida',
  'Birmingham, Alabama',
  'Manchester, New Hampshire',
  'Berlin, New Hampshire',
  'Charleston, West Virginia',
  'Perth, Scotland',
  'Boston, UK',
  'Boston (GB)',
  'Charlotte, FR',
  'New York, IL',
  'New York, Texas',
  'Vancouver, WA',
  'London, ON',
  'Savannah, Georgia',
  'Lebanon, New Hampshire',
  'Seattle, Boston',
])('%s stays unknown, since it can be elsewhere', async (text) => {
  const [, said] = await placeOf(text)
  expect(said).toMatchObject({ code: 'UNKNOWN_LOCATION', message: expect.stringContaining(`"${text}"`) })
})

test.for([
  ['Texas', 'USA-TX'],
  ['Salem, Oregon', 'USA-OR'],
  ['HR office, Germany', 'DEU'],
  ['Werk 4, Deutschland', 'DEU'],
  ['Werk 4, UK', 'GBR'],
  ['Georgia, USA', 'USA-GA'],
  ['Washington, USA', 'USA'],
] as const)('%s is in %s by its parts, and a warning says so', async ([text, code]) => {
  expect(await placeOf(text)).toMatchObject([code, { code: 'READ_AS', message: expect.stringContaining(`"${text}"`) }])
  expect(releases.newest.references.matchLocation(text).city).toBeUndefined()
})

test('each name of a city gives its location, as written and in capitals', () => {
  const { references } = releases.newest
  const wrong = references.tables.cities.flatMap(({ name, otherNames, location }) =>
    [name, ...otherNames]
      .flatMap((each) => [each, each.toUpperCase()])
      .filter((each) => {
        const { name: found, isRead } = references.matchLocation(each)
        return found !== location || isRead !== true
      }),
  )
  expect(wrong).toEqual([])
})

test.for([
  'Seattle, USA',
  'Ashburn, Virginia, USA',
  'Mumbai, India',
  'Paris, France',
  'Berlin (Deutschland)',
  'Deutschland',
  'République tchèque',
  'RAE de Hong Kong (China)',
  'Athens, Georgia',
  'Boston, UK',
  'Washington, D.C., USA',
  'Paris (FR)',
  'Boston, MA',
  'Ashburn, US',
])('%s is the same place with the same figure in a table, in a list and in a request', async (text) => {
  const table = importFile(`kind,avg_power,location\nserver,300,"${text}"\n`)
  const list = importFile(JSON.stringify([{ server: { usage: { avgPower: 300 } }, Ort: text }]), {
    map: { Ort: 'location' },
  })
  const files = [...table.rows, ...list.rows].map((row) => ('asset' in row ? row.asset.server : undefined))
  const request = { usage: { avgPower: 300, usageLocation: text } }
  const answers = await Promise.all([request, ...files].map(figureOf))
  expect(answers).toHaveLength(3)
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
})

test('a country that a file reads is the place that a request reads, for each city next to each country', () => {
  const { references } = releases.newest
  const { cities, locations } = references.tables
  const codes = new Map(locations.map(({ iso2, code }) => [iso2, code]))
  const countries = ['France', 'Deutschland', 'Italia', 'USA', 'India', 'UK', 'España', 'Georgia', 'Brasil', 'Canada']
  const names = [...cities.flatMap(({ name, otherNames }) => [name, ...otherNames]), 'Bavaria', 'Maharashtra', 'Ohio']
  const places = names.flatMap((name) =>
    countries.flatMap((country) => [`${name}, ${country}`, `${country} (${name})`]),
  )
  const read = importFile(`kind,location\n${places.map((place) => `server,"${place}"\n`).join('')}`).rows
  const differing = places.filter((place, at) => {
    const row = read[at] as { asset: { server: { usage: { usageLocation: string } } } }
    const inFile = row.asset.server.usage.usageLocation
    return inFile !== place && codes.get(inFile) !== references.matchLocation(place).row?.code
  })
  expect(differing).toEqual([])
})

test.for([
  ['Paris, France', 'FRA'],
  ['Paris (FR)', 'FRA'],
  ['Berlin (Deutschland)', 'DEU'],
  ['Werk 4, Österreich', 'AUT'],
] as const)('%s in a file is found in a release without cities', async ([place, code]) => {
  const [row] = importFile(`kind,location\nlaptop,"${place}"\n`).rows
  const usage = row !== undefined && 'asset' in row ? row.asset.terminal?.usage : undefined
  expect(await placeOf(usage?.usageLocation ?? '', '2026.11')).toEqual([code, undefined])
})

async function figureOf(input: unknown): Promise<Data> {
  const { server } = await askNewest(
    `query ($input: ServerInput!) {
      server(input: $input) {
        usage { usageLocation { value } } impacts(criteria: [GWP]) { use { value } }
      }
    }`,
    { input },
  )
  return server
}

test('a mistyped city has the closest one as a suggestion', async () => {
  expect((await placeOf('Muenchn'))[1].nearest).toEqual(['DEU (Munich)'])
})

test('a country is no city, and earlier releases know no cities', async () => {
  expect(await placeOf('Germany')).toEqual(['DEU', undefined])
  expect((await placeOf('Milano', '2026.11'))[1].code).toBe('UNKNOWN_LOCATION')
})

test('no two cities share a name, and no city is called like a location', () => {
  const { cities } = releases.newest.references.tables
  const names = cities.flatMap(({ name, otherNames }) => [name, ...otherNames])
  expect(names.length).toBeGreaterThan(700)
  expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(names.length)
  const before = releases.find('2026.11').references
  expect(names.filter((name) => before.matchLocation(name).row !== undefined)).toEqual([])
})
