import { describe, expect, test } from 'vitest'
import { askNewest, type Data } from '../world.ts'

const COMPARISON = `query ($items: [ComparisonItemInput!]!, $criterion: Criterion, $release: ID!) { release(id: $release) {
  comparison(items: $items, criterion: $criterion, duration: 8760, samples: 64) { warnings { code message } } } }`

type Method = 'MAKER' | 'STUDY' | undefined

const ssd = (method: Method) => ({ capacity: 960, ...(method && { method }) })
const drive = (method: Method) => ({ component: { ssd: ssd(method) } })
const server = (method: Method, usageLocation = 'FRA') => ({
  server: { configuration: { disks: [{ ssd: ssd(method) }] }, usage: { usageLocation } },
})
const instance = { cloudInstance: { provider: 'aws', instanceType: 'm5d.xlarge' } }
const storage = { storage: { kind: 'SSD', gigabytes: 960 } }

async function messagesOf(
  assets: readonly object[],
  { criterion = 'GWP', release = '2026.12' } = {},
): Promise<readonly string[]> {
  const items = assets.map((asset, at) => ({ label: `${at}`, ...('fleet' in asset ? asset : { asset }) }))
  const { warnings } = (await askNewest(COMPARISON, { items, criterion, release })).release.comparison
  return warnings
    .filter(({ code }: Data) => code === 'METHODS_DIFFER')
    .map(({ message }: { readonly message: string }) => message)
}

describe('Methods of drives are not told', () => {
  test.each([
    ['of one method', [drive('MAKER'), drive('MAKER')]],
    ['of no given method', [drive(undefined), drive(undefined)]],
    ['of servers in two places', [server('STUDY'), server('STUDY', 'POL')]],
    ['beside something without drives', [server('STUDY'), { terminal: { kind: 'LAPTOP' } }]],
    [
      'of servers with drives of both methods',
      ['FRA', 'POL'].map((usageLocation) => ({
        server: {
          configuration: { disks: [{ ssd: ssd('MAKER') }, { ssd: ssd('STUDY') }] },
          usage: { usageLocation },
        },
      })),
    ],
    [
      'of none of them',
      [server('MAKER'), { server: { configuration: { disks: [{ ssd: { units: 0, method: 'STUDY' } }] } } }],
    ],
  ])('%s', async (_, assets) => {
    expect(await messagesOf(assets)).toEqual([])
  })

  test('in criteria and releases whose figures no method changes', async () => {
    const assets = [drive('MAKER'), drive('STUDY')]
    for (const criterion of ['ADPE', 'PE', 'GWPPF']) expect(await messagesOf(assets, { criterion })).toEqual([])
    expect(await messagesOf(assets, { release: '2026.11' })).toEqual([])
  })
})

describe('Different methods of drives are told', () => {
  test.each([
    ['of makers and studies', [drive('MAKER'), drive('STUDY')]],
    ['of makers and none', [drive('MAKER'), drive(undefined)]],
    ['in servers', [server('MAKER'), server('STUDY')]],
    ['in a server and an instance', [server('MAKER'), instance]],
    ['in a drive and a service', [drive('STUDY'), storage]],
    ['in fleets', [{ fleet: [{ asset: server('MAKER') }] }, { fleet: [{ asset: server('STUDY') }] }]],
    [
      'in fleets of other numbers',
      [1, 2].map((quantity) => ({
        fleet: [
          { asset: drive('MAKER'), quantity },
          { asset: drive('STUDY'), quantity: 3 - quantity },
        ],
      })),
    ],
  ])('%s, once', async (_, assets) => {
    expect(await messagesOf(assets)).toHaveLength(1)
  })

  test('with their names, beside those of terminals', async () => {
    const laptop = (name: string) => ({ asset: { terminal: { kind: 'LAPTOP', model: { name } } } })
    const messages = await messagesOf([
      { fleet: [laptop('MacBook Air M2'), { asset: drive('MAKER') }] },
      { fleet: [laptop('Latitude 5450'), { asset: drive('STUDY') }] },
    ])
    expect(messages).toEqual([
      expect.stringContaining('Apple LCA and our model'),
      expect.stringContaining('makers of drives and that of independent studies'),
    ])
  })
})
