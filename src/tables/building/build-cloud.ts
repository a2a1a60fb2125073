import { known } from '../../reference/known.ts'
import type { Tables } from '../../reference/tables.ts'
import type { CheckedRows } from './checked-rows.ts'

/** Providers, their regions, data centres and instance types. */
export function cloudTables({
  rows,
  placed,
  shown,
  doubtsOf,
}: CheckedRows): Pick<Tables, 'cloudInstances' | 'cloudRegions' | 'cloudProviders' | 'facilities' | 'facilityRegions'> {
  return {
    cloudInstances: Array.from(placed('cloud-instances'), ({ key, row }) => {
      const [doubt] = doubtsOf('cloud-instances', key).values()
      return known({
        provider: row.provider,
        instanceType: row.instance_type,
        vcpu: row.vcpu,
        memory: row.memory_gb,
        ssdStorage: row.ssd_storage_gb ?? 0,
        hddStorage: row.hdd_storage_gb ?? 0,
        gpuUnits: row.gpu_units ?? 0,
        platform: row.platform,
        source: shown(row.source),
        derived: row.derived,
        doubt,
      })
    }),
    cloudRegions: rows('cloud-regions').map(({ provider, region, location, source }) =>
      known({ provider, region, location, source: shown(source) }),
    ),
    cloudProviders: rows('cloud-providers').map(({ id, name }) => ({ id, name })),
    facilities: rows('facility').map((row) => {
      const { provider, granularity, region, zone, macro, year, pue, wue_l_per_kwh: wue, source } = row
      return known({ provider, granularity, region, zone, macro, year, pue, wue, source: shown(source) })
    }),
    facilityRegions: rows('facility-regions').map(
      ({ provider, region, macro, water_l_per_kwh: waterPerKwh, water_source: source }) =>
        known({ provider, region, macro, waterPerKwh, source: shown(source) }),
    ),
  }
}
