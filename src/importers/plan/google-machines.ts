import { at, listAt, numberAt, textAt } from '../json-at.ts'
import {
  type MachinesOf,
  type PlanConfiguration,
  type PlannedMachines,
  type PlanResource,
  TEMPLATE,
} from './plan-configuration.ts'

/** Default type of nodes: https://cloud.google.com/kubernetes-engine/docs/reference/rest/v1/NodeConfig */
const GKE_DEFAULT = 'e2-medium'
/** A regional cluster has nodes in this many zones by default. */
const ZONES_OF_REGION = 3
const TEMPLATES = ['google_compute_instance_template', 'google_compute_region_instance_template']

const group: MachinesOf = (resource, configuration) => {
  const template =
    configuration.referredTo(resource, TEMPLATES, 'version') ??
    configuration.referredTo(resource, TEMPLATES, 'instance_template')
  const quantity = numberAt(resource.values, 'target_size') ?? 0
  return [machines(resource, configuration, textAt(template?.values, 'machine_type'), quantity)]
}

/** Machine resources of the provider google. */
export const googleMachines: Readonly<Record<string, MachinesOf>> = {
  google_compute_instance: (resource, configuration) => [
    machines(resource, configuration, textAt(resource.values, 'machine_type'), 1),
  ],
  google_compute_instance_group_manager: group,
  google_compute_region_instance_group_manager: group,
  google_compute_instance_template: () => TEMPLATE,
  google_compute_region_instance_template: () => TEMPLATE,
  google_container_cluster: (resource, configuration) => {
    const { values } = resource
    if (at(values, 'remove_default_node_pool') === true) return { skipped: 'a cluster without machines of its own' }
    if (at(values, 'enable_autopilot') === true) return { skipped: 'an autopilot cluster: its machines are unknown' }
    const ofPools = listAt(values, 'node_pool').map((pool) => poolMachines(resource, configuration, pool))
    return ofPools.length > 0 ? ofPools : [poolMachines(resource, configuration, values)]
  },
  google_container_node_pool: (resource, configuration) => {
    const cluster = configuration.referredTo(resource, ['google_container_cluster'], 'cluster')
    return [poolMachines(resource, configuration, resource.values, cluster)]
  },
}

/** The nodes of a pool: its number of nodes in each of its zones. */
function poolMachines(
  resource: PlanResource,
  configuration: PlanConfiguration,
  pool: unknown,
  cluster: PlanResource | undefined = undefined,
): PlannedMachines {
  const type = textAt(pool, 'node_config', 0, 'machine_type') ?? GKE_DEFAULT
  const each =
    numberAt(pool, 'node_count') ??
    numberAt(pool, 'initial_node_count') ??
    numberAt(pool, 'autoscaling', 0, 'min_node_count') ??
    0
  const location = textAt(resource.values, 'location') ?? textAt(cluster?.values, 'location')
  const zones = listAt(pool, 'node_locations').length || listAt(cluster?.values, 'node_locations').length
  const isRegion = location !== undefined && regionIn(location) === location
  const known = machines(resource, configuration, type, each * (zones || (isRegion ? ZONES_OF_REGION : 1)))
  return location === undefined ? known : { ...known, region: regionIn(location) }
}

function machines(
  resource: PlanResource,
  configuration: PlanConfiguration,
  type: string | undefined,
  quantity: number,
): PlannedMachines {
  const { values } = resource
  const location =
    textAt(values, 'zone') ??
    textAt(values, 'location') ??
    textAt(values, 'region') ??
    configuration.providerSetting(resource, 'zone') ??
    configuration.providerSetting(resource, 'region')
  // A type may be a full URL: .../zones/europe-west1-b/machineTypes/n2-standard-2
  return { provider: 'gcp', instanceType: type?.split('/').at(-1), region: location && regionIn(location), quantity }
}

/** The region of a zone: `europe-north1-a` is in europe-north1. */
function regionIn(location: string): string {
  return (location.split('/').at(-1) ?? location).replace(/-[a-z]$/, '')
}
