import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { describe, expect, test } from 'vitest'

type Row = Readonly<Record<string, string>>

const BASE = join(import.meta.dirname, '../../data')
const RELEASE = join(BASE, '2026.11')

function rowsOf(folder: string, table: string): readonly Row[] {
  return parse(readFileSync(join(folder, `${table}.csv`), 'utf8'), {
    columns: true,
    comment: '#',
    comment_no_infix: true,
  })
}

const tables = readdirSync(RELEASE)
  .filter((file) => file.endsWith('.csv'))
  .map((file) => file.slice(0, -'.csv'.length))

/** The table of the release: the base's rows, those with the same key replaced, new ones at the end, some taken out. */
function merged(table: string, key: string): ReadonlyMap<string, Row> {
  const rows = new Map([...rowsOf(BASE, table), ...rowsOf(RELEASE, table)].map((row) => [row[key] ?? '', row]))
  for (const removed of rowsOf(RELEASE, 'removed')) if (removed.table === table) rows.delete(removed.key ?? '')
  return rows
}

/** The members of a cell `value|min|max`, or the value alone three times. */
function members(cell: string): readonly [number, number, number] {
  const [value = Number.NaN, min = value, max = value] = cell.split('|').map(Number)
  return [value, min, max]
}

const cpus = merged('cpus', 'name')
const gpus = merged('gpus', 'name')

describe('No figure of release 2026.11 is', () => {
  test('without a source that a reader can follow', () => {
    const sources = new Map([...rowsOf(BASE, 'sources'), ...rowsOf(RELEASE, 'sources')].map((row) => [row.key, row]))
    const faults: string[] = []
    for (const table of tables) {
      for (const row of rowsOf(RELEASE, table)) {
        for (const [column, cell] of Object.entries(row)) {
          if (!/(^|_)source$/.test(column) || cell === '' || cell.includes('://')) continue
          const source = sources.get(cell) ?? sources.get(cell.split(':')[0])
          if (!source?.url?.startsWith('https://')) faults.push(`${table}: ${cell}`)
        }
        if ('source' in row && row.source === '') faults.push(`${table}: ${Object.values(row)[0]}`)
      }
    }
    expect(faults).toEqual([])
  })

  test('of a source without title, publisher, year or terms', () => {
    const lacking = rowsOf(RELEASE, 'sources').filter(
      ({ title, publisher, year, licence }) => !title || !publisher || !/^\d{4}$/.test(year ?? '') || !licence,
    )
    expect(lacking).toEqual([])
  })

  test('outside its own bounds, or a die below 0', () => {
    const faults: string[] = []
    for (const table of tables) {
      for (const row of rowsOf(RELEASE, table)) {
        for (const [column, cell] of Object.entries(row)) {
          if (!/^[\d.]+\|[\d.]+\|[\d.]+$/.test(cell)) continue
          const [value, min, max] = members(cell)
          if (!(min <= value && value <= max)) faults.push(`${table}: ${column}: ${cell}`)
        }
        const die = row.die_size_mm2
        if (die && members(die)[1] <= 0) faults.push(`${table}: ${row.name}: ${die}`)
      }
    }
    expect(faults).toEqual([])
  })

  test('there twice, under two spellings of one name', () => {
    const plain = (name: string) => name.toLowerCase().replace(/[-_\s]+/g, ' ')
    const names = [...cpus.keys()].map(plain)
    expect(names.length - new Set(names).size).toBe(0)
  })
})

describe('Electricity of release 2026.11', () => {
  const mixes = merged('electricity', 'location')
  const gwp = (location: string) => Number(mixes.get(location)?.gwp)

  test.each([
    ['FRA', 0.044],
    ['ESP', 0.146],
    ['POL', 0.615],
    ['EEE', 0.285],
    ['WOR', 0.473],
  ])('has the climate factor of 2024 for %s: %d kg', (location, factor) => {
    expect(gwp(location)).toBeCloseTo(factor, 3)
    expect(mixes.get(location)?.gwp_year).toBe('2024')
  })

  test('keeps every other criterion of the base', () => {
    for (const base of rowsOf(BASE, 'electricity')) {
      const { gwp: _, gwp_source: __, ...others } = base
      expect(mixes.get(base.location ?? '')).toMatchObject(others)
    }
  })

  test('states year and basis of each factor, and doubts those that could not be renewed', () => {
    const doubted = rowsOf(RELEASE, 'doubts').filter(({ table, column }) => table === 'electricity' && column === 'gwp')
    const old = [...mixes.values()].filter((row) => !(Number(row.gwp_year) >= 2022 && row.gwp_basis))
    expect(old.map(({ location }) => location).sort()).toEqual(doubted.map(({ row }) => row).sort())
  })

  test('has states of their own, which name their country and have its other criteria', () => {
    const locations = merged('locations', 'code')
    const states = [...locations.values()].filter(({ country }) => country)
    expect(states.length).toBeGreaterThan(0)
    for (const { code = '', country = '' } of states) {
      expect(code.startsWith(`${country}-`)).toBe(true)
      expect(gwp(code)).toBeGreaterThan(0)
      expect(mixes.get(code)?.pe).toBe('')
      expect(mixes.has(country)).toBe(true)
    }
    expect(gwp('USA-VA')).toBeCloseTo(0.327, 3)
  })
})

describe('Processors of release 2026.11', () => {
  test('know the Xeon Gold 6138, which the base lacks', () => {
    const xeon = cpus.get('Intel Xeon Gold 6138')
    expect([xeon?.core_units, xeon?.threads, xeon?.tdp_w]).toEqual(['20', '40', '125'])
    expect(xeon?.die_size_mm2).toBe('694')
  })

  test('have a TDP: 95 % of Xeon Scalable, Xeon 6 and EPYC', () => {
    const named = [...cpus.values()].filter(({ name = '' }) =>
      /^Intel Xeon (?:Bronze|Silver|Gold|Platinum|6\d{3}[PE])|^AMD EPYC/.test(name),
    )
    const powered = named.filter(({ tdp_w }) => Number(tdp_w) > 0)
    expect(named.length).toBeGreaterThan(600)
    expect(powered.length / named.length).toBeGreaterThan(0.95)
  })

  test('lose no figure that the base has', () => {
    for (const base of rowsOf(BASE, 'cpus')) {
      const row = cpus.get(base.name ?? '')
      for (const column of ['core_units', 'threads', 'tdp_w', 'die_size_mm2']) {
        if (base[column] && row)
          expect(`${base.name} ${column} ${row[column] !== ''}`).toBe(`${base.name} ${column} true`)
      }
    }
  })

  test('are monolithic where a Sapphire Rapids has at most 32 cores and no page lists four dies', () => {
    expect(members(cpus.get('Intel Xeon Gold 6448Y')?.die_size_mm2 ?? '')).toEqual([780, 624, 936])
    expect(cpus.get('Intel Xeon Gold 6430')?.die_size_mm2).toBe('1908')
    expect(cpus.get('Intel Xeon Platinum 8480+')?.die_size_mm2).toBe('1908')
  })

  test('count the dies of an EPYC: 12 of 84.5 mm2 and an I/O die of 397', () => {
    expect(members(cpus.get('AMD EPYC 9965')?.die_size_mm2 ?? '')[0]).toBeCloseTo(12 * 84.5 + 397, 1)
  })
})

describe('Graphics cards of release 2026.11', () => {
  test('have a TDP unless their maker publishes none', () => {
    const without = [...gpus.values()].filter(({ tdp_w }) => !tdp_w).map(({ manufacturer }) => manufacturer)
    expect(new Set(without)).toEqual(new Set(['Annapurna Labs']))
  })

  test('are every card that a host names', () => {
    const named = rowsOf(RELEASE, 'server-archetypes').map((row) => row.gpu_name ?? '')
    expect(named.filter((name) => name !== '' && !gpus.has(name))).toEqual([])
  })

  test('have the wafer share of their bare die', () => {
    // 814 mm2 are 28.731^2 = 825.45 with the saw cut. A wafer has 62.438 such dies, 40.3 % of them good.
    expect(Number(gpus.get('NVIDIA H100 SXM 80GB')?.gpu_surface_mm2)).toBeCloseTo(2808.4, 0)
    expect(Number(gpus.get('NVIDIA A100 SXM4 40GB')?.gpu_surface_mm2)).toBeCloseTo(2876.29, 1)
  })

  test('idle below two fifths of their power', () => {
    for (const { name, idle_w, tdp_w } of gpus.values()) {
      if (idle_w) expect(`${name}: ${members(idle_w)[2] / Number(tdp_w) < 0.4}`).toBe(`${name}: true`)
    }
  })
})

describe('Uncertainty of release 2026.11', () => {
  const pedigree = new Map(
    rowsOf(RELEASE, 'pedigree').map((row) => [`${row.indicator}/${row.score}`, Number(row.factor)]),
  )
  const indicators = ['reliability', 'completeness', 'temporal', 'geographical', 'technological']
  const rows = rowsOf(RELEASE, 'uncertainty')

  test('follows from the scores of each row', () => {
    for (const row of rows) {
      if (!row.basic) continue
      const factors = [
        ...indicators.map((name) => pedigree.get(`${name}/${row[name]}`) ?? Number.NaN),
        Number(row.basic),
      ]
      const spread = Math.exp(Math.sqrt(factors.reduce((sum, factor) => sum + Math.log(factor) ** 2, 0)))
      expect(Number(row.gsd2)).toBeCloseTo(spread, 4)
    }
  })

  test('is 1.96 for a die, 1.2 for the climate factor of electricity, 1.5 for the power of a processor', () => {
    const gsd2 = (table: string, kind: string) =>
      Number(rows.find((row) => row.table === table && row.kind === kind)?.gsd2)
    expect(gsd2('component-factors', 'cpu.mm2')).toBeCloseTo(1.965, 3)
    expect(gsd2('electricity', 'gwp')).toBe(1.2)
    expect(gsd2('cpus', 'power')).toBe(1.5)
  })

  test('covers every factor of components, cards, devices and electricity', () => {
    const kinds = new Set(rows.map(({ table, kind }) => `${table}/${kind}`))
    const needed = [
      ...rowsOf(BASE, 'component-factors').map(
        ({ component, variant, per }) => `component-factors/${[component, variant, per].filter(Boolean).join('.')}`,
      ),
      ...rowsOf(BASE, 'gpu-factors').map(({ part }) => `gpu-factors/${part}`),
      ...rowsOf(BASE, 'device-factors').map(
        ({ device, type }) => `device-factors/${[device, type].filter(Boolean).join('.')}`,
      ),
      ...rowsOf(BASE, 'electricity-sources').map(({ criterion }) => `electricity/${criterion}`),
    ]
    expect(needed.filter((kind) => !kinds.has(kind))).toEqual([])
  })
})
