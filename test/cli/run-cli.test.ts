import { spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { readFile } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { copyRows } from '../../src/bulk/copy-rows.ts'
import { openDatabase, rowsOf } from '../../src/bulk/database.ts'
import { openReleases } from '../../src/bulk/open-assessor.ts'
import { likelyWords } from '../../src/cli/output/words.ts'
import { runHere } from './run-here.ts'

const folder = mkdtempSync(join(tmpdir(), 'impactql-cli-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const FILES = 'test/importers/files'

test.for([
  [['assess'], "missing required argument 'file'"],
  [['assess', 'x.csv', '--format', 'xml'], 'Allowed choices are table, json, csv, parquet'],
  [['assess', 'x.csv', '--criteria', 'gwp,beauty'], '"beauty"'],
  [
    ['assess', 'x.csv', '--duration', '-1'],
    'Expected a duration above 0, such as 1y, 30d or 12h, a number of hours, or "life"',
  ],
  [['assess', 'x.csv', '--duration', '1 fortnight'], /--duration .*'1 fortnight'.* 30d/],
  [['assess', 'x.csv', '--partition', '3/2'], 'Expected i/n'],
  [['assess', 'x.csv', '--map', 'Art'], 'Expected theirs=ours'],
  [['assess', 'x.csv', '--map', 'Art=colour'], /\bcolour\b.*\blabel, kind/],
  [['assess', 'x.csv', '--map', 'A=label', 'B=label'], 'Two columns are mapped to label'],
  [['assess', 'x.csv', '--format', 'table', '-o', 'y'], '--format table is only for the terminal'],
  [['assess', 'x.csv', '-o', 'y.csv', '--totals', './y.csv'], '-o and --totals both write to y.csv'],
  [['assess', 'x.csv', '--totals', '-', '--format', 'csv'], 'Rows and totals would both go to the standard output'],
  [['assess', 'x.csv', '-o', '-', '--totals', '-'], / -o\n/],
  [['serve', '--port', '70000'], 'Expected a whole number, 0 to 65535'],
  [['completion', 'dos'], 'Allowed choices are bash, zsh, fish'],
  [['cpu', 'Xeon Gold 6138', '--release', '2020.01'], /"2020\.01".* 2026\.12, 2026\.11, boavizta-2\.4\.1/],
] as const)('wrong usage ends with 2: %j', async ([args, message]) => {
  const { status, stdout, stderr } = await runHere(args)
  expect(stderr).toMatch(message)
  expect(stdout).toBe('')
  expect(status).toBe(2)
})

test('where nothing can be read, it says why and ends with 1', async () => {
  expect(await runHere(['assess', join(folder, 'none.csv')])).toMatchObject({
    status: 1,
    stdout: '',
    stderr: expect.stringContaining('ENOENT'),
  })
  expect(await runHere(['laptop', '--tables', join(folder, 'none')])).toMatchObject({
    status: 1,
    stderr: `error: cannot read the folder ${join(folder, 'none')} (ENOENT)\n`,
  })
  expect(await runHere(['cpu', 'zorblax', '9000'])).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('Unknown processor'),
  })
  expect(await runHere(['instance', 'aws', 'm5.huge'])).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('Unknown instance type "m5.huge" of aws. Did you mean'),
  })
})

test('where nothing can be written, it says so before anything is read', async () => {
  const nowhere = join(folder, 'nowhere')
  for (const [option, output, why] of [
    ['-o', join(nowhere, 'rows.csv'), `there is no folder ${nowhere} (ENOENT)`],
    ['--totals', join(nowhere, 'totals.json'), `there is no folder ${nowhere} (ENOENT)`],
    ['-o', folder, 'this is a folder, not a file'],
  ] as const) {
    const { status, stderr } = await runHere(['assess', join(folder, 'none.csv'), option, output])
    expect([status, stderr]).toEqual([1, `error: ${output}: ${why}\n`])
  }
})

test('where a folder cannot be made or written to, each command that writes says so and ends with 1', async () => {
  const bill = `${FILES}/bill-cur2.csv`
  const totals = join(folder, 'some-totals.json')
  expect((await runHere(['assess', bill, '--totals', totals])).status).toBe(0)
  for (const args of [
    ['assess', bill, '-o'],
    ['assess', bill, '--totals'],
    ['totals', totals, '-o'],
    ['rate-card', '--providers', 'gcp', '-o'],
    ['sql', bill, '--dialect', 'duckdb', '-o'],
    ['this-machine', '--format', 'prometheus', '-o'],
  ]) {
    // /proc says that it can be written to.
    expect(await runHere([...args, '/proc/none.csv']), args.join(' ')).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('error: /proc/none.csv: cannot create a file in /proc (ENOENT)\n'),
    })
  }
  expect(await runHere(['examples', '/proc/none/of/these'])).toMatchObject({
    status: 1,
    stdout: '',
    stderr: 'error: /proc/none/of/these: cannot create this folder (ENOENT)\n',
  })
})

test('an output that is a link stays one, a pipe is written to, and - is the standard output', async () => {
  const [link, file, pipe] = ['link.csv', 'linked.csv', 'pipe'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ]
  writeFileSync(file, 'old')
  symlinkSync(file, link)
  await runHere(['assess', '-', '-o', link], 'kind\nlaptop\n')
  expect(readlinkSync(link)).toBe(file)
  const rows = readFileSync(file, 'utf8')
  expect(rows).toMatch(/^kind,status.*\nlaptop,assessed.*\n$/)
  spawnSync('mkfifo', [pipe])
  const read = readFile(pipe, 'utf8')
  await runHere(['assess', '-', '-o', pipe], 'kind\nlaptop\n')
  expect(await read).toBe(rows)
  expect((await runHere(['assess', '-', '-o', '-'], 'kind\nlaptop\n')).stdout).toBe(rows)
})

test('a fault of the standard input is named after it', async () => {
  const { stderr } = await runHere(['assess', '-', '--format', 'csv'], 'kind,cpu_units\nlaptop,\nserver,many\n')
  expect(stderr).toMatch(/^standard input:3: cpu_units: expected /m)
})

test('a file without rows is read all the same, and its rows are counted', async () => {
  const csv = await runHere(['assess', '-', '--format', 'csv'], 'label,kind\n')
  expect(csv).toMatchObject({
    status: 0,
    stderr: '0 rows\n',
    stdout: expect.stringMatching(/^label,kind,status,[^\n]*\n$/),
  })
  expect(JSON.parse((await runHere(['assess', '-', '--format', 'json'], 'label,kind\n')).stdout)).toEqual([])
  const plan = { format_version: '1.2', resource_changes: [] }
  expect(await runHere(['assess', '-', '--plan', 'before'], JSON.stringify(plan))).toMatchObject({ status: 0 })
})

test('faulty rows are listed with line and reason, and the run ends with 0', async () => {
  const { status, stdout, stderr } = await runHere(['assess', `${FILES}/assets.csv`, '--criteria', 'gwp'])
  expect(status).toBe(0)
  expect(stdout.trim().split('\n')).toHaveLength(7)
  expect(stderr).toMatch(/assets\.csv:5: .*\binstance_type\n/)
  expect(stderr).toContain('6 rows: 3 assessed, 3 faulty, 0 left out')
})

test('rows come as JSON, with sums in a file, from the standard input, columns mapped', async () => {
  const totals = join(folder, 'totals.json')
  const { status, stdout } = await runHere(
    ['assess', '-', '--format', 'json', '--criteria', 'gwp', '--map', 'Art=kind', 'Zahl=quantity', '--totals', totals],
    'Art;Zahl\nlaptop;3\n',
  )
  expect(status).toBe(0)
  const rows = JSON.parse(stdout) as Record<string, unknown>[]
  expect(rows).toMatchObject([{ Art: 'laptop', Zahl: '3', status: 'assessed' }])
  const { assessed, impacts } = JSON.parse(readFileSync(totals, 'utf8')) as {
    assessed: number
    impacts: { gwp: { total: { value: number } } }
  }
  expect(assessed).toBe(3)
  expect(impacts.gwp.total.value).toBeCloseTo(rows[0]?.gwp_total as number, 9)
})

test('--totals alone writes the sums and the coverage of a bill, and no rows', async () => {
  const totals = join(folder, 'bill-totals.json')
  const { stdout, stderr } = await runHere([
    'assess',
    `${FILES}/bill-cur2.csv`,
    '--criteria',
    'gwp',
    '--totals',
    totals,
  ])
  expect(stdout).toBe('')
  expect(JSON.parse(readFileSync(totals, 'utf8'))).toMatchObject({
    rows: 17,
    coverage: { rows: 17, assessedRows: 9, excludedRows: 6, unknownRows: 2, credits: -5 },
  })
  expect(stderr).toContain('Bill: 65 % of cost (16.78 USD of 25.96 USD), 9 of 17 lines assessed')
  const written = await runHere(['assess', `${FILES}/bill-cur2.csv`, '--criteria', 'gwp', '--totals', '-'])
  expect(written.stdout).toBe(readFileSync(totals, 'utf8'))
  expect(stderr).toContain('Left out: abc123 23 % of cost')
  expect(stderr).toContain('Reasons: MARKETPLACE 23 % of cost')
  expect(stderr).toMatch(/^Unknown: .*: AmazonEC2, EUW1-NatGateway-Hours: 1 line, 1\.152 USD$/m)
})

test('the totals of a run state the fingerprint of its data release, as a service does', async () => {
  const ask = ['assess', '-', '--totals', '-']
  for (const [id, release] of Object.entries({ '2026.11': ['--release', '2026.11'], '2026.12': [] })) {
    const { stdout } = await runHere([...ask, ...release], 'kind\nlaptop\n')
    const { fingerprint } = openReleases().find(id).tables.release
    expect(JSON.parse(stdout)).toMatchObject({ release: id, fingerprint })
  }
})

test('the summary says how many units have a doubtful figure behind them', async () => {
  const summaryOf = async (rows: string) => (await runHere(['assess', '-', '--criteria', 'gwp,ap'], rows)).stderr
  const rows = 'kind,quantity,location\nlaptop,10,FRA\nlaptop,2,\nvr_headset,3,FRA\n'
  expect(await summaryOf(rows)).toContain('Doubtful figures: 5 of 15 units. The column "warnings" gives the reasons')
  expect(await summaryOf('kind,location\nlaptop,FRA\n')).not.toContain('Doubtful')
})

test('a comparison, an explanation and a difference refuse several criteria instead of using the first', async () => {
  const commands = [
    ['compare', 'laptop', 'desktop'],
    ['laptop vs desktop'],
    ['explain', 'laptop'],
    ['diff', `${FILES}/assets.csv`, `${FILES}/assets.csv`],
  ]
  for (const command of commands)
    for (const criteria of ['gwp,adpe', 'all'])
      expect(await runHere([...command, '--criteria', criteria])).toMatchObject({
        status: 2,
        stdout: '',
        stderr: expect.stringContaining('one criterion'),
      })
})

test('an explanation as JSON has the total and its stages, with and without formulas', async () => {
  const explained = async (...args: readonly string[]) =>
    JSON.parse((await runHere(['explain', 'laptop', '--duration', 'life', '--json', ...args])).stdout)
  const plain = await explained()
  const stages = plain.stages as readonly { readonly stage: string; readonly value: number }[]
  expect(stages.map(({ stage }) => stage)).toEqual(['MAKING', 'TRANSPORT', 'USE', 'END_OF_LIFE'])
  expect(stages.reduce((sum, { value }) => sum + value, 0)).toBeCloseTo(plain.total.value, 9)
  expect(await explained('--formulas')).toMatchObject({ total: plain.total, stages: plain.stages })
  expect(await explained('--criteria', 'lu')).toMatchObject({ criterion: 'lu', total: null, stages: [] })
})

test('what a killed run left beside its output goes with the next one, what another machine left stays', async () => {
  const host = hostname().replaceAll(/[^\w.]/g, '_')
  // Above the largest number of a process.
  const [dead, foreign] = [`.impactql-${host}-99999999-abc`, '.impactql-elsewhere-99999999-abc'].map((name) =>
    join(folder, name),
  ) as [string, string]
  for (const each of [dead, foreign]) mkdirSync(each)
  await runHere(['assess', `${FILES}/assets.csv`, '-o', join(folder, 'rows.csv')])
  expect([dead, foreign].map((each) => existsSync(each))).toEqual([false, true])
  rmSync(foreign, { recursive: true })
})

test.for(['bill-cur2.csv', 'bill.ndjson', 'bill.json', 'bill.parquet'])(
  '--map is refused for a bill: %s',
  async (name) => {
    const rows = `FROM read_csv('${FILES}/bill-cur2.csv', all_varchar = true)`
    const file = name === 'bill-cur2.csv' ? `${FILES}/${name}` : join(folder, name)
    const database = await openDatabase({ folder, memory: 250, threads: 1 })
    if (name.endsWith('json')) {
      const records = await rowsOf(database, rows)
      const lines = records.map((record) => JSON.stringify(record))
      writeFileSync(file, name === 'bill.json' ? `[${lines.join(',')}]` : lines.join('\n'))
    }
    if (name.endsWith('parquet')) await copyRows(database, rows, { file, format: 'parquet' })
    database.closeSync()
    expect(await runHere(['assess', file, '--map', 'line_item_resource_id=label'])).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('this is a bill (AWS CUR), whose columns have fixed meanings. Leave out the map'),
    })
  },
)

test('--by writes the sums of groups', async () => {
  const asked = ['assess', `${FILES}/bill-cur2.csv`, '--criteria', 'gwp', '--by', 'line_item_usage_account_id,month']
  const { stdout, stderr } = await runHere([...asked, '--format', 'json'])
  // A column to group by is read.
  expect(stderr).not.toMatch(/Not read: .*line_item_usage_account_id/)
  expect(JSON.parse(stdout)).toMatchObject([
    { line_item_usage_account_id: '111', month: '2026-10', rows: 4, assessed_rows: 4, currency: 'USD' },
    { line_item_usage_account_id: '222', month: '2026-10', rows: 13, excluded_rows: 6, unknown_rows: 2, credits: -5 },
  ])
  const { stdout: table } = await runHere([...asked, '--format', 'table'])
  expect(table).toContain('assessed cost')
})

test('--by counts the lines and the cost of each group by class, and nets negative usage', async () => {
  const bill = `ProviderName,ChargeCategory,ServiceName,ChargeDescription,ConsumedQuantity,ConsumedUnit,RegionId,EffectiveCost,BillingCurrency,ChargePeriodStart,SubAccountId
AWS,Usage,Amazon Elastic Compute Cloud,m6i.large,10,Hours,eu-west-1,1.07,USD,2026-10-01,a
AWS,Usage,Amazon Elastic Compute Cloud,m6i.large,-4,Hours,eu-west-1,-0.43,USD,2026-10-01,a
AWS,Tax,Amazon Elastic Compute Cloud,VAT,1,Hours,eu-west-1,0.2,USD,2026-10-01,a
AWS,Usage,Nimbus,quantum widget,3,Widgets,eu-west-1,5,USD,2026-10-01,a
AWS,Usage,Amazon Elastic Compute Cloud,m6i.large,2,Hours,eu-west-1,0.2,USD,2026-11-01,b
AWS,Credit,Amazon Elastic Compute Cloud,credit,1,Hours,eu-west-1,-3,USD,2026-11-01,b
`
  const asked = ['assess', '-', '--criteria', 'gwp', '--by', 'SubAccountId,month', '--format', 'json']
  const [a, b] = JSON.parse((await runHere(asked, bill)).stdout)
  expect(a).toMatchObject({ rows: 4, assessed_rows: 2, excluded_rows: 1, unknown_rows: 1, credits: 0 })
  // 1.07 - 0.43 + 0.2 + 5 USD, and the hours that are left cost 1.07 - 0.43.
  expect(a.cost).toBeCloseTo(5.84, 9)
  expect(a.assessed_cost).toBeCloseTo(0.64, 9)
  expect(b).toMatchObject({ rows: 2, assessed_rows: 1, excluded_rows: 1, unknown_rows: 0, credits: -3 })
  expect(b.cost).toBeCloseTo(0.2, 9)
  // Six hours and two.
  expect(a.gwp_total / b.gwp_total).toBeCloseTo(3, 9)
})

const MIXED = `kind,quantity,location,team
laptop,10,FRA,a
laptop,5,POL,b
server,2,FRA,b
iot,3,FRA,a
storage,2,FRA,c
`

test('--by says how much of each group its sums cover', async () => {
  const asked = ['assess', '-', '--criteria', 'gwp', '--by', 'team', '--boundary', 'EQUIPMENT']
  const { stdout } = await runHere([...asked, '--format', 'json'], MIXED)
  // The use of 3 of 13 units of a is not known. c has no valid row.
  expect(JSON.parse(stdout)).toMatchObject([
    { team: 'b', gwp_embedded_coverage: 1, gwp_use_coverage: 1, gwp_total_coverage: 1 },
    {
      team: 'a',
      gwp_embedded_coverage: 1,
      gwp_use_coverage: expect.closeTo(10 / 13, 12),
      gwp_total_coverage: expect.closeTo(10 / 13, 12),
    },
    { team: 'c', assessed_rows: 0, gwp_total: null, gwp_total_coverage: null },
  ])
  const { stdout: table } = await runHere([...asked, '--format', 'table'], MIXED)
  expect(table).toContain('Partial: gwp of 1 row. Totals leave out unknown phases')
})

test('--by with --likely draws each group: its range is that of its rows alone', async () => {
  const asked = ['assess', '-', '--criteria', 'gwp,pe', '--boundary', 'EQUIPMENT', '--likely']
  const { stdout } = await runHere([...asked, '--by', 'team', '--format', 'json'], MIXED)
  const groups: readonly Record<string, number | string | null>[] = JSON.parse(stdout)
  const file = join(folder, 'group-totals.json')
  for (const team of ['a', 'b']) {
    // The rows of others stay where they are, and count 0.
    const alone = MIXED.replace(/^(\w+),\d+,(\w+),(\w)$/gm, (row, kind, place, other) =>
      other === team ? row : `${kind},0,${place},${other}`,
    )
    await runHere([...asked, '--totals', file], alone)
    const { impacts } = JSON.parse(readFileSync(file, 'utf8'))
    const group = groups.find((each) => each.team === team)
    for (const code of ['gwp', 'pe']) {
      for (const phase of ['embedded', 'use', 'total']) {
        const ends = [group?.[`${code}_${phase}_low`], group?.[`${code}_${phase}_high`]]
        const { low, high } = impacts[code][phase].likely
        expect(ends, `${team} ${code} ${phase}`).toEqual([low, high].map((end) => expect.closeTo(end, 9)))
      }
    }
  }
  expect(groups.find(({ team }) => team === 'c')).toMatchObject({ gwp_total_low: null, gwp_total_high: null })
})

test('sums and tables of few different assets have their likely range without --likely, and larger files say how', async () => {
  const asked = ['assess', '-', '--criteria', 'gwp', '--boundary', 'EQUIPMENT']
  const { stdout, stderr } = await runHere([...asked, '--format', 'csv'], MIXED)
  const likely = JSON.parse((await runHere([...asked, '--likely', '--format', 'json'], MIXED)).stdout)[0]
  expect(stdout).not.toContain('gwp_total_low')
  const file = join(folder, 'few-totals.json')
  await runHere([...asked, '--likely', '--totals', file], MIXED)
  const { low, high } = JSON.parse(readFileSync(file, 'utf8')).impacts.gwp.total.likely
  const [from, to] = [low, high].map((end) => String(Number(end.toPrecision(4))))
  expect(stderr).toMatch(new RegExp(`^gwp: \\S+ kg CO2 eq\\., likely ${from} to ${to} \\(embedded`, 'm'))
  expect(stderr).not.toContain('--likely')
  const { stdout: table } = await runHere([...asked, '--format', 'table', '--fields', 'kind,gwp_total_low'], MIXED)
  expect(table).toContain(likelyWords({ low: likely.gwp_total_low, high: likely.gwp_total_high }))
  const many = `kind,ram_capacity\n${Array.from({ length: 1001 }, (_, at) => `server,${16 + at}\n`).join('')}`
  const large = await runHere([...asked, '--format', 'csv'], many)
  expect(large.stderr).toContain('For the likely range, add --likely')
  expect(large.stderr).not.toContain(', likely ')
})

test('a row over its life is that of --duration life', async () => {
  const rows = async (text: string, ...args: string[]) =>
    JSON.parse((await runHere(['assess', '-', '--criteria', 'gwp', '--format', 'json', ...args], text)).stdout)
  const [life, year] = await rows('kind,location,duration\nlaptop,FRA,life\nlaptop,FRA,1 year\n', '--duration', '30d')
  const [whole] = await rows('kind,location\nlaptop,FRA\n', '--duration', 'life')
  expect(life.gwp_total).toBe(whole.gwp_total)
  expect([life.assessed_hours, year.assessed_hours]).toEqual([whole.assessed_hours, 8760])
  const [item] = await rows(
    '{"quantity": 1, "duration": "life", "asset": {"terminal": {"kind": "LAPTOP", "usage": {"usageLocation": "FRA"}}}}\n',
  )
  expect(item.gwp_total).toBe(whole.gwp_total)
})

test('a figure without spread has its value at both ends of its likely range', async () => {
  const { stdout } = await runHere(
    ['assess', '-', '--likely', '--criteria', 'gwp', '--boundary', 'DATA_CENTRE', '--format', 'json'],
    'kind\nlaptop\n',
  )
  // No building stands around a laptop.
  expect(JSON.parse(stdout)[0]).toMatchObject({ gwp_building: 0, gwp_building_low: 0, gwp_building_high: 0 })
})

test('the ending of the output names its format; a table is for people', async () => {
  const output = join(folder, 'rows.parquet')
  expect(await runHere(['assess', `${FILES}/assets.csv`, '-o', output])).toMatchObject({ status: 0, stdout: '' })
  expect(readFileSync(output).subarray(0, 4).toString()).toBe('PAR1')
  expect((await runHere(['assess', `${FILES}/plan.json`, '--format', 'table'])).stdout).toContain(
    'aws_autoscaling_group.batch',
  )
})

test('a place that is not known is a fault where it is strict, and else the default one', async () => {
  const rows = 'kind,location\nlaptop,Mars\nlaptop,FRA\n'
  const strict = await runHere(['assess', '-', '--strict', '--criteria', 'gwp'], rows)
  expect(strict.status).toBe(0)
  expect(strict.stderr).toMatch(/terminal\.usage\.usageLocation: .*"Mars"/)
  expect(strict.stderr).toMatch(/^2 rows: 1 \D+ 1 \D+ 0 .*\n\D+1 of 2 units$/m)
  expect((await runHere(['assess', '-', '--criteria', 'gwp'], rows)).stderr).toMatch(
    /^2 rows: 2 \D+ 0 \D+ 0 .*\n\D+2 of 2 units$/m,
  )
})

test('figures are those of the release that is named, and say so', async () => {
  const laptop = async (...args: string[]) =>
    (
      JSON.parse(
        (await runHere(['assess', '-', '--format', 'json', ...args], 'kind,location\nlaptop,EEE\n')).stdout,
      ) as [object]
    )[0]
  const base = (await laptop('--duration', 'life', '--release', 'boavizta-2.4.1')) as {
    gwp_use: number
    energy_kwh: number
    release: string
  }
  expect(base.release).toBe('boavizta-2.4.1')
  // Electricity of Europe there: 0.38 kg a kWh.
  expect(base.gwp_use / base.energy_kwh).toBeCloseTo(0.38, 6)
  // 20 kWh a year, 0.285 kg a kWh: over a year, unless its life of 5 is asked for.
  expect(await laptop()).toMatchObject({ release: '2026.12', gwp_use: expect.closeTo(0.285 * 20, 6) })
  expect(await laptop('--duration', '365d')).toEqual(await laptop())
  expect(await laptop('--duration', 'life')).toMatchObject({ gwp_use: expect.closeTo(0.285 * 20 * 5, 6) })
})

test('before and after a plan are two answers', async () => {
  const side = async (which: string) =>
    (await runHere(['assess', `${FILES}/plan.json`, '--plan', which, '--format', 'json', '--criteria', 'gwp'])).stdout
  expect((JSON.parse(await side('before')) as unknown[]).length).toBe(3)
  expect((JSON.parse(await side('after')) as unknown[]).length).toBe(15)
})

test('a processor, an instance type and this machine are answered as JSON where they are piped', async () => {
  expect(
    JSON.parse((await runHere(['cpu', 'Intel(R)', 'Xeon(R)', 'Gold 6138 CPU @ 2.00GHz', '--duration', 'life'])).stdout),
  ).toMatchObject({
    name: 'Intel Xeon Gold 6138',
    impacts: { gwp: { embedded: { value: expect.closeTo(19.55, 2) } } },
  })
  const instance = await runHere([
    'instance',
    'aws',
    'm5.xlarge',
    '--location',
    'FRA',
    '--load',
    '30',
    '--duration',
    '8760',
    '--criteria',
    'gwp',
  ])
  expect(JSON.parse(instance.stdout)).toMatchObject({
    provider: 'aws',
    impacts: { gwp: { unit: 'kg CO2 eq.', use: { value: expect.any(Number) } } },
  })
  const machine = JSON.parse((await runHere(['this-machine', '--format', 'json'])).stdout) as Record<string, never>
  expect(machine).toMatchObject({
    label: expect.any(String),
    asset: expect.any(Object),
    impacts: { gwp: { total: { value: expect.any(Number) } } },
  })
})

test('what is answered has its likely range, named so, beside its bounds, and says what it was computed for', async () => {
  const asked = ['instance', 'aws', 'm5.xlarge', '--location', 'FRA', '--criteria', 'gwp']
  const { total } = JSON.parse((await runHere([...asked, '--format', 'json'])).stdout).impacts.gwp
  expect(total.likely.low).toBeLessThan(total.likely.median)
  const csv = (await runHere([...asked, '--format', 'csv'])).stdout.split('\n')
  const { low, high } = total.likely
  expect(csv[0]).toBe('criterion,phase,value,low,high,min,max,unit')
  expect(csv.at(-2)).toBe(['gwp', 'total', total.value, low, high, total.min, total.max, 'kg CO2 eq.'].join(','))
  const table = (await runHere([...asked, '--format', 'table'])).stdout
  expect(table).toMatch(/criterion +phase +value +likely +bounds/)
  expect(table).toContain(
    'likely: 90 of 100 runs of the model lie in this range. docs/calibration.md compares it with published figures of each kind\n' +
      'The likely range is one of error.\n' +
      'bounds: the lowest and the highest result while every input stays within its range. They leave out the statistical spread (GSD2) of factors and of the model\n',
  )
  expect(table).toContain(' over 8,760 hours (a year), in FRA, including the data centre, ')
})

test('all criteria are those that the release has figures in; of another one it says why there are none', async () => {
  const ask = ['instance', 'aws', 'm5.xlarge', '--format', 'json']
  const all = await runHere([...ask, '--criteria', 'all'])
  const codes = Object.keys(JSON.parse(all.stdout).impacts)
  expect(codes).toContain('gwppf')
  expect(codes).not.toContain('wu')
  expect(all.stderr).toBe('')
  const earlier = await runHere([...ask, '--criteria', 'all', '--release', '2026.11'])
  expect(Object.keys(JSON.parse(earlier.stdout).impacts)).toContain('wu')
  const { status, stderr } = await runHere([...ask, '--criteria', 'gwp,wu'])
  expect(status).toBe(0)
  expect(stderr).toMatch(
    /^wu: release 2026.12 has no figures. Embodied: holds credits.*; Use: litres that power plants consume/,
  )
})

test('an explanation names the source of what was completed', async () => {
  const { parts } = JSON.parse((await runHere(['explain', `${FILES}/assets.csv`])).stdout) as {
    parts: { label: string; attributes: object[] }[]
  }
  const cpu = parts.find(({ label }) => label === 'CPU-1')
  expect(cpu?.attributes).toContainEqual({ name: 'tdp', value: 125, unit: 'W', status: 'INPUT' })
  expect(cpu?.attributes).toContainEqual(
    expect.objectContaining({ name: 'family', status: 'COMPLETED', source: expect.stringContaining('http') }),
  )
})

test('explain reads files in any form, and says why it cannot', async () => {
  const csv = 'label;kind;cpu_name\nBüro;server;Xeon Gold 6138\n'
  const forms = ['plain.csv', 'wide.csv', 'packed.csv.gz', 'rows.parquet'].map((name) => join(folder, name))
  const [plain, wide, packed, parquet] = forms as [string, string, string, string]
  writeFileSync(plain, Buffer.from(csv, 'latin1'))
  writeFileSync(wide, Buffer.from(`\uFEFF${csv}`, 'utf16le'))
  writeFileSync(packed, gzipSync(csv))
  await runHere(['assess', plain, '--criteria', 'gwp', '-o', parquet])
  const explained = await runHere(['explain', plain])
  expect(JSON.parse(explained.stdout)).toMatchObject({ label: 'Büro' })
  for (const form of [wide, packed, parquet]) expect((await runHere(['explain', form])).stdout).toBe(explained.stdout)
  for (const [name, content, why] of [
    ['cut.csv.gz', gzipSync(csv).subarray(0, 30), 'unexpected end of file'],
    ['cut.parquet', 'PAR1', 'The Parquet file is cut off or damaged'],
    ['none.csv', undefined, 'File not found (ENOENT)'],
  ] as const) {
    if (content !== undefined) writeFileSync(join(folder, name), content)
    const { status, stderr } = await runHere(['explain', join(folder, name)])
    expect([status, stderr]).toEqual([1, expect.stringContaining(`${name}: ${why}`)])
  }
})

test('compare counts the units of each row of a file, as of named things', async () => {
  const rows = 'name,type,quantity,location\na,server,20,FRA\nb,server,2,FRA\n'
  const { items, pairs } = JSON.parse((await runHere(['compare', '-'], rows)).stdout)
  expect(items.map(({ label }: { label: string }) => label)).toEqual(['20 x a', '2 x b'])
  expect(items[0].total.value / items[1].total.value).toBeCloseTo(10, 9)
  // One kind of server with shared inputs: a tenth in every sample.
  expect(pairs[0].ratio['0.5']).toBeCloseTo(0.1, 9)
  expect(pairs[0].probabilityALower).toBe(0)
})

test('compare and explain take the duration and the boundary of each row, as assess does', async () => {
  const file = join(folder, 'spans.csv')
  const rows = 'a,life,\nb,8760,EQUIPMENT\nc,4380,DATA_CENTRE\n'.replaceAll(/^./gm, '$&,server,FRA')
  writeFileSync(file, `label,kind,location,duration,boundary\n${rows}`)
  const jsonOf = async (...asked: string[]) => JSON.parse((await runHere(asked)).stdout)
  const assessed = await jsonOf('assess', file, '--format', 'json')
  const totals = assessed.map((row: Record<string, number>) => expect.closeTo(Number(row.gwp_total), 6))
  const { items, computedFor } = await jsonOf('compare', file)
  expect(items.map(({ total }: { total: { value: number } }) => total.value)).toEqual(totals)
  expect(computedFor).toMatch(/each asset\b/)
  for (const [index, total] of totals.entries()) {
    const explained = await jsonOf('explain', file, '--row', String(index + 1), '--formulas')
    expect(explained.total.value).toEqual(total)
  }
})

test('an explanation has formulas, quantiles and what would be, where it is asked for them', async () => {
  const file = join(folder, 'instances.csv')
  writeFileSync(
    file,
    'label,kind,provider,instance_type,location\na,cloudInstance,aws,m5.xlarge,FRA\nb,cloudInstance,aws,m5.4xlarge,FRA\n',
  )
  const asked = ['--duration', '8760', '--formulas', '--spread', '--what-if', 'electricity.FRA.gwp=0']
  const { status, stdout } = await runHere(['explain', file, ...asked])
  expect(status).toBe(0)
  const { criterion, total, formulas, spread, whatIf } = JSON.parse(stdout)
  expect(criterion).toBe('gwp')
  expect(formulas.at(-1)).toContain('embedded + use')
  expect(spread.quantiles['0.05']).toBeLessThan(spread.quantiles['0.95'])
  expect([total.likely.low, total.likely.high]).toEqual([spread.quantiles['0.05'], spread.quantiles['0.95']])
  expect(whatIf.value).toBeLessThan(total.value)
  const text = (await runHere(['explain', file, ...asked, '--format', 'table'])).stdout
  expect(text).toContain('5 % of the samples lie below')
  expect(text).toMatch(/^what if /m)
  expect(await runHere(['explain', file, '--what-if', 'electricity'])).toMatchObject({ status: 2 })
  expect(await runHere(['explain', file, '--what-if', 'electricity.FRB.gwp=1'])).toMatchObject({
    status: 2,
    stderr: expect.stringContaining(' electricity.FRA.gwp?'),
  })
  const compared = JSON.parse((await runHere(['compare', file])).stdout)
  for (const { likely } of compared.items) expect(likely.low).toBeLessThan(likely.high)
  expect(compared).toMatchObject({
    items: [
      { label: 'a', probabilityLowest: 1 },
      { label: 'b', probabilityLowest: 0 },
    ],
    pairs: [{ a: 'a', b: 'b', probabilityALower: 1 }],
  })
  expect((await runHere(['compare', file, '--format', 'table'])).stdout).toContain('100 %')
  expect(await runHere(['compare', '-'], 'kind\nlaptop\n')).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('expected 2 to 50 assets to compare, found 1'),
  })
})

test('a region without a published PUE names the one that is used, in a table and in JSON', async () => {
  const asked = ['instance', 'aws', 'm5.xlarge', '--region', 'eu-south-1', '--duration', '8760', '--boundary']
  const message = 'No PUE is published for the region eu-south-1. This result uses 1.11, the figure for aws.eu.'
  for (const format of ['table', 'json'])
    expect((await runHere([...asked, 'DATA_CENTRE', '--format', format])).stdout).toContain(message)
  expect((await runHere([...asked, 'EQUIPMENT', '--format', 'table'])).stdout).not.toContain('PUE')
})

test('an explanation has what changed since an earlier release', async () => {
  const file = join(folder, 'drifted.csv')
  writeFileSync(file, 'kind,provider,instance_type,location\ncloudInstance,aws,m5.xlarge,EEE\n')
  const asked = ['explain', file, '--since', 'boavizta-2.4.1']
  for (const [duration, words] of [
    ['1y', ' 8,760 hours'],
    ['life', ' 52,560 hours'],
  ] as const) {
    const { drift, total, computedFor } = JSON.parse((await runHere([...asked, '--duration', duration])).stdout)
    expect(computedFor).toContain(words)
    expect(drift.to.value).toBeCloseTo(total.value, 9)
    expect(drift.causes.length).toBeGreaterThan(0)
  }
  expect((await runHere([...asked, '--format', 'table'])).stdout).toMatch(
    /\nboavizta-2\.4\.1: .*\n2026\.12: .*\nCauses, largest first:\n/,
  )
  expect(await runHere([...asked.slice(0, -1), '2020.01'])).toMatchObject({ status: 2 })
})

test('within the boundary of the data centre rows and sums have its building', async () => {
  const file = 'label,kind,provider,instance_type\na,cloudInstance,aws,m5.xlarge\nb,laptop,,\n'
  const asked = ['assess', '-', '--criteria', 'gwp']
  const { stdout, stderr } = await runHere([...asked, '--format', 'json'], file)
  const [instance, laptop] = JSON.parse(stdout)
  expect(instance.gwp_building).toBeGreaterThan(0)
  expect(instance.gwp_total).toBeCloseTo(instance.gwp_embedded + instance.gwp_use + instance.gwp_building, 9)
  expect(laptop.gwp_building).toBe(0)
  expect(stderr).toContain(', building ')
  const alone = JSON.parse((await runHere([...asked, '--format', 'json', '--boundary', 'equipment'], file)).stdout)
  expect(alone[0]).not.toHaveProperty('gwp_building')
  expect(alone[0].gwp_use).toBeLessThan(instance.gwp_use)
  expect(await runHere([...asked, '--boundary', 'EARTH'], file)).toMatchObject({ status: 2 })
})

test('what is not read is named, and stops the run where it seems to matter', async () => {
  const named = await runHere(['assess', '-', '--criteria', 'gwp'], 'kind,Owner of it\nlaptop,Anna\n')
  expect([named.status, named.stderr]).toEqual([0, expect.stringContaining('Not read: Owner of it')])
  const energies = 'kind,quantity,kWh/month\nlaptop,20,4\nlaptop,30,4\n'
  const { stderr: noted } = await runHere(['assess', '-', '--criteria', 'gwp'], energies)
  expect(noted.match(/^.*kWh\/month.*$/gm)).toEqual([
    'standard input: Column "kWh/month" is read as the amount for each asset of a row. If it is for all of them together, map kWh/month=total_power',
  ])
  const file = 'Gerät;Wieviel\nlaptop;200\n'
  const asked = ['assess', '-', '--criteria', 'gwp', '--map', 'Gerät=kind']
  expect(await runHere(asked, file)).toMatchObject({
    status: 1,
    stdout: '',
    stderr: expect.stringMatching(/ Wieviel=quantity, .* Wieviel=none\n/),
  })
  expect((await runHere([...asked, 'Wieviel=quantity'], file)).stderr).toContain('Counted: 200 of 200 units')
  expect((await runHere([...asked, 'Wieviel=none'], file)).stderr).toContain('Counted: 1 of 1 unit')
})

test('the summary says how many units count, and what would make the others count', async () => {
  const equipment = (quantity: number, kind: string, more = {}) => ({
    quantity,
    asset: { equipment: { kind, ...more } },
  })
  const words = ['a', 'b', 'c', 'd', 'e', 'f'].map((word, at) => ({ quantity: 20 - at, kind: `gizmo ${word}\u001b` }))
  const file = [
    equipment(3, 'UPS'),
    equipment(50, 'HEADSET'),
    equipment(40, 'IP_PHONE', { usage: { avgPower: 6, usageLocation: 'FRA' } }),
    equipment(12, 'UPS', { own: { making: 150 } }),
    ...words,
  ]
  const text = file.map((item) => `${JSON.stringify(item)}\n`).join('')
  const asked = ['assess', '-', '--criteria', 'gwp', '--boundary', 'EQUIPMENT']
  const { stderr } = await runHere(asked, text)
  const lines = stderr.split('\n')
  const from = lines.findIndex((line) => line.startsWith('10 rows: 4 '))
  expect(lines[from + 1]).toContain('52 of 210 units')
  const left = lines.filter((line) => line.startsWith('Not counted: '))
  expect(left).toHaveLength(6)
  expect(left[0]).toMatch(/Headset \(50 units\), \D+ \(3 units\)\D+ own_making_kg$/)
  expect(left[1]).toMatch(/"gizmo a\\u001b" \(20 units\)/)
  expect(left[5]).toContain(' 31 units ')
  expect(stderr).toMatch(/^Your own \D+12 of 52 units, \d+ % of gwp$/m)
  expect(stderr).toMatch(/^gwp: .*; partial: embedded \D+40 of 52 units, use \D+12 of 52 units$/m)
})

test('rows and the summary say what they were computed for', async () => {
  const file = 'kind,ram_capacity,cpu_name,location\nlaptop,,,FRA\nlaptop,,,\nserver,64,zorblax 9000,FRA\n'
  const { stdout, stderr } = await runHere(['assess', '-', '--criteria', 'gwp', '--format', 'json'], file)
  const rows = JSON.parse(stdout)
  expect(stderr).toMatch(
    /Over 8,760 hours \(a year\), in Europe \(EEE, assumed\) and FRA, with the data centre around some assets, at a load of 50 %, .* 2026\.12\./,
  )
  const { stderr: ofNone } = await runHere(['assess', '-', '--criteria', 'gwp'], 'kind\nfoo\n')
  expect(ofNone).toMatch(/1 row: 0 .*\n\D+0 of 1 unit\n.*"foo".*\ngwp: not known\n$/)
  expect(rows).toMatchObject([
    { assessed_as: 'laptop', assessed_in: 'FRA', assessed_hours: 8760 },
    { assessed_as: 'laptop', assessed_in: 'EEE (assumed)', assessed_hours: 8760 },
    { assessed_as: 'server', assessed_in: 'FRA', warnings: expect.stringContaining('zorblax 9000') },
  ])
})
