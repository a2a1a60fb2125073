import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyCloudInstance, anyComponent, anyDuration, anyIotDevice, anyServer, anyTerminal } from '../../arbitraries.ts'
import { runs } from '../../runs.ts'
import { IMPACTS } from '../../selections.ts'
import { ask, type Data } from '../../world.ts'
import { rest } from './ask-rest.ts'
import { restBodyOf, snakeCase } from './rest-body-of.ts'

/** An asset as GraphQL and as REST are asked for it. */
interface Asked {
  readonly field: string
  readonly type: string
  readonly input: object
  readonly path: string
  readonly body: object
}

const WITH_CODES = IMPACTS.replaceAll('{ message }', '{ code message }')

const PERIPHERALS = ['monitor', 'usb_stick', 'external_ssd', 'external_hdd', 'vr_controller']

const server = anyServer.map(({ archetype, ...input }): Asked => {
  const query = archetype === undefined ? '' : `?archetype=${encodeURIComponent(archetype)}`
  const asked = { ...input, ...(archetype !== undefined && { archetype }) }
  return { field: 'server', type: 'ServerInput', input: asked, path: `/v1/server${query}`, body: restBodyOf(input) }
})

const component = anyComponent.map((input): Asked => {
  const [[kind = '', described]] = Object.entries<Record<string, unknown>>(input) as [[string, Record<string, unknown>]]
  const path = `/v1/component/${snakeCase(kind)}`
  return { field: 'component', type: 'ComponentInput!', input, path, body: restBodyOf(described) }
})

const cloudInstance = anyCloudInstance.map((input): Asked => {
  return {
    field: 'cloudInstance',
    type: 'CloudInstanceInput!',
    input,
    path: '/v1/cloud/instance',
    body: restBodyOf(input),
  }
})

const terminal = anyTerminal.map((input): Asked => {
  const { kind, ...described } = input
  const name = kind.toLowerCase()
  const group = PERIPHERALS.includes(name) ? 'peripheral' : 'terminal'
  return { field: 'terminal', type: 'TerminalInput!', input, path: `/v1/${group}/${name}`, body: restBodyOf(described) }
})

const iotDevice = anyIotDevice.map((input): Asked => {
  const { archetype, ...described } = input
  const query = archetype === undefined ? '' : `?archetype=${archetype}`
  return {
    field: 'iotDevice',
    type: 'IotDeviceInput',
    input,
    path: `/v1/iot/iot_device${query}`,
    body: restBodyOf(described),
  }
})

async function overGraphql({ field, type, input }: Asked, duration: number | null): Promise<Data> {
  const source = `query ($input: ${type}, $duration: Float, $criteria: [Criterion!]) {
    thing: ${field}(input: $input) { warnings { code message } impacts(criteria: $criteria, duration: $duration) ${WITH_CODES} } }`
  const { criteria } = await ask('{ criteria { criterion } }')
  const all = criteria.map(({ criterion }: Data) => criterion)
  return (await ask(source, { input, duration, criteria: all })).thing
}

async function overRest({ path, body }: Asked, duration: number | null): Promise<Data> {
  const query = new URLSearchParams({
    criteria: 'all',
    verbose: 'false',
    ...(duration !== null && { duration: `${duration}` }),
  })
  const { status, json } = await rest(`${path}${path.includes('?') ? '&' : '?'}${query}`, body)
  expect(status, JSON.stringify(json)).toBe(200)
  return json
}

test.each(Object.entries({ server, component, cloudInstance, terminal, iotDevice }))(
  'REST equals GraphQL to the last digit, and has its warnings: %s',
  async (_, anyAsked) => {
    await fc.assert(
      fc.asyncProperty(anyAsked, anyDuration, async (asked, duration) => {
        const { impacts, warnings } = await overGraphql(asked, duration)
        const answer = await overRest(asked, duration)
        expect(answer.warnings ?? []).toEqual(toldOf(warnings, impacts))
        expect(Object.keys(answer.impacts)).toEqual(impacts.map(({ criterion }: Data) => criterion.toLowerCase()))
        for (const { criterion, embedded, use } of impacts) {
          const shown = answer.impacts[criterion.toLowerCase()]
          expect(shown.embedded).toEqual(shownOf(embedded))
          expect(shown.use).toEqual(shownOf(use))
        }
      }),
      runs(100),
    )
  },
)

/** Warnings that stay with a figure, with the words of BoaviztAPI. All others REST gives once, at the end. */
const OF_FIGURES = new Map<string, string>([
  ['END_OF_LIFE_LEFT_OUT', expect.any(String)],
  ['DISTRIBUTION_LEFT_OUT', 'Do not include the impact of distribution'],
  [
    'SERVICES_LEFT_OUT',
    'Connected object, not including associated digital services (use of network, datacenter, virtual machines or other terminals not included)',
  ],
  ['GENERIC_DATA', 'Generic data used for impact calculation.'],
  [
    'VERY_UNCERTAIN',
    'Uncertainty from technical characteristics is very important. Results should be interpreted with caution (see min and max values)',
  ],
])

function shownOf(figure: Data): Data {
  if (figure === null) return 'not implemented'
  const { warnings, ...range } = figure
  const shown = warnings.flatMap(({ code }: Data) => OF_FIGURES.get(code) ?? [])
  return { ...range, ...(shown.length > 0 && { warnings: shown }) }
}

function toldOf(warnings: Data[], impacts: Data[]): string[] {
  const ofFigures = impacts
    .flatMap(({ embedded, use }) => [...(embedded?.warnings ?? []), ...(use?.warnings ?? [])])
    .filter(({ code }) => !OF_FIGURES.has(code))
  const told = [...warnings, ...ofFigures].map(({ message }) => message.replaceAll('elecFactors', 'elec_factors'))
  return [...new Set(told)]
}

test('the same request gives the same bytes, after any other request', async () => {
  await fc.assert(
    fc.asyncProperty(fc.oneof(server, component, cloudInstance), fc.oneof(server, terminal), async (asked, other) => {
      const first = await rest(asked.path, asked.body)
      await rest(other.path, other.body)
      expect((await rest(asked.path, asked.body)).body).toBe(first.body)
    }),
    runs(60),
  )
})
