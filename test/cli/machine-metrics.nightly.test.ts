import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { runHere } from './run-here.ts'

/** Whether the machine says that it is virtual. */
let isVirtual = false

// The same machine wherever the test runs: a server with one processor.
vi.mock('systeminformation', () => {
  const parts = {
    system: {
      manufacturer: '',
      model: '',
      version: '',
      get virtual() {
        return isVirtual
      },
    },
    cpu: { manufacturer: 'Intel', brand: 'Xeon Gold 6138', processors: 1, physicalCores: 20, cores: 40 },
    mem: { total: 64 * 2 ** 30 },
    memLayout: [],
    diskLayout: [],
    graphics: { controllers: [] },
    chassis: { type: 'Rack Mount Chassis' },
    osInfo: { hostname: 'test "machine"' },
  }
  return { default: Object.fromEntries(Object.entries(parts).map(([name, value]) => [name, async () => value])) }
})

const folder = mkdtempSync(join(tmpdir(), 'impactql-machine-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

interface Sample {
  readonly name: string
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

/**
 * Reads the text format, and fails where it is not one: https://prometheus.io/docs/instrumenting/exposition_formats/
 */
function read(text: string): readonly Sample[] {
  const lines = text.split('\n')
  expect(lines.slice(-2)).toEqual(['# EOF', ''])
  const types = new Map<string, string>()
  const samples = lines.slice(0, -2).flatMap((line): readonly Sample[] => {
    const [, kind = '', family = '', rest = ''] = /^# (HELP|TYPE|UNIT) ([a-z_:][a-z0-9_:]*) (.+)$/.exec(line) ?? []
    if (kind === 'TYPE') types.set(family, rest)
    if (kind === 'UNIT') expect(family.endsWith(`_${rest}`), line).toBe(true)
    if (kind !== '') return []
    const [, name = '', pairs = '', value = ''] = /^([a-z_:][a-z0-9_:]*)\{(.*)\} (\S+)$/.exec(line) ?? []
    expect(types.get(name), line).toBe('gauge')
    expect(Number.isFinite(Number(value)), line).toBe(true)
    const labels = [...pairs.matchAll(/([a-z_]+)="((?:[^"\\]|\\["\\n])*)"(?:,|$)/g)]
    expect(labels.map(([whole]) => whole).join('')).toBe(pairs)
    return [{ name, labels: Object.fromEntries(labels.map(([, key, label]) => [key, label])), value: Number(value) }]
  })
  // As few machines have it; where it is there, it has the last word.
  const checked = spawnSync('promtool', ['check', 'metrics'], { input: text, encoding: 'utf8' })
  if (checked.error === undefined) expect([checked.status, checked.stderr]).toEqual([0, ''])
  return samples
}

const sumOf = (samples: readonly Sample[], name: string) =>
  samples.filter((sample) => sample.name === name).reduce((sum, { value }) => sum + value, 0)

async function metrics(...options: readonly string[]) {
  const args = ['this-machine', '--format', 'prometheus', '--location', 'FRA', '--criteria', 'gwp', ...options]
  const { status, stdout, stderr } = await runHere(args)
  expect(status, stderr).toBe(0)
  return { text: stdout, stderr }
}

/** A fake root of sysfs with the counters of two processors, one of them with memory. */
function sysfs(name: string): string {
  const root = join(folder, name)
  for (const [domain, part] of Object.entries({
    'intel-rapl:0': 'package-0',
    'intel-rapl:0:0': 'core',
    'intel-rapl:0:1': 'dram',
    'intel-rapl:1': 'package-1',
    'intel-rapl:2': 'psys',
  })) {
    const place = join(root, 'class/powercap', domain)
    mkdirSync(place, { recursive: true })
    writeFileSync(join(place, 'name'), `${part}\n`)
    writeFileSync(join(place, 'max_energy_range_uj'), '262143328850\n')
    writeFileSync(join(place, 'energy_uj'), '1000\n')
  }
  return root
}

test.for([
  [['--format', 'prometheus', '--watch', '0'], 'Expected seconds, 1 to 86400'],
  [['-o', 'machine.prom'], '-o needs --format prometheus'],
  [['--format', 'xml'], 'Allowed choices are table, json, csv, prometheus'],
] as const)('wrong usage ends with 2: %j', async ([args, message]) => {
  const { status, stderr } = await runHere(['this-machine', ...args])
  expect([status, stderr]).toEqual([2, expect.stringContaining(message)])
})

test('a counter that cannot be read is named, and the power is modelled', async () => {
  const root = sysfs('unreadable')
  const file = join(root, 'class/powercap/intel-rapl:1/energy_uj')
  rmSync(file)
  mkdirSync(file)
  const { text, stderr } = await metrics('--sysfs', root)
  expect(stderr).toBe(`${file}: it cannot be read (EISDIR). The power is modelled instead\n`)
  expect(new Set(read(text).flatMap(({ labels }) => labels.source ?? []))).toEqual(new Set(['model']))
})

test('a virtual machine is a whole server, and the answer warns of it', async () => {
  const warning = 'This is a virtual machine: the figure is for a whole server of its size'
  isVirtual = true
  onTestFinished(() => {
    isVirtual = false
  })
  const { stdout } = await runHere(['this-machine', '--format', 'json'])
  expect(JSON.parse(stdout)).toMatchObject({ warning })
  const table = await runHere(['this-machine', '--format', 'table'])
  expect(table.stdout.replaceAll(/\s+/g, ' ')).toContain(`warning: ${warning}`)
  const { text, stderr } = await metrics('--sysfs', join(folder, 'nothing'))
  expect(stderr).toBe(`${warning}\n`)
  expect(read(text)[0]).toMatchObject({ name: 'impactql_machine_info', labels: { warning } })
})

test('the help of a metric names its unit in full', async () => {
  const { text } = await metrics('--sysfs', join(folder, 'nothing'))
  expect(text).toContain(
    '# HELP impactql_use_gwp_grams_per_hour Impact of the electricity that is used, in grams of CO2 eq. per hour\n',
  )
})

test('without counters all is modelled, and comes to what an hour comes to', async () => {
  const { text, stderr } = await metrics('--sysfs', join(folder, 'nothing'))
  expect(stderr).toBe('')
  const samples = read(text)
  expect(samples[0]).toMatchObject({
    name: 'impactql_machine_info',
    labels: { machine: 'test \\"machine\\"', release: '2026.12', computed_for: expect.stringContaining('in FRA') },
    value: 1,
  })
  const asked = ['this-machine', '--location', 'FRA', '--criteria', 'gwp', '--duration', '1', '--format', 'json']
  const { impacts, energyKwh } = JSON.parse((await runHere(asked)).stdout)
  const { embedded, use, building } = impacts.gwp
  // In grams, of kilograms.
  const making = sumOf(samples, 'impactql_embedded_gwp_grams_per_hour')
  expect(making).toBeCloseTo((embedded.value + (building?.value ?? 0)) * 1000, 6)
  expect(sumOf(samples, 'impactql_use_gwp_grams_per_hour')).toBeCloseTo(use.value * 1000, 6)
  // The energy of the hour in kWh includes the data centre, so the power of the machine is at most that.
  expect(sumOf(samples, 'impactql_power_watts')).toBeLessThanOrEqual(energyKwh * 1000 + 1e-6)
  const parts = samples.filter(({ name }) => name === 'impactql_power_watts').map(({ labels }) => labels.part)
  expect(parts).toEqual(expect.arrayContaining(['cpu-1', 'ram-1', 'other']))
})

test('the power that the system measures counts instead of the model, and each part of it is labelled', async () => {
  const root = sysfs('measured')
  // The first reading opens a pipe, and what it reads is 10 J before the end of the counter; the second one finds 20 J.
  const file = join(root, 'class/powercap/intel-rapl:0/energy_uj')
  rmSync(file)
  expect(spawnSync('mkfifo', [file]).status).toBe(0)
  const counter = (async () => {
    const pipe = await open(file, 'w')
    rmSync(file)
    writeFileSync(file, '20000000\n')
    await pipe.write(`${262_143_328_850 - 10_000_000}\n`)
    await pipe.close()
  })()
  const output = join(folder, 'machine.prom')
  const { text } = await metrics('--sysfs', root, '-o', output)
  await counter
  expect(text).toBe('')
  expect(existsSync(output)).toBe(true)
  const samples = read(readFileSync(output, 'utf8'))
  const power = Object.fromEntries(
    samples.flatMap(({ name, labels, value }) =>
      name === 'impactql_power_watts' ? [[`${labels.part} by ${labels.source}`, value]] : [],
    ),
  )
  // Cores are in the package, and the platform is all of it.
  expect(Object.keys(power)).toEqual([
    'package-0 by rapl',
    'package-0/dram by rapl',
    'package-1 by rapl',
    'other by model',
  ])
  const measured = power['package-0 by rapl'] as number
  // 30 J in a second or more.
  expect(measured).toBeGreaterThan(0)
  expect(measured).toBeLessThanOrEqual(30.5)
  expect(power['package-1 by rapl']).toBe(0)
  // 6 % of what the supply takes is lost, and the rest of the server, of class xeon2, is added at the usual 50 %.
  const memory = power['package-0/dram by rapl'] as number
  const lost = (measured + memory) / 0.94 - measured - memory
  expect(power['other by model']).toBeCloseTo(lost + 1.1 * (14.2 * 0.579 + 30 * 0.421), 9)
  const { stdout } = await runHere(['explain', 'server', '--location', 'FRA', '--format', 'json'])
  const { attributes } = JSON.parse(stdout).parts[0]
  const factor = attributes.find(({ name }: { name: string }) => name === 'gwp_factor').value
  const use = samples.filter(({ name }) => name === 'impactql_use_gwp_grams_per_hour')
  const ofPackage = use.find(({ labels }) => labels.part === 'package-0')?.value as number
  // W / 1000 are kWh in an hour; the factor is in kg.
  expect(ofPackage).toBeCloseTo((measured / 1000) * factor * 1000, 6)
})
