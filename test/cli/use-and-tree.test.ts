import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { runHere } from './run-here.ts'

const folder = mkdtempSync(join(tmpdir(), 'impactql-use-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
afterEach(() => vi.unstubAllEnvs())
const FILES = 'test/importers/files'

function write(name: string, text: string): string {
  const file = join(folder, name)
  writeFileSync(file, text)
  return file
}

const HEAD = 'label,kind,provider,instance_type,location,load'
const BARE = write('bare.csv', `${HEAD}\na,cloudInstance,aws,m5.xlarge,,\nb,cloudInstance,aws,m5.xlarge,DEU,80\n`)
const SAID = write('said.csv', `${HEAD}\na,cloudInstance,aws,m5.xlarge,FRA,20\nb,cloudInstance,aws,m5.xlarge,DEU,80\n`)

async function json(...args: readonly string[]) {
  const { status, stdout, stderr } = await runHere([...args, '--format', 'json'])
  expect(status, stderr).toBe(0)
  return JSON.parse(stdout)
}

test.for([
  ['assess', BARE, '--location', 'Narnia', '"Narnia"'],
  ['cpu', 'EPYC 7763', '--location', 'Narnia', '"Narnia"'],
  ['diff', BARE, SAID, '--location', 'Narnia', '"Narnia"'],
  ['R740', '--power-profile', '52', 'such as 0=52,50=224,100=457'],
  ['R740', '--power-profile', '0=52,50=40', '52 W'],
  ['R740', '--power-profile', '0=52,0=60', 'Expected each load once'],
  ['R740', '--power-profile', '0=0', 'Expected a power above 0 W'],
  ['R740', '--power-profile', '0=52,101=60', 'Expected a percentage, 0 to 100'],
  ['laptop', '--figures', 'Apple', 'Expected MAKER or MODEL'],
  ['assess', BARE, '--service', 'http://127.0.0.1:1', '--figures', 'model', '--figures has no effect with --service'],
  ['this-machine', '--load', '101', 'Expected a percentage, 0 to 100'],
  ['assess', BARE, '--service', 'http://127.0.0.1:1', '--by', 'kind', '--by has no effect with --service'],
  [
    'assess',
    BARE,
    '--tree',
    '--by',
    'kind',
    '--tree prints to the terminal. Leave out -o, --by, --fields and --format',
  ],
  ['assess', BARE, '--tree', '-o', 'rows.csv', 'error: --tree '],
])('wrong usage ends with 2: %j', async (given) => {
  const { status, stdout, stderr } = await runHere(given.slice(0, -1))
  expect(stderr).toContain(given.at(-1))
  expect([status, stdout]).toEqual([2, ''])
})

const MACS = write('macs.csv', 'label,kind,model,figures\na,laptop,MacBook Air M2,\nb,laptop,MacBook Air M2,MAKER\n')

test('figures of our model take the place of those of the maker', async () => {
  const mac = ['MacBook Air M2', '--duration', 'life']
  const asked = await json('ask', ...mac, '--figures', 'model')
  // A laptop of our model has 185.09 kg of making, transport and end of life.
  expect(asked.impacts.gwp.embedded.value).toBeCloseTo(185.09, 2)
  const explained = await json('explain', ...mac, '--figures', 'MODEL')
  expect(explained.total.value).toBe(asked.impacts.gwp.total.value)
  const { total, whatIf } = await json('explain', ...mac, '--what-if', 'figures=MODEL')
  expect(whatIf.value).toBe(explained.total.value)
  expect((await json('explain', ...mac, '--figures', 'maker')).total.value).toBe(total.value)
})

test('figures of our model count for the rows of a file that do not say whose', async () => {
  const rows = async (...args: readonly string[]) =>
    (await json('assess', MACS, '--duration', 'life', ...args)).map((row: { gwp_embedded: number }) => row.gwp_embedded)
  expect(await rows()).toEqual([114.7, 114.7])
  expect(await rows('--figures', 'model')).toEqual([expect.closeTo(185.09, 2), 114.7])
})

test('a comparison by our model alone has no figures of different methods', async () => {
  const codes = async (...args: readonly string[]) =>
    (await json('compare', 'MacBook Air M2', 'laptop', ...args)).warnings.map(({ code }: { code: string }) => code)
  expect(await codes()).toContain('METHODS_DIFFER')
  expect(await codes('--figures', 'model')).not.toContain('METHODS_DIFFER')
  const before = write('before.csv', 'label,kind,model\na,laptop,MacBook Air M2\n')
  const after = write('after.csv', 'label,kind,model\na,laptop,MacBook Air M1\n')
  const difference = async (...args: readonly string[]) => (await json('diff', before, after, ...args)).difference.value
  // A year of five of 136.8 kg of the M1, less 114.7 kg of the M2.
  expect(await difference()).toBeCloseTo((136.8 - 114.7) / 5, 6)
  expect(await difference('--figures', 'model')).toBe(0)
})

test('an explanation shows the figures of the maker with their source, unless something else applies', async () => {
  const explained = (options: readonly string[]) => json('explain', 'Acer Chromebook 511 C736', ...options)
  const byMaker = async (...options: readonly string[]) =>
    (await explained(options)).parts[0].attributes.filter(({ name }: { name: string }) => name.endsWith('_by_maker'))
  expect(await byMaker('--figures', 'model')).toEqual([])
  const source = expect.stringMatching(/^Acer, 2023, Chromebook 511 C736: https:\/\/\S+AcerChromebook511_C736\.pdf$/)
  const making = { name: 'embedded_by_maker', value: 188.3, unit: 'kg CO2 eq.', status: 'COMPLETED', source }
  expect(await byMaker()).toEqual([
    making,
    { name: 'electricity_by_maker', value: 12.8, unit: 'kWh/year', status: 'COMPLETED', source },
  ])
  const powered = write('powered.csv', 'kind,model,avg_power\nlaptop,Acer Chromebook 511 C736,20\n')
  const [{ attributes }] = (await json('explain', powered)).parts
  expect(attributes[0]).toEqual(making)
  expect(attributes[1].name).not.toContain('by_maker')
})

test('a place and a load count for the rows of a file that say none', async () => {
  const totals = async (...args: readonly string[]) =>
    (await json('assess', ...args)).map(({ gwp_total }: { gwp_total: number }) => gwp_total)
  const [a, b] = await totals(BARE, '--location', 'France', '--load', '20')
  expect([a, b]).toEqual(await totals(SAID))
  expect(a).not.toBe((await totals(BARE))[0])
})

test('a measured profile counts for a server by its name, and for the rows of a file that have none', async () => {
  const profile = ['--power-profile', '0=52,50=224,100=457', '--load', '50', '--duration', '1000']
  const { energy } = await json('R740', ...profile, '--boundary', 'EQUIPMENT')
  expect(energy).toBe(224)
  const file = write('profiles.csv', 'kind,power_profile\nserver,0:52 50:100\nserver,\n')
  const rows = await json('assess', file, ...profile, '--boundary', 'EQUIPMENT')
  expect(rows.map((row: { energy_kwh: number }) => row.energy_kwh)).toEqual([100, 224])
})

test('two files that differ in nothing but what the options say do not differ', async () => {
  const { difference, unchanged } = await json('diff', BARE, SAID, '--location', 'FRA', '--load', '20')
  expect([difference.value, unchanged]).toEqual([0, 2])
})

test('a processor and this machine take a place and a load, and print single fields', async () => {
  const cpu = await json('cpu', 'EPYC 7763', '--location', 'fr', '--load', '10', '--duration', '30d')
  expect(cpu.computedFor).toMatch(/ 720 hours, .*\bFRA\b.* 10 %/)
  const { stdout } = await runHere(['this-machine', '--location', 'SWE', '--fields', 'impacts.gwp.unit'])
  expect(JSON.parse(stdout)).toEqual({ 'impacts.gwp.unit': 'kg CO2 eq.' })
})

test('an answer on a terminal is a sentence, then what the thing is in words', async () => {
  vi.stubEnv('COLUMNS', '200')
  const { stdout } = await runHere(['cpu', 'EPYC 7763', '--location', 'FRA', '--format', 'table'])
  const [first, second] = stdout.split('\n')
  expect(first).toMatch(
    /^AMD EPYC 7763: \d+ kg CO2 eq\. \(likely \d+ to \d+\) over 8,760 hours \(a year\), in FRA, .*2026\.12\.$/,
  )
  expect(second).toBe('64 cores, 128 threads, TDP 280 W, die 1064 mm2, family milan')
  expect(stdout).not.toContain('outcome')
})

/** The number in the column of a figure of the line that has a text. */
function figureOf(lines: readonly string[], text: string): number {
  const line = lines.find((each) => each.includes(text)) ?? ''
  return Number(
    / ([\d.,]+) +[█▏▎▍▌▋▊▉]*/
      .exec(line.slice(line.indexOf(text) + text.length).replace(/^ +\d+(?= )/, ''))?.[1]
      ?.replaceAll(',', ''),
  )
}

test('a plan is a tree of its modules and resources, each with the total of what is in it', async () => {
  vi.stubEnv('COLUMNS', '120')
  const { status, stdout } = await runHere(['assess', `${FILES}/plan.json`, '--tree'])
  expect(status).toBe(0)
  const lines = stdout.split('\n')
  const rows: readonly { address: string; gwp_total: number | null }[] = await json('assess', `${FILES}/plan.json`)
  const whole = rows.reduce((sum, { gwp_total }) => sum + (gwp_total ?? 0), 0)
  // Shown in three digits.
  expect(figureOf(lines, 'total') / whole).toBeCloseTo(1, 2)
  const web = rows.filter(({ address }) => address.startsWith('aws_instance.web'))
  expect(lines.find((line) => line.startsWith('├─ aws_instance.web '))).toMatch(/ 2 /)
  expect(figureOf(lines, 'aws_instance.web ')).toBeCloseTo(
    web.reduce((sum, { gwp_total }) => sum + (gwp_total ?? 0), 0),
    1,
  )
  expect(stdout).toContain('│  └─ aws_instance.web[1]')
  expect(stdout).toContain('Not counted: aws_launch_template.batch (')
  for (const line of lines.slice(0, -1)) expect(line.length).toBeLessThanOrEqual(120)
})

test('a tree says which sums leave out a phase, and shows the likely range of rows and of the whole', async () => {
  vi.stubEnv('COLUMNS', '120')
  const file = write(
    'mixed.csv',
    'label,kind,quantity,location\nnotebooks,laptop,10,FRA\nspare,laptop,2,POL\nsensors,iot,3,FRA\n',
  )
  const asked = ['assess', file, '--tree', '--criteria', 'gwp', '--likely', '--boundary', 'EQUIPMENT']
  const { stdout } = await runHere(asked)
  // The use of the three is not known.
  expect(stdout).toMatch(/^total +15 .* 100 % +3 units$/m)
  expect(stdout).toMatch(/ sensors +3 .* 3 units$/m)
  expect(stdout).toMatch(/ laptop +12 +[\d,.]+ +█+\S* +\d+ %$/m)
  expect(stdout).toMatch(/ notebooks +10 +[\d,.]+ +[\d,.]+ to [\d,.]+ /)
  expect(stdout).toMatch(/^total +15 +[\d,.]+ +[\d,.]+ to [\d,.]+ /m)
  expect(stdout).toContain('Partial: for some assets, a phase of gwp is unknown')
  const { stdout: known } = await runHere(
    ['assess', '-', '--tree', '--criteria', 'gwp', '--boundary', 'EQUIPMENT'],
    'kind\nlaptop\n',
  )
  expect(known.toLowerCase()).not.toContain('partial')
})

test('a fleet is a tree of what its things are; more than 20 of a kind are put together', async () => {
  vi.stubEnv('COLUMNS', '80')
  const many = Array.from({ length: 30 }, (_, at) => `d${at},desktop,${at + 1}`).join('\n')
  const file = write('many.csv', `label,kind,quantity\nnotebooks,laptop,3\n${many}\n`)
  const { stdout } = await runHere(['assess', file, '--tree', '--criteria', 'gwp'])
  expect(stdout).toMatch(/├─ desktop +465 /)
  expect(stdout).toMatch(/└─ notebooks +3 /)
  // Those of 1 to 11 desktops.
  expect(stdout).toMatch(/└─ 11 more +66 /)
})
