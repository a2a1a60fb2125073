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
  ['laptop', '--fields', 'impacts.gwp.tootal', 'Unknown field "impacts.gwp.tootal". Choose from impacts.gwp.unit'],
  ['laptop vs desktop', '--fields', 'items.7', 'Unknown field "items.7"'],
] as const)('a field that is not there is refused: %j', async ([what, option, fields, message]) => {
  const { status, stdout, stderr } = await runHere(['ask', what, option, fields])
  expect([status, stdout]).toEqual([2, ''])
  expect(stderr).toContain(message)
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
  expect(lines[1]).toMatch(/^aws_instance\.web\[0\] +1 .* \d+ to \d+$/)
  expect(lines.find((line) => line.startsWith('aws_launch_template.batch'))).toContain('a template')
  expect(lines.at(-1)).toMatch(/^13 rows, 8 of \d+ columns; --wide, --fields, --format csv$/)
  expect(stderr).toContain('Over 8,760 hours (a year)')
  const wide = await shown(80, 'assess', `${FILES}/plan.json`, '--likely', '--wide')
  expect(wide.lines[0]).toContain('adp (kg Sb eq.)')
  const chosen = await shown(80, 'assess', `${FILES}/plan.json`, '--fields', 'label,gwp_use')
  expect(chosen.lines[0]).toMatch(/^name +gwp_use$/)
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
    expect(name.indexOf('123456') + 6).toBe(rocket.indexOf(' 3 ') + 2)
  }
})

test('warnings that rows share are listed once below the table, with the number of rows', async () => {
  const file = 'kind,location,cpu\nserver,FRA,Zorblax 9\nserver,XXX,Zorblax 9\nlaptop,FRA,\n'
  for (const more of [[], ['--wide']]) {
    const { stdout } = await runHere(['assess', '-', '--format', 'table', ...more], file)
    const lines = stdout.split('\n').filter((line) => line.startsWith('! '))
    expect(lines.filter((line) => line.includes('Zorblax'))).toEqual([expect.stringMatching(/^! 2 rows: Unknown name/)])
    expect(lines.filter((line) => line.includes('XXX'))).toEqual([expect.stringMatching(/^! 1 row: /)])
    expect(stdout.split('\n')[0]).not.toContain('warnings')
  }
})

test('counts are not rounded', async () => {
  vi.stubEnv('COLUMNS', '80')
  const { stdout, stderr } = await runHere(['assess', '-', '--format', 'table'], 'kind,quantity\nlaptop,123457\n')
  expect(stdout).toMatch(/ 123457 /)
  expect(stderr).toContain('1 assessed (123457 units)')
})

test('JSON has the fields that are asked for alone', async () => {
  const { stdout } = await runHere(['laptop', '--json', '--fields', 'name,impacts.gwp.unit'])
  expect(JSON.parse(stdout)).toEqual({ name: 'laptop', 'impacts.gwp.unit': 'kg CO2 eq.' })
})

test('colours are for those who can see them', async () => {
  vi.stubEnv('FORCE_COLOR', '1')
  vi.stubEnv('NO_COLOR', undefined)
  expect((await runHere(['laptop', '--format', 'table'])).stdout).toContain('\u001B[1mlaptop')
  vi.stubEnv('FORCE_COLOR', undefined)
  vi.stubEnv('NO_COLOR', '1')
  expect((await runHere(['laptop', '--format', 'table'])).stdout).not.toContain('\u001B')
})
