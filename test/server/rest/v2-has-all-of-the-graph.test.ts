import { expect, test } from 'vitest'
import { schema } from '../../../schema/schema.ts'
import { routes } from '../../../src/server/rest/handle-rest.ts'

/** The route of each root field of the graph. */
const ROUTES: Readonly<Record<string, string>> = {
  archetype: '/v2/archetypes/{id}',
  archetypes: '/v2/archetypes',
  asset: '/v2/assess',
  calibration: '/v2/calibration',
  cloudInstance: '/v2/assess',
  cloudInstanceType: '/v2/instance-types/{name}',
  cloudInstanceTypes: '/v2/instance-types',
  cloudProvider: '/v2/cloud-providers/{id}',
  cloudProviders: '/v2/cloud-providers',
  comparison: '/v2/compare',
  component: '/v2/assess',
  consumptionProfile: '/v2/consumption-profile',
  cpuModel: '/v2/cpu-models/{name}',
  cpuModels: '/v2/cpu-models',
  criteria: '/v2/criteria',
  drift: '/v2/drift',
  equipment: '/v2/assess',
  fleet: '/v2/fleet',
  gpuModel: '/v2/gpu-models/{name}',
  gpuModels: '/v2/gpu-models',
  iotDevice: '/v2/assess',
  location: '/v2/locations/{code}',
  locationsConnection: '/v2/locations',
  matchCpu: '/v2/match-cpu',
  matchGpu: '/v2/match-gpu',
  namedThings: '/v2/named-things',
  namesConnection: '/v2/names',
  network: '/v2/assess',
  publishedFigures: '/v2/published-figures',
  release: '/v2/releases/{id}',
  releases: '/v2/releases',
  server: '/v2/assess',
  storage: '/v2/assess',
  terminal: '/v2/assess',
}

/** Those of a service with jobs and API keys, and what REST has by its addresses. */
const ELSEWHERE = ['job', 'jobs', 'jobsConnection', 'node']

test('every root field of the graph that is not deprecated has a route of /v2', () => {
  const fields = Object.values(schema.getQueryType()?.getFields() ?? {})
  const current = fields.filter(({ deprecationReason }) => deprecationReason == null).map(({ name }) => name)
  const known = current.filter((name) => !ELSEWHERE.includes(name))
  expect(known.toSorted()).toEqual(Object.keys(ROUTES).toSorted())
  const paths = new Set(routes.map(({ path }) => path))
  expect(Object.values(ROUTES).filter((path) => !paths.has(path))).toEqual([])
})
