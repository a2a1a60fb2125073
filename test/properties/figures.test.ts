import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyAsset, anyComponent, anyCriterion, anyDuration, anyServer } from '../arbitraries.ts'
import { execute } from '../world.ts'
import { check, FIGURES, impactsOf, isAtLeast } from './support/any-impacts.ts'

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
    100,
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
    40,
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
    40,
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
      30,
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
      25,
    )
  })

  test('entries of a server', async () => {
    await check(
      fc.asyncProperty(anyServer, async (server) => {
        const { cpu, ram = [], disk: listed = [], ...others } = server.configuration ?? {}
        // An empty list of drives is read as none given: the archetype's are counted.
        const disk = listed.length > 0 ? listed : [{ hdd: { units: 0 } }]
        const configuration = { ...others, cpu: { ...cpu, dieSize: 300 }, ram, disk }
        const more = { ...configuration, ram: [...ram, { units: 1 }], disk: [...disk, { hdd: { units: 1 } }] }
        await neverLower({ server: { ...server, configuration } }, { server: { ...server, configuration: more } })
      }) as never,
      20,
    )
  })
})

test('the same request gives the same bytes, after any other request', async () => {
  const query = `query ($items: [FleetItemInput!]!) { fleet(items: $items) { items { asset { impacts(criteria: [GWP, PM]) { ${FIGURES} } } } } }`
  await check(
    fc.asyncProperty(anyAsset, anyAsset, async (asset, other) => {
      const first = JSON.stringify(await execute(query, { items: [{ asset }] }))
      await execute(query, { items: [{ asset: other }, { asset }] })
      expect(JSON.stringify(await execute(query, { items: [{ asset }] }))).toBe(first)
    }) as never,
    25,
  )
})
