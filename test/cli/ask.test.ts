import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { readingsOf, readPhrase } from '../../src/importers/phrase/read-phrase.ts'
import { runHere } from './run-here.ts'

const folder = mkdtempSync(join(tmpdir(), 'impactql-ask-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
afterEach(() => vi.unstubAllEnvs())

async function json(...args: readonly string[]) {
  const { status, stdout, stderr } = await runHere(args)
  expect([status, stderr]).toEqual([0, ''])
  return JSON.parse(stdout)
}

/** What a terminal of some columns shows. */
async function shown(columns: number, ...args: readonly string[]): Promise<string> {
  vi.stubEnv('COLUMNS', String(columns))
  const { status, stdout, stderr } = await runHere([...args, '--format', 'table'])
  expect([status, stderr]).toEqual([0, ''])
  return stdout
}

test.for([
  [['bogus'], 'Unknown name "bogus". See impactql --help'],
  [['asses'], 'Did you mean the command assess?'],
  [['toaster'], /"toaster"[^?]*$/],
  [['jobs'], 'To send a file to a service as a job: impactql assess FILE --service URL'],
  [['m5.xlage'], /"m5\.xlage".* aws m5\.xlarge/],
  [['laptp'], /"laptp"\. Did you mean laptop\?/],
  [['the', 'laptp'], /"the laptp".* laptop\?/],
  [['3 scanners'], 'No figures for scanners.\n'],
  [['a scanner'], /\bscanners\.\n/],
  [['network device'], /"network device"\. Did you mean switch, router, firewall\?/],
  [['One Plus 9'], '"One Plus 9".'],
  [['A series'], '"A series".'],
  [['Dell', 'XPS'], '"Dell XPS" is ambiguous. Write "Dell XPS laptop" or "Dell XPS desktop"'],
  [['laptop in Mars'], '"Mars"'],
  [['laptop in Frence'], /"Frence"\. Did you mean FRA \(France\)/],
  [['laptop for 1y vs desktop for 2y'], 'Use the same duration'],
  [
    ['laptop in Springfield'],
    'Unknown place "Springfield". Give a country, such as FRA or France, or a region of a cloud provider',
  ],
  [['laptop in eu-west-9'], 'Unknown region "eu-west-9". Did you mean eu-west-1'],
  [['m5.xlarge in eu-west-9'], /"eu-west-9".* eu-west-1/],
  [['m5.xlarge in westeurope'], /aws .*"westeurope".* azure/],
  [['m5.xlarge', '--location', 'europe-west1'], /aws .*"europe-west1".* gcp\. .*eu-west-1/],
  [['laptop in'], '"laptop in": Write a place'],
  [['laptop in FRA in DEU'], 'Write only one place'],
  [['laptop for banana'], '"laptop for banana": Write a duration, such as "for 1y"'],
  [['laptop for 0y'], /"laptop for 0y": .*"for 1y"/],
  [['laptop for 1y for 2y'], 'Write only one duration'],
  [['laptop at 130 %'], '"laptop at 130 %": Write a load from 0 to 100 %'],
  [['laptop at -5 %'], /"laptop at -5 %": .* 0 to 100 %/],
  [['0 laptops'], '"0 laptops": Write a whole number'],
  [['0 H100'], /"0 H100": .* 1 to 999999999/],
  [['2.5 laptops'], /"2\.5 laptops": .* 1 to 999999999/],
  [
    ['3 Dell R740 with 2 Gold 6230'],
    '"3 Dell R740 with 2 Gold 6230": Write several assets, or an asset with its parts',
  ],
  [['3 servers and 20 laptops'], / impactql assess\n/],
  [['m5.xlarge vs'], 'Write a name on each side of "vs"'],
  [['vs', 'm5.xlarge'], / "vs"\n/],
  [['m5.xlarge vs vs m6g.xlarge'], / "vs"\n/],
  [['27 inch laptop'], '"27 inch laptop": Write the diagonal of a monitor'],
  [['laptop 256 GB'], '"laptop 256 GB": Write the diagonal'],
  [['0-inch monitor'], '"0-inch monitor": Write the diagonal'],
  [['2700-inch monitor'], '"2700-inch monitor": Write the diagonal'],
  [['27 kg monitor'], '"27 kg monitor": Write the diagonal'],
  [['5 TB phone'], '"5 TB phone": Write the diagonal'],
  [['monitor 27'], '"monitor 27". Did you mean monitor'],
  [['bogus 27 inch'], '"bogus 27 inch"'],
  [['bogus for banana'], '"bogus for banana"'],
  [['t3'], /"t3".* aws t3\.large/],
  [['Dell'], /"Dell".* Dell PowerEdge/],
  [['x'.repeat(5000)], `"${'x'.repeat(200)}…"`],
  [['laptop', '--criteria', 'water'], 'Unknown criterion "water". Did you mean wu (Water use (PEF)), '],
  [['laptop', '--fields', 'impacts.bogus'], 'Unknown field "impacts.bogus". Choose from impacts.gwp'],
  [['laptop', '--fields', 'release.x'], /"release\.x"\. release has no fields/],
  [['laptop', '--fields', 'release', '--format', 'csv'], '--fields works only with JSON. Leave out --format'],
  [['laptop', '--release', '2030.01'], 'Unknown release "2030.01". Choose from 2026.12, 2026.11, boavizta-2.4.1'],
  [['explain', 'laptop vs desktop'], 'explain takes one asset. Run impactql compare laptop vs desktop'],
  [['laptop vs desktop', '--format', 'csv'], 'A comparison has no CSV. Choose the format table or json'],
  [['plan.json'], 'Run impactql assess plan.json'],
  [['assess', 'm5.xlarge'], 'No such file: m5.xlarge. To assess the asset with this name, run: impactql m5.xlarge'],
  [['assess', 'Xeon', 'Gold', '6138'], ' impactql "Xeon Gold 6138"\n'],
  [['diff', 'm5.xlarge', 'm6g.xlarge'], ' impactql compare m5.xlarge m6g.xlarge\n'],
  [['assess', 'plan.json', 'm5.xlarge'], ' m5.xlarge. '],
  [['explain', 'm5.xlarge', '--row', '3'], '--row selects a row of a file, but m5.xlarge is a name. Leave out --row'],
  [['explain', 'fleet.csv', 'm5.xlarge'], 'fleet.csv is a file. Name either one file or assets, not both'],
  [['m5.xlarge', 'vs', 'fleet.csv'], 'error: fleet.csv '],
  [['compare', 'a.csv', 'b.csv'], 'Name one file, not 2. To compare two files, run: impactql diff a.csv b.csv'],
  [['explain', 'test'], 'test is a folder. Name a file in it'],
  [['laptop', '--load', '101'], /--load .*'101'.* 0 to 100/],
  [[], 'Usage: impactql'],
] as const)('what means nothing, or several things, is asked back: %j', async ([args, message]) => {
  const { status, stdout, stderr } = await runHere(args)
  expect(stderr).toMatch(message)
  expect(stdout).toBe('')
  expect(status).toBe(2)
})

test('a phrase names things, how many, and how each is used', () => {
  expect(readPhrase('')).toEqual([])
  expect(readPhrase('m5.xlarge vs m6g.xlarge in France')).toEqual([
    { name: 'm5.xlarge', quantity: 1, location: 'France' },
    { name: 'm6g.xlarge', quantity: 1, location: 'France' },
  ])
  expect(readPhrase('m5.xlarge in eu-west-3 or m5.xlarge in Deutschland at 30 % load for 4 years')).toEqual([
    { name: 'm5.xlarge', quantity: 1, region: 'eu-west-3', load: 30, duration: 35_040 },
    { name: 'm5.xlarge', quantity: 1, location: 'DE', load: 30, duration: 35_040 },
  ])
  expect(readPhrase('20 ordinateurs portables')).toMatchObject([{ quantity: 20, kind: 'laptop' }])
  expect(readPhrase('3x RTX 4090')).toEqual([{ name: 'RTX 4090', quantity: 3 }])
  // What begins with a number may be a name.
  expect(readPhrase('2700 X')).toEqual([{ name: '2700 X', quantity: 1 }])
})

test.for([
  ['a 27-inch monitor', 1, '27-inch monitor', { kind: 'MONITOR', inches: 27 }],
  ['27" monitor', 1, '27" monitor', { kind: 'MONITOR', inches: 27 }],
  ['monitor 27 inch', 1, 'monitor 27 inch', { kind: 'MONITOR', inches: 27 }],
  ['27 in monitor in France', 1, '27 in monitor', { kind: 'MONITOR', inches: 27 }],
  ['3 24" screens', 3, '24" screens', { kind: 'MONITOR', inches: 24 }],
  ['15 x 24 inch monitors', 15, '24 inch monitors', { kind: 'MONITOR', inches: 24 }],
  ['monitor of 68.58 cm', 1, 'monitor of 68.58 cm', { kind: 'MONITOR', inches: 27 }],
  ['Bildschirm 27 Zoll', 1, 'Bildschirm 27 Zoll', { kind: 'MONITOR', inches: 27 }],
  ['smartphone 256 GB', 1, 'smartphone 256 GB', { kind: 'SMARTPHONE', storage: 256 }],
  ['256 GB phone', 1, '256 GB phone', { kind: 'SMARTPHONE', storage: 256 }],
  ['20 1 TB phones for 3y', 20, '1 TB phones', { kind: 'SMARTPHONE', storage: 1000 }],
  ['phone with 128GB of storage', 1, 'phone with 128GB of storage', { kind: 'SMARTPHONE', storage: 128 }],
  ['mini PC', 1, 'mini PC', { kind: 'DESKTOP', form: 'MINI' }],
  ['a tower PC', 1, 'tower PC', { kind: 'DESKTOP', form: 'TOWER' }],
  ['3 all-in-ones', 3, 'all-in-ones', { kind: 'DESKTOP', form: 'ALL_IN_ONE' }],
  ['an all in one', 1, 'all in one', { kind: 'DESKTOP', form: 'ALL_IN_ONE' }],
  ['2 workstations', 2, 'workstations', { kind: 'DESKTOP', form: 'WORKSTATION' }],
  ['5 chromebooks', 5, 'chromebooks', { kind: 'LAPTOP', type: 'chromebook' }],
] as const)('%s is %d of %s, with its form or size', ([phrase, quantity, name, terminal]) => {
  expect(readPhrase(phrase)).toMatchObject([{ name, quantity, asset: { terminal } }])
})

test('the size in a phrase counts, and its words stay in the answer', async () => {
  // 92 kg at 24 inches, in proportion to the area: 92 * (27 / 24)^2 = 116.4375.
  const monitor = await json('27" monitor', '--duration', 'life')
  expect(monitor.name).toBe('27" monitor')
  expect(monitor.stages.gwp[0]).toMatchObject({ stage: 'MAKING', value: 116.4375 })
  // 52 kg and 0.048 kg for each of 256 GB: 52 + 0.048 * 256 = 64.288.
  const phone = await json('256 GB phone', '--duration', 'life')
  const model = await json('iPhone 15 256 GB', '--duration', 'life')
  expect(phone.name).toBe('256 GB phone')
  expect(model.name).toBe('Apple iPhone 15 256 GB')
  for (const { stages } of [phone, model]) {
    expect(stages.gwp[0].stage).toBe('MAKING')
    expect(stages.gwp[0].value).toBeCloseTo(64.288, 9)
  }
})

test('a name that begins with an article keeps it, known or not', async () => {
  for (const name of ['One Plus 9', 'One X', 'A series', 'The Frame']) {
    const [first] = readPhrase(name)
    expect(first).toEqual({ name, quantity: 1 })
  }
  const [named, bare] = readPhrase('one m5.xlarge').flatMap(readingsOf)
  expect([named?.name, bare?.name]).toEqual(['one m5.xlarge', 'm5.xlarge'])
})

test('an article before a name is left out, unless a number follows it', async () => {
  const named = (text: string) => readPhrase(text).map(({ name, kind, quantity }) => [name, kind, quantity])
  const [laptop, desktop] = [
    ['laptop', 'laptop', 1],
    ['desktop', 'desktop', 1],
  ]
  for (const text of ['a laptop against a desktop', 'one laptop vs the desktop', 'The laptop or a desktop for a year'])
    expect(named(text)).toEqual([laptop, desktop])
  expect(await json('an', 'm5.xlarge', 'in', 'France')).toMatchObject({ name: 'aws m5.xlarge' })
  expect(await json('the', '3x', 'RTX', '4090')).toMatchObject({ quantity: 3 })
  expect(await json('the', '8', 'H100')).toMatchObject({ quantity: 8, name: 'NVIDIA H100 SXM 80GB' })
  expect(named('the 3 laptops')).toEqual([['laptops', 'laptop', 3]])
  expect(named('A 100')).toEqual([['A 100', undefined, 1]])
  const { items } = await json(...'a laptop against a Dell PowerEdge R740'.split(' '))
  expect(items.map(({ label }: { label: string }) => label)).toEqual(['laptop', 'Dell PowerEdge R740'])
  expect(await json('explain', 'the', 'laptop')).toMatchObject({ label: 'laptop' })
})

test('a number before a name counts, unless the name begins with it', async () => {
  expect(await json('8 H100 for 3 weeks')).toMatchObject({ quantity: 8, name: 'NVIDIA H100 SXM 80GB' })
  const { items } = await json('8 H100 vs 4 A100 for a month')
  expect(items.map(({ label }: { label: string }) => label)).toEqual([
    '8 x NVIDIA H100 SXM 80GB',
    '4 x NVIDIA A100 SXM4 40GB',
  ])
  for (const [phrase, hours] of [
    ['laptop for 3 weeks', 504],
    ['laptop for a month', 730],
    ['laptop for 6 months', 4380],
  ] as const)
    expect(readPhrase(phrase)).toMatchObject([{ name: 'laptop', duration: hours }])
})

test('a model of which only the line is known says that its figures are typical', async () => {
  const note = '! This result does not use figures of this model. It uses a typical laptop.'
  expect(await shown(200, 'MacBook Pro 14')).toContain(note)
  expect(await shown(200, 'explain', 'MacBook Pro 14')).toContain(note)
  expect(await shown(200, 'compare', 'MacBook Pro 14', 'ThinkPad X1 Carbon')).toContain(
    `! Apple MacBook Pro 14 and Lenovo ThinkPad X1 Carbon:${note.slice(1)}`,
  )
  for (const known of ['PowerEdge R740', 'laptop']) expect(await shown(200, known)).not.toContain('typical l')
})

test('things of one name are told apart by their place and load', async () => {
  const labelsOf = async (...args: readonly string[]) =>
    (await json('compare', ...args)).items.map(({ label }: { label: string }) => label)
  expect(await labelsOf('m5.xlarge in eu-west-1', 'm5.xlarge in Sweden')).toEqual([
    'aws m5.xlarge in eu-west-1',
    'aws m5.xlarge in SWE',
  ])
  expect(await labelsOf('m5.xlarge at 20 %', '2x m5.xlarge', 'm5.xlarge at 80 %', '--location', 'FRA')).toEqual([
    'aws m5.xlarge at 20 %',
    '2 x aws m5.xlarge',
    'aws m5.xlarge at 80 %',
  ])
  expect(await labelsOf('m5.xlarge', 'm6g.xlarge in Sweden')).toEqual(['aws m5.xlarge', 'aws m6g.xlarge'])
})

test('a name alone is answered as its command answers it', async () => {
  const asked = await json('m5.xlarge', '--location', 'FRA', '--load', '30', '--criteria', 'gwp')
  const { impacts, computedFor } = await json(
    ...['instance', 'aws', 'm5.xlarge', '--location', 'FRA', '--load', '30', '--criteria', 'gwp'],
  )
  expect(asked).toMatchObject({ name: 'aws m5.xlarge', kind: 'cloudInstance', impacts, computedFor })
  expect(asked.likely.gwp.low).toBeLessThan(asked.likely.gwp.high)
  expect(asked.stages.gwp.map(({ stage }: { stage: string }) => stage)).toContain('USE')
  expect(await json('ask', 'm5.xlarge in France at 30 %')).toMatchObject({ impacts })
  expect(await json('Xeon Gold 6138')).toMatchObject({ name: 'Intel Xeon Gold 6138', kind: 'cpu' })
  expect(await json('PowerEdge', 'R740')).toMatchObject({ name: 'Dell PowerEdge R740', kind: 'server' })
  expect(await json('Dell', 'XPS', 'laptop')).toMatchObject({ asset: { terminal: { kind: 'LAPTOP' } } })
  expect(await json('ask', 'cpu')).toMatchObject({ name: 'cpu', asset: { component: { cpu: {} } } })
})

test('so many of a thing come to so many times its figure', async () => {
  const [one, many] = [await json('laptop'), await json('20 laptops')]
  expect(many.impacts.gwp.total.value).toBeCloseTo(20 * one.impacts.gwp.total.value, 6)
  expect(many.likely.gwp.high).toBeCloseTo(20 * one.likely.gwp.high, 6)
  expect(many.energy).toBeCloseTo(20 * one.energy, 6)
  // 20 kWh a year.
  expect((await json('laptop', '--duration', '4y')).energy).toBeCloseTo(80, 6)
})

test('on a terminal it is a sentence, what matters most in two lines, and how to go on', async () => {
  const text = await shown(80, 'H100')
  expect(text).toMatch(/^NVIDIA H100 SXM 80GB: [\d,]+ kg CO2 eq\. \(likely [\d,]+ to [\d,]+\) over 8,760/)
  for (const word of [
    'in Europe (EEE, assumed)',
    '2026.12',
    'Made up of: use',
    'Causes of the spread: ',
    '(--location)',
  ])
    expect(text.replace(/\n +/g, ' ')).toContain(word)
  expect(text.replace(/\n +/g, ' ')).toContain('It can also mean NVIDIA H100 PCIe 80GB, NVIDIA H100 NVL 94GB.')
  expect(text).toContain('Next: impactql explain')
  for (const line of text.split('\n')) expect(line.length).toBeLessThanOrEqual(80)
  expect((await shown(80, 'laptop', '--criteria', 'gwp,pe')).match(/\(likely/g)).toHaveLength(2)
})

test('a total of which a phase is unknown says so beside its range', async () => {
  const asked = ['m5.xlarge in Hong Kong', '--boundary', 'EQUIPMENT', '--criteria', 'gwp,pe']
  expect((await shown(200, ...asked)).replace(/\n +/g, ' ')).toMatch(
    /kg CO2 eq\. \(likely \d+ to \d+\) over [\s\S]*pe: 73 MJ \(likely \d+ to \d+; use is unknown\)/,
  )
})

test('so do the headlines of instance and explain', async () => {
  const asked = ['--location', 'HKG', '--boundary', 'EQUIPMENT', '--criteria', 'pe', '--format', 'table']
  for (const words of [
    ['instance', 'aws', 'm5.xlarge'],
    ['explain', 'm5.xlarge'],
  ]) {
    const text = (await shown(200, ...words, ...asked)).replace(/\n +/g, ' ')
    expect(text).toMatch(/^aws m5\.xlarge: 73 MJ \(likely \d+ to \d+; use is unknown\) over/)
  }
})

test('several names are compared, the lowest first, each with its likely range', async () => {
  const compared = await json('m5.xlarge vs m6g.xlarge in France')
  expect(compared).toEqual(await json('compare', 'm5.xlarge', 'm6g.xlarge', '--location', 'France'))
  expect(compared.items.map(({ label }: { label: string }) => label)).toEqual(['aws m5.xlarge', 'aws m6g.xlarge'])
  const [first, second] = compared.items
  expect(first.likely.low).toBeLessThan(first.likely.high)
  expect(first.probabilityLowest + second.probabilityLowest).toBeCloseTo(1, 9)
  for (const columns of [80, 120]) {
    const text = await shown(columns, 'm5.xlarge vs m6g.xlarge in France')
    expect(text).toMatch(/^aws m6g\.xlarge: [\d.]+ kg CO2 eq\., \d+ % below aws m5\.xlarge/)
    for (const line of text.split('\n')) expect(line.length).toBeLessThanOrEqual(columns)
  }
  const [three] = (await json('compare', '3x laptop', 'desktop')).items
  expect(three.total.value).toBeCloseTo(3 * (await json('laptop')).impacts.gwp.total.value, 6)
})

test('what cannot be compared says why, and gives no verdict', async () => {
  const text = await shown(80, 'm5.xlarge vs smartwatch')
  expect(text).toMatch(/^Not comparable: /)
  expect(text).not.toContain('lowest in')
})

test('totals whose use is unknown for both give no verdict: neither "75 % below" nor in how many of 100 runs', async () => {
  // No primary energy of electricity is published for Hong Kong, where use is most of it elsewhere.
  const asked = [
    'compare',
    'm5.xlarge',
    'm5.4xlarge',
    '--location',
    'HKG',
    '--criteria',
    'pe',
    '--boundary',
    'EQUIPMENT',
  ]
  const [pair] = (await json(...asked)).pairs
  const reason = expect.stringMatching(/^use .* aws m5\.xlarge and aws m5\.4xlarge$/)
  expect(pair).toMatchObject({ comparable: true, hasVerdict: false, phases: ['EMBEDDED'], reason })
  const text = await shown(120, ...asked)
  expect(text).toMatch(/^[^:]+: use .* aws m5\.xlarge and aws m5\.4xlarge/)
  expect(text).not.toMatch(/% below|of 100 runs|100 %/)
})

test('a total without its use says that it is partial and what it lacks, for one unit and for three', async () => {
  const asked = ['--location', 'HKG', '--criteria', 'pe', '--boundary', 'EQUIPMENT']
  const gapOf = (units: number) => ({
    isPartial: true,
    lacking: [{ phase: 'USE', units }],
    coverage: [
      { phase: 'EMBEDDED', units, of: units, share: 1 },
      { phase: 'USE', units: 0, of: units, share: 0 },
    ],
  })
  expect((await json('m5.xlarge', ...asked)).impacts.pe).toMatchObject({ use: null, ...gapOf(1) })
  expect((await json('3x m5.xlarge', ...asked)).impacts.pe).toMatchObject({ use: null, ...gapOf(3) })
  const { items } = await json('compare', '3x m5.xlarge', 'm5.xlarge', ...asked)
  expect(items).toMatchObject([gapOf(3), gapOf(1)])
})

test('an explanation goes from the figure down, for a name or any row of a file', async () => {
  const file = join(folder, 'rows.csv')
  writeFileSync(file, 'label,kind\none,laptop\ntwo,toaster\nthree,desktop\n')
  expect(await json('explain', file, '--row', '3')).toMatchObject({ label: 'three' })
  expect(await runHere(['explain', file, '--row', '2'])).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(/rows\.csv:3: .*"toaster"[\s\S]* no asset in row 2\n/),
  })
  expect(await runHere(['explain', file, '--row', '99'])).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(/ row 99\. The last asset is in row 3\n/),
  })
  writeFileSync(file, 'label,kind,quantity\none,laptop,1\nthree,desktop,1200\n')
  expect(await shown(200, 'explain', file, '--row', '1')).toContain(`one (row 1 of ${file}): `)
  expect(await shown(200, 'explain', file, '--row', '2')).toContain(`three (one of the 1,200 in row 2 of ${file}): `)
  // At full load, its use is more than its making.
  const text = await shown(80, 'explain', 'm5.xlarge', '--location', 'FRA', '--load', '100', '--formulas')
  for (const line of text.split('\n')) if (!line.includes('http')) expect(line.length).toBeLessThanOrEqual(80)
  const order = ['total ', '├─ use', '│  ├─ CPU 1', '├─ manufacturing', 'total = ', '  embedded = ', '\nRAM 1 ']
  const places = order.map((each) => text.indexOf(each))
  expect(places.every((place) => place > 0)).toBe(true)
  expect(places).toEqual(places.toSorted((a, b) => a - b))
})

test('an explanation warns of a row as an assessment of its file does', async () => {
  const file = join(folder, 'misspelt.csv')
  writeFileSync(
    file,
    'label,kind,model,location,cpu\na,laptop,Lattitude 5450,Frnce,\nb,laptop,MacBook Pro 14,,\nc,server,,POL,Xeon Gold 6134x\n',
  )
  const { stdout } = await runHere(['assess', file, '--criteria', 'gwp', '--format', 'json'])
  const rows = JSON.parse(stdout) as readonly { label: string; warnings: string }[]
  const messagesOf = ({ warnings }: { warnings: readonly { message: string }[] }) =>
    warnings.map(({ message }) => message)
  for (const [at, { label, warnings }] of rows.entries()) {
    const explained = await json('explain', file, '--row', String(at + 1))
    expect([explained.label, messagesOf(explained).join('; ')]).toEqual([label, warnings])
    const text = await shown(500, 'explain', file, '--row', String(at + 1))
    for (const message of messagesOf(explained)) expect(text).toContain(`\n! ${message}\n`)
  }
  expect(rows[0]?.warnings).toMatch(/"Lattitude 5450".*"Frnce"/)
  expect(rows[1]?.warnings).toContain('location is empty')
})

test('an explanation of a line of a bill is over its hours, and comes to the figure of the line', async () => {
  const file = join(folder, 'explained-bill.csv')
  const lines = ['BoxUsage:m5.large,Hrs,24', 'EBS:VolumeUsage.gp3,GB-Mo,100', 'DataTransfer-Out-Bytes,GB,5000']
  writeFileSync(
    file,
    [
      'line_item_line_item_type,line_item_product_code,line_item_usage_type,pricing_unit,line_item_usage_amount,product_region_code',
      ...lines.map((line) => `Usage,AmazonEC2,${line},eu-west-1`),
    ].join('\n'),
  )
  const { stdout } = await runHere(['assess', file, '--criteria', 'gwp', '--format', 'json'])
  const rows = JSON.parse(stdout) as readonly { gwp_total: number }[]
  const over = [' 24 hours', ' 730 hours', ' 1 hour']
  for (const [at, { gwp_total: figure }] of rows.entries()) {
    const { computedFor, total } = await json('explain', file, '--row', String(at + 1))
    expect(computedFor).toContain(over[at])
    expect(total.value / figure).toBeCloseTo(1, 9)
  }
  expect(rows).toHaveLength(3)
})

test('an explanation of a file without --row says which row it explains', async () => {
  const file = join(folder, 'several.csv')
  writeFileSync(file, 'label,kind\nzero,toaster\none,laptop\ntwo,desktop\n')
  const { stdout, stderr } = await runHere(['explain', file])
  expect(JSON.parse(stdout)).toMatchObject({ label: 'one', row: 2 })
  expect(stderr).toContain('several.csv: explains row 2, the first of 2 assets. For another one, add --row\n')
  writeFileSync(file, 'label,kind\none,laptop\n')
  expect(await json('explain', file)).toMatchObject({ label: 'one', row: 1 })
})

test('what if prints before, after and the difference', async () => {
  const asked = ['explain', 'm5.xlarge', '--location', 'FRA', '--what-if', 'electricity.FRA.gwp=0']
  const { total, whatIf, stages } = await json(...asked)
  // Without electricity its use is nothing.
  const use = stages.find(({ stage }: { stage: string }) => stage === 'USE').value
  expect(whatIf.difference).toBeCloseTo(-use, 9)
  expect(whatIf.value).toBeCloseTo(total.value - use, 9)
  const text = await shown(80, ...asked)
  // 12.81 W for a year at 0.04418 kg/kWh and a PUE of 1.14 are 5.65 kg.
  expect(text).toMatch(/before +12\.6 .*\nwhat if +6\.93 .*\ndifference +-5\.65 +-45 %\n/)
  expect(text.indexOf('what if')).toBeLessThan(text.indexOf('├─ '))
})

test('the help of every command ends with examples of it, whose options it has', async () => {
  const commands =
    (await runHere(['--help'])).stdout.match(/^ {2}([a-z-]+)(?= \[| <)/gm)?.map((name) => name.trim()) ?? []
  expect(commands.length).toBeGreaterThan(10)
  for (const name of commands.filter((each) => each !== 'help')) {
    const { stdout } = await runHere([name, '--help'])
    const [help = '', examples = ''] = stdout.split('\nExamples:\n')
    expect(examples, name).toMatch(new RegExp(`impactql ${name}\\b`))
    for (const [option] of examples.matchAll(/(?<= )--[a-z-]+/g)) expect(help, `${name} ${option}`).toContain(option)
  }
})

test('a comparison has the difference with its likely range, and says that both are alike but for their place', async () => {
  const things = ['compare', 'Latitude 5450 in France', 'ThinkPad in Poland', '--duration', '4y']
  const text = (await shown(200, ...things)).split('\n')
  // 20 kWh a year over four years, at 0.61498 in Poland and 0.04418 kg CO2 eq. per kWh in France.
  const byHand = 4 * 20 * (0.61498 - 0.04418)
  expect(byHand).toBeCloseTo(45.664, 2)
  const { pairs, items, warnings: alike } = await json(...things, '--json')
  expect(alike).toMatchObject([{ code: 'SAME_DATA' }])
  expect(items[1].total.value - items[0].total.value).toBeCloseTo(byHand, 6)
  const [low, high] = [pairs[0].difference['0.05'], pairs[0].difference['0.95']].map((end) =>
    Number(end.toPrecision(2)),
  )
  expect(text).toContainEqual(
    expect.stringContaining(`Saving compared with Lenovo ThinkPad: 45.7 kg CO2 eq. (likely ${low} to ${high}).`),
  )
  expect(text).toContainEqual(expect.stringContaining(' Dell Latitude 5450 and Lenovo ThinkPad.'))
  for (const { warnings } of items) expect(warnings).toMatchObject([{ code: 'TYPICAL_MODEL' }])
  const turned = await shown(200, 'compare', 'ThinkPad in Poland', 'Latitude 5450 in France', '--duration', '4y')
  expect(text).toContain(turned.split('\n').find((line) => line.startsWith('Saving')))
})

test('a comparison has the warnings about its items, and no difference of what is the same', async () => {
  const file = join(folder, 'alike.csv')
  writeFileSync(file, 'label,kind,model,location\nA,laptop,Zephyrus Q,FRA\nB,laptop,Foobar 5,FRA\n')
  const text = await shown(200, 'compare', file)
  expect(text).toMatch(/^! A: .*"Zephyrus Q"/m)
  expect(text).toMatch(/^A or B: .* We cannot tell A from B: /)
  expect(text).not.toMatch(/of 100 runs|lowest in|as much as/)
  expect(text).not.toContain('Difference')
  const { items, warnings } = await json('compare', file, '--json')
  expect(warnings).toMatchObject([{ code: 'SAME_DATA' }])
  expect(items[1].warnings).toMatchObject([{ code: 'UNKNOWN_MODEL', given: 'Foobar 5' }])
  const unlike = await json('compare', 'm5.xlarge', 'm6g.xlarge')
  expect(JSON.stringify(unlike)).not.toContain('SAME_DATA')
})

test('a release without models says so, of a name and of a row', async () => {
  const { stderr } = await runHere(['explain', 'PowerEdge R740', '--release', '2026.11'])
  expect(stderr).toContain('Release 2026.11 has no models of devices. Leave out --release, or describe the components.')
  const rows = 'kind,model\nserver,PowerEdge R740\n'
  const { stdout } = await runHere(['assess', '-', '--release', '2026.11', '--format', 'table'], rows)
  expect(stdout).toContain('! 1 row: Release 2026.11 has no models, so "PowerEdge R740" has no effect')
  const newest = await runHere(['assess', '-', '--format', 'table'], rows)
  expect(newest.stdout).not.toContain('no effect')
})

test('the x of a name is none that counts: 2 xeon, 2 xps', async () => {
  for (const phrase of ['2 xeon gold 6138', '2 Xeon Gold 6138', '2x xeon gold 6138', '2 x Xeon Gold 6138'])
    expect(await json(phrase, '--fields', 'name,quantity')).toEqual({ name: 'Intel Xeon Gold 6138', quantity: 2 })
  expect(readPhrase('2 xps laptops')).toMatchObject([{ name: '2 xps laptops', quantity: 1 }])
})

test('a zone of a region is in that region', () => {
  expect(readPhrase('e2-standard-4 in europe-west1-b')).toMatchObject([{ region: 'europe-west1' }])
  expect(readPhrase('m5.large in eu-west-1a')).toMatchObject([{ region: 'eu-west-1' }])
})

test('a type that fills its host is the type, and its host with the word server', async () => {
  expect(await json('m5.metal')).toMatchObject({ name: 'aws m5.metal', kind: 'cloudInstance' })
  expect(await json('p4d.24xlarge in France')).toMatchObject({ name: 'aws p4d.24xlarge', kind: 'cloudInstance' })
  expect(await json('m5.metal server')).toMatchObject({ kind: 'server' })
})

const ACROSS = 'goes across devices of this kind'

test.for([
  [['laptop'], ACROSS],
  [['Latitude 5450'], ACROSS],
  [['MacBook Air M2'], 'is one of error'],
  [['MacBook Air M2', '--figures', 'model'], ACROSS],
  [['R740'], 'is one of error'],
  [['explain', 'laptop'], ACROSS],
  [['explain', 'R740'], 'is one of error'],
  [['cpu', 'EPYC 7763'], 'is one of error'],
  [['instance', 'aws', 'm5.xlarge'], 'is one of error'],
  [['compare', 'laptop', 'smartphone'], ACROSS],
  [['compare', 'R740', 'm5.xlarge'], 'is one of error'],
  [['compare', 'laptop', 'MacBook Air M2'], `${ACROSS} for laptop, and is one of error for Apple MacBook Air 13 (M2)`],
] as const)('the answer to %j says that its likely range %s', async ([words, about]) => {
  expect(await shown(200, ...words)).toContain(`\nThe likely range ${about}.\n`)
})

const EITHER = 'goes across devices of a kind for typical values and unknown names, and is one of error for other rows'

test.for([
  ['kind\nlaptop\nmonitor\n', 'goes across devices of a kind'],
  ['kind,model\nserver,R740\nlaptop,MacBook Air M2\n', 'is one of error'],
  ['kind,model\nserver,R740\nlaptop,\n', EITHER],
  ['kind,model\nserver,R740\nlaptop,Nobody 5\n', EITHER],
] as const)('the sums of the rows %j say that their likely range %s', async ([rows, about]) => {
  const { stderr } = await runHere(['assess', '-', '--format', 'table'], rows)
  expect(stderr).toContain(`\nThe likely range ${about}\n`)
})
