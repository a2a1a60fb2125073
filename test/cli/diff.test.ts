import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import type { FileDiff } from '../../src/cli/diff-rows.ts'
import { runHere } from './run-here.ts'

const folder = mkdtempSync(join(tmpdir(), 'impactql-diff-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
afterEach(() => vi.unstubAllEnvs())
const PLAN = 'test/importers/files/plan.json'

function written(name: string, text: string): string {
  writeFileSync(join(folder, name), text)
  return join(folder, name)
}

type Known = FileDiff & { before: number; after: number; difference: { value: number; low: number; high: number } }

async function diffOf(...args: readonly string[]): Promise<FileDiff> {
  const { status, stdout, stderr } = await runHere(['diff', ...args, '--json'])
  expect([status, stderr]).toEqual([0, ''])
  return JSON.parse(stdout)
}

test('what is no plan needs a second file, and a limit is an amount or a share', async () => {
  const file = written('one.csv', 'label,kind\na,laptop\n')
  expect(await runHere(['diff', file])).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('one.csv is a table, not a Terraform plan. Name two files'),
  })
  expect(await runHere(['diff', file, file, '--fail-above', 'much'])).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('Expected an amount such as 100kg or 2t, or a share such as 10%.'),
  })
  expect(await runHere(['diff', file, join(folder, 'none.csv')])).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('File not found'),
  })
})

test('a row is added, removed or changed by its label, each with all its units', async () => {
  const base = written('base.csv', 'label,kind,quantity\nsame,laptop,2\nold,desktop,1\nmore,laptop,1\nbad,toaster,1\n')
  const head = written('head.csv', 'label,kind,quantity\nsame,laptop,2\nnew,monitor,3\nmore,laptop,4\n')
  const one = async (name: string) =>
    JSON.parse((await runHere([name, '--json'])).stdout).impacts.gwp.total.value as number
  const [laptop, desktop, monitor] = [await one('laptop'), await one('desktop'), await one('monitor')]
  const { rows, unchanged, before, after, difference, left } = (await diffOf(base, head)) as Known
  const byLabel = Object.fromEntries(rows.map((row) => [row.label, row]))
  expect(byLabel.new).toMatchObject({ change: 'added', before: 0, after: expect.closeTo(3 * monitor, 6) })
  expect(byLabel.old).toMatchObject({ change: 'removed', difference: expect.closeTo(-desktop, 6), after: 0 })
  expect(byLabel.more).toMatchObject({ change: 'changed', difference: expect.closeTo(3 * laptop, 6) })
  expect(unchanged).toBe(1)
  expect(before).toBeCloseTo(3 * laptop + desktop, 6)
  expect(after).toBeCloseTo(6 * laptop + 3 * monitor, 6)
  expect(difference.value).toBeCloseTo(after - before, 9)
  expect(difference.low).toBeLessThan(difference.high)
  expect(left).toEqual([{ label: 'row 4', reason: expect.stringContaining('"toaster"') }])
})

test('both sides of a plan come to what assess says of each', async () => {
  const { before, after, rows, left } = await diffOf(PLAN)
  for (const [side, total] of Object.entries({ before, after })) {
    const totals = join(folder, `${side}.json`)
    await runHere(['assess', PLAN, '--plan', side, '--criteria', 'gwp', '--totals', totals, '-o', `${totals}.csv`])
    expect(total).toBeCloseTo(JSON.parse(readFileSync(totals, 'utf8')).impacts.gwp.total.value, 6)
  }
  expect(left).toContainEqual({ label: 'aws_launch_template.batch', reason: expect.any(String) })
  const web = rows.find(({ label }) => label === 'aws_instance.web[1]')
  expect(web?.alternative?.after).toBeLessThan(web?.after as number)
})

test('an alternative is a type that one can choose: of the same service, or none', async () => {
  const here = { availability_zone: 'eu-west-3a' }
  const plan = {
    'aws_instance.free': { ...here, instance_type: 'm4.xlarge' },
    'aws_elasticache_cluster.c': { ...here, node_type: 'cache.m4.xlarge' },
    'aws_db_instance.d': { ...here, instance_class: 'db.m4.xlarge' },
    'aws_msk_cluster.k': { ...here, broker_node_group_info: [{ instance_type: 'kafka.m5.xlarge' }] },
    'google_sql_database_instance.s': { region: 'europe-west1', settings: [{ tier: 'db-n1-standard-2' }] },
    'azurerm_container_group.g': { location: 'westeurope', container: [{ cpu: 2, memory: 4 }] },
  }
  const resource_changes = Object.entries(plan).map(([address, after]) => ({
    address,
    type: address.split('.')[0],
    change: { actions: ['create'], before: null, after },
  }))
  const { rows } = await diffOf(written('services.json', JSON.stringify({ format_version: '1.2', resource_changes })))
  const names = Object.fromEntries(rows.map(({ label, alternative }) => [label, alternative?.name]))
  expect(names).toMatchObject({
    'aws_instance.free': expect.stringMatching(/^[a-z0-9-]+\.xlarge$/),
    'aws_elasticache_cluster.c': expect.stringMatching(/^cache\./),
    'aws_db_instance.d': expect.stringMatching(/^db\./),
  })
  for (const label of ['aws_msk_cluster.k', 'google_sql_database_instance.s', 'azurerm_container_group.g'])
    expect([label, names[label]]).toEqual([label, undefined])
})

test('no type is an alternative to itself, however many there are', async () => {
  const rows = [
    ['m9g.4xlarge', 3],
    ['r8ib.xlarge', 11],
    ['c9g.2xlarge', 13],
  ].map(([type, quantity]) => `${type},${type},FRA,${quantity}`)
  const after = written('lowest.csv', ['label,instance_type,location,quantity', ...rows].join('\n'))
  const found = await diffOf(written('other.csv', 'label,kind\nx,laptop\n'), after)
  const machines = found.rows.filter(({ change }) => change === 'added')
  expect(machines.map(({ label, alternative }) => alternative?.name === label)).toEqual([false, false, false])
})

test('types with the same figure stand beside the lowest, so that none of them seems better', async () => {
  const before = written('none.csv', 'label,kind\nx,laptop\n')
  const after = written('large.csv', 'label,instance_type,location\nlarge,m6i.32xlarge,FRA\nx,r5.xlarge,FRA\n')
  const { rows } = await diffOf(before, after)
  const { name, others } = rows.find(({ label }) => label === 'large')?.alternative ?? { name: '', others: [] }
  expect([name, ...others].length).toBeGreaterThan(1)
  const { stdout } = await runHere(['compare', name, ...others, '--location', 'FRA', '--format', 'json'])
  const { pairs } = JSON.parse(stdout)
  expect(pairs.every(({ sameData }: { sameData: boolean }) => sameData)).toBe(true)
  const { stdout: text } = await runHere(['diff', before, after, '--format', 'markdown'])
  expect(text).toContain(`\`${name}\` or ${others.length === 1 ? `\`${others[0]}\`` : `${others.length} others`}: `)
})

test('a plan of thousands of equal machines and roles is compared as one, and only the first roles are named', async () => {
  const change = (address: string, after: object) => ({
    address,
    type: address.split('.')[0],
    change: { actions: ['create'], before: null, after },
  })
  const machine = { instance_type: 'm5.large', availability_zone: 'eu-west-3a' }
  const planOf = (count: number) => {
    const each = Array.from({ length: count }, (_, at) => at)
    const resource_changes = each.flatMap((at) => [
      change(`aws_instance.i[${at}]`, machine),
      change(`aws_iam_role.r[${at}]`, {}),
    ])
    return written(`plan-${count}.json`, JSON.stringify({ format_version: '1.2', resource_changes }))
  }
  const [one, many] = [(await diffOf(planOf(1))) as Known, (await diffOf(planOf(3000))) as Known]
  expect(many.difference.value / one.difference.value).toBeCloseTo(3000, 6)
  expect(many.difference.high / one.difference.high).toBeCloseTo(3000, 6)
  expect(many.rows.at(-1)?.alternative).toEqual(one.rows[0]?.alternative)
  const { stdout } = await runHere(['diff', planOf(3000), '--format', 'markdown'])
  expect(stdout).toMatch(/`aws_iam_role\.r\[19\] \([^)]*\)`; and 2980 more/)
  // Less than a comment on GitHub may have.
  expect(stdout.length).toBeLessThan(65_536)
})

test('a limit ends it with 1, after the answer', async () => {
  const above = await runHere(['diff', PLAN, '--format', 'markdown', '--fail-above', '10%'])
  expect(above.status).toBe(1)
  expect(above.stdout).toContain('| added | `aws_')
  expect(above.stderr).toMatch(
    /^error: the change adds 39\d\.\d kg CO2 eq\., above the limit of 9\.\d+ kg CO2 eq\.; .*aws_launch_template\.batch.*\n$/,
  )
  const file = written('counted.csv', 'label,kind\na,laptop\n')
  expect(await runHere(['diff', file, file, '--json', '--fail-above', '1t'])).toMatchObject({ status: 0, stderr: '' })
})

/** A plan with changes of resources, each with the values after it. */
function plan(name: string, changes: Readonly<Record<string, object>>, action = 'create'): string {
  const resource_changes = Object.entries(changes).map(([address, after]) => ({
    ...{ address, mode: 'managed', type: address.split('.')[0] },
    change: { actions: [action], before: action === 'create' ? null : after, after },
  }))
  return written(name, JSON.stringify({ format_version: '1.2', resource_changes }))
}

test('a limit that is kept names what it does not count', async () => {
  const buckets = Object.fromEntries(['a', 'b', 'c', 'd'].map((name) => [`aws_s3_bucket.${name}`, {}]))
  expect(await runHere(['diff', plan('buckets.json', buckets), '--json', '--fail-above', '1kg'])).toMatchObject({
    status: 0,
    stderr:
      'The change is within the limit; not counted: aws_s3_bucket.a, aws_s3_bucket.b, aws_s3_bucket.c and 1 more\n',
  })
})

test('a limit is not kept if the change has machines that nobody can count', async () => {
  const group = { 'aws_autoscaling_group.g': { max_size: 9, min_size: 1 } }
  for (const action of ['create', 'update', 'delete'])
    expect(await runHere(['diff', plan('group.json', group, action), '--json', '--fail-above', '1t'])).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(
        /^error: the limit cannot be checked: .*aws_autoscaling_group\.g \(.*instance type\)/,
      ),
    })
  // What the plan keeps adds nothing.
  const kept = await runHere(['diff', plan('kept.json', group, 'no-op'), '--json', '--fail-above', '1kg'])
  expect(kept.status).toBe(0)
  const base = written('printers-base.csv', 'label,kind\nold,toaster\na,laptop\n')
  const moved = written('printers-moved.csv', 'label,kind\na,laptop\nold,toaster\n')
  const more = written('printers.csv', `label,kind\na,laptop\n${'p,toaster\n'.repeat(5)}`)
  expect((await runHere(['diff', base, moved, '--json', '--fail-above', '1kg'])).status).toBe(0)
  const { status, stdout, stderr } = await runHere(['diff', base, more, '--format', 'markdown', '--fail-above', '1kg'])
  expect(status).toBe(1)
  expect(stdout).toMatch(/^\*\*0 kg CO2 eq\. [^(]+\([^(]+row 1 \(.*"toaster"/)
  expect(stderr).toMatch(/^error: .*row 1 \(.*"toaster"/)
})

test('a template that changes under a group that stays is judged by a limit', async () => {
  const resourcesOf = (type: string, group: object) => [
    {
      ...{ address: 'aws_launch_template.t', mode: 'managed', type: 'aws_launch_template' },
      change: {
        actions: ['update'],
        before: { id: 'lt-1', name: 't', instance_type: 'm5.xlarge' },
        after: { id: 'lt-1', name: 't', instance_type: 'm5.4xlarge' },
      },
    },
    {
      ...{ address: `${type}.g`, mode: 'managed', type },
      change: { actions: ['no-op'], before: group, after: group },
    },
  ]
  const limited = (name: string, resource_changes: readonly object[]) =>
    runHere([
      'diff',
      written(name, JSON.stringify({ format_version: '1.2', resource_changes })),
      ...['--json', '--fail-above', '1kg'],
    ])
  const group = { desired_capacity: 10, launch_template: [{ id: 'lt-1', name: 't' }] }
  expect(await limited('resized.json', resourcesOf('aws_autoscaling_group', group))).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(/^error: [^;]* [\d.]+ kg/),
  })
  const unknown = { desired_capacity: 10 }
  expect(await limited('unresolved.json', resourcesOf('aws_autoscaling_group', unknown))).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(/^error: [^;]*aws_autoscaling_group\.g/),
  })
  // A group of Google Cloud has no template of AWS.
  const elsewhere = resourcesOf('google_compute_instance_group_manager', { target_size: 3 })
  expect(await limited('elsewhere.json', elsewhere)).toMatchObject({ status: 0 })
})

test('a template whose tags or image change, under a group of unknown machines, leaves a limit judged', async () => {
  const limited = async (name: string, type: string, before: object, after: object, after_unknown: object = {}) => {
    const group = type.replace('_launch_template', '_autoscaling_group').replace('_template', '_group_manager')
    const resource_changes = [
      {
        ...{ address: `${type}.t`, mode: 'managed', type },
        change: { actions: type.startsWith('aws') ? ['update'] : ['create', 'delete'], before, after, after_unknown },
      },
      { address: `${group}.g`, mode: 'managed', type: group, change: { actions: ['no-op'], before: {}, after: {} } },
    ]
    const file = written(`${name}.json`, JSON.stringify({ format_version: '1.2', resource_changes }))
    const { status, stderr } = await runHere(['diff', file, '--json', '--fail-above', '1kg'])
    return { status, stderr }
  }
  const [of_aws, of_google] = ['aws_launch_template', 'google_compute_instance_template']
  const mappings = (volume_size: number) => ({ block_device_mappings: [{ ebs: [{ volume_size }] }] })
  const disks = (size: object, more: object = {}) => ({ machine_type: 'e2-medium', disk: [{ ...size, ...more }] })
  const same = { instance_type: 'm5.large', ...mappings(20) }
  const kept = [
    await limited('tags', of_aws, { ...same, tags: { a: 'b' } }, same, { latest_version: true, tags_all: true }),
    await limited('image', of_aws, { ...same, image_id: 'ami-1' }, { ...same, image_id: 'ami-2' }),
    // A template of Google Cloud is replaced when its labels change: its names are new, and its disk is made again.
    await limited('labels', of_google, disks({ disk_size_gb: 10 }, { device_name: 'a' }), disks({}), {
      disk: [{ device_name: true, disk_size_gb: true }],
      name: true,
    }),
  ]
  for (const each of kept) expect(each).toMatchObject({ status: 0, stderr: expect.not.stringContaining('error') })
  const changed = [
    await limited('type', of_aws, same, { ...same, instance_type: 'm5.xlarge' }),
    await limited('open', of_aws, same, mappings(20), { instance_type: true }),
    await limited('volume', of_aws, same, { ...same, ...mappings(40) }),
    await limited('disk', of_google, disks({ disk_size_gb: 10 }), disks({ disk_size_gb: 20 })),
    await limited('disks', of_google, disks({}), { ...disks({}), disk: [{}, {}] }),
  ]
  for (const each of changed)
    expect(each).toMatchObject({ status: 1, stderr: expect.stringMatching(/^error: [^;]*\.g /) })
})

test('an added thing without figures is named as the cause', async () => {
  const base = written('no-machines.csv', 'label,instance_type\n')
  const head = written('machines.csv', 'label,instance_type\nw9,m9z.huge\n')
  const { stdout, stderr } = await runHere(['diff', base, head, '--format', 'markdown', '--fail-above', '1kg'])
  expect(stdout).toMatch(/^\*\*Not comparable: `no figures for w9 \(.*m9z\.huge.*\)`/)
  expect(stdout).toContain('of 1 unit after')
  expect(stderr).toMatch(/^error: [^;]* w9 .*; .*: w9\n$/)
})

test('on a terminal the difference is a sentence, then a table that fits', async () => {
  for (const columns of [80, 120]) {
    vi.stubEnv('COLUMNS', String(columns))
    const { stdout } = await runHere(['diff', PLAN, '--format', 'table'])
    expect(stdout).toMatch(/^\+395 kg CO2 eq\. for the known part \(/)
    expect(stdout.replace(/\s+/g, ' ')).toContain(' 2026.12.')
    for (const line of stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(columns)
  }
})

const LAPTOPS = (quantity: number, place: string) => `name,type,quantity,location\na,laptop,${quantity},${place}\n`

test('what is unknown is no 0, and a limit on it is not kept', async () => {
  const base = written('fra.csv', LAPTOPS(20, 'FRA'))
  const head = written('hkg.csv', LAPTOPS(20, 'HKG'))
  const asked = [base, head, '--criteria', 'pe']
  const { rows, ...diff } = await diffOf(...asked)
  const reason = (name: string) => expect.stringContaining(`use is unknown for all or part of ${name}`)
  expect(rows).toMatchObject([
    { comparable: false, hasVerdict: false, reason: reason('a (after)'), after: null, difference: null, likely: null },
  ])
  expect(diff).toMatchObject({ comparable: false, after: null, difference: null })
  expect(diff.before).toBeCloseTo(4515.6, 2)
  expect(diff.reason).toEqual(reason('the state after'))
  expect(diff.covered.after.lacking).toContainEqual({ phase: 'USE', units: 20 })
  expect(diff.computedFor).toContain('in FRA and HKG')
  const text = (await runHere(['diff', ...asked, '--format', 'markdown'])).stdout
  expect(text).toMatch(/^\*\*[^:]+: .*4,520 before, unknown after/)
  expect(text).toMatch(/\| changed \| `a` \| 4,520 \| unknown \| not comparable \|/)
  expect(text).not.toMatch(/likely \d|%\)/)
  for (const limit of ['1t', '10%'])
    expect(await runHere(['diff', ...asked, '--json', '--fail-above', limit])).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/^error: .*\buse\b.*the state after/),
    })
})

test('rows that lack making in both files differ as far as known, without a percentage or a verdict', async () => {
  const rest = 'b,laptop,5,HKG\n'
  const base = written('rest-base.csv', LAPTOPS(1, 'FRA') + rest)
  const head = written('rest-head.csv', LAPTOPS(3, 'FRA') + rest)
  const asked = [base, head, '--criteria', 'pe']
  const { difference, comparable, hasVerdict, covered } = await diffOf(...asked)
  // 20 laptops are 4,515.6 MJ a year, so 2 more are 451.56.
  expect(difference?.value).toBeCloseTo(451.56, 3)
  expect({ comparable, hasVerdict }).toEqual({ comparable: true, hasVerdict: false })
  expect(covered.before.coverage).toContainEqual({ phase: 'USE', units: 1, of: 6, share: 1 / 6 })
  const limited = await runHere(['diff', ...asked, '--format', 'markdown', '--fail-above', '10%'])
  expect(limited.stdout).not.toContain('%)')
  expect(limited.stderr).toMatch(/^error: .*\bembodied impact\b/)
})

test('rows count over their own durations, and lines of a bill over their hours, as assess counts them', async () => {
  const rows = (years: number, boundary: string) =>
    `name,kind,quantity,duration,boundary\na,laptop,20,${years} years,\nb,server,2,,${boundary}\n`
  const bill = (hours: number) =>
    `ChargeCategory,ConsumedQuantity,ConsumedUnit,ProviderName,RegionId,ResourceId,ServiceName,SkuMeter
Usage,${hours},Hours,Amazon Web Services,eu-west-3,i-1,Amazon Elastic Compute Cloud,BoxUsage:m5.xlarge
`
  for (const [one, other] of [
    [rows(1, ''), rows(3, 'equipment')],
    [bill(100), bill(744)],
  ] as const) {
    const files = [written('was.csv', one), written('is.csv', other)]
    const diff = (await diffOf(...files, '--criteria', 'gwp')) as Known
    const totals: number[] = []
    for (const file of files) {
      const { stdout } = await runHere(['assess', file, '--criteria', 'gwp', '--totals', '-'])
      totals.push(JSON.parse(stdout).impacts.gwp.total.value)
    }
    const [before = Number.NaN, after = Number.NaN] = totals
    expect(diff.before).toBeCloseTo(before, 8)
    expect(diff.after).toBeCloseTo(after, 8)
    expect(diff.difference.value).toBeCloseTo(after - before, 8)
    expect(diff.difference.value).not.toBe(0)
    expect(diff.difference.low).toBeLessThan(diff.difference.high)
    expect(diff.computedFor).toMatch(one === rows(1, '') ? /^Over the duration of each asset/ : /^Over the billed time/)
  }
})
