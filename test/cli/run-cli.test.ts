import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'impactql-cli-'))
/** A start takes a second where the machine has nothing else to do, and ten where it has. */
vi.setConfig({ testTimeout: 240_000 })
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const FILES = 'test/importers/files'

function run(args: readonly string[], input = '') {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['bin/impactql.js', ...args], {
    input,
    encoding: 'utf8',
    timeout: 60_000,
    maxBuffer: 50e6,
  })
  return { status, stdout, stderr }
}

test.for([
  [['bogus'], "unknown command 'bogus'"],
  [['assess'], "missing required argument 'file'"],
  [['assess', 'x.csv', '--format', 'xml'], 'Allowed choices are table, json, csv, parquet'],
  [['assess', 'x.csv', '--criteria', 'gwp,beauty'], 'There is no criterion "beauty"'],
  [['assess', 'x.csv', '--duration', '-1'], 'Expected a number of hours above 0'],
  [['assess', 'x.csv', '--partition', '3/2'], 'Expected i/n'],
  [['assess', 'x.csv', '--map', 'Art'], 'Expected theirs=ours'],
  [['assess', 'x.csv', '--map', 'Art=colour'], 'There is no column colour; there are label, kind'],
  [['assess', 'x.csv', '--map', 'A=label', 'B=label'], 'Two columns cannot both be label'],
  [['assess', 'x.csv', '--format', 'table', '-o', 'y'], 'A table is for the terminal'],
  [['completion', 'dos'], 'There is no completion for dos'],
  [['cpu', 'Xeon Gold 6138', '--release', '2020.01'], '2020.01 not found; did you mean 2026.11?'],
] as const)('wrong usage ends with 2: %j', ([args, message]) => {
  const { status, stdout, stderr } = run(args)
  expect(stderr).toContain(message)
  expect(stdout).toBe('')
  expect(status).toBe(2)
})

test('where nothing can be read, it says why and ends with 1', () => {
  expect(run(['assess', join(folder, 'none.csv')])).toMatchObject({
    status: 1,
    stdout: '',
    stderr: expect.stringContaining('ENOENT'),
  })
  expect(run(['cpu', 'zorblax', '9000'])).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('is no processor that is known'),
  })
  expect(run(['instance', 'aws', 'm5.huge'])).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('m5.huge not found; did you mean'),
  })
})

test('a file without rows is read all the same', () => {
  expect(run(['assess', '-', '--format', 'csv'], 'label,kind\n')).toMatchObject({ status: 0, stderr: '' })
  const plan = { format_version: '1.2', resource_changes: [] }
  expect(run(['assess', '-', '--plan', 'before'], JSON.stringify(plan))).toMatchObject({ status: 0 })
})

test('faulty rows are listed with line and reason, and the run ends with 0', () => {
  const { status, stdout, stderr } = run(['assess', `${FILES}/assets.csv`, '--criteria', 'gwp'])
  expect(status).toBe(0)
  expect(stdout.trim().split('\n')).toHaveLength(7)
  expect(stderr).toContain(`${FILES}/assets.csv:5: a cloudInstance needs instance_type`)
  expect(stderr).toContain('6 rows: 132 units assessed, 3 rows faulty')
})

test('rows come as JSON, with sums in a file, from the standard input, columns mapped', () => {
  const totals = join(folder, 'totals.json')
  const { status, stdout } = run(
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
  expect(impacts.gwp.total.value).toBe(rows[0]?.gwp_total)
})

test('the ending of the output names its format; a table is for people', () => {
  const output = join(folder, 'rows.parquet')
  expect(run(['assess', `${FILES}/assets.csv`, '-o', output])).toMatchObject({ status: 0, stdout: '' })
  expect(readFileSync(output).subarray(0, 4).toString()).toBe('PAR1')
  expect(run(['assess', `${FILES}/plan.json`, '--format', 'table']).stdout).toContain('aws_autoscaling_group.batch')
})

test('a place that is not known is a fault where it is strict, and else the default one', () => {
  const rows = 'kind,location\nlaptop,Mars\nlaptop,FRA\n'
  const strict = run(['assess', '-', '--strict', '--criteria', 'gwp'], rows)
  expect(strict.status).toBe(0)
  expect(strict.stderr).toContain('terminal.usage.usageLocation: The location "Mars" is not known')
  expect(strict.stderr).toContain('2 rows: 1 units assessed, 1 rows faulty')
  expect(run(['assess', '-', '--criteria', 'gwp'], rows).stderr).toContain('2 rows: 2 units assessed, 0 rows faulty')
})

test('figures are those of the release that is named, and say so', () => {
  const laptop = (...args: string[]) =>
    (JSON.parse(run(['assess', '-', '--format', 'json', ...args], 'kind,location\nlaptop,EEE\n').stdout) as [object])[0]
  const base = laptop('--release', 'boavizta-2.4.1') as { gwp_use: number; energy_kwh: number; release: string }
  expect(base.release).toBe('boavizta-2.4.1')
  // Electricity of Europe there: 0.38 kg a kWh.
  expect(base.gwp_use / base.energy_kwh).toBeCloseTo(0.38, 6)
  expect(laptop()).toMatchObject({ release: '2026.11', gwp_use: expect.closeTo(0.285 * base.energy_kwh, 6) })
})

test('before and after a plan are two answers', () => {
  const side = (which: string) =>
    run(['assess', `${FILES}/plan.json`, '--plan', which, '--format', 'json', '--criteria', 'gwp']).stdout
  expect((JSON.parse(side('before')) as unknown[]).length).toBe(3)
  expect((JSON.parse(side('after')) as unknown[]).length).toBe(13)
})

test('a processor, an instance type and this machine are answered as JSON where they are piped', () => {
  expect(JSON.parse(run(['cpu', 'Intel(R)', 'Xeon(R)', 'Gold 6138 CPU @ 2.00GHz']).stdout)).toMatchObject({
    name: 'Intel Xeon Gold 6138',
    impacts: { gwp: { embedded: { value: expect.closeTo(22.81, 2) } } },
  })
  const instance = run([
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
  const machine = JSON.parse(run(['this-machine', '--format', 'json']).stdout) as Record<string, never>
  expect(machine).toMatchObject({
    label: expect.any(String),
    asset: expect.any(Object),
    impacts: { gwp: { total: { value: expect.any(Number) } } },
  })
})

test('an explanation names the source of what was completed', () => {
  const { parts } = JSON.parse(run(['explain', `${FILES}/assets.csv`]).stdout) as {
    parts: { label: string; attributes: object[] }[]
  }
  const cpu = parts.find(({ label }) => label === 'CPU-1')
  expect(cpu?.attributes).toContainEqual({ name: 'tdp', value: 125, unit: 'W', status: 'INPUT' })
  expect(cpu?.attributes).toContainEqual(
    expect.objectContaining({ name: 'family', status: 'COMPLETED', source: expect.stringContaining('http') }),
  )
})

test('an explanation has formulas, quantiles and what would be, where it is asked for them', () => {
  const file = join(folder, 'instances.csv')
  writeFileSync(
    file,
    'label,kind,provider,instance_type,location\na,cloudInstance,aws,m5.xlarge,FRA\nb,cloudInstance,aws,m5.4xlarge,FRA\n',
  )
  const asked = ['--duration', '8760', '--formulas', '--spread', '--what-if', 'electricity.FRA.gwp=0']
  const { status, stdout } = run(['explain', file, ...asked])
  expect(status).toBe(0)
  const { criterion, total, formulas, spread, whatIf } = JSON.parse(stdout)
  expect(criterion).toBe('gwp')
  expect(formulas.at(-1)).toContain('embedded + use')
  expect(spread.quantiles['0.05']).toBeLessThan(spread.quantiles['0.95'])
  expect(whatIf.value).toBeLessThan(total.value)
  const text = run(['explain', file, ...asked, '--format', 'table']).stdout
  expect(text).toContain('5 % of the samples lie below')
  expect(text).toContain('what if: ')
  expect(run(['explain', file, '--what-if', 'electricity'])).toMatchObject({ status: 2 })
  expect(run(['explain', file, '--what-if', 'electricity.FRB.gwp=1'])).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('did you mean electricity.FRA.gwp'),
  })
  const compared = JSON.parse(run(['compare', file]).stdout)
  expect(compared).toMatchObject({
    items: [
      { label: 'a', probabilityLowest: 1 },
      { label: 'b', probabilityLowest: 0 },
    ],
    pairs: [{ a: 'a', b: 'b', probabilityALower: 1 }],
  })
  expect(run(['compare', file, '--format', 'table']).stdout).toContain('100 %')
  expect(run(['compare', '-'], 'kind\nlaptop\n')).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('expected 2 to 50 assets but found 1'),
  })
})

test('a region without a published PUE names the one that is used, in a table and in JSON', () => {
  const asked = ['instance', 'aws', 'm5.xlarge', '--region', 'eu-south-1', '--duration', '8760', '--boundary']
  const message = 'No PUE of the region eu-south-1 is published: that of aws.eu is used, 1.11'
  for (const format of ['table', 'json'])
    expect(run([...asked, 'DATA_CENTRE', '--format', format]).stdout).toContain(message)
  expect(run([...asked, 'EQUIPMENT', '--format', 'table']).stdout).not.toContain('PUE')
})

test('an explanation has what changed since an earlier release', () => {
  const file = join(folder, 'drifted.csv')
  writeFileSync(file, 'kind,provider,instance_type,location\ncloudInstance,aws,m5.xlarge,EEE\n')
  const asked = ['explain', file, '--duration', '8760', '--since', 'boavizta-2.4.1']
  const { drift, total } = JSON.parse(run(asked).stdout)
  expect(drift.to.value).toBeCloseTo(total.value, 9)
  expect(drift.causes.length).toBeGreaterThan(0)
  expect(run([...asked, '--format', 'table']).stdout).toContain('earlier release: ')
  expect(run([...asked.slice(0, -1), '2020.01'])).toMatchObject({ status: 2 })
})

test('within the boundary of the data centre rows and sums have its building', () => {
  const file = 'label,kind,provider,instance_type\na,cloudInstance,aws,m5.xlarge\nb,laptop,,\n'
  const asked = ['assess', '-', '--criteria', 'gwp', '--duration', '8760']
  const { stdout, stderr } = run([...asked, '--format', 'json', '--boundary', 'DATA_CENTRE'], file)
  const [instance, laptop] = JSON.parse(stdout)
  expect(instance.gwp_building).toBeGreaterThan(0)
  expect(instance.gwp_total).toBeCloseTo(instance.gwp_embedded + instance.gwp_use + instance.gwp_building, 9)
  expect(laptop.gwp_building).toBe(0)
  expect(stderr).toContain(', building ')
  const alone = JSON.parse(run([...asked, '--format', 'json'], file).stdout)
  expect(alone[0]).not.toHaveProperty('gwp_building')
  expect(alone[0].gwp_use).toBeLessThan(instance.gwp_use)
  expect(run([...asked, '--boundary', 'EARTH'], file)).toMatchObject({ status: 2 })
})

test('completion is a script that its shell can read', () => {
  const script = run(['completion', 'bash']).stdout
  expect(script).toContain('assess) words="--format --output')
  expect(spawnSync('bash', ['-n'], { input: script }).status).toBe(0)
})

test('where the Node.js on the PATH is old, the command goes on with that of its dependencies', () => {
  // What an old one does: the entry script sees its version.
  const preload = join(folder, 'old.cjs')
  writeFileSync(
    preload,
    `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.0.0' } })`,
  )
  const { status, stdout } = spawnSync(process.execPath, ['--require', preload, 'bin/impactql.js', '--version'], {
    encoding: 'utf8',
  })
  expect(status).toBe(0)
  expect(stdout).toMatch(/^\d+\.\d+\.\d+\n$/)
})

/** Started on many different servers, as soon as it has begun to work. */
async function startLong(out: string): Promise<ChildProcess> {
  const input = join(folder, 'many.csv')
  const lines = Array.from({ length: 45_000 }, (_, at) => `server,${1 + at}`)
  writeFileSync(input, `kind,ram_capacity\n${lines.join('\n')}\n`)
  const child = spawn(process.execPath, ['bin/impactql.js', 'assess', input, '-o', join(out, 'rows.csv')], {
    stdio: 'ignore',
  })
  const hasResult = (name: string) => readdirSync(join(out, name)).some((part) => part.startsWith('result-'))
  while (!readdirSync(out).some(hasResult)) {
    if (child.exitCode !== null) throw new Error('It ended too early')
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return child
}

test.for(['SIGTERM', 'SIGKILL'] as const)('a run that is ended by %s leaves no half-written output', async (signal) => {
  const out = join(folder, signal)
  mkdirSync(out)
  const child = await startLong(out)
  child.kill(signal)
  await once(child, 'exit')
  expect(existsSync(join(out, 'rows.csv'))).toBe(false)
  // Where it can, it takes away what it had begun.
  if (signal === 'SIGTERM') expect(readdirSync(out)).toEqual([])
})
