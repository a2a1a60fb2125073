/**
 * Measures the memory of a service while valid requests of 16 kinds come, all different: `npm run bench:memory --
 * --requests N` (default 200,000). Prints what is resident, and what of it the first thread uses.
 */
import { Agent, request } from 'node:http'
import { spawnService } from './spawn-service.ts'

const CONNECTIONS = 8
const STEPS = [0, 1000, 5000, 10_000, 20_000, 50_000, 100_000, 150_000, 200_000]
const at = process.argv.indexOf('--requests')
const requests = at < 0 ? 200_000 : Number(process.argv[at + 1])

const query = (text: string, variables?: object) => ['/graphql', JSON.stringify({ query: text, variables })] as const
const post = (path: string, body: object) => [path, JSON.stringify(body)] as const
const get = (path: string) => [path] as const
const hours = (n: number) => (1 + n / 100).toFixed(2)
const server = (n: number) => ({
  configuration: { cpu: { name: 'AMD EPYC 7763', units: 1 + (n % 4) }, ram: [{ units: 1 + (n % 16), capacity: 32 }] },
  usage: { timeWorkload: (n % 9999) / 100 },
})
const items = (n: number, count: number) =>
  Array.from({ length: count }, (_, i) => ({ asset: { server: server(n * count + i) } }))

/** The last is asked for in one of 200. */
const KINDS: readonly ((n: number) => readonly [path: string, body?: string])[] = [
  (n) => get(`/v1/server?verbose=false&duration=${hours(n)}`),
  (n) => get(`/v1/server?verbose=true&duration=${hours(n)}`),
  (n) => get(`/v1/cloud/instance?provider=aws&instance_type=m5.xlarge&duration=${hours(n)}`),
  (n) => get(`/v1/terminal/laptop?duration=${hours(n)}`),
  (n) =>
    post('/v1/component/cpu', { name: `Xeon Gold 6${100 + (n % 800)}`, usage: { time_workload: (n % 9999) / 100 } }),
  (n) => post('/v1/component/ram', { units: 1 + (n % 16), capacity: 1 + n / 1000 }),
  (n) => post('/v1/server', { configuration: { disk: [{ type: 'ssd', capacity: 100 + n / 100 }] } }),
  (n) => post('/v1/consumption_profile/cpu', { cpu: { name: `EPYC 7${100 + (n % 800)}`, tdp: 50 + (n % 400) } }),
  (n) => get(`/v1/utils/name_to_cpu?cpu_name=xeon%20${n}`),
  (n) => query(`{cpuModel(name:"Xeon Gold ${n}"){name coreUnits}}`),
  (n) => query('query($input:ServerInput){server(input:$input){impacts{total{value}}}}', { input: server(n) }),
  (n) =>
    query(`{server(input:{usage:{timeWorkload:${n % 9999}e-2}}){impact(criterion:GWP){total{explanation{text}}}}}`),
  (n) =>
    query(`{cloudInstance(input:{provider:"aws",instanceType:"m5.large"}){impacts(duration:${hours(n)}){use{value}}}}`),
  (n) => post('/v2/distribution', { asset: { server: server(n) }, criterion: 'gwp', samples: 256 }),
  (n) => query(`{cpuModels(first:${1 + (n % 50)},search:"${n}"){nodes{name}}}`),
  (n) => query('query($items:[FleetItemInput!]!){fleet(items:$items){impacts{use{value}}}}', { items: items(n, 300) }),
]

const service = await spawnService()
const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
print('| requests | resident | heap of the first thread, in use |')
print('|---|---|---|')
let sent = 0
for (const step of STEPS) {
  if (step > requests) break
  const work = async () => {
    while (sent < step) await send(sent++)
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, work))
  await report()
}
agent.destroy()
service.process.kill()

async function send(n: number): Promise<void> {
  const isLarge = n % 200 === 199
  const kind = KINDS[isLarge ? KINDS.length - 1 : n % (KINDS.length - 1)] as (typeof KINDS)[number]
  const [path, body] = kind(n)
  const headers = { 'content-type': 'application/json' }
  const status = await new Promise<number | undefined>((resolve, reject) => {
    const asked = request(
      `${service.url}${path}`,
      { agent, method: body === undefined ? 'GET' : 'POST', headers },
      (answer) => {
        answer.resume().on('end', () => resolve(answer.statusCode))
      },
    )
    asked.on('error', reject)
    asked.end(body)
  })
  if (status !== 200 && status !== 404 && status !== 503) throw new Error(`${status}: ${path} ${body}`)
}

async function report(): Promise<void> {
  const text = await (await fetch(`${service.url}/metrics`)).text()
  const megabytes = (name: string) => Math.round(Number(new RegExp(`^${name} (\\S+)`, 'm').exec(text)?.[1]) / 1e6)
  print(`| ${sent} | ${megabytes('process_resident_memory_bytes')} MB | ${megabytes('nodejs_heap_used_bytes')} MB |`)
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
