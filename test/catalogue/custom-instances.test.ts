import { expect, test } from 'vitest'
import { NotFoundError } from '../../src/catalogue/not-found-error.ts'
import { askNewest, type Data, releases, world } from '../world.ts'

const SELECTION = `instanceType vcpu { value source } memory { value source } ssdStorage { value }
  platform { archetype } impacts(criteria: [GWP]) { embedded { value } use { value } } warnings { code }`

const question = (type: string) =>
  `{ cloudInstance(input: { provider: "gcp", instanceType: "${type}", usage: { usageLocation: "FRA" } }) { ${SELECTION} } }`

async function assessed(type: string): Promise<Data> {
  return (await askNewest(question(type))).cloudInstance
}

test.each([
  ['more vCPUs than the largest type of the family', 'n2-custom-99999999-1'],
  ['one vCPU more than the largest type', 'n2-custom-129-16384'],
  ['more memory than the largest type', 'n2-custom-4-884992-ext'],
  ['more memory than a micro shared core has', 'e2-custom-micro-131072'],
  ['256 MB more than a small shared core has', 'e2-custom-small-4352'],
  ['256 MB more than a medium shared core has', 'e2-custom-medium-8448'],
  ['256 MB less than a medium shared core has', 'e2-custom-medium-3840'],
  ['less than 0.5 GB per vCPU', 'n2-custom-4-1792'],
  ['less than 0.9 GB per vCPU of N1', 'n1-custom-1-768'],
  ['no vCPUs', 'n2-custom--4'],
  ['no vCPUs but memory', 'n2-custom-16384'],
  ['0 vCPUs', 'n2-custom-0-16384'],
  ['memory in GB, which is no whole step of 256 MB', 'n2-custom-4-300'],
  ['a zero before a number', 'n2-custom-04-16384'],
  ['digits of another script', 'n2-custom-٤-١٦٣٨٤'],
  ['a number with a sign', 'n2-custom-+4-16384'],
  ['two sizes', 'n2-custom-4-16384-4-16384'],
  ['another ending', 'n2-custom-4-16384-extra'],
  ['vCPUs and a shared core', 'e2-custom-medium-2-4096'],
  ['a family without custom types', 'c2-custom-4-16384'],
  ['more digits than any size has', `n2-custom-4-${'1'.repeat(100)}`],
])('a custom machine type with %s is not found', async (_, type) => {
  await expect(assessed(type)).rejects.toBeInstanceOf(NotFoundError)
})

test('another provider, and an earlier release, have no custom machine types', () => {
  const { references } = releases.newest
  expect(() => references.cloudInstance(references.provider('aws'), 'n2-custom-4-16384')).toThrow(NotFoundError)
  expect(() => world.references.cloudInstance(world.references.provider('gcp'), 'n2-custom-4-16384')).toThrow(
    NotFoundError,
  )
})

test.each([
  ['custom-6-23040', 6, 22.5, 'n1-highmem'],
  ['n1-custom-1-3840', 1, 3.75, 'n1-highmem'],
  ['n1-custom-1-1024', 1, 1, 'n1-highmem'],
  ['custom-10-9216', 10, 9, 'n1-highmem'],
  ['n2-custom-4-2048', 4, 2, 'n2-highmem'],
  ['n2-custom-4-16384', 4, 16, 'n2-highmem'],
  ['n2d-custom-8-65536-ext', 8, 64, 'n2d-highmem'],
  ['n4-custom-80-655360', 80, 640, 'n4-highmem'],
  ['e2-custom-4-8192', 4, 8, 'e2-standard'],
  ['e2-custom-micro-1024', 2, 1, 'e2-standard'],
  ['e2-custom-small-4096', 2, 4, 'e2-standard'],
  ['e2-custom-medium-4096', 2, 4, 'e2-standard'],
])('the custom machine type %s has %d vCPUs and %d GB, as its name says', async (type, vcpu, memory, archetype) => {
  const { impacts, warnings, ...others } = await assessed(type)
  const source = `Size read from the name ${type}: https://cloud.google.com/compute/docs/instances/creating-instance-with-custom-machine-type`
  expect(others).toEqual({
    instanceType: type,
    vcpu: { value: vcpu, source },
    memory: { value: memory, source },
    ssdStorage: null,
    platform: { archetype },
  })
  expect(warnings.map(({ code }: Data) => code)).not.toContain('READ_AS')
})

test('a custom machine type of the size of a listed type has the figures of that type', async () => {
  const [custom, listed] = [await assessed('custom-2-13312'), await assessed('n1-highmem-2')]
  expect(custom.impacts).toEqual(listed.impacts)
  expect(custom.warnings).toEqual(listed.warnings)
})

test('more memory, or more vCPUs, make the figures of a custom machine type larger', async () => {
  const totalOf = ({ impacts: [{ embedded, use }] }: Data) => embedded.value + use.value
  const [small, withMemory, withThreads] = await Promise.all(
    ['n2-custom-4-16384', 'n2-custom-4-32768', 'n2-custom-6-16384'].map(assessed),
  )
  expect(totalOf(withMemory)).toBeGreaterThan(totalOf(small))
  expect(totalOf(withThreads)).toBeGreaterThan(totalOf(small))
})

test('a custom machine type is read in any case, found by its id and by its name, and is in no list', async () => {
  const { cloudInstance, cloudInstanceType, cloudInstanceTypes } = await askNewest(`{
    cloudInstance(input: { instanceType: "N2_Custom_4_16384" }) { provider type { id name vcpu memory } warnings { code } }
    cloudInstanceType(provider: "gcp", name: "n2-custom-4-16384") { id source instance { instanceType } }
    cloudInstanceTypes(filter: { search: "custom" }) { totalCount }
  }`)
  expect(cloudInstance).toMatchObject({ provider: 'gcp', type: { name: 'n2-custom-4-16384', vcpu: 4, memory: 16 } })
  expect(cloudInstance.warnings).toContainEqual({ code: 'READ_AS' })
  expect(cloudInstanceType).toMatchObject({
    id: cloudInstance.type.id,
    instance: { instanceType: 'n2-custom-4-16384' },
  })
  expect(cloudInstanceTypes.totalCount).toBe(0)
  const { node } = await askNewest(`{ node(id: "${cloudInstanceType.id}") { id } }`)
  expect(node).toEqual({ id: cloudInstanceType.id })
})
