import { readFileSync } from 'node:fs'
import { graphql } from 'graphql'
import { expect, test } from 'vitest'
import { createContext } from '../../schema/context.ts'
import { schema } from '../../schema/schema.ts'
import { Releases } from '../../src/catalogue/releases.ts'
import { loadReleases } from '../../src/catalogue/tables/load-releases.ts'
import { EARLIER_CONSTANTS } from '../../src/catalogue/tables/specs/needed-rows.ts'
import { readTableFolders } from '../../src/catalogue/tables/table-folder.ts'
import type { Tables } from '../../src/catalogue/tables.ts'
import { releases, world } from '../world.ts'
import { faultsOf } from './tables/support/table-files.ts'

const COLUMNS = 'id,value,min,max,unit,source'

/** The shipped releases with own rows of constants on top. */
function loadWith(...rows: readonly string[]) {
  const files = { 'constants.csv': [COLUMNS, ...rows].join('\n') }
  return loadReleases({ ...readTableFolders(), own: [{ path: 'own', name: 'own', files }] })
}

/** An answer from the newest of some tables. */
async function askOf(tables: readonly [Tables, ...Tables[]], source: string) {
  const all = new Releases(tables)
  const settings = { ...world, releases: all, release: all.newest }
  const { data, errors } = await graphql({ schema, source, contextValue: createContext(settings) })
  expect(errors).toBeUndefined()
  // biome-ignore lint/suspicious/noExplicitAny: answers are read by path, as clients do
  return data as any
}

test('a constant outside its bounds is refused', () => {
  expect(faultsOf(() => loadWith('ssd_power,5,0.6,2.4,W/TB,own', 'hdd_power,0.1,0.3,1.3,W/TB,own'))).toEqual([
    'own/constants.csv:2: max: expected at least the value 5, got 2.4',
    'own/constants.csv:3: min: expected at most the value 0.1, got 0.3',
  ])
})

test.each([
  ['pue_default,0.9,,,1,own', /:2: value: expected 1 .*, got 0\.9$/],
  ['pue_default,1.5,0.9,2,1,own', /:2: min: .*\b1\b.* 0\.9$/],
  ['hdd_typical,0,,,GB,own', /:2: value: .*\b0\b.* 0$/],
  ['ssd_power,-1,,,W/TB,own', /:2: value: .*\b0\b.* -1$/],
  ['gpu_load_default,0.5,0,5,1,own', /:2: max: .*\b1\b.* 5$/],
])('a constant that no formula could use is refused: %s', (row, fault) => {
  expect(faultsOf(() => loadWith(row))).toEqual([expect.stringMatching(fault)])
})

/** The shipped releases with a folder on top that takes rows of constants away, and may bring others. */
function loadWithout(ids: readonly string[], ...rows: readonly string[]) {
  const removed = ['table,key,reason', ...ids.map((id) => `constants,${id},Not ours`)]
  const files = {
    'removed.csv': removed.join('\n'),
    ...(rows.length > 0 && { 'constants.csv': [COLUMNS, ...rows].join('\n') }),
  }
  return loadReleases({ ...readTableFolders(), own: [{ path: 'own', name: 'own', files }] })
}

test('nor may the power of the usual processor, or be empty', () => {
  const key = 'cpu,DEFAULT,power_profile_a'
  const load = (files: Readonly<Record<string, string>>) =>
    loadReleases({ ...readTableFolders(), own: [{ path: 'own', name: 'own', files }] })
  const removed = `table,key,reason\ncomponent-archetypes,${key.replaceAll(',', '/')},Not ours`
  expect(faultsOf(() => load({ 'removed.csv': removed }))).toEqual([
    expect.stringMatching(
      /^own\/removed\.csv:2: key: .*"cpu\/DEFAULT\/power_profile_a" .*\bcomponent-archetypes\.csv\b/,
    ),
  ])
  const empty = `component,id,attribute,value,min,max,source\n${key},,,,https://example.org/own`
  expect(faultsOf(() => load({ 'component-archetypes.csv': empty }))).toEqual([
    expect.stringMatching(/^own\/component-archetypes\.csv:2: value: [^"]*\bnumber\b[^"]*$/),
  ])
})

test('no constant may be taken away: formulas need all of them', () => {
  const ids = [...releases.newest.tables.constants.keys()]
  expect(faultsOf(() => loadWithout(ids))).toEqual(
    ids.map(
      (id, index) =>
        `own/removed.csv:${index + 2}: key: formulas need "${id}" of constants.csv. Replace the row instead of removing it`,
    ),
  )
  expect(faultsOf(() => loadWithout(['ram_power'], 'ram_power,1,,,W/GB,https://example.org/memory'))).toEqual([])
})

test('a release that lacks a constant of a newer term has its neutral number, which enters no calculation', async () => {
  const card =
    'component(input: { gpu: {} }) { impact(criterion: GWP) { embedded { explanation { nodes { leaf } } } } }'
  const idsOf = async (tables: readonly [Tables, ...Tables[]]): Promise<readonly string[]> => {
    const { component } = await askOf(tables, `{ ${card} }`)
    return component.impact.embedded.explanation.nodes.map(({ leaf }: { leaf: string }) => leaf)
  }
  const base = releases.find('boavizta-2.4.1').tables
  expect(base.constants.get('murphy')).toEqual({ value: 0, min: 0, max: 0, isNeutral: true })
  const terms = (ids: readonly string[]) => ids.filter((id) => /murphy|edge_loss/.test(id))
  expect(terms(await idsOf([base]))).toEqual([])
  const [own] = loadWith('murphy,1,,,1,https://example.org/own', 'edge_loss,1,,,1,https://example.org/own').slice(-1)
  expect(terms(await idsOf([own as Tables]))).toEqual(['constants.murphy'])
})

test('every constant of every release lies within its bounds, and has a source with an address', () => {
  const sources = readFileSync(new URL('../../data/sources.csv', import.meta.url), 'utf8').split('\n')
  for (const { tables } of releases.all) {
    expect(tables.constants.size).toBeGreaterThan(30)
    for (const [id, { value, min, max, source, isNeutral = false }] of tables.constants) {
      expect([
        id,
        min <= value && value <= max,
        source !== undefined || isNeutral || EARLIER_CONSTANTS.get(id) === value,
      ]).toEqual([id, true, true])
    }
  }
  const rows = readTableFolders().base.files['constants.csv']?.split('\n').slice(1).filter(Boolean) ?? []
  for (const row of rows) {
    const source = row.split(',')[5]
    expect(
      sources.find((line) => line.startsWith(`${source},`)),
      row,
    ).toMatch(/,https?:\/\//)
  }
})

const EVERYTHING = `
  fragment Figures on Assessable {
    impacts(criteria: [GWP, FE], boundary: DATA_CENTRE) { total { value } }
    water { value }
  }
  {
    blade: server(input: { model: { type: BLADE }, configuration: { cpu: { tdp: 100 }, gpu: { vram: 80, vramDies: 6 } },
      usage: { yearsUseTime: 1 } }) { ...Figures }
    busy: server(input: { usage: { timeWorkload: 50, region: "eu-west-3" }, configuration: { gpu: { name: "A10G", usage: { timeWorkload: 90 } } } }) { ...Figures }
    modules: server(input: { configuration: { gpu: { units: 1, name: "H100 SXM" } } }) { ...Figures }
    single: cloudInstance(input: { provider: "scaleway", instanceType: "dev1-s", usage: { region: "fr-par" } }) { ...Figures }
    published: cloudInstance(input: { provider: "aws", instanceType: "m5.xlarge", usage: { region: "eu-west-3" } }) { ...Figures }
    ssd: storage(input: { kind: SSD, gigabytes: 1 }) { ...Figures }
    hdd: storage(input: { kind: HDD, gigabytes: 1 }) { ...Figures }
    near: network(input: { reach: REGION, gigabytes: 1 }) { ...Figures }
    between: network(input: { reach: BETWEEN_REGIONS, gigabytes: 1 }) { ...Figures }
    far: network(input: { reach: INTERNET, gigabytes: 1 }) { ...Figures }
    switch: equipment(input: { kind: SWITCH, ports: 24 }) { ...Figures }
    array: equipment(input: { kind: STORAGE_ARRAY, disks: [{ ssd: {} }] }) { ...Figures }
    somewhere: network(
      input: { reach: INTERNET, gigabytes: 1, provider: "aws", usage: { region: "REGION_UNKNOWN" } }
    ) { ...Figures }
  }`

test('every constant of the table is used', async () => {
  const asked = new Set<string>()
  class Noting<Value> extends Map<string, Value> {
    override get(id: string) {
      asked.add(id)
      return super.get(id)
    }
  }
  const { tables } = releases.newest
  await askOf([{ ...tables, constants: new Noting(tables.constants) }], EVERYTHING)
  expect([...asked].sort()).toEqual([...tables.constants.keys()].sort())
})

test('an own constant changes what it enters: 1 W per GB draws 1 / 0.284 times as much, and says so', async () => {
  const power = 'component(input: { ram: { units: 2, capacity: 16 } }) { usage { avgPower { value source } } }'
  const { component } = await askOf(loadWith('ram_power,1,,,W/GB,https://example.org/memory'), `{ ${power} }`)
  expect(component.usage.avgPower).toEqual({ value: 32, source: '1 W per GB * capacity' })
})
