/**
 * Microseconds of processor time that a unit of cost takes, for each field that a query can reach: `npm run
 * bench:cost`. Fields that draw samples are measured with the most of them, too. Prints those that take the most, and
 * fails where one takes more than ten times what half of them take: its cost is too low (see schema/field-cost.ts).
 * Reading and checking the document counts, as it does for a client. Fields of little cost thus seem to take long.
 */
import {
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLObjectType,
  getNamedType,
  getNullableType,
  isAbstractType,
  isCompositeType,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  isRequiredArgument,
} from 'graphql'
import { createContext } from '../schema/context.ts'
import { schema } from '../schema/schema.ts'
import { buildSettings } from '../src/server/build-settings.ts'
import { OperationRunner } from '../src/server/graphql/operation-runner.ts'
import { readConfig } from '../src/server/settings/config.ts'
import { readSources } from '../src/server/sources.ts'

/** Fields that are shown. */
const SHOWN = 40
const ROOTS = 8
/** Of the usual one. */
const MOST_TIMES = 10
const LEAST_ROUNDS = 3
const MOST_ROUNDS = 200
const LEAST_US = 20_000

/** A seed that nobody has asked for takes its place: what was drawn from one is remembered. */
const NEW_SEED = 'NEW_SEED'
const MOST_SAMPLES = `samples:16384,seed:${NEW_SEED}`

/**
 * What queries begin with: no two numbers ask for the same, so that nothing is remembered. Other queries are measured
 * with the arguments that they require.
 */
const STARTS: readonly ((n: number) => string)[] = [
  (n) => `server(input:{usage:{timeWorkload:${n}}})`,
  (n) => `server(input:{configuration:{cpu:{name:"Xeon Gold 61${n}"}}})`,
  (n) => `cloudInstance(input:{provider:"aws",instanceType:"m5.large",usage:{timeWorkload:${n}}})`,
  (n) => `terminal(input:{kind:LAPTOP,usage:{timeWorkload:${n}}})`,
  (n) => `iotDevice(input:{usage:{timeWorkload:${n}}})`,
  ...['cpu:{', 'gpu:{', 'ram:{', 'ssd:{', 'hdd:{', 'motherboard:{', 'powerSupply:{', 'case:{'].map(
    (part) => (n: number) => `component(input:{${part}usage:{timeWorkload:${n}}}})`,
  ),
  (n) => `network(input:{reach:INTERNET,gigabytes:${1 + n}})`,
  (n) => `storage(input:{kind:SSD,gigabytes:${1 + n}})`,
  (n) => `asset(input:{server:{usage:{timeWorkload:${n}}}})`,
  (n) => `fleet(items:[{asset:{server:{usage:{timeWorkload:${n}}}}},{asset:{terminal:{kind:LAPTOP}},quantity:2}])`,
  (n) => `fleet(items:[{asset:{server:{archetype:"none ${n}"}}}])`,
  (n) =>
    `comparison(items:[{label:"a",asset:{server:{usage:{timeWorkload:${n}}}}},{label:"b",asset:{terminal:{kind:LAPTOP}}}])`,
  (n) =>
    `comparison(${MOST_SAMPLES},items:[{label:"a",asset:{server:{usage:{timeWorkload:${n}}}}},{label:"b",asset:{terminal:{kind:LAPTOP}}}])`,
  (n) => `drift(from:"boavizta-2.4.1",to:"2026.11",asset:{server:{usage:{timeWorkload:${n}}}})`,
  (n) =>
    `drift(from:"2026.11",to:"2026.12",fleet:[{asset:{server:{usage:{timeWorkload:${n}}}}},{asset:{terminal:{kind:LAPTOP}}}])`,
  (n) => `consumptionProfile(cpu:{name:"Xeon Gold 61${n}"},workload:[{loadPercentage:10,powerWatt:${1 + n}}])`,
  (n) => `cpuModel(name:"Xeon Gold 61${n}")`,
  (n) => `cpuModels(first:20,search:"xeon ${n}")`,
  () => 'cpuModels(first:200)',
  (n) => `cpu(name:"Xeon Gold 61${n}")`,
  (n) => `cpus(search:"xeon ${n}")`,
  (n) => `gpuModel(name:"Nvidia A1${n}")`,
  (n) => `gpuModels(first:20,search:"a${n}")`,
  (n) => `namedThings(names:["m5.xlarge","Xeon Gold 61${n}"])`,
  (n) => `matchCpu(name:"Xeon Gold 61${n}")`,
  (n) => `matchGpu(name:"Nvidia A1${n}")`,
  (n) => `location(code:"none ${n}")`,
  () => 'location(code:"FRA")',
  (n) => `locations(search:"a${n}")`,
  (n) => `locationsConnection(first:20,search:"a${n}")`,
  () => 'cloudProvider(id:"aws")',
  () => 'cloudInstanceType(provider:"aws",name:"m5.large")',
  () => 'cloudInstanceTypes(first:20)',
  (n) => `cloudInstanceTypes(first:20,orderBy:IMPACT,usage:{timeWorkload:${n}})`,
  (n) => `cloudInstanceTypes(first:1,filter:{paretoOptimal:true},usage:{timeWorkload:${n}})`,
  () => 'release(id:"2026.11")',
  () => 'publishedFigures(first:20)',
  () => 'componentArchetypes(component:CPU)',
  () => 'archetype(of:SERVER,id:"platform_compute_medium")',
  (n) => `archetypes(of:SERVER,first:20,search:"a${n}")`,
  (n) => `node(id:"cpu/none ${n}")`,
]

/** Without jobs, their queries cost nothing. */
const JOBS = ['job', 'jobs', 'jobsConnection']

/** Values of arguments, by their types. */
const VALUES: Readonly<Record<string, string>> = {
  ArchetypeOf: 'SERVER',
  AssetInput: '{server:{}}',
  Boolean: 'true',
  ComponentInput: '{cpu:{}}',
  Criterion: 'GWP',
  Float: '2',
  GroupBy: 'KIND',
  ID: '"2026.11"',
  Int: '2',
  OverrideInput: '{leaf:"electricity.FRA.gwp",value:0.1}',
  String: '"a"',
}

const config = readConfig({
  OPERATION_THREADS: '0',
  TIME_LIMIT_MS: '600000',
  MAX_COST_PER_4_KB: String(Number.MAX_SAFE_INTEGER),
  MAX_COST: String(Number.MAX_SAFE_INTEGER),
  MAX_TOKENS: '100000',
})
const settings = buildSettings(config, readSources(config).tables)
const runner = new OperationRunner(
  {
    config,
    schema,
    createContext: () => createContext(settings),
    trustedDocuments: undefined,
    report: (error) => console.error(error),
  },
  undefined,
)
let n = 0

interface Measured {
  readonly name: string
  readonly field: (k: number) => string
  perUnit: number
}

const queries = schema.getQueryType()?.getFields() ?? {}
const started = new Set([...STARTS.map((start) => /^\w+/.exec(start(0))?.[0]), ...JOBS])
const others = Object.values(queries).filter(({ name }) => !started.has(name))
const seen = new Set<string>()
const measured: Measured[] = []
const refused: string[] = []
for (const start of [...STARTS, ...others.map((field) => () => `${field.name}${argumentsOf(field)}`)]) {
  const name = /^\w+/.exec(start(0))?.[0] as string
  const field = queries[name]
  if (field === undefined) throw new Error(`There is no query ${name}`)
  const type = getNamedType(field.type)
  await measure(`Query.${name}`, (k) => `${start(k)}${leavesOf(type)}`)
  if (isCompositeType(type)) await walk(type as GraphQLObjectType, (below) => (k) => `${start(k)}{${below}}`, name, 0)
}

/** Measures each field below. */
async function walk(
  type: ReturnType<typeof getNamedType>,
  wrap: (below: string) => (k: number) => string,
  path: string,
  depth: number,
): Promise<void> {
  if (depth > 6) return
  if (isAbstractType(type)) {
    for (const each of schema.getPossibleTypes(type))
      await walk(each, (below) => wrap(`... on ${each.name}{${below}}`), path, depth)
    if (!('getFields' in type)) return
  }
  if (!isObjectType(type)) return
  for (const field of Object.values(type.getFields())) {
    const key = `${type.name}.${field.name}`
    if (seen.has(key)) continue
    seen.add(key)
    const args = argumentsOf(field)
    const below = getNamedType(field.type)
    const label = `${path.split(' ')[0]} … ${type.name}.${field.name}`
    await measure(label, wrap(`${field.name}${args}${leavesOf(below)}`))
    if (field.args.some((each) => each.name === 'samples'))
      await measure(
        `${label}, ${MOST_SAMPLES}`,
        wrap(`${field.name}${argumentsOf(field, MOST_SAMPLES)}${leavesOf(below)}`),
      )
    if (isCompositeType(below)) await walk(below, (inner) => wrap(`${field.name}${args}{${inner}}`), path, depth + 1)
  }
}

function argumentsOf({ args }: GraphQLField<unknown, unknown>, ...more: readonly string[]): string {
  const given = [...requiredOf(args), ...more]
  return given.length === 0 ? '' : `(${given.join(',')})`
}

function requiredOf(all: readonly { readonly name: string; readonly type: GraphQLInputType }[]): readonly string[] {
  return all.filter(({ type }) => isNonNullType(type)).map(({ name, type }) => `${name}:${argumentOf(type)}`)
}

function argumentOf(type: GraphQLInputType): string {
  const nullable = getNullableType(type)
  if (isListType(nullable)) return `[${argumentOf(nullable.ofType)}]`
  const value = VALUES[nullable.name]
  if (value !== undefined) return value
  if (isEnumType(nullable)) return String(nullable.getValues()[0]?.name)
  return isInputObjectType(nullable) ? `{${requiredOf(Object.values(nullable.getFields())).join(',')}}` : '"a"'
}

function leavesOf(type: ReturnType<typeof getNamedType>): string {
  if (!isCompositeType(type)) return ''
  if (!isObjectType(type)) return '{__typename}'
  const leaves = Object.values(type.getFields()).filter(
    (field) =>
      isLeafType(getNamedType(field.type)) &&
      field.args.every((each) => !isRequiredArgument(each)) &&
      field.name !== 'code',
  )
  return `{__typename ${leaves.map(({ name }) => name).join(' ')}}`
}

async function measure(name: string, field: (k: number) => string): Promise<void> {
  const perUnit = await timeOf(name, field)
  if (perUnit !== undefined) measured.push({ name, field, perUnit })
}

/**
 * Microseconds of a unit, of a field that is asked for until it took long enough: what a thread has used is counted in
 * pieces of some milliseconds. The first time, its code is new, and does not count. Undefined where it is refused.
 */
async function timeOf(name: string, field: (k: number) => string): Promise<number | undefined> {
  let cost = 0
  let microseconds = 0
  for (let round = 0; round < LEAST_ROUNDS || (microseconds < LEAST_US && round < MOST_ROUNDS); round++) {
    const root = (_: unknown, k: number) => `a${k}:${field((n++ % 9000) / 100)}`.replaceAll(NEW_SEED, String(n))
    const text = `{${Array.from({ length: ROOTS }, root).join(' ')}}`
    const before = process.threadCpuUsage()
    const outcome = await runner.run({ query: text, extensions: { cost: true } }, 'POST')
    const { user, system } = process.threadCpuUsage(before)
    const answer = JSON.parse(String(outcome.text))
    const requested = answer.extensions?.cost?.requested
    if (requested === undefined || outcome.status !== 200) {
      refused.push(`${name}: ${JSON.stringify(answer.errors?.[0]?.message)} ${text.slice(0, 100)}`)
      return undefined
    }
    if (round === 0) continue
    cost += requested
    microseconds += user + system
  }
  return microseconds / cost
}

/** In order, the one that takes longest first. */
function inOrder(): readonly Measured[] {
  return measured.toSorted((a, b) => b.perUnit - a.perUnit)
}

const usual = inOrder()[Math.floor(measured.length / 2)]?.perUnit ?? Number.NaN
// Memory that was tidied up meanwhile may have counted for one of them.
for (const each of measured.filter(({ perUnit }) => perUnit > MOST_TIMES * usual))
  each.perUnit = Math.min(each.perUnit, (await timeOf(each.name, each.field)) ?? 0)
const tooLow = measured.filter(({ perUnit }) => perUnit > MOST_TIMES * usual)
console.log(
  `${measured.length} fields, the median ${usual.toFixed(1)} us a unit, ${tooLow.length} above ${MOST_TIMES} times that`,
)
for (const { name, perUnit } of inOrder().slice(0, SHOWN)) console.log(`${perUnit.toFixed(1)} us a unit: ${name}`)
if (refused.length > 0) console.log(`Not measured: ${refused.join('; ')}`)
if (tooLow.length > 0 || refused.length > 0) process.exitCode = 1
