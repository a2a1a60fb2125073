/**
 * Microseconds of processor time of an operation from its parameters to the text of its answer: median of some rounds.
 * A trusted document is compiled, and graphql-js runs that of a caller. `node benchmarks/measure-operations.ts`
 */
import { createContext } from '../schema/context.ts'
import { schema } from '../schema/schema.ts'
import { buildSettings } from '../src/server/build-settings.ts'
import { OperationRunner } from '../src/server/graphql/operation-runner.ts'
import { readConfig } from '../src/server/settings/config.ts'
import { readSources } from '../src/server/sources.ts'

const ROUNDS = 7

const CPU =
  'query ($input: ComponentInput!) { component(input: $input) { impacts(criteria: [GWP]) { embedded { value min max } use { value } } } }'
const SERVER = `query ($input: ServerInput) { server(input: $input) {
  impacts { criterion unit embedded { value min max warnings { code } } use { value min max } }
  components { label kind impacts { criterion embedded { value } use { value } } attributes { name attribute { status source unit } } }
} }`

const OPERATIONS = [
  { name: 'impact of a CPU', query: CPU, input: { cpu: { name: 'Intel Xeon Gold 6138', units: 2 } }, runs: 2000 },
  {
    name: 'server with all components',
    query: SERVER,
    input: { configuration: { cpu: { name: 'Intel Xeon Gold 6138', units: 2 }, ram: [{ units: 12, capacity: 32 }] } },
    runs: 200,
  },
]

const config = readConfig({ OPERATION_THREADS: '0' })
const settings = buildSettings(config, readSources(config).tables)

for (const { name, query, input, runs } of OPERATIONS) {
  const compiled = await measure(query, input, runs, new Map([['hash', query]]))
  const interpreted = await measure(query, input, runs)
  console.log(`${name}: ${compiled.toFixed(1)} us compiled, ${interpreted.toFixed(1)} us by graphql-js`)
}

async function measure(
  query: string,
  input: object,
  runs: number,
  trustedDocuments?: ReadonlyMap<string, string>,
): Promise<number> {
  const report = (error: Error) => console.error(error)
  const runner = new OperationRunner(
    { config, schema, createContext: () => createContext(settings), trustedDocuments, report },
    undefined,
  )
  const variables = { input }
  const medians: number[] = []
  for (let round = 0; round < 2 * ROUNDS; round++) {
    const before = process.cpuUsage()
    for (let run = 0; run < runs; run++) {
      const outcome = await runner.run({ query, variables }, 'POST')
      if (outcome.status !== 200) throw new Error(String(outcome.text))
    }
    if (round >= ROUNDS) medians.push(process.cpuUsage(before).user / runs)
  }
  return medians.toSorted((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? Number.NaN
}
