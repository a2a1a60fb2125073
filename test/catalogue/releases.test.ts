import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createContext, type Settings } from '../../schema/context.ts'
import { DEFAULT_ARCHETYPES } from '../../src/catalogue/default-archetypes.ts'
import { NotFoundError } from '../../src/catalogue/not-found-error.ts'
import { type Release, Releases } from '../../src/catalogue/releases.ts'
import { loadReleases } from '../../src/catalogue/tables/load-releases.ts'
import { BASE_RELEASE } from '../../src/catalogue/tables/make-releases.ts'
import { TableError } from '../../src/catalogue/tables/table-error.ts'
import { readTableFolder, readTableFolders, type TableFolder } from '../../src/catalogue/tables/table-folder.ts'
import type { Tables } from '../../src/catalogue/tables.ts'
import { DEFAULT_CRITERIA } from '../../src/engine/values/criteria.ts'
import { DEFAULT_ROUNDING } from '../../src/engine/values/round-figure.ts'
import { Assessor } from '../../src/library/index.ts'
import { createRestHandler } from '../../src/server/rest/handle-rest.ts'
import { header, placesOf } from './tables/support/table-files.ts'

type Files = Readonly<Record<string, readonly string[]>>

/** A folder of tables that ends with the test. */
function folderOf(name: string, files: Files): TableFolder {
  const parent = mkdtempSync(join(tmpdir(), 'releases-'))
  onTestFinished(() => rmSync(parent, { recursive: true }))
  const folder = join(parent, name)
  mkdirSync(folder)
  for (const [file, lines] of Object.entries(files)) writeFileSync(join(folder, file), `${lines.join('\n')}\n`)
  return readTableFolder(folder)
}

const shipped = { ...readTableFolders(), overlays: [], own: [] }
/** The cells of the other criteria, all empty. */
const OTHERS = ',,,,,,,,,,,,,,,,'
const electricity =
  'location,gwp,gwp_source,gwp_year,pe,gwppb,gwppf,gwpplu,ir,lu,odp,pm,pocp,wu,adpe,adpf,ap,epf,epm,ept'
const row = (location: string, gwp: number) => `${location},${gwp},ember,2024${OTHERS}`

const NEWER: Files = {
  'electricity.csv': [electricity, row('FRA', 0.044), row('USA-VA', 0.3)],
  'locations.csv': ['code,iso2,name,country', 'USA-VA,,"Virginia, United States",USA'],
  'cloud-regions.csv': ['provider,location,region', 'aws,USA-VA,us-east-1'],
  'removed.csv': ['table,key,reason', 'cloud-instances,aws/a1.medium,It is no more'],
}

const tablesOf = (overlays: readonly TableFolder[], own: readonly TableFolder[] = []) =>
  loadReleases({ ...shipped, overlays, own })
const releasesOf = (overlays: readonly TableFolder[], own: readonly TableFolder[] = []) =>
  new Releases(tablesOf(overlays, own), DEFAULT_ARCHETYPES)

function settingsOf(releases: Releases): Settings {
  return {
    releases,
    release: releases.newest,
    restRelease: releases.find(BASE_RELEASE),
    rounding: DEFAULT_ROUNDING,
    defaultCriteria: DEFAULT_CRITERIA,
  }
}

function faultsOf(files: Files): readonly string[] {
  try {
    tablesOf([folderOf('2030.01', files)])
  } catch (error) {
    if (error instanceof TableError) return error.faults
    throw error
  }
  return []
}

test('a release that takes away what is not there, or of a table that is none, is refused', () => {
  const removed = ['table,key,reason', 'cpus,No such part,Why', 'gadgets,x,Why', 'cpus,Intel Xeon Gold 6138,']
  expect(faultsOf({ 'removed.csv': removed })).toEqual([
    expect.stringMatching(/^2030\.01\/removed\.csv:4: reason: /),
    '2030.01/removed.csv:3: table: there is no table "gadgets"',
    '2030.01/removed.csv:2: key: no "No such part" in cpus.csv',
  ])
})

test('a release that takes away what a row names is refused', () => {
  const removed = ['table,key,reason', 'server-archetypes,a1.metal,Why']
  expect(placesOf(faultsOf({ 'removed.csv': removed }))).toContain(
    'cloud-instances.csv:2: platform: "a1.metal" server-archetypes.csv',
  )
})

test('a part of a country that is not there is refused, and a misspelled file', () => {
  const gpus = [header('gpus.csv')]
  expect(faultsOf({ 'gpus.csv': gpus })).toEqual([])
  const files = { 'locations.csv': ['code,iso2,name,country', 'USA-VA,,Virginia,UAS'], 'gpu.csv': gpus }
  expect(placesOf(faultsOf(files))).toEqual([
    '2030.01/gpu.csv:',
    '2030.01/locations.csv:2: code: "USA-VA" electricity.csv',
    '2030.01/locations.csv:2: country: "UAS" locations.csv',
  ])
})

test('a release of another name is not found, with those that are there', () => {
  const releases = releasesOf([folderOf('2030.01', NEWER)])
  expect(() => releases.find('2030.1')).toThrow(NotFoundError)
  expect(() => releases.find('x')).toThrow('x not found. Did you mean 2030.01, boavizta-2.4.1?')
})

test('releases are newest first, each with the folders before it under its own', () => {
  const second: Files = { 'electricity.csv': [electricity, row('DEU', 0.3)] }
  const releases = releasesOf([folderOf('2030.01', NEWER), folderOf('2030.07', second)])
  expect(releases.all.map(({ id }) => id)).toEqual(['2030.07', '2030.01', BASE_RELEASE])
  expect(releases.newest.id).toBe('2030.07')
  const gwp = (code: string) => releases.all.map(({ references }) => references.mix(code).factors.gwp?.value)
  expect(gwp('FRA')).toEqual([0.044, 0.044, 0.098])
  expect(gwp('DEU')[0]).toBe(0.3)
  expect(gwp('DEU')[1]).toBe(gwp('DEU')[2])
})

test('a row replaces its own in its place, new ones come at the end, and those taken away are gone', () => {
  const [newer, base] = tablesOf([folderOf('2030.01', NEWER)])
  expect(newer.locations.at(-1)).toEqual({ code: 'USA-VA', name: 'Virginia, United States', country: 'USA' })
  expect(newer.electricity.map(({ location }) => location)).toEqual([
    ...(base?.electricity.map(({ location }) => location) ?? []),
    'USA-VA',
  ])
  expect(newer.cloudRegions[0]).toEqual({ provider: 'aws', region: 'us-east-1', location: 'USA-VA' })
  expect(newer.cloudInstances.length).toBe(1946)
  expect(newer.cloudInstances.some(({ instanceType }) => instanceType === 'a1.medium')).toBe(false)
  expect(base?.cloudInstances.length).toBe(1947)
})

test('a part of a country has the figures of the country where it has none of its own', () => {
  const { references } = releasesOf([folderOf('2030.01', NEWER)]).newest
  const [part, country] = [references.mix('USA-VA').factors, references.mix('USA').factors]
  expect(part.gwp?.value).toBe(0.3)
  expect(part.gwp).toMatchObject({ year: 2024 })
  expect(part.adpe).toEqual(country.adpe)
  expect(Object.keys(part).length).toBe(Object.keys(country).length)
})

test('every table of an earlier release stays the same object, and a copy has it as well', () => {
  const [newer, base] = tablesOf([folderOf('2030.01', NEWER)])
  if (base === undefined) throw new Error('There are two releases')
  expect(Object.keys(base).toSorted()).toEqual(Object.keys(newer).toSorted())
  for (const name of Object.keys(base) as (keyof Tables)[]) expect(base[name]).toBe(base[name])
  expect({ ...base }.cpus).toBe(base.cpus)
})

test('the fingerprint differs between releases that differ in a figure alone, and names own tables', () => {
  const text: Files = { 'locations.csv': ['code,iso2,name', 'FRA,FR,La France'] }
  const [newest, base] = tablesOf([folderOf('2030.01', text)])
  expect(newest.release.fingerprint).toBe(base?.release.fingerprint)
  expect(newest.release.label).toBe('2030.01')
  const own = folderOf('own', { 'electricity.csv': [electricity, row('FRA', 0.02)] })
  const [ofOwn, baseOfOwn] = tablesOf([folderOf('2030.01', NEWER)], [own])
  expect(ofOwn.release.id).toBe('2030.01')
  expect(ofOwn.release.label).toMatch(/^2030\.01\+[0-9a-f]{12}$/)
  expect(baseOfOwn?.release.label).toMatch(/^boavizta-2\.4\.1\+[0-9a-f]{12}$/)
  expect(ofOwn.release.fingerprint).not.toBe(baseOfOwn?.release.fingerprint)
  expect(ofOwn.electricity.find(({ location }) => location === 'FRA')?.factors.gwp?.value).toBe(0.02)
})

test('a doubt of the base goes with a figure that a release replaces, and stays with one that it does not', () => {
  const cze = (ap: string) => `CZE,0.4,ember,2024,,,,,,,,,,,,,${ap},,,`
  const doubt = (ap: string) =>
    releasesOf([folderOf('2030.01', { 'electricity.csv': [electricity, cze(ap)] })]).newest.references.mix('CZE')
      .factors.ap?.doubt
  expect(doubt('0.0046')).toBeUndefined()
  expect(doubt('8.37957')).toMatch(/^Acidification/)
})

test('a doubtful host is named with every instance on it', async () => {
  const doubts = ['table,row,column,warning', 'server-archetypes,a1.metal,cpu_units,The processors are doubtful']
  const { newest } = releasesOf([folderOf('2030.01', { 'doubts.csv': doubts })])
  expect(newest.references.server('a1.metal').doubt).toBe('The processors are doubtful')
  const rest = createRestHandler({ ...settingsOf(releasesOf([folderOf('2030.01', { 'doubts.csv': doubts })])) })
  const { body } = await rest({
    method: 'GET',
    path: '/v1/cloud/instance',
    query: new URLSearchParams('provider=aws&instance_type=a1.large&verbose=false&release=2030.01'),
    body: undefined,
    accept: undefined,
  })
  expect(body).toContain('The processors are doubtful')
})

test('/v1 answers from its own release unless another is named, and says from which', async () => {
  const rest = createRestHandler(settingsOf(releasesOf([folderOf('2030.01', NEWER)])))
  const ask = async (path: string, query: string, body?: string) => {
    const method = body === undefined ? 'GET' : 'POST'
    const answer = await rest({ method, path, query: new URLSearchParams(query), body, accept: undefined })
    return { ...answer, json: JSON.parse(answer.body) }
  }
  const france = async (query: string) => {
    const { json, release } = await ask('/v1/component/cpu', query, '{"usage":{"usage_location":"FRA"}}')
    return [release, json.verbose.gwp_factor.value]
  }
  expect(await france('criteria=gwp')).toEqual([BASE_RELEASE, 0.098])
  expect(await france('criteria=gwp&release=2030.01')).toEqual(['2030.01', 0.044])
  const unknown = await ask('/v1/server', 'release=2031&duration=-1')
  expect(unknown).toMatchObject({ status: 422, release: BASE_RELEASE })
  expect(unknown.json.detail.map(({ loc }: { loc: string[] }) => loc)).toEqual([
    ['query', 'duration'],
    ['query', 'release'],
  ])
  const types = async (query: string) => (await ask('/v1/cloud/instance/all_instances', `provider=aws&${query}`)).json
  expect(await types('')).toContain('a1.medium')
  expect(await types('release=2030.01')).not.toContain('a1.medium')
  expect((await ask('/v1/cloud/instance/all_instances', 'provider=aws&release=2030.01')).release).toBe('2030.01')
  expect((await ask('/v1/utils/country_code', 'release=nope')).status).toBe(422)
})

test('one request may look into several releases, each look-up remembered', async () => {
  const releases = releasesOf([folderOf('2030.01', NEWER)])
  const batches: string[] = []
  const context = createContext(settingsOf(releases), { observe: (name, size) => batches.push(`${name} ${size}`) })
  const base = context.scopeOf(releases.find(BASE_RELEASE))
  expect(context.release).toBe(releases.newest)
  expect(context.scopeOf(releases.find(BASE_RELEASE))).toBe(base)
  const [first, second] = await Promise.all([
    base.loaders.location.load('France'),
    base.loaders.location.load('France'),
  ])
  expect(first).toBe(second)
  expect(batches).toEqual(['location 1'])
  expect(base.references.mix('FRA').factors.gwp?.value).toBe(0.098)
  expect(context.references.mix('FRA').factors.gwp?.value).toBe(0.044)
})

test('figures of a closed release never change', () => {
  const closed = readFileSync(new URL('../../data/closed-releases.csv', import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .slice(1)
  const shipped = new Releases(loadReleases()).all.map(
    ({ tables }) => `${tables.release.id},${tables.release.fingerprint}`,
  )
  expect(closed.length).toBe(shipped.length - 1)
  expect(shipped).toEqual(expect.arrayContaining(closed))
})

test('a release is a draft until it is closed, and its README says so', () => {
  for (const { id, isDraft } of new Releases(loadReleases()).all) {
    const readme = readFileSync(
      new URL(`../../data/${id === BASE_RELEASE ? '' : `${id}/`}README.md`, import.meta.url),
      'utf8',
    )
    expect([id, isDraft]).toEqual([id, readme.includes('**This release is a draft.**')])
  }
  const next = releasesOf([folderOf('2030.01', NEWER)]).all
  expect(next.map(({ id, isDraft }) => [id, isDraft])).toEqual([
    ['2030.01', true],
    [BASE_RELEASE, false],
  ])
})

test('own tables make a closed release a draft', () => {
  const own = new Releases(ownTables('my-figures')).all
  expect(own.map(({ isDraft }) => isDraft)).toEqual(own.map(() => true))
})

/** The tables that data/README.md shows, in one of its folders. */
function ownTables(folder: string) {
  const readme = readFileSync(new URL('../../data/README.md', import.meta.url), 'utf8')
  const shown = [...readme.matchAll(/^# ([\w-]+)\/([\w-]+\.csv)\n((?:(?!#|```).*\n)+)/gm)]
  const files = shown.flatMap(([, name, file = '', rows = '']) => (name === folder ? [[file, rows] as const] : []))
  expect(files.length).toBeGreaterThan(1)
  const own = [{ path: 'own', name: 'own', files: Object.fromEntries(files) }]
  return loadReleases({ ...readTableFolders(), own })
}

test('the example of own figures in data/README.md replaces one figure, and takes none away', async () => {
  const [shipped, mine] = [loadReleases(), ownTables('my-figures')].map((loaded) => new Releases(loaded).newest)
  const [before, after] = [shipped, mine].map((release) =>
    release?.tables.electricity.find(({ location }) => location === 'FRA'),
  )
  expect(after?.factors).toEqual({ ...before?.factors, gwp: expect.objectContaining({ value: 0.021 }) })
  const assessed = await new Assessor(mine as Release).assess(
    { terminal: { kind: 'LAPTOP', usage: { usageLocation: 'FRA' } } },
    { criteria: ['gwp', 'ap'], duration: 8760, likely: true },
  )
  const { gwp, ap } = assessed.impacts
  expect(ap?.use?.warnings.map(({ code }) => code)).toContain('MIXED_YEARS')
  expect(gwp?.use?.value).toBeCloseTo(20 * 0.021, 9)
})

test('the example of a PCF in data/README.md gives its figures, stages and source to the model', async () => {
  for (const release of new Releases(ownTables('my-laptop')).all) {
    const assessor = new Assessor(release)
    const asset = {
      terminal: { kind: 'LAPTOP', model: { name: 'Acme Notebook 14' }, usage: { usageLocation: 'FRA' } },
    } as const
    const { warnings, impacts, energy } = await assessor.assess(asset, { criteria: ['gwp'], duration: 43_800 })
    expect(warnings).toEqual([])
    expect(impacts.gwp?.embedded).toMatchObject({ value: 200.5, min: 180.5, max: 240.5 })
    expect(energy).toBeCloseTo(5 * 18, 9)
    const figure = await assessor.figure(asset, { duration: 43_800, phase: 'embedded' })
    expect(figure?.stages().map(({ stage, value }) => [stage, value])).toEqual([
      ['MAKING', 190],
      ['TRANSPORT', 9],
      ['END_OF_LIFE', 1.5],
    ])
    const making = figure?.explanation().find(({ leaf }) => leaf === 'device-factors.laptop.notebook-14.gwp')
    expect(making?.source).toBe('https://example.org/pcf')
  }
})
