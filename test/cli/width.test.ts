import { afterEach, expect, test, vi } from 'vitest'
import { runHere } from './run-here.ts'

const FILES = 'test/importers/files'
afterEach(() => vi.unstubAllEnvs())

/** What a terminal of some columns shows, and what is beside it. */
async function shown(columns: number, ...args: readonly string[]) {
  vi.stubEnv('COLUMNS', String(columns))
  const { status, stdout, stderr } = await runHere([...args, '--format', 'table'])
  expect(status, stderr).toBe(0)
  return { lines: stdout.trimEnd().split('\n'), stderr }
}

test.for([
  ['laptop', '--fields', 'impacts.gwp.tootal', /"impacts\.gwp\.tootal".* impacts\.gwp\.unit/],
  ['laptop vs desktop', '--fields', 'items.7', /"items\.7".* items\.0/],
] as const)('a field that is not there is refused: %j', async ([what, option, fields, message]) => {
  const { status, stdout, stderr } = await runHere(['ask', what, option, fields])
  expect([status, stdout]).toEqual([2, ''])
  expect(stderr).toMatch(message)
})

test.for([
  ['assess', `${FILES}/plan.json`, '--likely'],
  ['assess', `${FILES}/assets.csv`, '--criteria', 'all'],
  ['instance', 'aws', 'm5.xlarge', '--criteria', 'gwp,adp,pe'],
  ['cpu', 'Xeon Gold 6138'],
  ['compare', `${FILES}/bill.csv`],
  ['explain', 'm5.xlarge', '--spread'],
  ['this-machine'],
] as const)('nothing wraps inside a table at 80 and at 120 columns: %j', async (args) => {
  for (const columns of [80, 120]) {
    const { lines } = await shown(columns, ...args)
    const table = lines.filter((line) => / {2}/.test(line.trim()))
    expect(table.length).toBeGreaterThan(1)
    for (const line of table) expect(line.length, line).toBeLessThanOrEqual(columns)
  }
})

test('rows are named, likely ranges are in one cell, and what is left out is said', async () => {
  const { lines, stderr } = await shown(120, 'assess', `${FILES}/plan.json`, '--likely')
  expect(lines[0]).toMatch(/^name +quantity +fault +read as +place +gwp \(kg CO2 eq\.\) +likely$/)
  expect(lines[1]).toMatch(/^aws_instance\.web\[0\] +1 .* [\d.]+ to \d+$/)
  expect(lines.find((line) => line.startsWith('aws_launch_template.batch'))).toContain('a template')
  expect(lines.at(-1)).toMatch(/^15 rows, 8 of \d+ columns \(more: --wide, --fields, --format csv\)$/)
  expect(stderr).toContain(' 8,760 hours')
  const wide = await shown(80, 'assess', `${FILES}/plan.json`, '--likely', '--wide')
  expect(wide.lines[0]).toContain('adp (kg Sb eq.)')
  const chosen = await shown(80, 'assess', `${FILES}/plan.json`, '--fields', 'label,gwp_use')
  expect(chosen.lines[0]).toMatch(/^name +gwp_use$/)
})

test('an unknown column is refused before anything is assessed, and no table is shown', async () => {
  const { status, stdout, stderr } = await runHere([
    'assess',
    `${FILES}/plan.json`,
    '--format',
    'table',
    '--fields',
    'nope',
  ])
  expect([status, stdout]).toEqual([2, ''])
  expect(stderr).toMatch(/^error: Unknown field "nope"\. Choose from /)
  expect(stderr).not.toContain('Counted')
  const near = await runHere(['assess', '-', '--fields', 'gwp_tootal'], FLEET)
  expect(near.stderr).toContain('Unknown field "gwp_tootal". Did you mean gwp_total, ')
})

test('a phase without a figure has its row in the table, the building of a component too', async () => {
  const { lines } = await shown(80, 'cpu', 'Xeon Gold 6138', '--criteria', 'gwp,ctue')
  const phases = (unit: string) => lines.flatMap((line) => (line.includes(unit) ? (line.split(/ {2,}/)[1] ?? []) : []))
  expect(phases('(kg CO2 eq.)')).toEqual(['embedded', 'use', 'building', 'total'])
  expect(phases('(CTUe)')).toEqual(['embedded', 'use', 'building', 'total'])
})

test('East Asian characters and emoji take two cells, so that no line is wider than the terminal', async () => {
  const long = 'サーバー東京データセンター本番環境データベース用の長い名前'
  const file = `label,kind,location,quantity\n${long},server,JPN,123456\n🚀 rocket,monitor,FRA,3\n`
  for (const [columns, ...asked] of [['80'], ['120'], ['80', '--tree'], ['120', '--tree']] as const) {
    vi.stubEnv('COLUMNS', columns)
    const { stdout } = await runHere(['assess', '-', '--format', 'table', ...asked], file)
    const lines = stdout.split('\n').filter((line) => line.includes('サーバ') || line.includes('rocket'))
    const cells = lines.map((line) =>
      line.replace(/[\p{Script=Han}\p{Script=Katakana}\p{Script=Hiragana}ー🚀]/gu, 'xx'),
    )
    const [name = '', rocket = ''] = cells
    expect(lines).toHaveLength(2)
    for (const line of cells) expect(line.length, line).toBeLessThanOrEqual(Number(columns))
    expect(name.indexOf('123,456') + 7).toBe(rocket.indexOf(' 3 ') + 2)
  }
})

test('warnings that rows share are listed once below the table, with the number of rows', async () => {
  const file = 'kind,location,cpu\nserver,FRA,Zorblax 9\nserver,XXX,Zorblax 9\nlaptop,FRA,\n'
  for (const more of [[], ['--wide']]) {
    const { stdout } = await runHere(['assess', '-', '--format', 'table', ...more], file)
    const lines = stdout.split('\n').filter((line) => line.startsWith('! '))
    expect(lines.filter((line) => line.includes('Zorblax'))).toEqual([expect.stringMatching(/^! 2 rows: /)])
    expect(lines.filter((line) => line.includes('XXX'))).toEqual([expect.stringMatching(/^! 1 row: /)])
    expect(stdout.split('\n')[0]).not.toContain('warnings')
  }
})

test('a warning of some of the criteria names them, and one of all criteria names none', async () => {
  const file = 'kind,location\nserver,FRA\nserver,DEU\n'
  const linesOf = async (criteria: string) => {
    const { stdout } = await runHere(['assess', '-', '--format', 'table', '--criteria', criteria], file)
    return stdout.split('\n').filter((line) => line.startsWith('! '))
  }
  const ofSome = await linesOf('gwp,adp,pe')
  expect(ofSome.filter((line) => line.startsWith('! 2 rows: adp, pe: '))).toHaveLength(3)
  expect(ofSome.map((line) => line.replace(' adp, pe:', ''))).toEqual(await linesOf('adp,pe'))
  const ofMost = await linesOf('gwp,adpe,adpf,ap,epm')
  expect(ofMost.filter((line) => line.startsWith('! 2 rows: all but gwp: '))).toHaveLength(1)
  expect(await linesOf('gwp')).toEqual([expect.stringMatching(/^! 2 rows: [^:]+$/)])
})

test('counts are not rounded', async () => {
  vi.stubEnv('COLUMNS', '80')
  const { stdout, stderr } = await runHere(['assess', '-', '--format', 'table'], 'kind,quantity\nlaptop,123457\n')
  expect(stdout).toMatch(/^ *123,457 /m)
  expect(stderr).toContain('Counted: 123,457 of 123,457 units')
})

test('JSON has the fields that are asked for alone', async () => {
  const { stdout } = await runHere(['laptop', '--json', '--fields', 'name,impacts.gwp.unit'])
  expect(JSON.parse(stdout)).toEqual({ name: 'laptop', 'impacts.gwp.unit': 'kg CO2 eq.' })
})

const FLEET = 'kind,location,quantity\nlaptop,FRA,2\nserver,SWE,100\n'

test('rows have the fields that are asked for alone, in that order, as JSON, CSV and Parquet', async () => {
  const asked = ['assess', '-', '--fields', 'quantity,KIND,gwp_total,quantity']
  const { stdout: all } = await runHere(['assess', '-', '--json'], FLEET)
  const rows = (JSON.parse(all) as Record<string, unknown>[]).map(({ quantity, kind, gwp_total }) => ({
    quantity,
    kind,
    gwp_total,
  }))
  const { stdout: json } = await runHere([...asked, '--json'], FLEET)
  expect(JSON.parse(json)).toEqual(rows)
  expect(Object.keys(JSON.parse(json)[0])).toEqual(['quantity', 'kind', 'gwp_total'])
  const { stdout: csv } = await runHere(asked, FLEET)
  expect(csv.trim().split('\n')).toEqual([
    'quantity,kind,gwp_total',
    ...rows.map((row) => Object.values(row).join(',')),
  ])
  const { stdout: parquet } = await runHere([...asked, '--format', 'parquet'], FLEET)
  expect(parquet).toMatch(/^PAR1/)
  const grouped = ['assess', '-', '--by', 'location', '--json', '--fields', 'location,rows']
  expect(JSON.parse((await runHere(grouped, FLEET)).stdout)).toEqual([
    { location: 'SWE', rows: 1 },
    { location: 'FRA', rows: 1 },
  ])
})

test('rows are named by the column that is read as their label, and --fields label is that column', async () => {
  const file = 'Hostname,kind,location\nweb1,laptop,FRA\n'
  const { stdout } = await runHere(['assess', '-', '--format', 'table'], file)
  expect(stdout).toMatch(/^name +read as .*\nweb1 +laptop /)
  expect(stdout).toMatch(/^1 row, /m)
  const { stdout: csv } = await runHere(['assess', '-', '--format', 'csv', '--fields', 'label,kind'], file)
  expect(csv).toBe('Hostname,kind\nweb1,laptop\n')
})

test('a row has the warning of each column that is ignored', async () => {
  const { stdout } = await runHere(['assess', '-', '--format', 'table'], 'kind,storage,ram\nlaptop,512,16\n')
  expect(stdout.match(/^! 1 row: (ram|storage)\b/gm)).toEqual(['! 1 row: ram', '! 1 row: storage'])
})

test.for([['--json'], ['--format', 'csv'], ['--format', 'table'], ['--format', 'csv', '--by', 'kind']] as const)(
  'a field that the rows lack is refused with those they have: %j',
  async (args) => {
    const { status, stdout, stderr } = await runHere(['assess', '-', '--fields', 'kind,gwp_tootal', ...args], FLEET)
    expect([status, stdout]).toEqual([2, ''])
    expect(stderr).toMatch(/"gwp_tootal".* gwp_total, .*\? .* kind, /)
  },
)

test('fields of several files include the file, and a tree and a service take none', async () => {
  const files = [`${FILES}/assets.csv`, `${FILES}/plan.json`]
  const { stdout } = await runHere(['assess', ...files, '--fields', 'file,gwp_total'])
  const lines = stdout.trim().split('\n')
  expect(lines[0]).toBe('file,gwp_total')
  for (const file of files) expect(lines.some((line) => line.startsWith(file))).toBe(true)
  const service = await runHere(['assess', '-', '--service', 'http://127.0.0.1:1', '--json', '--fields', 'kind'])
  expect(service).toMatchObject({ status: 2, stderr: expect.stringContaining('--service writes all columns') })
})

test('sums on a terminal have figures as the table has them, and plain ones elsewhere', async () => {
  const { stderr: plain } = await runHere(['assess', '-', '--format', 'table'], FLEET)
  expect(plain).toMatch(/^gwp: \d{5,} kg CO2 eq\., likely \d+ to \d+ /m)
  const before = Object.getOwnPropertyDescriptor(process.stderr, 'isTTY')
  Object.defineProperty(process.stderr, 'isTTY', { value: true, configurable: true })
  try {
    const { stdout, stderr } = await runHere(['assess', '-', '--format', 'table'], FLEET)
    expect(stderr).toMatch(/^gwp: \d+,\d{3} kg CO2 eq\., likely [\d,]+ to \d+,\d{3} \(/m)
    expect(stderr).toContain('Counted: 102 of 102 units')
    const alone = await runHere(['assess', '-', '--format', 'table'], 'kind,quantity\nserver,100\n')
    const [, shown = ''] = /^gwp: (\S+) kg/m.exec(alone.stderr) ?? []
    expect(alone.stdout).toContain(` ${shown} `)
    expect(stdout).not.toContain(shown.replace(',', ''))
  } finally {
    if (before) Object.defineProperty(process.stderr, 'isTTY', before)
    else Reflect.deleteProperty(process.stderr, 'isTTY')
  }
})

test.for([
  ['{"foo":1}', /This is a JSON object with the key foo\. Expected assets, a cloud bill/],
  ['{}', / an empty JSON object\. /],
  ['[{"licence":"x","version":1},{"licence":"y"}]', / JSON list\. Its first item .* licence, version\. /],
  [`{"a":1,"b":2,"c":3,"d":4,"e":5,"${'f'.repeat(99)}":6}`, / a, b, c, d, e and 1 more\. /],
] as const)('a file of JSON that is none of the known is named by what it looks like: %j', async ([text, message]) => {
  for (const command of ['assess', 'compare', 'explain', 'diff']) {
    const { status, stdout, stderr } = await runHere([command, '-'], text)
    expect([status, stdout], command).toEqual([1, ''])
    expect(stderr, command).toMatch(message)
  }
})

test('colours are for those who can see them', async () => {
  vi.stubEnv('FORCE_COLOR', '1')
  vi.stubEnv('NO_COLOR', undefined)
  expect((await runHere(['laptop', '--format', 'table'])).stdout).toContain('\u001B[1mlaptop')
  vi.stubEnv('FORCE_COLOR', undefined)
  vi.stubEnv('NO_COLOR', '1')
  expect((await runHere(['laptop', '--format', 'table'])).stdout).not.toContain('\u001B')
})
