import { readFileSync } from 'node:fs'

/** What is sent to the service again and again. */
export interface Workload {
  readonly name: string
  readonly method: 'GET' | 'POST'
  readonly path: string
  /** Paths that are asked for in turn, instead of that one; no two are equal. */
  readonly paths?: readonly string[]
  /** Bodies that are sent in turn; no two are equal, so that no remembered answer serves. */
  readonly bodies?: readonly string[]
}

/** Distinct bodies of a workload: enough that a run of some seconds hardly meets one twice. */
const DISTINCT = 100_000

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

/** A fleet of servers, no two equal. */
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
    name: 'REST: CPU by name (POST, no two equal)',
    method: 'POST',
    path: '/v1/component/cpu?verbose=false',
    bodies: Array.from({ length: DISTINCT }, (_, n) => {
      const { name, load } = cpu(n)
      return JSON.stringify({ name, usage: { time_workload: load } })
    }),
  },
  {
    name: 'GraphQL: gwp of a CPU (no two equal)',
    method: 'POST',
    path: '/graphql',
    bodies: Array.from({ length: DISTINCT }, (_, n) => {
      const { name, load } = cpu(n)
      return JSON.stringify({ query: GWP_OF_CPU, variables: { cpu: { name, usage: { timeWorkload: load } } } })
    }),
  },
]
