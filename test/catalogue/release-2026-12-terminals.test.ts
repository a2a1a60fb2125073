import { describe, expect, test } from 'vitest'
import { TERMINAL_KINDS } from '../../src/engine/devices/terminal.ts'
import { askNewest, type Data } from '../world.ts'
import { faultsWith } from './tables/support/table-files.ts'

const RELEASE = '2026.12'

const in2026_12 = async (selection: string): Promise<Data> =>
  (await askNewest(`{ release(id: "${RELEASE}") { ${selection} } }`)).release

const terminal = async (input: string, selection: string): Promise<Data> =>
  (await in2026_12(`terminal(input: { ${input} }) { ${selection} }`)).terminal

const EXACTLY = '{ value(exact: true) min(exact: true) max(exact: true) }'
const bounds = ({ value, min, max }: Data) => [value, min, max].map((each) => expect.closeTo(each, 9))

describe('A row of terminal-archetypes.csv', () => {
  const columns = 'id,group,device,type,hours_life_time,avg_power_w,use_time_ratio,kwh_per_year,hours_per_day'
  const faultOf = (cells: string) =>
    faultsWith({ 'terminal-archetypes.csv': [columns, `own,terminal,laptop,pro,35040,${cells}`] })

  test('with energy and no hours of use, or hours and no energy, is refused', () => {
    for (const cells of [',,22,', ',,,3']) {
      expect(faultOf(cells)).toEqual([
        expect.stringContaining('expected both kwh_per_year and hours_per_day, or neither'),
      ])
    }
  })

  test('with energy beside a power or a share of time is refused: one of them would not hold', () => {
    expect(faultOf('20,,22,3')).toEqual([expect.stringContaining('not both')])
    expect(faultOf(',0.3,22,3')).toEqual([expect.stringContaining('not both')])
  })

  test('with more hours than a day has, or with bounds on them, is refused', () => {
    expect(faultOf(',,22,25')).toEqual([expect.stringMatching(/ hours_per_day: .*\b24\b.*"25"$/)])
    expect(faultOf(',,22,0')).toEqual([expect.stringMatching(/ hours_per_day: .*"0"$/)])
    expect(faultOf(',,22,3|2|4')).toEqual([expect.stringContaining('expected one number')])
  })
})

describe('Energy of a year in 2026.12', () => {
  test.each([
    ['LAPTOP', 20, 12, 32, 3 / 24],
    ['DESKTOP, type: "pro"', 50, 14, 182, 6 / 24],
    ['DESKTOP, type: "perso"', 50, 14, 182, 4 / 24],
    ['DESKTOP, form: MINI', 27, 12, 60, 6 / 24],
    ['DESKTOP, form: MINI, year: 2020', 36, 20, 119, 6 / 24],
    ['DESKTOP, form: TOWER, year: 2021', 26, 15, 103, 6 / 24],
    ['DESKTOP, form: TOWER, year: 2019', 92, 83, 127, 6 / 24],
    ['DESKTOP, form: ALL_IN_ONE', 32, 16, 105, 6 / 24],
    ['DESKTOP, form: ALL_IN_ONE, year: 2015', 71, 16, 121, 6 / 24],
    ['DESKTOP, form: WORKSTATION', 27, 16, 263, 6 / 24],
    ['DESKTOP, form: WORKSTATION, year: 2018', 81, 24, 640, 6 / 24],
    // Neither form nor electricity by year are known.
    ['DESKTOP, year: 2018', 50, 14, 182, 6 / 24],
    ['MONITOR', 50, 24, 107, 4 / 24],
    ['SMARTPHONE', 5.9, 4.9, 11, 3 / 24],
    ['TABLET', 16.5, 12, 23, 2.5 / 24],
    ['TELEVISION', 71, 40, 130, 3 / 24],
    ['BOX', 70, 40, 90, 1],
  ])(
    'of a %s is %d kWh (%d to %d); power in use and mean power follow, exactly',
    async (kind, kwh, min, max, ratio) => {
      const { energy, usage } = await terminal(
        `kind: ${kind}`,
        `energy(duration: 8760) ${EXACTLY} usage { useTimeRatio { value } avgPower { value min max source } meanPower { value min max status } }`,
      )
      const { useTimeRatio, avgPower, meanPower } = usage
      expect(Object.values(energy)).toEqual(bounds({ value: kwh, min, max }))
      expect(useTimeRatio.value).toBe(ratio)
      const inUse = (each: number) => each / (8.76 * ratio)
      expect([avgPower.value, avgPower.min, avgPower.max]).toEqual(
        bounds({ value: inUse(kwh), min: inUse(min), max: inUse(max) }),
      )
      const { source } = avgPower
      expect(
        source
          .match(/[\d.]+/g)
          .slice(0, 4)
          .map(Number),
      ).toEqual([kwh, min, max, 24 * ratio])
      expect(source).toMatch(/^[^:]+: (?!by ).*https:/)
      expect([meanPower.value, meanPower.min, meanPower.max]).toEqual(
        bounds({ value: kwh / 8.76, min: min / 8.76, max: max / 8.76 }),
      )
      expect(meanPower.status).toBe('ARCHETYPE')
    },
  )

  test('has a source that says what its power was computed from', async () => {
    const { usage } = await terminal('kind: LAPTOP', 'usage { avgPower { source } }')
    expect(usage.avgPower.source).toMatch(/^20 kWh a year \(12 to 32\), in use 3 hours a day: /)
  })

  test('follows the hours that the caller gives: a laptop in use for 0.25 of the time takes 40 kWh', async () => {
    const { energy, usage } = await terminal(
      'kind: LAPTOP, usage: { useTimeRatio: 0.25 }',
      `energy(duration: 8760) ${EXACTLY} usage { avgPower { value } meanPower { value } }`,
    )
    expect(energy.value).toBeCloseTo(40, 9)
    expect(usage.avgPower.value).toBeCloseTo(20 / (8.76 * 0.125), 9)
    expect(usage.meanPower.value).toBeCloseTo(40 / 8.76, 9)
  })

  test('of a power that the caller measured is INPUT in use, and COMPLETED in the mean', async () => {
    const { usage } = await terminal(
      'kind: LAPTOP, usage: { avgPower: 30, useTimeRatio: 0.5 }',
      'usage { avgPower { value status } meanPower { value status } }',
    )
    expect(usage).toEqual({
      avgPower: { value: 30, status: 'INPUT' },
      meanPower: { value: 15, status: 'COMPLETED' },
    })
  })

  test('of a VR headset is kept without a source, and doubted', async () => {
    const { warnings, usage } = await terminal('kind: VR_HEADSET', 'warnings { code } usage { avgPower { value } }')
    expect(warnings).toEqual([{ code: 'DOUBTFUL_FIGURE' }])
    expect(usage.avgPower.value).toBe(692)
  })
})

describe('Making, transport and end of life in 2026.12', () => {
  // kg CO2 eq. of one: making with its bounds, transport, end of life.
  test.each([
    ['LAPTOP', [170, 135, 386], 12.3, 2.79],
    ['DESKTOP, type: "pro"', [203, 167, 549], 1.85, 6.61],
    ['DESKTOP, type: "perso"', [259, 167, 549], 2.94, 6.61],
    ['DESKTOP, form: MINI', [190, 100, 225], 1.85, 6.61],
    ['DESKTOP, form: TOWER', [246, 160, 370], 1.85, 6.61],
    ['DESKTOP, form: ALL_IN_ONE', [300, 260, 520], 1.85, 6.61],
    ['DESKTOP, form: WORKSTATION', [345, 210, 645], 1.85, 6.61],
    // 92 kg at 24 inches, in proportion to the area, times 0.65 to 1.9.
    ['MONITOR', [92, 59.8, 174.8], 1.29, 3.95],
    ['MONITOR, inches: 27', [116.4375, 75.684375, 221.23125], 1.29, 3.95],
    // 52 kg and 0.048 per GB, times 0.48 to 1.72; 128 GB if unknown.
    // With transport and end of life, as the sheets behind it have them.
    ['SMARTPHONE', [58.144, 27.90912, 100.00768], 0, 0],
    ['SMARTPHONE, storage: 512', [76.576, 36.75648, 131.71072], 0, 0],
    ['TABLET', [80.5, 31, 132], 3.43, 0.364],
    ['TELEVISION, type: "perso"', [325, 325, 325], 3.26, 11.9],
    ['BOX', [60.8, 60.8, 60.8], 0.61, 1.63],
    ['USB_STICK', [5.16, 5.16, 5.16], 0.00424, 0.0153],
    ['EXTERNAL_HDD', [11.5, 11.5, 11.5], 0.113, 0.287],
    ['EXTERNAL_SSD', [135, 135, 135], 0.0161, 0.0796],
    ['VR_CONTROLLER', [3.26, 3.26, 3.26], 0.0619, 0.3],
  ] as const)('of a %s: %j kg, %d kg, %d kg', async (kind, making, transport, endOfLife) => {
    const { impact } = await terminal(
      `kind: ${kind}`,
      `impact(criterion: GWP) { embedded { value(exact: true) min(exact: true) max(exact: true)
        contributions { component phase stage value } explanation { nodes { leaf source } } } }`,
    )
    const { embedded } = impact
    expect(embedded.contributions).toEqual(
      (
        [
          ['MAKING', making[0]],
          ['TRANSPORT', transport],
          ['END_OF_LIFE', endOfLife],
        ] as const
      )
        .filter(([, value]) => value > 0)
        .map(([stage, value]) => ({
          component: 'DEVICE',
          phase: 'EMBEDDED',
          stage,
          value: expect.closeTo(value, 9),
        })),
    )
    const besides = transport + endOfLife
    const [value, min, max] = making
    expect([embedded.value, embedded.min, embedded.max]).toEqual(
      bounds({ value: value + besides, min: min + besides, max: max + besides }),
    )
    const leaves = embedded.explanation.nodes.filter(({ leaf }: Data) =>
      /^(device-(factors|stages)|terminal-sizes)\./.test(leaf),
    )
    expect(leaves.map(({ source }: Data) => source)).toEqual(leaves.map(() => expect.stringContaining('https://')))
    expect(leaves.length).toBeGreaterThanOrEqual(3)
  })

  test('climate change of making is the sum of its parts, for each bound', async () => {
    const { impacts } = await terminal(
      'kind: LAPTOP',
      `impacts(criteria: [GWPPB, GWPPF, GWPPLU]) { embedded ${EXACTLY} }`,
    )
    for (const [member, whole] of [
      ['value', 170],
      ['min', 135],
      ['max', 386],
    ] as const) {
      const sum = impacts.reduce((total: number, { embedded }: Data) => total + embedded[member], 0)
      // Parts have six significant figures.
      expect(sum / whole).toBeCloseTo(1, 5)
    }
  })
})

describe('What moved since 2026.11', () => {
  test('of a smartwatch is its power, which is unknown now', async () => {
    const { drift } = await askNewest(`{ drift(asset: { terminal: { kind: SMARTWATCH } }, from: "2026.11",
      to: "${RELEASE}", duration: 8760) { from { value } to { value } causes { leaf } } }`)
    expect(drift).toEqual({ from: { value: 0 }, to: null, causes: [] })
  })

  const known = TERMINAL_KINDS.filter((kind) => kind !== 'SMARTWATCH')
  test.each(known)('of a %s adds up, cause by cause, and leaves nothing without a name', async (kind) => {
    const asset = `{ terminal: { kind: ${kind}, usage: { usageLocation: "FRA" } } }`
    const { drift } = await askNewest(`{ drift(asset: ${asset}, from: "2026.11", to: "${RELEASE}", duration: 8760) {
      from { value(exact: true) } to { value(exact: true) } causes { leaf label effect } } }`)
    const sum = drift.causes.reduce((total: number, { effect }: Data) => total + effect, drift.from.value)
    expect(sum).toBeCloseTo(drift.to.value, 9)
    expect(drift.causes.filter(({ leaf }: Data) => leaf === 'rest')).toEqual([])
  })

  test('of a laptop is its energy and life, its transport and end of life, and its making', async () => {
    const { drift } = await askNewest(`{ drift(asset: { terminal: { kind: LAPTOP, usage: { usageLocation: "FRA" } } },
      from: "2026.11", to: "${RELEASE}", duration: 8760) { causes { leaf label from to effect } } }`)
    expect(drift.causes).toEqual([
      expect.objectContaining({ leaf: 'servers' }),
      expect.objectContaining({ leaf: 'stages', effect: expect.closeTo((12.3 + 2.79) / 5, 9) }),
      expect.objectContaining({
        leaf: 'device-factors.laptop.pro.gwp',
        from: 181,
        to: 170,
        effect: expect.closeTo(-11 / 5, 9),
      }),
    ])
  })

  test('earlier releases have neither stages nor other figures', async () => {
    const { release } = await askNewest(`{ release(id: "2026.11") { terminal(input: { kind: LAPTOP }) {
      usage { avgPower { value min max } meanPower { value } } impact(criterion: GWP) { embedded { value stages { stage } } } } } }`)
    expect(release.terminal).toEqual({
      usage: { avgPower: { value: 75, min: 50, max: 100 }, meanPower: { value: 22.5 } },
      impact: { embedded: { value: 181, stages: [{ stage: 'MAKING' }] } },
    })
  })
})

test('a GB over the internet takes 0.059 kWh (0.03 to 0.25) in 2026.12, (0.001 to 0.059) before', async () => {
  const question = `network(input: { gigabytes: 1, reach: INTERNET }) { energy ${EXACTLY} }`
  expect((await in2026_12(question)).network.energy).toEqual({ value: 0.059, min: 0.03, max: 0.25 })
  const { release } = await askNewest(`{ release(id: "2026.11") { ${question} } }`)
  expect(release.network.energy).toEqual({ value: 0.059, min: 0.001, max: 0.059 })
})
