import { describe, expect, test } from 'vitest'
import { Assessor } from '../../src/library/assessor.ts'
import { askNewest, releases } from '../world.ts'

interface Part {
  readonly label: string
  readonly capacity?: { readonly value: number }
  readonly impact: { readonly embedded: { readonly max: number } }
}

const PARTS = `label ... on Hdd { capacity { value } } ... on Ssd { capacity { value } }
  impact(criterion: GWP) { embedded { value min max } }`

async function partsOf(instanceType: string): Promise<readonly Part[]> {
  const { cloudInstance } = await askNewest(
    `query ($type: ID!) { cloudInstance(input: { provider: "aws", instanceType: $type }) { components { ${PARTS} } } }`,
    { type: instanceType },
  )
  return cloudInstance.components
}

describe('In release 2026.12, the first instances of AWS have hard disks', () => {
  // GB of the instance over GB of a disk of its host, times what one disk is.
  test.each([
    ['c1.medium', 350, 420],
    ['c1.xlarge', 1680, 420],
    ['cc2.8xlarge', 3360, 840],
    ['m1.small', 160, 420],
    ['m1.medium', 410, 420],
    ['m1.large', 840, 420],
    ['m1.xlarge', 1680, 420],
    ['m2.xlarge', 420, 840],
    ['m2.2xlarge', 850, 840],
    ['m2.4xlarge', 1680, 840],
  ])('%s: %d GB on disks of %d', async (type, gigabytes, ofDisk) => {
    const { component: disk } = await askNewest(
      '{ component(input: { hdd: { units: 1 } }) { impact(criterion: GWP) { embedded { max } } } }',
    )
    const parts = await partsOf(type)
    const disks = parts.find(({ label }) => label === 'HDD-1')
    expect(disks?.capacity?.value).toBe(ofDisk)
    const share = (disks?.impact.embedded.max ?? 0) / disk.impact.embedded.max
    // Bounds are shown with four digits.
    expect(Math.abs(share / (gigabytes / ofDisk) - 1)).toBeLessThan(0.001)
    expect(parts.map(({ label }) => label)).not.toContain('SSD-1')
  })

  test('a database on such a host has none of its own', async () => {
    const labels = (await partsOf('db.m2.xlarge')).map(({ label }) => label)
    expect(labels.filter((label) => /HDD|SSD/.test(label))).toEqual([])
  })
})

describe('In release 2026.12, x2g is a class of databases', () => {
  test.each([
    ['large', 2, 32],
    ['xlarge', 4, 64],
    ['2xlarge', 8, 128],
    ['4xlarge', 16, 256],
    ['8xlarge', 32, 512],
    ['12xlarge', 48, 768],
    ['16xlarge', 64, 1024],
  ])('db.x2g.%s is an x2gd of %d vCPU and %d GB without its drives', async (size, vcpu, memory) => {
    const input = { provider: 'aws', instanceType: `db.x2g.${size}` }
    const { cloudInstance } = await askNewest(
      'query ($input: CloudInstanceInput!) { cloudInstance(input: $input) { vcpu { value } memory { value } } }',
      { input },
    )
    expect(cloudInstance).toEqual({ vcpu: { value: vcpu }, memory: { value: memory } })
    const machine = await partsOf(`x2gd.${size}`)
    expect(machine.map(({ label }) => label)).toContain('SSD-1')
    const parts = machine.filter(({ label }) => label !== 'SSD-1')
    expect(await partsOf(input.instanceType)).toEqual(parts)
    // Without its prefix, too.
    expect(await partsOf(`x2g.${size}`)).toEqual(parts)
  })

  test.each(['x2g.large', 'db.x2g.large'])('%s is unknown in 2026.11', async (instanceType) => {
    const asset = { cloudInstance: { provider: 'aws', instanceType } }
    await expect(new Assessor(releases.find('2026.11')).assess(asset)).rejects.toMatchObject({
      faults: [{ code: 'NOT_FOUND', value: instanceType }],
    })
  })
})

describe('In release 2026.12, databases and caches of current classes are the instances of that name', () => {
  test.each([
    ['db.r8g.xlarge', 4, 32],
    ['db.m6id.4xlarge', 16, 64],
    ['db.x2iedn.2xlarge', 8, 256],
    ['db.t4g.micro', 2, 1],
    ['cache.r7g.large', 2, 16],
    ['cache.m8g.2xlarge', 8, 32],
  ])('%s has %d vCPU and %d GB', async (type, vcpu, memory) => {
    const fields = `vcpu { value } memory { value } impact(criterion: GWP) { embedded { value } use { value } }`
    const [own, base] = await Promise.all(
      [type, type.replace(/^(db|cache)\./, '')].map(async (name) => {
        const query = `query ($type: ID!) { cloudInstance(input: { provider: "aws", instanceType: $type }) { ${fields} } }`
        return (await askNewest(query, { type: name })).cloudInstance
      }),
    )
    expect(own).toMatchObject({ vcpu: { value: vcpu }, memory: { value: memory } })
    expect(own).toEqual(base)
  })
})
