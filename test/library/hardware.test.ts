import { describe, expect, test } from 'vitest'
import { openAssessor } from '../../src/bulk/open-assessor.ts'
import type { AssetInput } from '../../src/library/index.ts'
import { createRestHandler } from '../../src/server/rest/handle-rest.ts'
import { runHere } from '../cli/run-here.ts'
import { askNewest, releases, world } from '../world.ts'

/**
 * What is known of hardware is understood alike in a table of the command, in the library, over GraphQL and over /v2.
 */
const assessor = openAssessor()
const handle = createRestHandler({ ...world, release: releases.newest })
const YEAR = 8760

interface Said {
  readonly embedded: number
  readonly warnings: readonly string[]
}

async function overRest(asset: AssetInput, strict: boolean) {
  const body = JSON.stringify({ asset, criteria: ['gwp'], duration: YEAR, strict })
  const query = new URLSearchParams()
  const answer = await handle({ method: 'POST', path: '/v2/assess', query, body, accept: undefined })
  return { status: answer.status, json: JSON.parse(answer.body) }
}

async function overGraphql(asset: AssetInput): Promise<Said> {
  const asked = `query ($asset: AssetInput!) { asset(input: $asset) {
    warnings { message } impact(criterion: GWP, duration: ${YEAR}) { embedded { value(exact: true) } } } }`
  const { asset: found } = await askNewest(asked, { asset })
  return { embedded: found.impact.embedded.value, warnings: found.warnings }
}

async function byLibrary(asset: AssetInput): Promise<Said> {
  const { impacts, warnings } = await assessor.assess(asset, { criteria: ['gwp'], duration: YEAR })
  return { embedded: impacts.gwp?.embedded?.value ?? Number.NaN, warnings: warnings.map(({ message }) => message) }
}

/** A table of one row: `kind=ram;ram_year=2019`. */
async function byCommand(row: string, ...options: readonly string[]) {
  const cells = row.split(';').map((cell) => cell.split('='))
  const table = [0, 1].map((at) => cells.map((cell) => `"${cell[at]}"`).join(',')).join('\n')
  const { stdout } = await runHere(['assess', '-', '--criteria', 'gwp', '--format', 'json', ...options], table)
  return JSON.parse(stdout)[0]
}

const drives = (disks: readonly object[]) => ({ server: { configuration: { disks } } }) as AssetInput

describe('Hardware that cannot be as it was given has a warning, and strict refuses it', () => {
  test.each<[string, AssetInput, string, string, ...string[]]>([
    [
      'kind=ram;ram_capacity=256;ram_generation=DDR3',
      { component: { ram: { capacity: 256, generation: 'DDR3' } } },
      'CONTRADICTION',
      'component.ram.capacity',
      'DDR3 ',
      ' 64 GB',
      ' 256 GB',
    ],
    [
      'kind=ram;ram_capacity=8;ram_generation=DDR9',
      { component: { ram: { capacity: 8, generationName: 'DDR9' } } },
      'UNKNOWN_GENERATION',
      'component.ram.generationName',
      '"DDR9"',
    ],
    [
      'kind=server;ssd_capacity=480;ssd_form_factor=potato',
      drives([{ ssd: { capacity: 480, formFactor: 'potato' } }]),
      'UNKNOWN_FORM_FACTOR',
      'server.configuration.disks.0.ssd.formFactor',
      '"potato"',
    ],
    [
      'kind=server;hdd_units=1;hdd_capacity=20000;hdd_form_factor=2.5-inch',
      drives([{ hdd: { units: 1, capacity: 20_000, formFactor: 'INCH_2_5' } }]),
      'CONTRADICTION',
      'server.configuration.disks.0.hdd.formFactor',
      '2.5-inch ',
      ' 6000 GB',
      ' 20000 GB',
    ],
    [
      'kind=server;ssd_capacity=480;ssd_year=1950',
      drives([{ ssd: { capacity: 480, year: 1950 } }]),
      'UNKNOWN_YEAR',
      'server.configuration.disks.0.ssd.year',
      '1950',
    ],
    [
      'kind=server;model=PowerEdge R9999',
      { server: { model: { name: 'PowerEdge R9999' } } },
      'UNKNOWN_MODEL',
      'server.model.name',
      '"PowerEdge R9999"',
    ],
    [
      'kind=laptop;model=Nothing 3000',
      { terminal: { kind: 'LAPTOP', model: { name: 'Nothing 3000' } } },
      'UNKNOWN_MODEL',
      'terminal.model.name',
      '"Nothing 3000"',
    ],
  ])('%s', async (row, asset, code, path, ...named) => {
    const { warnings } = await assessor.assess(asset)
    const warning = warnings.find((each) => each.code === code)
    const message = warning?.message ?? ''
    expect(warning?.path?.join('.')).toBe(`input.${path}`)
    for (const part of named) expect(message).toContain(part)
    expect((await overGraphql(asset)).warnings).toContain(message)
    const told = { code, message, path: warning?.path }
    expect((await overRest(asset, false)).json.warnings).toContainEqual(expect.objectContaining(told))
    expect((await byCommand(row)).warnings).toContain(message)

    const { faults } = await assessor.assess(asset, { strict: true }).catch((error) => error)
    expect(faults).toMatchObject([{ code, path: path.split('.') }])
    for (const part of named) expect(faults[0].message).toContain(part)
    const refused = await overRest(asset, true)
    expect(refused.status).toSatisfy((status) => status === 404 || status === 422)
    const detail = { type: code.toLowerCase(), loc: ['body', 'asset', ...path.split('.')], msg: faults[0].message }
    expect(refused.json.detail).toMatchObject([detail])
    expect(await byCommand(row, '--strict')).toMatchObject({
      status: 'faulty',
      fault: expect.stringContaining(faults[0].message),
    })
  })
})

describe('Hardware that is known has the same figures by every door', () => {
  test.each<[string, AssetInput]>([
    [
      'kind=ram;ram_units=2;ram_capacity=64;ram_generation=DDR5;ram_year=2023',
      { component: { ram: { units: 2, capacity: 64, generation: 'DDR5', year: 2023 } } },
    ],
    ['kind=ram;ram_capacity=8;ram_year=2010', { component: { ram: { capacity: 8, year: 2010 } } }],
    [
      'kind=ssd;ssd_capacity=1000;ssd_form_factor=M.2;ssd_year=2015',
      { component: { ssd: { capacity: 1000, formFactor: 'M.2', year: 2015 } } },
    ],
    [
      'kind=hdd;hdd_capacity=1000;hdd_form_factor=2.5";hdd_year=2015'.replace('"', '""'),
      { component: { hdd: { capacity: 1000, formFactor: 'INCH_2_5', year: 2015 } } },
    ],
    ['kind=server;manufacturer=Dell;model=PowerEdge R740', { server: { model: { name: 'Dell PowerEdge R740' } } }],
    ['kind=laptop;terminal_type=chromebook', { terminal: { kind: 'LAPTOP', type: 'chromebook' } }],
    ['kind=workstation', { terminal: { kind: 'DESKTOP', type: 'workstation' } }],
    ['kind=desktop;Bauform=Tower;Baujahr=2019', { terminal: { kind: 'DESKTOP', form: 'TOWER', year: 2019 } }],
    ['kind=monitor;Screen size=27 inch', { terminal: { kind: 'MONITOR', inches: 27 } }],
    ['kind=smartphone;Storage=256 GB', { terminal: { kind: 'SMARTPHONE', storage: 256 } }],
    [
      'kind=ssd;ssd_capacity=960;ssd_method=independent study',
      { component: { ssd: { capacity: 960, method: 'STUDY' } } },
    ],
    ['kind=mini PC', { terminal: { kind: 'DESKTOP', type: 'mini' } }],
    ['kind=all-in-one', { terminal: { kind: 'DESKTOP', type: 'all-in-one' } }],
    ['kind=laptop;model=MacBook Pro 14', { terminal: { kind: 'LAPTOP', model: { name: 'MacBook Pro 14' } } }],
  ])('%s', async (row, asset) => {
    const { embedded, warnings } = await byLibrary(asset)
    expect(embedded).toBeGreaterThan(0)
    const graphql = await overGraphql(asset)
    expect(graphql.embedded).toBeCloseTo(embedded, 9)
    expect(graphql.warnings.map(asWords)).toEqual(warnings.map(asWords))
    const { json } = await overRest(asset, false)
    // /v2 rounds to as many digits as are sure.
    expect(json.impacts[0].embedded.value / embedded).toBeCloseTo(1, 0.5)
    const { gwp_embedded: byTable, warnings: told } = await byCommand(row)
    expect(byTable).toBeCloseTo(embedded, 9)
    for (const message of warnings) expect(asWords(told)).toContain(asWords(message))
  })
})

describe('What a data sheet prints of memory and drives', () => {
  test.each<[string, object, AssetInput]>([
    [
      'kind=ram;ram_capacity=32;ram_generation=DDR4-2666 ECC',
      { component: { ram: { capacity: 32, generation: 'DDR4-2666 ECC' } } },
      { component: { ram: { capacity: 32, generation: 'DDR4' } } },
    ],
    [
      'kind=hdd;hdd_capacity=4000;hdd_form_factor=3.5""',
      { component: { hdd: { capacity: 4000, formFactor: '3.5"' } } },
      { component: { hdd: { capacity: 4000, formFactor: 'INCH_3_5' } } },
    ],
  ])('is read in a table, the library and /v2: %s', async (row, printed, meant) => {
    const { embedded } = await byLibrary(meant)
    expect((await byLibrary(printed as AssetInput)).embedded).toBe(embedded)
    expect((await byCommand(row)).gwp_embedded).toBeCloseTo(embedded, 9)
    const [asPrinted, asMeant] = [await overRest(printed as AssetInput, true), await overRest(meant, true)]
    expect(asPrinted.json.impacts).toEqual(asMeant.json.impacts)
  })

  test('has a field of its own over GraphQL, whose enum takes its words alone', async () => {
    const printed = { component: { ram: { generation: 'DDR4-2666 ECC' } } } as unknown as AssetInput
    await expect(overGraphql(printed)).rejects.toThrow(/"DDR4-2666 ECC".*"MemoryGeneration"/)
    const asked = (given: string) =>
      `{ component(input: { ram: { ${given} } }) { attributes { name attribute { text source } } } }`
    const { component } = await askNewest(asked('generationName: "DDR4-2666 ECC"'))
    expect(component.attributes).toContainEqual({
      name: 'generation',
      attribute: { text: 'DDR4', source: 'Given as "DDR4-2666 ECC"' },
    })
    await expect(askNewest(asked('generation: DDR4, generationName: "DDR4"'))).rejects.toMatchObject({
      faults: [{ path: ['input', 'ram', 'generationName'], message: expect.stringMatching(/\bgeneration\b/) }],
    })
  })

  test('is read under /v1', async () => {
    const answers = ['DDR5-4800', 'ddr5'].map((generation) =>
      handle({
        method: 'POST',
        path: '/v1/component/ram',
        query: new URLSearchParams('verbose=false&release=2026.12'),
        body: JSON.stringify({ capacity: 32, generation }),
        accept: undefined,
      }),
    )
    const [printed, meant] = await Promise.all(answers)
    expect(printed).toMatchObject({ status: 200, body: meant?.body })
  })
})

/** Each door writes a name as it was given to it. */
const asWords = (message: string) => message.toLowerCase().replace('mini pc', 'mini')

describe('The memory of a server by its total', () => {
  const embedded = async (row: string) => (await byCommand(`kind=server;model=PowerEdge R740;${row}`)).gwp_embedded

  test('counts each GB once, within 10 % of any usual number of modules', async () => {
    const total = await embedded('RAM=768 GB')
    expect(total).toBeCloseTo(await embedded('RAM=24x32 GB'), 9)
    expect(Math.abs(total / (await embedded('RAM=12x64 GB')) - 1)).toBeLessThan(0.1)
  })

  test('is the same in a list of rows, and is no fault of strictness next to a generation', async () => {
    const list = [{ kind: 'server', RAM: '768 GB', ram_generation: 'DDR4', HDD: '48 TB' }]
    const { stdout } = await runHere(['assess', '-', '--criteria', 'gwp', '--format', 'json'], JSON.stringify(list))
    const row = await byCommand('kind=server;RAM=768 GB;ram_generation=DDR4;HDD=48 TB', '--strict')
    expect(row).toMatchObject({ status: 'assessed', warnings: expect.stringMatching(/\b24 .*\b32 GB/) })
    expect(JSON.parse(stdout)[0].gwp_embedded).toBe(row.gwp_embedded)
  })
})
