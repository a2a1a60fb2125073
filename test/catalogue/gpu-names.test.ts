import { describe, expect, test } from 'vitest'
import { askNewest as ask, ask as askBase, type Data, releases } from '../world.ts'

const QUERY = `query ($name: String!, $strict: Boolean = false) {
  component(input: { gpu: { name: $name } }, strict: $strict) {
    warnings { code message path }
    ... on Gpu { name { value status source } tdp { value } usage { avgPower { value } } }
  }
}`

async function card(name: string): Promise<Data> {
  return (await ask(QUERY, { name })).component
}

describe('a card', () => {
  test.each([
    'Core i7',
    '4090',
    'Titan',
    'RTX 4090 D',
    'RTX 4090 Laptop GPU',
    'RTX 4090 Mobile',
    'RTX 3080 Mobile',
    'rtx3070 mobile',
    'RTX A5000 Mobile',
    'RTX A4500 Mobile',
    'A4000 Mobile',
    'GTX 1080 Mobile',
    'GeForce RTX 3080 Notebook',
    'RTX 2080 with Max-Q Design',
    'RTX 4090 SXM',
    'H100 SXM 94GB',
    'H100 NVL 80GB',
    'RTX 4070 Ti',
    'Titan X',
    'RTX 6000',
    'V100-SXM3-32GB',
    'NVIDIA H100 96GB',
    'MI300A',
    'Gaudi',
  ])('named "%s" is no known one, and its text stays', async (name) => {
    const found = await card(name)
    expect(found.name).toMatchObject({ value: name, status: 'INPUT' })
    expect(found.tdp).toBeNull()
    expect(found.warnings.map(({ code }: Data) => code)).toEqual(['UNKNOWN_GPU'])
  })

  test.each([
    ['MI300X', 'AMD Instinct MI300X', 750],
    ['AMD Instinct MI300X OAM', 'AMD Instinct MI300X', 750],
    ['MI25', 'AMD Radeon Instinct MI25', 300],
    ['NVIDIA GeForce RTX 4090', 'NVIDIA GeForce RTX 4090', 450],
    ['RTX 4090', 'NVIDIA GeForce RTX 4090', 450],
    ['rtx4090', 'NVIDIA GeForce RTX 4090', 450],
    ['RTX 3080 Ti', 'NVIDIA GeForce RTX 3080 Ti', 350],
    ['GTX 1080', 'NVIDIA GeForce GTX 1080', 180],
    ['TITAN V', 'NVIDIA Titan V', 250],
    ['RTX 3070', 'NVIDIA GeForce RTX 3070', 220],
    ['RTX 6000 Ada', 'NVIDIA RTX 6000 Ada Generation', 300],
    ['A6000', 'NVIDIA RTX A6000', 300],
    ['NVIDIA A100-SXM-80GB', 'NVIDIA A100 SXM4 80GB', 400],
    ['NVIDIA A100 80GB PCIe', 'NVIDIA A100 PCIe 80GB', 300],
    ['H100 SXM5 80 GB', 'NVIDIA H100 SXM 80GB', 700],
    ['H200 NVL', 'NVIDIA H200 NVL 141GB', 600],
    ['A100 80GB SXM', 'NVIDIA A100 SXM4 80GB', 400],
    ['RTX3080 Ti', 'NVIDIA GeForce RTX 3080 Ti', 350],
    ['RTX 4090 Desktop', 'NVIDIA GeForce RTX 4090', 450],
    ['H200 SXM', 'NVIDIA H200 SXM 141GB', 700],
    ['MI250', 'AMD Instinct MI250', 500],
    ['P100 PCIe', 'NVIDIA P100', 250],
    ['P100 SXM', 'NVIDIA P100 SXM2 16GB', 300],
    ['Tesla P100-SXM2-16GB', 'NVIDIA P100 SXM2 16GB', 300],
    ['GRID K520', 'NVIDIA K520', 112.5],
    ['NVIDIA A30 Tensor Core GPU', 'NVIDIA A30', 165],
    ['Intel GPU Max 1550', 'Intel Data Center GPU Max 1550', 600],
  ])('named "%s" is the %s, of %d W', async (name, expected, tdp) => {
    const { name: found, tdp: power, warnings } = await card(name)
    expect([found.value, power.value, warnings]).toEqual([expected, tdp, []])
  })

  test('that its maker publishes no power of is found all the same: Trainium', async () => {
    const { name, tdp, usage } = await card('Trainium')
    expect([name.value, tdp, usage.avgPower]).toEqual(['AWS Trainium', null, null])
  })
})

describe('a name that leaves open which card is meant', () => {
  test.each([
    ['NVIDIA A100', 'NVIDIA A100 SXM4 40GB'],
    ['A100 80GB', 'NVIDIA A100 SXM4 80GB'],
    ['A100 PCIe', 'NVIDIA A100 PCIe 80GB'],
    ['A100 SXM', 'NVIDIA A100 SXM4 40GB'],
    ['H100', 'NVIDIA H100 SXM 80GB'],
    ['NVIDIA H100 Tensor Core GPU', 'NVIDIA H100 SXM 80GB'],
    ['H200', 'NVIDIA H200 SXM 141GB'],
    ['H200 141GB', 'NVIDIA H200 SXM 141GB'],
    ['H100 80GB', 'NVIDIA H100 SXM 80GB'],
    ['V100 SXM', 'NVIDIA V100 SXM2 16GB'],
    ['Tesla V100', 'NVIDIA V100 SXM2 16GB'],
    ['V100 32GB', 'NVIDIA V100 SXM2 32GB'],
  ])('"%s" is read as the most usual, %s, with a warning', async (name, expected) => {
    const { name: found, usage, warnings } = await card(name)
    expect(found).toMatchObject({ value: expected, status: 'CHANGED' })
    expect(found.source).toContain(`"${name}"`)
    expect(usage.avgPower.value).toBeGreaterThan(100)
    expect(warnings).toEqual([
      { code: 'UNKNOWN_VARIANT', message: expect.stringContaining(expected), path: ['input', 'gpu', 'name'] },
    ])
  })

  test.each([
    ['NVIDIA A100', ['NVIDIA A100 SXM4 40GB', 'NVIDIA A100 SXM4 80GB', 'NVIDIA A100 PCIe 80GB']],
    ['H200 141GB', ['NVIDIA H200 SXM 141GB', 'NVIDIA H200 NVL 141GB']],
    ['H100 80GB', ['NVIDIA H100 SXM 80GB', 'NVIDIA H100 PCIe 80GB']],
  ])('"%s" is refused where it is asked strictly, with the variants', async (name, nearest) => {
    await expect(ask(QUERY, { name, strict: true })).rejects.toMatchObject({
      faults: [{ code: 'UNKNOWN_VARIANT', path: ['input', 'gpu', 'name'], nearest }],
    })
  })

  test('stands in the source as it was given, with how near it is', async () => {
    expect((await card('NVIDIA A100')).name.source).toMatch(/^Given as "NVIDIA A100" \(similarity \d+ of 100\)$/)
  })

  test('is not known in the base release, whose figures stay', async () => {
    const { component } = await askBase(QUERY, { name: 'NVIDIA A100' })
    expect(component.name).toMatchObject({ value: 'NVIDIA A100', status: 'INPUT' })
  })

  test('is read as clouds rent them: of 45 instance types with such cards, 31 have modules', () => {
    const { cloudInstances, serverArchetypes } = releases.newest.tables
    const cards = new Map(serverArchetypes.map(({ id, gpu }) => [id, gpu?.name]))
    const counts = new Map<string, number>()
    for (const { platform, gpuUnits } of cloudInstances) {
      const [, number, form] = /^NVIDIA ([VAH][12]00) (SXM|PCIe|NVL)/.exec(cards.get(platform) ?? '') ?? []
      if (number === undefined || gpuUnits === 0) continue
      const kind = `${number} ${form === 'SXM' ? 'module' : 'card'}`
      counts.set(kind, (counts.get(kind) ?? 0) + 1)
    }
    expect(Object.fromEntries(counts)).toEqual({
      'V100 module': 5,
      'V100 card': 4,
      'A100 module': 13,
      'A100 card': 3,
      'H100 module': 9,
      'H100 card': 7,
      'H200 module': 4,
    })
  })
})
