import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CRITERION_CODES } from '../src/engine/figures/criteria.ts'
import { FaultError } from '../src/input/fault.ts'
import { NotFoundError } from '../src/reference/not-found-error.ts'
import {
  anyAsset,
  anyCloudInstance,
  anyComponent,
  anyCriterion,
  anyDuration,
  anyIotDevice,
  anyServer,
} from './arbitraries.ts'
import { EXACT } from './selections.ts'
import { ask, type Data, execute } from './world.ts'

const ALL = CRITERION_CODES.map((code) => code.toUpperCase())
const FIGURES = `embedded ${EXACT} use ${EXACT} total ${EXACT}`
const ASSET = `query ($asset: AssetInput!, $criteria: [Criterion!], $duration: Float) {
  fleet(items: [{ asset: $asset }]) {
    items { asset { impacts(criteria: $criteria, duration: $duration) {
      criterion ${FIGURES} shown: embedded { value min max } shownUse: use { value min max }
    } } }
    impacts(criteria: $criteria, duration: $duration) { criterion ${FIGURES} }
  }
}`

interface Question {
  readonly criteria?: readonly string[]
  readonly duration?: number | null
}

async function impactsOf(asset: object, { criteria = ALL, duration = null }: Question = {}): Promise<Data[]> {
  const { fleet } = await ask(ASSET, { asset, criteria, duration })
  return fleet.items[0].asset.impacts
}

/** Binary fractions add up differently in another order. */
const RELATIVE = 1e-9

function isAbout(a: number, b: number): boolean {
  return Math.abs(a - b) <= RELATIVE * Math.max(Math.abs(a), Math.abs(b)) + 1e-300
}

function isAtLeast(a: number, b: number): boolean {
  return a >= b - RELATIVE * Math.max(Math.abs(a), Math.abs(b))
}

function check(property: fc.IAsyncPropertyWithHooks<never> | fc.IAsyncProperty<never>, numRuns: number): Promise<void> {
  return fc.assert(property as fc.IAsyncProperty<never>, { numRuns, seed: 7 }) as Promise<void>
}

test('every figure of every asset is finite, and lies between its bounds, exact and shown', async () => {
  await check(
    fc.asyncProperty(anyAsset, anyDuration, async (asset, duration) => {
      for (const { embedded, use, total, shown, shownUse } of await impactsOf(asset, { duration })) {
        for (const figure of [embedded, use, total]) {
          if (figure === null) continue
          expect([figure.value, figure.min, figure.max].every(Number.isFinite)).toBe(true)
          expect(figure.min).toBeLessThanOrEqual(figure.value)
          expect(figure.value).toBeLessThanOrEqual(figure.max)
        }
        // A value that is shown by one figure may leave bounds that are shown by four, by less than its last figure.
        for (const figure of [shown, shownUse]) {
          if (figure !== null) expect(figure.min).toBeLessThanOrEqual(figure.max)
        }
      }
    }) as never,
    400,
  )
})

test('asking for other criteria, or in another order, changes no figure', async () => {
  await check(
    fc.asyncProperty(anyAsset, fc.uniqueArray(anyCriterion, { minLength: 1 }), async (asset, criteria) => {
      const all = new Map((await impactsOf(asset)).map((impact) => [impact.criterion, impact]))
      const some = await impactsOf(asset, { criteria })
      expect(some.map(({ criterion }) => criterion)).toEqual(criteria)
      for (const impact of some) expect(impact).toEqual(all.get(impact.criterion))
      const reversed = await impactsOf(asset, { criteria: criteria.toReversed() })
      expect(reversed.toReversed()).toEqual(some)
    }) as never,
    150,
  )
})

test('a longer duration never lowers what is embedded, nor what is used by a positive factor', async () => {
  const given = fc.tuple(anyAsset, fc.integer({ min: 1, max: 100_000 }), fc.integer({ min: 1, max: 100_000 }))
  const criteria = ['GWP', 'ADP', 'PE']
  await check(
    fc.asyncProperty(given, async ([asset, a, b]) => {
      const shorter = await impactsOf(asset, { criteria, duration: Math.min(a, b) })
      const longer = await impactsOf(asset, { criteria, duration: Math.max(a, b) })
      shorter.forEach((impact, index) => {
        for (const phase of ['embedded', 'use']) {
          const [before, after] = [impact[phase], longer[index][phase]]
          if (before === null) continue
          for (const bound of ['value', 'min', 'max']) {
            if (before[bound] >= 0) expect(isAtLeast(after[bound], before[bound])).toBe(true)
            else expect(isAtLeast(before[bound], after[bound])).toBe(true)
          }
        }
      })
    }) as never,
    150,
  )
})

describe('more of it never lowers what is embedded', () => {
  const criteria = ['GWP', 'ADP', 'PE']
  const embeddedOf = async (asset: object) => (await impactsOf(asset, { criteria })).map(({ embedded }) => embedded)

  async function neverLower(less: object, more: object) {
    const [before, after] = [await embeddedOf(less), await embeddedOf(more)]
    before.forEach((figure, index) => {
      if (figure === null) return
      for (const bound of ['value', 'min', 'max']) expect(isAtLeast(after[index][bound], figure[bound])).toBe(true)
    })
  }

  test('units of a component', async () => {
    await check(
      fc.asyncProperty(anyComponent, fc.nat(8), fc.nat(8), async (component, units, more) => {
        const [[kind = '', described]] = Object.entries<object>(component) as [[string, object]]
        // A die size that lies below 0 on its family's line comes with a warning, and is the caller's to replace.
        const whole = { ...described, ...(kind === 'cpu' && { dieSize: 300 }) }
        await neverLower(
          { component: { [kind]: { ...whole, units } } },
          { component: { [kind]: { ...whole, units: units + more } } },
        )
      }) as never,
      120,
    )
  })

  test('capacity of memory and drives, area of a die, weight of a power supply', async () => {
    const sizes = fc.constantFrom(
      ['ram', 'capacity'],
      ['ssd', 'capacity'],
      ['cpu', 'dieSize'],
      ['powerSupply', 'unitWeight'],
      ['gpu', 'vramSurface'],
      ['gpu', 'gpuSurface'],
      ['gpu', 'weight'],
    )
    await check(
      fc.asyncProperty(sizes, fc.nat(5000), fc.nat(5000), async ([kind = '', size = ''], less, more) => {
        await neverLower(
          { component: { [kind]: { units: 2, [size]: less } } },
          { component: { [kind]: { units: 2, [size]: less + more } } },
        )
      }) as never,
      80,
    )
  })

  test('entries of a server', async () => {
    await check(
      fc.asyncProperty(anyServer, async (server) => {
        const { cpu, ram = [], disk = [], ...others } = server.configuration ?? {}
        const configuration = { ...others, cpu: { ...cpu, dieSize: 300 }, ram, disk }
        const more = { ...configuration, ram: [...ram, { units: 1 }], disk: [...disk, { hdd: { units: 1 } }] }
        await neverLower({ server: { ...server, configuration } }, { server: { ...server, configuration: more } })
      }) as never,
      60,
    )
  })
})

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
        for (const bound of ['value', 'min', 'max']) {
          const sum = fleet.items.reduce(
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

test('the same request gives the same bytes, whatever was asked before', async () => {
  const query = `query ($items: [FleetItemInput!]!) { fleet(items: $items) { items { asset { impacts(criteria: [GWP, PM]) { ${FIGURES} } } } } }`
  await check(
    fc.asyncProperty(anyAsset, anyAsset, async (asset, other) => {
      const first = JSON.stringify(await execute(query, { items: [{ asset }] }))
      await execute(query, { items: [{ asset: other }, { asset }] })
      expect(JSON.stringify(await execute(query, { items: [{ asset }] }))).toBe(first)
    }) as never,
    100,
  )
})

describe('nothing but FaultError and NotFoundError is ever thrown', () => {
  const anyNumber = fc.oneof(
    fc.integer(),
    fc.double(),
    fc.constantFrom(0, -0, 1e-300, 1e300, Number.MAX_SAFE_INTEGER, 0.1),
  )
  const anyText = fc.oneof(
    fc.string(),
    fc.string({ unit: 'binary' }),
    fc.constantFrom('__proto__', 'constructor', '\u0000', '🖥️', ' '),
  )

  /** The same input with some of its leaves replaced by anything of their own GraphQL type. */
  function mutated(input: unknown, pick: () => number, text: () => string, number: () => number): unknown {
    if (Array.isArray(input)) return input.map((each) => mutated(each, pick, text, number))
    if (typeof input === 'object' && input !== null) {
      return Object.fromEntries(
        Object.entries(input).map(([key, each]) => [
          key,
          key === 'criterion' || key === 'kind' ? each : mutated(each, pick, text, number),
        ]),
      )
    }
    if (pick() !== 0) return input
    if (typeof input === 'string') return text()
    return Number.isInteger(input) ? Math.trunc(number() % 2 ** 31) || 0 : number()
  }

  test('for assets of which parts were replaced by anything', async () => {
    await check(
      fc.asyncProperty(
        anyAsset,
        fc.infiniteStream(fc.nat(4)),
        fc.infiniteStream(anyText),
        fc.infiniteStream(anyNumber),
        async (asset, picks, texts, numbers) => {
          const next =
            <Value>(stream: Iterator<Value>) =>
            () =>
              stream.next().value as Value
          const hostile = mutated(
            asset,
            next(picks[Symbol.iterator]()),
            next(texts[Symbol.iterator]()),
            next(numbers[Symbol.iterator]()),
          )
          const { data, errors = [] } = await execute(ASSET, { asset: hostile, criteria: ALL })
          for (const { path, originalError } of errors) {
            // What the types of GraphQL refuse has no path.
            if (path === undefined) continue
            expect(
              originalError instanceof FaultError || originalError instanceof NotFoundError,
              String(originalError?.stack),
            ).toBe(true)
          }
          for (const { asset: assessed } of (data as Data)?.fleet?.items ?? []) {
            for (const { embedded, use } of assessed?.impacts ?? []) {
              for (const figure of [embedded, use]) {
                if (figure === null) continue
                expect([figure.value, figure.min, figure.max].every(Number.isFinite)).toBe(true)
                expect(figure.min <= figure.value && figure.value <= figure.max).toBe(true)
              }
            }
          }
        },
      ) as never,
      400,
    )
  })
})
