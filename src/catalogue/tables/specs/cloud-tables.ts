import { BILLING_CLASSES, FACILITY_GRANULARITIES } from '../../tables.ts'
import { choice, NOT_NEGATIVE, number, numberWithBounds, optional, POSITIVE, text } from '../files/cells.ts'
import { table } from './table-spec.ts'

const source = optional(text('a source'))

/** Providers, their regions, data centres and instance types. */
export const CLOUD_TABLES = {
  'cloud-providers': table(
    { id: text('an id'), name: text('a name'), page: optional(text('an address')) },
    { key: ['id'], remarks: ['name', 'page'] },
  ),
  'cloud-regions': table(
    {
      provider: text('an id of cloud-providers.csv'),
      location: text('a code of locations.csv'),
      region: text('a region'),
      names: optional(text('its names in consoles and price lists, separated by bars')),
      source,
    },
    { key: ['provider', 'region'], sources: ['source'] },
  ),
  'cloud-instances': table(
    {
      provider: text('an id of cloud-providers.csv'),
      instance_type: text('an instance type'),
      platform: text('an id of server-archetypes.csv'),
      vcpu: number('a number of vCPU', POSITIVE),
      memory_gb: number('a number of GB', POSITIVE),
      ssd_storage_gb: optional(number('a number of GB', NOT_NEGATIVE)),
      hdd_storage_gb: optional(number('a number of GB', NOT_NEGATIVE)),
      gpu_units: optional(number('a number of units', NOT_NEGATIVE)),
      source,
      derived: optional(text('what its host was derived from')),
    },
    { key: ['provider', 'instance_type'], remarks: ['derived'], sources: ['source'] },
  ),
  'custom-instances': table(
    {
      provider: text('an id of cloud-providers.csv'),
      prefix: text('the text before the size in a name'),
      host: text('an instance type'),
      vcpu: optional(number('a number of vCPU', POSITIVE)),
      least_gb_per_vcpu: optional(number('a number of GB', POSITIVE)),
      largest_memory_gb: optional(number('a number of GB', POSITIVE)),
      source,
    },
    { key: ['provider', 'prefix'], sources: ['source'], isOptional: true },
  ),
  'host-families': table(
    {
      provider: text('an id of cloud-providers.csv'),
      host: text('an instance type'),
      family: text('an instance type'),
      source,
    },
    { key: ['provider', 'host', 'family'], sources: ['source'], isOptional: true },
  ),
  facility: table(
    {
      provider: text('a provider'),
      granularity: choice(...FACILITY_GRANULARITIES),
      region: optional(text('a region')),
      zone: optional(text('a zone')),
      macro: optional(text('a part of the world')),
      year: number('a year', POSITIVE),
      pue: optional(numberWithBounds('a ratio', { min: 1 })),
      wue_l_per_kwh: optional(numberWithBounds('a number of l/kWh', NOT_NEGATIVE)),
      source,
      note: optional(text('a note')),
    },
    {
      key: ['provider', 'granularity', 'region', 'zone', 'macro', 'year', 'source'],
      remarks: ['note'],
      sources: ['source'],
      isOptional: true,
    },
  ),
  'facility-regions': table(
    {
      provider: text('a provider'),
      region: text('a region'),
      macro: optional(text('a part of the world')),
      water_l_per_kwh: optional(number('a number of l/kWh', NOT_NEGATIVE)),
      water_source: source,
    },
    { key: ['provider', 'region'], sources: ['water_source'], isOptional: true },
  ),
  billing: table(
    {
      id: text('an id'),
      provider: optional(text('an id of cloud-providers.csv')),
      service: optional(text('parts of names')),
      usage: optional(text('parts of names')),
      unit: optional(text('a unit')),
      class: choice(...BILLING_CLASSES),
      detail: optional(text('a detail')),
      machines: optional(number('a number of machines', POSITIVE)),
      vcpu: optional(number('a number of vCPU', NOT_NEGATIVE)),
      memory_gb: optional(number('a number of GB', NOT_NEGATIVE)),
      any_host: optional(choice('yes')),
      gigabytes: optional(number('a number of GB', POSITIVE)),
      binary: optional(choice('yes')),
      copies: optional(numberWithBounds('a number of copies', POSITIVE)),
      source: text('a source'),
      note: optional(text('a note')),
    },
    { key: ['id'], remarks: 'all', sources: ['source'], isOptional: true },
  ),
}
