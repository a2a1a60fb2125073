import { describe, expect, test } from 'vitest'
import { NotFoundError } from '../../src/catalogue/not-found-error.ts'
import { FaultError } from '../../src/input/fault.ts'
import { EXACT, EXACT_IMPACTS, NUMBER, TEXT } from '../selections.ts'
import { ask, askNewest, type Data, errorsOf } from '../world.ts'

const terminal = async (input: string, selection: string): Promise<Data> =>
  (await ask(`{ terminal(input: { ${input} }) { ${selection} } }`)).terminal

describe('a terminal that cannot be assessed', () => {
  test('of an unknown archetype is not found, with the closest of its kind', async () => {
    const [error] = await errorsOf('{ terminal(input: { kind: LAPTOP, archetype: "nope" }) { kind } }')
    expect(error?.cause).toBeInstanceOf(NotFoundError)
    expect(error?.path).toEqual(['terminal'])
    const [typo] = await errorsOf('{ terminal(input: { kind: LAPTOP, archetype: "laptop-por" }) { kind } }')
    expect(typo?.cause.nearest[0]).toBe('laptop-pro')
  })

  test('of an unknown type is refused, with the types that are known', async () => {
    const [error] = await errorsOf('{ terminal(input: { kind: LAPTOP, type: "gaming" }) { kind } }')
    expect(error?.cause).toBeInstanceOf(FaultError)
    expect(error?.message).toContain('perso, pro')
  })

  test('with several faults has all of them answered', async () => {
    const [error] = await errorsOf('{ terminal(input: { kind: LAPTOP, units: -1, usage: { avgPower: -1 } }) { kind } }')
    expect(error?.cause.faults.map(({ path }: Data) => path.join('.')).sort()).toEqual([
      'input.units',
      'input.usage.avgPower',
    ])
  })

  test('without a published factor is null, not 0: a smartwatch', async () => {
    const { impacts } = await terminal('kind: SMARTWATCH', `impacts(criteria: [GWP, FE]) ${EXACT_IMPACTS}`)
    expect(impacts.map(({ embedded }: Data) => embedded)).toEqual([null, null])
  })

  test('and without a known power has no use, energy or total either: a smartwatch in the newest release', async () => {
    const figures = `energy(duration: 8760) ${EXACT}
      impacts(criteria: [GWP, PE], duration: 8760) { missing embedded ${EXACT} use ${EXACT} total ${EXACT} }`
    const watch = async (usage = '') =>
      (await askNewest(`{ terminal(input: { kind: SMARTWATCH ${usage} }) { ${figures} } }`)).terminal
    const none = { missing: ['EMBEDDED', 'USE'], embedded: null, use: null, total: null }
    expect(await watch()).toEqual({ energy: null, impacts: [none, none] })
    const { energy, impacts } = await watch(', usage: { avgPower: 0.1 }')
    expect(energy.value).toBeCloseTo(0.876, 9)
    expect(impacts[0].missing).toEqual(['EMBEDDED'])
  })
})

describe('a terminal of a kind without types', () => {
  test.each(['SMARTPHONE', 'MONITOR', 'SMARTWATCH'])('is warned of one that is given: %s', async (kind) => {
    const figures = `warnings { code message } impacts(criteria: [GWP]) ${EXACT_IMPACTS}`
    const plain = await terminal(`kind: ${kind}`, figures)
    expect(plain.warnings).toEqual([])
    expect(await terminal(`kind: ${kind}, type: "gaming"`, figures)).toEqual({
      ...plain,
      warnings: [{ code: 'NOT_USED', message: expect.stringMatching(new RegExp(`"gaming".*${kind}`, 'i')) }],
    })
  })

  test('has words that say so', async () => {
    const { warnings } = await terminal('kind: MONITOR, type: "gaming"', 'warnings { message }')
    expect(warnings).toEqual(['The type "gaming" has no effect: kind monitor has no types'])
  })
})

describe('a terminal of an archetype of another kind', () => {
  test('is the device that was asked for, used as that archetype is, with a warning', async () => {
    const figures = `archetype warnings { message } usage { hoursLifeTime ${NUMBER} avgPower ${NUMBER} } embedded: impacts(criteria: [GWP]) { embedded ${EXACT} }`
    const borrowed = await terminal('kind: TABLET, archetype: "tv-pro"', figures)
    const [tablet, television] = [await terminal('kind: TABLET', figures), await terminal('kind: TELEVISION', figures)]
    expect(borrowed.archetype).toBe('tv-pro')
    expect(borrowed.embedded).toEqual(tablet.embedded)
    expect(borrowed.usage).toEqual(television.usage)
    expect(borrowed.warnings).toEqual([
      'The archetype tv-pro describes another kind (television). This result is for the kind tablet. It uses only the usage values of the archetype.',
    ])
  })
})

describe('a terminal', () => {
  test('by default is of its usual type: a laptop for work, 181 kgCO2eq, 75 (50..100) W for 0.3 of 35040 h', async () => {
    const { archetype, type, units, usage, impacts } = await terminal(
      'kind: LAPTOP',
      `archetype type ${TEXT} units ${NUMBER} usage { avgPower ${NUMBER} useTimeRatio ${NUMBER} hoursLifeTime ${NUMBER} timeWorkload { value } } impacts(criteria: [GWP]) ${EXACT_IMPACTS}`,
    )
    expect(archetype).toBe('laptop-pro')
    expect(type).toMatchObject({ value: 'pro', status: 'ARCHETYPE' })
    expect(units).toMatchObject({ value: 1, status: 'ARCHETYPE' })
    expect(usage.avgPower).toMatchObject({ value: 75, min: 50, max: 100, status: 'ARCHETYPE' })
    expect(usage.timeWorkload).toBeNull()
    const [gwp] = impacts
    expect(gwp.embedded).toEqual({
      value: 181,
      min: 181,
      max: 181,
      warnings: ['The figures are those of devices of this kind in general'],
    })
    // EEE: 0.38 (0.023..1.13161)
    expect(gwp.use.value).toBeCloseTo(0.38 * 0.075 * 0.3 * 35_040, 8)
    expect(gwp.use.min).toBeCloseTo(0.023 * 0.05 * 0.3 * 35_040, 8)
    expect(gwp.use.max).toBeCloseTo(1.13161 * 0.1 * 0.3 * 35_040, 8)
  })

  test('warns of a load, because its power does not depend on it', async () => {
    const { warnings } = await terminal('kind: LAPTOP, usage: { timeWorkload: 80 }', 'warnings { code message }')
    const message = 'The load has no effect: the power of this device does not depend on it'
    expect(warnings).toContainEqual({ code: 'NOT_USED', message })
    const plain = await terminal('kind: LAPTOP', 'warnings { code }')
    expect(plain.warnings).not.toContainEqual({ code: 'NOT_USED' })
  })

  test('of a type takes the factor of that type, and its archetype: 175 kgCO2eq', async () => {
    const { archetype, type, impacts } = await terminal(
      'kind: LAPTOP, type: " Perso "',
      `archetype type ${TEXT} impacts(criteria: [GWP]) ${EXACT_IMPACTS}`,
    )
    expect(archetype).toBe('laptop-perso')
    expect(type).toMatchObject({ value: 'perso', status: 'INPUT' })
    expect(impacts[0].embedded.value).toBe(175)
  })

  test('of another type than its archetype takes the factor of the type: what was given counts', async () => {
    const { archetype, impacts } = await terminal(
      'kind: LAPTOP, type: "perso", archetype: "laptop-pro"',
      `archetype impacts(criteria: [GWP]) ${EXACT_IMPACTS}`,
    )
    expect(archetype).toBe('laptop-pro')
    expect(impacts[0].embedded.value).toBe(175)
  })

  test('counts by units in both phases: 3 laptops at 20 W in France over 1000 h', async () => {
    const { units, impacts } = await terminal(
      'kind: LAPTOP, units: 3, usage: { avgPower: 20, usageLocation: "FRA", useTimeRatio: 1, hoursLifeTime: 4000 }',
      `units ${NUMBER} impacts(criteria: [GWP], duration: 1000) ${EXACT_IMPACTS}`,
    )
    expect(units).toMatchObject({ status: 'INPUT', value: 3 })
    expect(impacts[0].embedded.value).toBeCloseTo((3 * 181) / 4, 8)
    expect(impacts[0].use.value).toBeCloseTo(3 * 0.098 * 0.02 * 1000, 8)
  })

  test('of every kind has an archetype, and figures of making and of use where any are published', async () => {
    const kinds =
      'LAPTOP DESKTOP SMARTPHONE TABLET TELEVISION BOX VR_HEADSET MONITOR USB_STICK EXTERNAL_SSD EXTERNAL_HDD VR_CONTROLLER'
    const all = await ask(
      `{ ${kinds
        .split(' ')
        .map(
          (kind) =>
            `${kind}: terminal(input: { kind: ${kind} }) { kind archetype impacts(criteria: [GWP, ADPE]) ${EXACT_IMPACTS} }`,
        )
        .join(' ')} }`,
    )
    for (const [name, { kind, impacts }] of Object.entries<Data>(all)) {
      expect(kind).toBe(name)
      for (const { embedded, use } of impacts) {
        expect(embedded.value).toBeGreaterThan(0)
        expect(use.min).toBeLessThanOrEqual(use.value)
        expect(use.max).toBeGreaterThanOrEqual(use.value)
      }
    }
    expect(all.VR_HEADSET.archetype).toBe('vr-headset-lcd')
    expect(all.TELEVISION.archetype).toBe('tv-pro')
    expect(all.DESKTOP.archetype).toBe('desktop-pro')
  })
})
