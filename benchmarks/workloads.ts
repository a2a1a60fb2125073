import { readFileSync } from 'node:fs'
import { CRITERION_CODES } from '../src/engine/values/criteria.ts'

/** What is sent to the service again and again. */
export interface Workload {
  readonly name: string
  readonly method: 'GET' | 'POST'
  readonly path: string
  /** Paths that are asked for in turn, instead of that one. Without bodies no two are equal. */
  readonly paths?: readonly string[]
  /** Bodies that are sent in turn; no two are equal, so that no remembered answer serves. */
  readonly bodies?: readonly string[]
}

/** Distinct bodies of a workload: enough that two runs of some seconds hardly meet one twice. */
const DISTINCT = 200_000

const cpus = readFileSync(new URL('../data/cpus.csv', import.meta.url), 'utf8')
  .split('\n')
  .slice(1)
  .map((line) => line.split(',')[0] ?? '')
  .filter((name) => name !== '' && !name.includes('"'))

const GWP_OF_CPU =
  'query Gwp($cpu: CpuInput!) { component(input: { cpu: $cpu }) { impacts(criteria: GWP) { embedded { value min max } use { value min max } } } }'

const TOTAL_OF_FLEET =
  'query Fleet($items: [FleetItemInput!]!) { fleet(items: $items) { size assessed impacts { criterion embedded { value min max } use { value min max } } } }'

/** The n-th CPU by name, at a load that no other has with that name. */
function cpu(n: number): { name: string; load: number } {
  const turn = Math.floor(n / cpus.length)
  return { name: cpus[n % cpus.length] ?? '', load: (1 + ((turn * 997) % 9_999)) / 100 }
}

/** The request for a fleet of so many servers. Processors and memory differ. */
export function fleetBody(size: number): string {
  const items = Array.from({ length: size }, (_, n) => {
    const { name, load } = cpu(n)
    const ram = [{ units: 1 + (n % 16), capacity: 8 * (1 + (n % 8)) }]
    return { asset: { server: { configuration: { cpu: { name, units: 2 }, ram }, usage: { timeWorkload: load } } } }
  })
  return JSON.stringify({ query: TOTAL_OF_FLEET, variables: { items } })
}

/** A GET that no memory answers: each asks for another duration, in hours. */
function varied(name: string, path: string): Workload {
  const paths = Array.from({ length: DISTINCT }, (_, n) => `${path}&duration=${(8760 + n / 10).toFixed(1)}`)
  return { name, method: 'GET', path, paths }
}

const archetypes = readFileSync(new URL('../data/server-archetypes.csv', import.meta.url), 'utf8')
  .split('\n')
  .slice(1)
  .map((line) => line.split(',')[0] ?? '')
  .filter((id) => /^\w+$/.test(id))

const PLACES = ['FRA', 'DEU', 'USA', 'GBR', 'POL', 'SWE', 'ESP', 'ITA', 'JPN', 'CHN', 'IND']

const INSTANCE_TYPES = ['m5.xlarge', 'c5.large', 'r5.2xlarge', 'a1.4xlarge', 't3.medium', 'm5.4xlarge', 'c5.9xlarge']

/** The n-th server. Its processor, memory, place and load differ from those before. */
function otherServer(n: number): string {
  const { name, load } = cpu(n)
  const configuration = {
    cpu: { name, units: 1 + (n % 4) },
    ram: [{ units: 1 + (n % 16), capacity: 8 * (1 + (n % 8)) }],
  }
  const usage = { usage_location: PLACES[n % PLACES.length], time_workload: load }
  return JSON.stringify({ configuration, usage })
}

/** A GET of the n-th server: its archetype and its duration in hours differ from those before. */
function otherServerPath(n: number): string {
  return `/v1/server?verbose=false&archetype=${archetypes[n % archetypes.length]}&duration=${8760 + n}`
}

/** What is described differs each time, so that no remembered asset serves either. */
function others(name: string, path: string, bodyOf: (n: number) => string): Workload {
  return { name, method: 'POST', path, bodies: Array.from({ length: DISTINCT }, (_, n) => bodyOf(n)) }
}

/** The same of servers, whose archetype is a parameter. */
function otherServers(name: string, path: string): Workload {
  return { ...others(name, path, otherServer), paths: archetypes.map((id) => `${path}&archetype=${id}`) }
}

const ATTRIBUTES_OF_SERVER = `query Attributes($input: ServerInput!) { server(input: $input) {
  components { label kind attributes { name attribute { number text status unit source warnings { message } } } }
} }`

const CRITERIA_OF_SERVER = `query Criteria($input: ServerInput!) { server(input: $input) {
  impacts(criteria: [${CRITERION_CODES.map((code) => code.toUpperCase()).join(' ')}]) {
    criterion unit embedded { value min max } use { value min max } total { value min max }
  }
} }`

/** A GraphQL operation on a server, no two requests equal. */
function ofServers(name: string, query: string): Workload {
  const bodyOf = (n: number) => {
    const { name: model, load } = cpu(n)
    const input = { configuration: { cpu: { name: model, units: 2 } }, usage: { timeWorkload: load } }
    return JSON.stringify({ query, variables: { input } })
  }
  return others(name, '/graphql', bodyOf)
}

/** The workloads that are measured over HTTP. */
export const workloads: readonly Workload[] = [
  { name: 'REST: server (GET)', method: 'GET', path: '/v1/server?verbose=false' },
  { name: 'REST: server, verbose (GET)', method: 'GET', path: '/v1/server?verbose=true' },
  {
    name: 'REST: cloud instance (GET)',
    method: 'GET',
    path: '/v1/cloud/instance?provider=aws&instance_type=m5.xlarge&verbose=false',
  },
  varied('REST: server (GET, duration varied)', '/v1/server?verbose=false'),
  varied('REST: server, verbose (GET, duration varied)', '/v1/server?verbose=true'),
  varied(
    'REST: cloud instance (GET, duration varied)',
    '/v1/cloud/instance?provider=aws&instance_type=m5.xlarge&verbose=false',
  ),
  {
    name: 'REST: server (GET, archetype and duration differ)',
    method: 'GET',
    path: otherServerPath(0),
    paths: Array.from({ length: DISTINCT }, (_, n) => otherServerPath(n)),
  },
  otherServers('REST: server (POST, all differs)', '/v1/server?verbose=false'),
  otherServers('REST: server, verbose (POST, all differs)', '/v1/server?verbose=true'),
  others('REST: cloud instance (POST, all differs)', '/v1/cloud/instance?verbose=false', (n) =>
    JSON.stringify({
      provider: 'aws',
      instance_type: INSTANCE_TYPES[n % INSTANCE_TYPES.length],
      usage: { usage_location: PLACES[n % PLACES.length], time_workload: cpu(n).load },
    }),
  ),
  {
    name: 'REST: CPU by name (POST, no two requests equal)',
    method: 'POST',
    path: '/v1/component/cpu?verbose=false',
    bodies: Array.from({ length: DISTINCT }, (_, n) => {
      const { name, load } = cpu(n)
      return JSON.stringify({ name, usage: { time_workload: load } })
    }),
  },
  {
    name: 'GraphQL: gwp of a CPU (no two requests equal)',
    method: 'POST',
    path: '/graphql',
    bodies: Array.from({ length: DISTINCT }, (_, n) => {
      const { name, load } = cpu(n)
      return JSON.stringify({ query: GWP_OF_CPU, variables: { cpu: { name, usage: { timeWorkload: load } } } })
    }),
  },
  ofServers('GraphQL: all attributes of a server (no two requests equal)', ATTRIBUTES_OF_SERVER),
  ofServers('GraphQL: a server in all criteria (no two requests equal)', CRITERIA_OF_SERVER),
]
