import { describe, expect, test } from 'vitest'
import type { Data } from '../../world.ts'
import { rest } from './ask-rest.ts'

describe('lists', () => {
  test('the version is a JSON string', async () => {
    expect((await rest('/v1/utils/version')).body).toBe('"2.4.1"')
  })

  test('a name that means no part is answered by a sentence', async () => {
    const { status, json } = await rest('/v1/utils/name_to_cpu?cpu_name=Xeon%20Platinum%209999')
    expect(status).toBe(200)
    expect(json).toMatch(/^Xeon Platinum 9999 not found/)
    expect((await rest('/v1/utils/name_to_gpu?gpu_name=Abacus')).json).toBe(
      'Abacus not found; /v1/utils/gpu_name lists the known names',
    )
  })

  test('a name that means a part is answered by what it completes', async () => {
    const { body, json } = await rest('/v1/utils/name_to_cpu?cpu_name=epyc%207763')
    expect(json).toMatchObject({ name: 'AMD EPYC 7763', manufacturer: 'AMD', core_units: 64, threads: 128, tdp: 280 })
    expect(body).toContain('"tdp":280')
  })

  test.each([
    ['/v1/server/archetypes', 292],
    ['/v1/cloud/instance/all_providers', 5],
    ['/v1/component/cpu/archetypes', 1],
    ['/v1/terminal/laptop/archetypes', 2],
    ['/v1/iot/iot_device/archetypes', 5],
    ['/v1/utils/gpu_name', 8],
    ['/v1/utils/case_type', 2],
  ])('%s has %d entries', async (path, entries) => {
    expect((await rest(path)).json).toHaveLength(entries)
  })

  test('the instances of all providers are 1,947', async () => {
    const { json: providers } = await rest('/v1/cloud/instance/all_providers')
    const lists = await Promise.all(
      providers.map((provider: string) => rest(`/v1/cloud/instance/all_instances?provider=${provider}`)),
    )
    expect(lists.reduce((total: number, { json }: Data) => total + json.length, 0)).toBe(1947)
  })

  test('an archetype shows unknown cells as {}, numbers as decimals, bounds where they are stated', async () => {
    const { body } = await rest('/v1/server/archetype_config?archetype=platform_compute_medium')
    expect(body).toContain(
      '"CPU":{"units":{"default":2.0},"core_units":{"default":24.0,"min":16.0,"max":48.0},"die_size_per_core":{}',
    )
  })
})
