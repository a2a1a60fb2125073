import type { Listed } from '../../reference/not-found-error.ts'

/** The field of the schema that lists things of a kind: `componentArchetypes(component: RAM)`. */
export function catalogueQuery({ of, within }: Listed): string {
  switch (of) {
    case 'server':
      return 'serverArchetypes'
    case 'iot_device':
      return 'iotDeviceArchetypes'
    case 'terminal':
      return within ? `terminalArchetypes(kind: ${within.toUpperCase()})` : 'terminalArchetypes'
    case 'cloud_provider':
      return 'cloudProviders { id }'
    case 'cloud_instance':
      return `cloudProvider(id: "${within}") { instanceTypes { name } }`
    case 'location':
      return 'locations { code name }'
    case 'cpu':
      return 'cpus { nodes { name } }'
    default:
      return `componentArchetypes(component: ${of.toUpperCase()})`
  }
}
