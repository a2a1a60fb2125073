import { describe, expect, test } from 'vitest'
import { FaultError } from '../../src/input/fault.ts'
import { EXACT } from '../selections.ts'
import { askNewest, type Data, errorsOf } from '../world.ts'

const HOURS_OF_YEAR = 8760

const equipment = async (input: string, selection: string): Promise<Data> =>
  (await askNewest(`{ equipment(input: { ${input} }) { ${selection} } }`)).equipment

const EMBEDDED = `impact(criterion: GWP) { missing reason embedded ${EXACT} }`
const ENERGY = `energy(duration: ${HOURS_OF_YEAR}) ${EXACT}`

const codesOf = ({ warnings }: Data) => warnings.map(({ code }: Data) => code)

describe('equipment that cannot be assessed', () => {
  test('of an unknown type is refused, with the known ones', async () => {
    const [error] = await errorsOf(
      '{ release(id: "2026.12") { equipment(input: { kind: PRINTER, type: "3D" }) { kind } } }',
    )
    expect(error?.cause).toBeInstanceOf(FaultError)
    expect(error?.message).toContain('laser, ink')
  })

  test.each([
    ['ports: 0', 'ports'],
    ['ports: 1001', 'ports'],
    ['own: {}', 'own.making'],
    ['own: { making: 0 }', 'own.making'],
    ['own: { making: 100, low: 80 }', 'own.low'],
    ['own: { making: 100, low: 120, high: 200 }', 'own.low'],
    ['own: { making: 100, low: 80, high: 90 }', 'own.high'],
    ['own: { low: 80, high: 90, kwhYear: 3 }', 'own.making'],
    ['own: { making: 100, covers: USE }', 'own.covers'],
    ['own: { making: 100, year: 1800 }', 'own.year'],
    ['own: { kwhYear: -1 }', 'own.kwhYear'],
  ])('with %s has its path answered', async (given, path) => {
    const [error] = await errorsOf(`{ equipment(input: { kind: SWITCH, ${given} }) { kind } }`)
    expect(error?.cause.faults.map((fault: Data) => fault.path.join('.'))).toEqual([`input.${path}`])
  })

  test.each(['UPS', 'DOCKING_STATION', 'HEADSET', 'IP_PHONE', 'OTHER'])(
    'without an open figure, as a %s, has none, and asks for one',
    async (kind) => {
      const { impact, energy } = await equipment(`kind: ${kind}`, `${EMBEDDED} ${ENERGY}`)
      expect(impact).toMatchObject({ embedded: null, missing: ['EMBEDDED', 'USE'] })
      expect(impact.reason).toContain('own.making')
      expect(energy).toBeNull()
    },
  )
})

describe('equipment by hand', () => {
  test('a switch of 48 ports: 367 kg, and 64 W all the year', async () => {
    const { type, ports, impact, energy } = await equipment(
      'kind: SWITCH',
      `type { value status } ports { value } ${EMBEDDED} ${ENERGY}`,
    )
    expect(type).toEqual({ value: 'access', status: 'ARCHETYPE' })
    expect(ports.value).toBe(48)
    expect(impact.embedded).toMatchObject({ value: 367, min: 80, max: 500 })
    expect(energy.value).toBeCloseTo(561, 6)
    expect(energy.min).toBeCloseTo(280, 6)
    expect(energy.max).toBeCloseTo(850, 6)
  })

  test('a switch of 24 ports: 0.56 of it is fixed, so 0.78 of one with 48', async () => {
    const { impact, energy } = await equipment('kind: SWITCH, ports: 24', `${EMBEDDED} ${ENERGY}`)
    expect(impact.embedded.value).toBeCloseTo(367 * (0.56 + 0.44 / 2), 6)
    expect(energy.value).toBeCloseTo(561 * 0.78, 6)
    expect(impact.embedded.min).toBeCloseTo(80 * (0.4 + 0.6 / 2), 6)
    expect(impact.embedded.max).toBeCloseTo(500 * (0.7 + 0.3 / 2), 6)
  })

  test('a workgroup printer: 160 kg, its transport 25 and end of life 3, told without paper and toner', async () => {
    const printer = await equipment('kind: PRINTER, units: 2', `warnings { code } ${EMBEDDED} ${ENERGY}`)
    expect(printer.impact.embedded.value).toBeCloseTo(2 * (160 + 25 + 3), 6)
    expect(printer.energy.value).toBeCloseTo(2 * 90, 6)
    expect(codesOf(printer)).toEqual(['SUPPLIES_LEFT_OUT'])
  })

  test('an array of 84 hard disks: its enclosure, its drives, and 20 W for each of them', async () => {
    const array = await equipment(
      'kind: STORAGE_ARRAY, disks: [{ hdd: { units: 84 } }]',
      `warnings { code } ${EMBEDDED} ${ENERGY}`,
    )
    const drives = await askNewest(
      `{ component(input: { hdd: { units: 84 } }) { impact(criterion: GWP) { embedded ${EXACT} } } }`,
    )
    expect(array.impact.embedded.value).toBeCloseTo(4000 + drives.component.impact.embedded.value, 6)
    expect(array.energy.value).toBeCloseTo((84 * 20 * HOURS_OF_YEAR) / 1000, 6)
    expect(codesOf(array)).toEqual([])
  })

  test('an array without drives is its enclosure, says so, and has no power', async () => {
    const array = await equipment('kind: STORAGE_ARRAY', `warnings { code path } ${EMBEDDED} ${ENERGY}`)
    expect(array.impact.embedded).toMatchObject({ value: 4000, min: 2000, max: 6500 })
    expect(array.energy).toBeNull()
    expect(array.warnings).toMatchObject([{ code: 'PARTS_LEFT_OUT', path: ['input', 'disks'] }])
  })

  test('a charger of a phone: .349 kg, its transport .0136 and end of life .0527', async () => {
    const { impact } = await equipment('kind: CHARGER, type: "Phone"', EMBEDDED)
    expect(impact.embedded.value).toBeCloseTo(0.4153, 6)
  })

  test('a thin client is not a desktop: 45 kg, 4 and .3, and 42 kWh a year', async () => {
    const { impact, energy } = await equipment('kind: THIN_CLIENT', `${EMBEDDED} ${ENERGY}`)
    expect(impact.embedded.value).toBeCloseTo(49.3, 6)
    expect(energy.value).toBeCloseTo(42, 6)
  })
})

describe('what is said of equipment', () => {
  test('a doubtful factor is told, unless the caller has a figure', async () => {
    expect(codesOf(await equipment('kind: ROUTER', 'warnings { code }'))).toEqual(['DOUBTFUL_FIGURE'])
    expect(codesOf(await equipment('kind: ROUTER, own: { making: 400 }', 'warnings { code }'))).toEqual([])
  })

  test('ports of a printer and drives of a switch have no effect, and are told with their path', async () => {
    const { warnings } = await equipment('kind: FIREWALL, ports: 8, disks: [{ ssd: {} }]', 'warnings { code path }')
    expect(warnings).toEqual([
      { code: 'NOT_USED', path: ['input', 'ports'] },
      { code: 'NOT_USED', path: ['input', 'disks'] },
    ])
  })

  test('a model has no figures of its own: those of a typical device are told', async () => {
    const { model, warnings } = await equipment(
      'kind: SWITCH, model: "Catalyst 9300-48P", manufacturer: "Cisco"',
      'model { value status } warnings { code path }',
    )
    expect(model).toEqual({ value: 'Catalyst 9300-48P', status: 'INPUT' })
    expect(warnings).toEqual([{ code: 'TYPICAL_MODEL', path: ['input', 'model'] }])
  })

  test('an array stands in a data centre, a switch only where the caller describes one', async () => {
    const ratio = async (input: string) => {
      const { it, all } = await equipment(
        input,
        `it: energy(duration: 1, boundary: EQUIPMENT) ${EXACT} all: energy(duration: 1, boundary: DATA_CENTRE) ${EXACT}`,
      )
      return all.value / it.value
    }
    expect(await ratio('kind: SWITCH')).toBe(1)
    expect(await ratio('kind: SWITCH, usage: { facility: { pue: 1.5 } }')).toBeCloseTo(1.5, 9)
    expect(await ratio('kind: STORAGE_ARRAY, disks: [{ ssd: {} }]')).toBeGreaterThan(1)
  })

  test('an earlier release has no figures of equipment', async () => {
    const { release } = await askNewest(
      '{ release(id: "2026.11") { equipment(input: { kind: SWITCH }) { impact(criterion: GWP) { missing } } } }',
    )
    expect(release.equipment.impact.missing).toEqual(['EMBEDDED', 'USE'])
  })
})
