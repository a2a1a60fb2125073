import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyAsset, anyCloudInstance, anyIotDevice, anyServer } from '../arbitraries.ts'
import { EXACT } from '../selections.ts'
import { ask, type Data } from '../world.ts'
import { check, isAbout } from './support/any-impacts.ts'

describe('a device equals the sum of its parts', () => {
  const PARTS = `impacts(criteria: [GWP, ADP, PE]) { criterion embedded ${EXACT} } components { impacts(criteria: [GWP, ADP, PE]) { embedded ${EXACT} } }`

  async function isSum(field: string, type: string, input: object, units = 1) {
    const { thing } = await ask(`query ($input: ${type}) { thing: ${field}(input: $input) { ${PARTS} } }`, { input })
    thing.impacts.forEach(({ embedded }: Data, index: number) => {
      const parts = thing.components.map(({ impacts }: Data) => impacts[index].embedded)
      if (parts.includes(null)) return
      for (const bound of ['value', 'min', 'max']) {
        const sum = parts.reduce((total: number, part: Data) => total + part[bound], 0)
        expect(isAbout(embedded[bound], units * sum)).toBe(true)
      }
    })
  }

  // Over a duration the whole and its parts are shared out by one lifetime; over the whole of it nothing is.
  const wholeLife = <Input extends { usage?: object }>(input: Input) => {
    const { hoursUseTime: _, yearsUseTime: __, ...usage } = { ...(input.usage as Data) }
    return { ...input, usage }
  }

  test('a server', async () => {
    await check(
      fc.asyncProperty(anyServer, (input) =>
        isSum('server', 'ServerInput', wholeLife(withoutOwnTimes(input))),
      ) as never,
      120,
    )
  })

  test('a cloud instance', async () => {
    await check(
      fc.asyncProperty(anyCloudInstance, (input) =>
        isSum('cloudInstance', 'CloudInstanceInput!', wholeLife(input as never)),
      ) as never,
      120,
    )
  })

  test('a connected object, times its units', async () => {
    await check(
      fc.asyncProperty(anyIotDevice, (input) =>
        isSum('iotDevice', 'IotDeviceInput', wholeLife(input), input.units ?? 1),
      ) as never,
      80,
    )
  })

  test('a fleet, of its assets', async () => {
    const items = fc.array(fc.record({ asset: anyAsset, quantity: fc.nat(20) }), { minLength: 1, maxLength: 8 })
    const query = `query ($items: [FleetItemInput!]!) { fleet(items: $items) {
      items { quantity asset { impacts(criteria: [GWP]) { embedded ${EXACT} } } } impacts(criteria: [GWP]) { embedded ${EXACT} } } }`
    await check(
      fc.asyncProperty(items, async (given) => {
        const { fleet } = await ask(query, { items: given })
        const { embedded } = fleet.impacts[0]
        // Some equipment has no figure.
        const having = fleet.items.filter(({ asset }: Data) => asset.impacts[0].embedded !== null)
        if (having.length === 0) return expect(embedded).toBeNull()
        for (const bound of ['value', 'min', 'max']) {
          const sum = having.reduce(
            (total: number, { quantity, asset }: Data) => total + quantity * asset.impacts[0].embedded[bound],
            0,
          )
          expect(isAbout(embedded[bound], sum)).toBe(true)
        }
      }) as never,
      60,
    )
  })
})

/** Components that are given a time of their own are shared out by that. */
function withoutOwnTimes<Server extends { configuration?: object }>(server: Server): Server {
  const strip = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(strip)
    if (value === null || typeof value !== 'object') return value
    return Object.fromEntries(
      Object.entries(value).flatMap(([key, each]) => (key === 'usage' ? [] : [[key, strip(each)]])),
    )
  }
  return server.configuration === undefined
    ? server
    : { ...server, configuration: strip(server.configuration) as object }
}
