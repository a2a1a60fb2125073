/**
 * The id of an operation in generated clients of BoaviztAPI 2.4.1: a name, the path and the method. Other operations
 * keep their own id.
 *
 * @example
 * operationId('GET', '/v1/server', 'getServer') // 'server_impact_from_model_v1_server__get'
 * operationId('GET', '/v2/rates', 'listRates') // 'listRates'
 */
export function operationId(method: 'GET' | 'POST', path: string, own: string): string {
  const name = recordedName(method, path)
  if (name === undefined) return own
  return `${name}${documentedPath(path).replace(/\W/g, '_')}_${method.toLowerCase()}`
}

/** The path that clients know: the server's ends with a slash. */
function documentedPath(path: string): string {
  return path === '/v1/server' ? '/v1/server/' : path
}

/** The document with the paths that clients know, and the home page. */
export function withKnownPaths<Document extends { readonly paths?: unknown }>(document: Document): Document {
  const known = Object.entries(document.paths as object).map(([path, item]) => [documentedPath(path), item])
  return { ...document, paths: { ...Object.fromEntries(known), '/': HOME } }
}

const HOME = {
  get: {
    operationId: 'welcome_page__get',
    summary: 'The home page',
    responses: {
      200: {
        description: 'An HTML page',
        headers: { 'Data-Release': { $ref: '#/components/headers/DataRelease' } },
        content: { 'text/html': { schema: { type: 'string' } } },
      },
    },
  },
}

/** Names of operations that list names or read a row. */
const READ = new Map([
  ['/v1/server/archetypes', 'server_get_all_archetype_name'],
  ['/v1/server/archetype_config', 'get_archetype_config'],
  ['/v1/cloud/instance/instance_config', 'get_archetype_config'],
  ['/v1/cloud/instance/all_instances', 'server_get_all_archetype_name'],
  ['/v1/cloud/instance/all_providers', 'server_get_all_provider_name'],
  ['/v1/terminal/all', 'terminal_get_all_categories'],
  ['/v1/peripheral/all', 'peripheral_get_all_categories'],
  ['/v1/component/all', 'all_routes'],
  ['/v1/iot/iot_device/archetypes', 'iot_device_get_all_archetype_name'],
  ['/v1/iot/iot_device/archetype_config', 'get_archetype_config'],
  ['/v1/utils/version', 'version'],
  ['/v1/utils/country_code', 'utils_get_all_countries'],
  ['/v1/utils/cloud_regions', 'utils_get_cloud_regions'],
  ['/v1/utils/cpu_family', 'utils_get_all_cpu_family'],
  ['/v1/utils/cpu_model_range', 'utils_get_all_cpu_model_range'],
  ['/v1/utils/ssd_manufacturer', 'utils_get_all_ssd_manufacturer'],
  ['/v1/utils/ram_manufacturer', 'utils_get_all_ram_manufacturer'],
  ['/v1/utils/case_type', 'utils_get_all_case_type'],
  ['/v1/utils/name_to_cpu', 'name_to_cpu'],
  ['/v1/utils/cpu_name', 'utils_get_all_cpu_name'],
  ['/v1/utils/name_to_gpu', 'utils_name_to_gpu'],
  ['/v1/utils/gpu_name', 'utils_get_all_gpu_name'],
  ['/v1/utils/impact_criteria', 'utils_get_all_impacts_criteria'],
])

/** Components named with `_disk` there. */
const DRIVES: ReadonlySet<string> = new Set(['ssd', 'hdd'])

function recordedName(method: 'GET' | 'POST', path: string): string | undefined {
  const known = READ.get(path)
  if (known !== undefined) return known
  const from = method === 'GET' ? 'from_model' : 'from_configuration'
  const [, , group = '', kind = '', rest] = path.split('/')
  if (path === '/v1/server') return `server_impact_${from}`
  if (path === '/v1/cloud/instance') return `instance_cloud_impact_${from}`
  if (path === '/v1/iot/iot_device') return `iot_device_impact_${from}`
  if (path === '/v1/consumption_profile/cpu') return method === 'POST' ? 'cpu_consumption_profile' : undefined
  if (group === 'terminal' || group === 'peripheral') {
    if (rest === undefined) return `${kind}_impact_${from}`
    return rest === 'archetypes' ? `${kind}_get_all_archetype_name` : `${kind}_get_archetype_config`
  }
  // Assembly is not a component there, and the list of archetypes has one path.
  if (group !== 'component' || kind === 'assembly') return undefined
  if (rest === undefined) return `${DRIVES.has(kind) ? `${kind}_disk` : kind}_impact_bottom_up_${from}`
  if (rest === 'archetype') return `${kind}_all_archetype_name`
  return rest === 'archetype_config' ? `${kind}_archetype_config` : undefined
}
