import { describe, expect, test } from 'vitest'
import { resolveAsset } from '../../src/catalogue/kinds.ts'
import { createLoaders } from '../../src/catalogue/loaders.ts'
import { loadReleases } from '../../src/catalogue/tables/load-releases.ts'
import { readTableFolders } from '../../src/catalogue/tables/table-folder.ts'
import { WHOLE_LIFE } from '../../src/engine/assessment/impact.ts'
import { Device } from '../../src/engine/devices/device.ts'
import { TERMINAL_KINDS, Terminal, type TerminalKind } from '../../src/engine/devices/terminal.ts'
import { CRITERION_CODES, type Criterion } from '../../src/engine/values/criteria.ts'
import { Assessor } from '../../src/library/assessor.ts'
import { releases } from '../world.ts'
import { faultsOf } from './tables/support/table-files.ts'

const release = releases.find('2026.12')
const assessor = new Assessor(release)
type Input = Parameters<typeof resolveAsset>[1]

const { serverArchetypes, terminalArchetypes, iotArchetypes, cloudInstances, gpus } = release.tables

/** One instance type of each host: those of one host differ in their shares alone. */
const instances = [...new Map(cloudInstances.map((each) => [each.platform, each])).values()]

const ASSETS: readonly (readonly [string, Input])[] = [
  ...serverArchetypes.map(({ id }) => [`server ${id}`, { server: { archetype: id } }] as const),
  ...instances.map(
    ({ provider, instanceType }) =>
      [`${provider} ${instanceType}`, { cloudInstance: { provider, instanceType } }] as const,
  ),
  ...terminalArchetypes.flatMap(({ id, device }) => {
    const kind = device.toUpperCase() as TerminalKind
    return TERMINAL_KINDS.includes(kind) ? [[`terminal ${id}`, { terminal: { kind, archetype: id } }] as const] : []
  }),
  ...iotArchetypes.map(({ id }) => [`object ${id}`, { iotDevice: { archetype: id } }] as const),
  ...gpus.map(({ name }) => [`card ${name}`, { component: { gpu: { name } } }] as const),
  ['server with six drives', { server: { configuration: { disk: [{ ssd: { units: 4 } }, { hdd: { units: 2 } }] } } }],
]

/** A part may be above its whole by no more than the rounding of its sum. */
const ROUNDING = 1 + 1e-9
/** The parts of climate change are published with three digits. */
const THREE_DIGITS = 0.01

describe('In release 2026.12, over all archetypes and criteria,', async () => {
  const loaders = createLoaders(release.references)
  const assets = await Promise.all(
    ASSETS.map(async ([name, input]) => ({ name, asset: await resolveAsset(loaders, input) })),
  )
  const making = (asset: Device | (typeof assets)[number]['asset'], criterion: Criterion) =>
    asset.impact(criterion, WHOLE_LIFE).embedded

  test('there are some 400 archetypes and more', () => {
    expect(assets.length).toBeGreaterThan(600)
  })

  test('no part is above its whole', () => {
    const above: string[] = []
    for (const { name, asset } of assets) {
      if (!(asset instanceof Device)) continue
      for (const criterion of CRITERION_CODES) {
        const whole = making(asset, criterion)
        for (const part of asset.components) {
          const figure = making(part, criterion)
          if (figure === undefined || figure.value === 0) continue
          const isAbove =
            whole === undefined || figure.value > whole.value * ROUNDING || figure.max > whole.max * ROUNDING
          if (isAbove) above.push(`${name} ${part.label} ${criterion}: ${figure.value} of ${whole?.value}`)
        }
      }
    }
    expect(above).toEqual([])
  })

  test('no making is below 0, and no part of climate change above it', () => {
    const wrong: string[] = []
    for (const { name, asset } of assets) {
      const gwp = making(asset, 'gwp')
      for (const criterion of CRITERION_CODES) {
        const figure = making(asset, criterion)
        if (figure !== undefined && figure.min < 0) wrong.push(`${name} ${criterion}: ${figure.min}`)
        const isPart = criterion === 'gwppf' || criterion === 'gwppb' || criterion === 'gwpplu'
        if (isPart && figure !== undefined && !(figure.value <= (gwp?.value ?? 0) * ROUNDING)) {
          wrong.push(`${name} ${criterion}: ${figure.value} of ${gwp?.value}`)
        }
      }
    }
    expect(wrong).toEqual([])
  })

  test('the parts of climate change of making add up to it', () => {
    const wrong: string[] = []
    for (const { name, asset } of assets) {
      const parts = (['gwppf', 'gwppb', 'gwpplu'] as const).map((code) => asset.manufacture(code)?.value)
      if (parts.some((part) => part === undefined) || asset.manufacture('gwp')?.value === 0) continue
      const total = parts.reduce<number>((sum, part) => sum + (part ?? 0), 0)
      const whole = makingAlone(asset)
      if (!(Math.abs(total / whole - 1) < THREE_DIGITS)) wrong.push(`${name}: ${total} of ${whole}`)
    }
    expect(wrong).toEqual([])
  })

  /** Without transport and end of life, which have no parts of climate change. */
  function makingAlone(asset: (typeof assets)[number]['asset']): number {
    if (asset instanceof Terminal) {
      const { size } = asset.bill
      const stages = size?.covers === 'EMBEDDED' ? undefined : asset.bill.stages
      const later = [stages?.transport, stages?.end_of_life].map((stage) => stage?.gwp?.value ?? 0)
      return (
        (asset.impact('gwp', WHOLE_LIFE).embedded?.value ?? Number.NaN) - later.reduce((sum, each) => sum + each, 0)
      )
    }
    const parts = asset instanceof Device ? asset.components : [asset]
    return parts.reduce((sum, part) => sum + (part.manufacture('gwp')?.value ?? Number.NaN), 0)
  }
})

describe('A server some of whose parts have no factor', () => {
  const assessed = async (input: Input) => {
    const { impacts } = await assessor.assess(input, { criteria: CRITERION_CODES })
    return impacts
  }
  const dell = (units: number): Input => ({ server: { archetype: 'dellR740', configuration: { gpu: { units } } } })

  test('differs with none, one and eight cards in every criterion that cards have', async () => {
    const [none, one, eight, card] = await Promise.all([
      assessed(dell(0)),
      assessed(dell(1)),
      assessed(dell(8)),
      assessed({ component: { gpu: {} } }),
    ])
    let criteria = 0
    for (const code of CRITERION_CODES) {
      const ofCard = card[code]?.embedded?.value
      if (ofCard === undefined) {
        expect([code, none[code]?.embedded?.value]).toEqual([code, eight[code]?.embedded?.value])
        continue
      }
      criteria++
      const [base, first, all] = [none, one, eight].map((each) => each[code]?.embedded?.value ?? 0)
      // To the last digit of the sum: of mips a card has 0.3 kg, the server 10,600.
      expect((first ?? 0) - (base ?? 0), code).toBeCloseTo(ofCard, 9)
      expect((all ?? 0) / ((base ?? 0) + 8 * ofCard), code).toBeCloseTo(1, 9)
    }
    expect(criteria).toBe(21)
  })

  test('is a server as such with its cards: 2,320 kg U235 eq. and theirs', async () => {
    const [{ ir }, card] = await Promise.all([assessed(dell(8)), assessed({ component: { gpu: {} } })])
    expect(ir?.embedded?.value).toBeCloseTo(2320 + 8 * (card.ir?.embedded?.value ?? Number.NaN), 6)
    expect(ir?.embedded?.warnings.map(({ code }) => code)).toEqual(['GENERIC_DATA'])
  })

  test('has two drives: those beyond are left out by name, and so are cards without a factor', async () => {
    const configuration = { gpu: { units: 1 }, disk: [{ ssd: { units: 5 } }, { hdd: { units: 3 } }] }
    const { adpe, gwp } = await assessed({ server: { configuration } })
    const leftOut = adpe?.embedded?.warnings.find(({ code }) => code === 'PARTS_LEFT_OUT')?.message
    expect(leftOut).toBe('The result leaves out parts for which no figures are published: GPU-1, 6 of 8 drives')
    expect(adpe?.embedded?.value).toBe(0.0378)
    expect(gwp?.embedded?.warnings.map(({ code }) => code)).not.toContain('PARTS_LEFT_OUT')
  })

  test('is at least what is known of its parts: own processors of 900 kg U235 eq. each, three of them', async () => {
    const files = {
      'component-factors.csv': [
        'component,variant,per,gwp,adp,pe,ir,source',
        'cpu,,unit,9.14,0.0204,156,900,https://example.org/own',
        'cpu,,mm2,0.0197,5.87e-9,0.265,0,https://example.org/own',
      ].join('\n'),
    }
    const [newest] = loadReleases({ ...readTableFolders(), own: [{ path: 'own', name: 'own', files }] })
    const own = new Assessor(release.with(newest))
    const ir = async (units: number) =>
      (await own.assess({ server: { configuration: { cpu: { units } } } }, { criteria: ['ir'] })).impacts.ir?.embedded
    expect((await ir(2))?.value).toBe(2320)
    expect((await ir(3))?.value).toBe(2700)
  })

  test('in releases before is the figure of a whole server, with any cards', async () => {
    const before = new Assessor(releases.find('2026.11'))
    const { impacts } = await before.assess(dell(8), { criteria: ['ir'] })
    expect(impacts.ir?.embedded?.value).toBe(2320)
  })
})

describe('Figures of making are refused', () => {
  test('below 0, and where a part of climate change is above it, with the row', () => {
    const columns =
      'device,type,gwp,gwppb,gwppf,gwpplu,ir,lu,odp,pm,pocp,wu,mips,adpe,adpf,ap,ctue,ctuh_c,ctuh_nc,epf,epm,ept,source'
    const row = (device: string, gwp: number, gwppf: number, pm: number, gwppb = 0) =>
      `${device},,${gwp},${gwppb},${gwppf},,,,,${pm}${','.repeat(13)}https://example.org/own`
    const rows = [row('toaster', 10, 11, 1), row('kettle', 10, 9, -1), row('oven', 10, 6, 1, 6)]
    const files = { 'device-factors.csv': [columns, ...rows].join('\n') }
    const { base, overlays } = readTableFolders()
    const newer = { path: 'x', name: '2030.01', files }
    expect(faultsOf(() => loadReleases({ base, overlays: [...overlays, newer], own: [] }))).toEqual([
      '2030.01/device-factors.csv:2: gwppf: 11 for "toaster" is above its gwp of 10',
      '2030.01/device-factors.csv:3: pm: the impact of making "kettle" is -1, expected 0 or more',
      '2030.01/device-factors.csv:4: gwppf, gwppb, gwpplu: the sum for "oven" is 12, above its gwp of 10',
    ])
    // A release before 2026.12 loads as it is.
    const older = { path: 'x', name: '2026.10', files }
    expect(faultsOf(() => loadReleases({ base, overlays: [older], own: [] }))).toEqual([])
  })
})

describe('A cell that a release takes out', () => {
  const load = (...rows: string[]) => {
    const files = { 'removed-cells.csv': ['table,key,column,reason', ...rows].join('\n') }
    const { base, overlays } = readTableFolders()
    return () => loadReleases({ base, overlays: [...overlays, { path: 'x', name: '2030.01', files }], own: [] })
  }

  test('is refused where there is none, with its line', () => {
    const faults = faultsOf(
      load(
        'electricity,FRA,taste,Why',
        'electricity,XXX,gwp,Why',
        'electricity,FRA,lu,Why',
        'gadgets,x,y,Why',
        'electricity,FRA,gwp,',
      ),
    )
    expect(faults).toEqual([
      expect.stringMatching(/^2030\.01\/removed-cells\.csv:6: reason: /),
      expect.stringMatching(/^2030\.01\/removed-cells\.csv:5: table: .*"gadgets"$/),
      '2030.01/removed-cells.csv:2: column: electricity.csv has no column "taste"',
      '2030.01/removed-cells.csv:3: key: no figure "gwp" of "XXX" in electricity.csv',
      '2030.01/removed-cells.csv:4: key: no figure "lu" of "FRA" in electricity.csv',
    ])
  })

  test('is gone from its row, whose other figures stay, and from this release on', () => {
    const [newest, before] = load('electricity,FRA,pm,Why')()
    const mix = (tables: typeof newest) => tables.electricity.find(({ location }) => location === 'FRA')?.factors
    expect(mix(newest)?.pm).toBeUndefined()
    expect(mix(newest)?.gwp).toEqual(mix(before as typeof newest)?.gwp)
    expect(mix(before as typeof newest)?.pm).toBeDefined()
  })
})

describe('Electricity of release 2026.12', () => {
  const mix = (location: string) => release.references.mix(location).factors

  test('has no 0 that stands for unknown, no old split and no water of another kind', () => {
    for (const { location, factors } of release.tables.electricity) {
      const gone = (['lu', 'gwppf', 'gwppb', 'gwpplu', 'wu'] as const).filter((code) => factors[code] !== undefined)
      expect([location, ...gone, factors.odp?.value === 0]).toEqual([location, false])
    }
    // adpf / (1 - share of renewables): 1 - 0.138646 / 4.952 is .97 in Norway, 1 - 4.73005 / 11.026 is .57 in Sweden.
    expect([mix('NOR').pe, mix('SWE').pe?.value]).toEqual([undefined, 11.026])
    expect(release.tables.removedCells.filter(({ column }) => column === 'pe')).toHaveLength(28)
  })

  test('takes as much water as before: 1000 * wu, in litres', async () => {
    const water = async (id: string) => {
      const { references } = releases.find(id)
      const input = {
        terminal: { kind: 'LAPTOP', usage: { usageLocation: 'FRA', avgPower: 100, useTimeRatio: 1 } },
      } as const
      return (await resolveAsset(createLoaders(references), input)).water(1000)?.value
    }
    expect(await water('2026.12')).toBeCloseTo((await water('2026.11')) ?? Number.NaN, 9)
    const own = {
      terminal: {
        kind: 'LAPTOP',
        usage: { avgPower: 100, useTimeRatio: 1, elecFactors: [{ criterion: 'wu', value: 0.004 }] },
      },
    } as const
    expect((await resolveAsset(createLoaders(release.references), own as never)).water(1000)?.value).toBeCloseTo(400, 9)
  })

  test('of an unknown place draws one country for all criteria, of those that have each', () => {
    const { gwp, pe, odp } = release.references.electricityBounds
    expect(gwp?.rows?.length).toBe(pe?.rows?.length)
    expect(gwp?.rows?.length).toBe(odp?.rows?.length)
    expect(gwp?.rows?.length).toBeGreaterThan(
      releases.find('2026.11').references.electricityBounds.gwp?.rows?.length ?? 0,
    )
    expect(new Set(pe?.rows)).toContain(mix('SWE').pe?.value)
    expect(Math.min(...(odp?.rows ?? []))).toBeGreaterThan(0)
  })
})
