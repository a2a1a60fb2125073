import { describe, expect, test } from 'vitest'
import { dataOf, errorsOf, execute } from '../world.ts'

const TIMES = [1, 2, 3, 4]

describe('what is described again is refused again', () => {
  test('an unknown location, where it must be known', async () => {
    const asked = (strict: boolean) =>
      `{ server(input: { usage: { usageLocation: "Mars" } }, strict: ${strict}) { warnings { code } } }`
    for (const _ of TIMES) {
      expect(dataOf(await execute(asked(false))).server.warnings).toContainEqual({ code: 'UNKNOWN_LOCATION' })
      expect(await errorsOf(asked(true))).toHaveLength(1)
    }
  })

  test('an archetype that there is not', async () => {
    for (const _ of TIMES) {
      const [error] = await errorsOf('{ server(input: { archetype: "nowhere" }) { archetype } }')
      expect(error?.cause.faults).toMatchObject([{ code: 'NOT_FOUND', value: 'nowhere' }])
    }
  })
})

describe('an asset that is described again', () => {
  const SERVER = '{ configuration: { cpu: { name: "Xeon Gold 6130", units: 3 } }, usage: { usageLocation: "FRA" } }'
  const figures = (duration: number) =>
    `{ server(input: ${SERVER}) { impacts(duration: ${duration}) { embedded { value min max } use { value min max } } } }`

  test('needs no look-up from the third time on, for any fields', async () => {
    const batches: string[][] = []
    for (const time of TIMES) {
      const looked: string[] = []
      await execute(figures(1000 * time), {}, (name) => looked.push(name))
      batches.push(looked.toSorted())
    }
    const first = ['cpu', 'location', 'server']
    expect(batches).toEqual([first, first, [], []])
  })

  test('has the figures of each duration, in any order', async () => {
    const of = async (duration: number) => dataOf(await execute(figures(duration))).server.impacts
    const [year, month] = [await of(8760), await of(730)]
    for (const _ of TIMES) {
      expect(await of(730)).toEqual(month)
      expect(await of(8760)).toEqual(year)
    }
    // Use is proportional to the time: 12 months are a year.
    expect(year[0].use.value / month[0].use.value).toBeCloseTo(12, 0)
  })

  test('belongs to the release that it is asked of, beside another', async () => {
    const INSTANCE = 'cloudInstance(input: { provider: "aws", instanceType: "a1.metal" }) { type { id } }'
    for (const _ of TIMES) {
      const data = dataOf(await execute(`{ ${INSTANCE} release(id: "2026.11") { ${INSTANCE} } again: ${INSTANCE} }`))
      const usual = data.cloudInstance.type.id
      expect(data.again.type.id).toBe(usual)
      expect(data.release.cloudInstance.type.id).not.toBe(usual)
    }
  })

  test('is explained as if nothing had been computed of it', async () => {
    const asked = `{ server(input: ${SERVER}) { impact(criterion: PE) { total { explanation { nodes { leaf formula value } } } } } }`
    const [first, ...others] = [await execute(asked), await execute(asked), await execute(asked), await execute(asked)]
    for (const other of others) expect(dataOf(other)).toEqual(dataOf(first))
  })
})
