import type { Listed } from '../reference/not-found-error.ts'
import { PERIPHERALS } from './impact-routes.ts'

/** The path that lists things of a kind: `/v1/component/ram/archetypes`. */
export function cataloguePath({ of, within = '' }: Listed): string {
  switch (of) {
    case 'server':
      return '/v1/server/archetypes'
    case 'iot_device':
      return '/v1/iot/iot_device/archetypes'
    case 'terminal':
      return `/v1/${(PERIPHERALS as readonly string[]).includes(within) ? 'peripheral' : 'terminal'}/${within}/archetypes`
    case 'cloud_provider':
      return '/v1/cloud/instance/all_providers'
    case 'cloud_instance':
      return `/v1/cloud/instance/all_instances?provider=${within}`
    case 'release':
      return '/openapi.json'
    case 'location':
      return '/v1/utils/country_code'
    case 'cpu':
      return '/v1/utils/cpu_name'
    default:
      return `/v1/component/${of}/archetypes`
  }
}
