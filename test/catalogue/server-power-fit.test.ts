import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, describe, expect, test } from 'vitest'
import { fitServerPower, readResults, weightedMedian } from '../../benchmarks/server-power-fit.ts'
import { releases } from '../world.ts'

const { references, tables } = releases.newest
const LOADS = [0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100]
const WITH_LOADS = ['maker,cpu,chips,tdp_w,ram_gb', ...LOADS.map((load) => `w_${load}`)].join(',')
const IDLE_AND_FULL = 'maker,cpu,chips,tdp_w,ram_gb,idle_w,full_w'

/** Two EPYC 7502 of 180 W with 256 GB: W per W of TDP, 23.04 and 15.36 W of memory, 30 and 14.2 W of the rest. */
const wattOf = (full: number, idle: number) => ({ full: 360 * full + 53.04, idle: 360 * idle + 29.56 })
const EPYC = 'AMD EPYC 7502,2,180,256'

/** A result whose share of the range is (load / 100) ^ power. */
function withLoads(maker: string, perTdp: { full: number; idle: number }, power: number): string {
  const { full, idle } = wattOf(perTdp.full, perTdp.idle)
  return [maker, EPYC, ...LOADS.map((load) => idle + (full - idle) * (load / 100) ** power)].join(',')
}

function idleAndFull(maker: string, perTdp: { full: number; idle: number }, cpu = EPYC): string {
  const { full, idle } = wattOf(perTdp.full, perTdp.idle)
  return [maker, cpu, idle, full].join(',')
}

const FILES = [
  {
    name: 'loads.csv',
    text: [
      '# made up',
      WITH_LOADS,
      withLoads('Dell Inc.', { full: 1, idle: 0.1 }, 1),
      withLoads('fujitsu', { full: 1.1, idle: 0.2 }, 2),
      withLoads('Lenovo Global Technology', { full: 0.5, idle: 0.3 }, 0.5),
    ].join('\n'),
  },
  {
    name: 'ends.csv',
    text: [
      IDLE_AND_FULL,
      // The result of Dell above, although the processor differs.
      idleAndFull('Dell', { full: 1, idle: 0.1 }, 'AMD EPYC 9654,2,10,256'),
      idleAndFull('Lenovo', { full: 0.6, idle: 0.31 }),
      idleAndFull('Lenovo', { full: 0.7, idle: 0.32 }),
      idleAndFull('Lenovo', { full: 0.8, idle: 0.33 }),
      idleAndFull('Dell', { full: 9, idle: 0.9 }, 'Intel Xeon D-2187NT,1,110,64'),
    ].join('\n'),
  },
]

function read(files: Parameters<typeof readResults>[0]) {
  return readResults(files, (cpu) => references.serverPower?.classOfName(cpu) ?? '')
}

const now = new Map(tables.serverPower.map((row) => [row.name, row]))

describe('A result is refused, with its file, line and column,', () => {
  test.each([
    ['that is no number', `${IDLE_AND_FULL}\nDell,${EPYC},60,many`, /^a\.csv:2: full_w: .*"many"/],
    ['of 0 W', `# made up\n${IDLE_AND_FULL}\nDell,${EPYC},0,400`, /^a\.csv:3: idle_w: /],
    ['that falls with load', `${IDLE_AND_FULL}\nDell,${EPYC},400,60`, /^a\.csv:2: full_w: /],
    ['without its column', 'maker,cpu,chips,tdp_w\nDell,AMD EPYC 7502,2,180', /^a\.csv:2: idle_w: /],
    ['without one of its loads', `${WITH_LOADS}\nDell,${EPYC},60,70,,90,100,110,120,130,140,150,160`, /: w_20: /],
  ])('%s', (_, text, fault) => {
    expect(() => read([{ name: 'a.csv', text }])).toThrow(fault)
  })
})

describe('Results', () => {
  test('leave out a result that stands in both files, and processors of no class', () => {
    expect(read(FILES).map(({ maker, powerClass }) => [maker, powerClass])).toEqual([
      ['dell', 'epyc'],
      ['fujitsu', 'epyc'],
      ['lenovo', 'epyc'],
      ['lenovo', 'epyc'],
      ['lenovo', 'epyc'],
      ['lenovo', 'epyc'],
    ])
  })

  test('give the lowest value at which half of the weight is reached', () => {
    const of = (...values: [number, number][]) => weightedMedian(values.map(([value, weight]) => ({ value, weight })))
    expect([of([9, 2], [1, 1], [2, 1]), of([3, 1]), of([1, 1], [2, 3])]).toEqual([2, 3, 2])
  })
})

describe('A fit of server power', () => {
  const fitted = new Map(fitServerPower(tables.serverPower, read(FILES)).map((row) => [row.name, row]))

  test('weighs makers by the square root of their results, by hand', () => {
    // Lenovo's four results weigh 1 / 2 each, those of Dell and Fujitsu 1: half of 4 is reached at the fourth.
    // Full: .5, .6, .7, .8 of Lenovo are 2. Idle: .1 of Dell and .2 of Fujitsu are 2.
    expect(fitted.get('epyc')?.fullPerTdp.value).toBeCloseTo(0.8, 12)
    expect(fitted.get('epyc')?.idlePerTdp.value).toBeCloseTo(0.2, 12)
  })

  test('takes the median shape of the results with all loads', () => {
    // Of load, its square and its root, the load lies in the middle.
    const shape = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9]
    for (const name of ['epyc', 'arm', 'unknown']) {
      expect(fitted.get(name)?.shape.map((share) => Number(share.toFixed(12)))).toEqual(shape)
    }
  })

  test('keeps judgements, and classes without results', () => {
    for (const name of ['entry', 'xeon1', 'xeon1a', 'xeon2', 'xeon3']) expect(fitted.get(name)).toBe(now.get(name))
    for (const name of ['arm', 'unknown']) {
      expect(fitted.get(name)).toEqual({ ...now.get(name), shape: fitted.get(name)?.shape })
    }
    const { fullPerGb, idlePerGb, fullRest, idleRest } = now.get('epyc') ?? {}
    expect(fitted.get('epyc')).toMatchObject({ fullPerGb, idlePerGb, fullRest, idleRest })
  })

  test('of no results is the table as it is', () => {
    expect(fitServerPower(tables.serverPower, [])).toEqual(tables.serverPower)
  })
})

describe('The command', () => {
  const folder = mkdtempSync(join(tmpdir(), 'fit-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  const run = (...files: string[]) =>
    promisify(execFile)(process.execPath, ['benchmarks/fit-server-power.ts', ...files])

  test('refuses to run without results', async () => {
    await expect(run()).rejects.toMatchObject({ code: 2 })
  })

  test('prints what moves, and how the release compares with the results', async () => {
    const files = FILES.map(({ name, text }) => {
      writeFileSync(join(folder, name), text)
      return join(folder, name)
    })
    const { stdout } = await run(...files)
    expect(stdout).toContain('6 results')
    expect(stdout).toMatch(/^epyc: 6 results, 3 of them with all loads\n {2}full_w_per_tdp_w +0\.830 +0\.800 -3\.6 %$/m)
    // 360 W * .83 + 53.04 = 351.84 W at full load; measured are 413.04, 449.04 and 233.04: .852 in the middle.
    expect(stdout).toMatch(/^As benchmarked servers: 3 results.*(?:\n {2}.*)*\n {2}100 % +0\.85 +67 %$/m)
  })
})
