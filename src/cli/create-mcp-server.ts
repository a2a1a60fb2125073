import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import * as z from 'zod'
import { type Assessment, type Assessor, type AssetInput, CRITERION_CODES, type Criterion, faultOf } from '../index.ts'

const MOST_ITEMS = 100
const MOST_FOUND = 50

const criteria = z
  .array(z.enum(CRITERION_CODES as [Criterion, ...Criterion[]]))
  .max(CRITERION_CODES.length)
  .optional()
  .describe('Codes of criteria; gwp, adp and pe where nothing is said')
const duration = z
  .number()
  .positive()
  .max(1e12)
  .optional()
  .describe('Hours that are assessed; the whole lifetime where nothing is said')
const asset = z
  .record(z.string(), z.unknown())
  .describe(
    'One thing, of exactly one kind: {"cloudInstance": {"provider": "aws", "instanceType": "m5.xlarge", "usage": {"usageLocation": "FRA", "timeWorkload": 30}}}, {"server": {"configuration": {"cpu": {"name": "Xeon Gold 6138", "units": 2}, "ram": [{"capacity": 32, "units": 12}]}}}, {"terminal": {"kind": "LAPTOP"}}, {"component": {"cpu": {"name": "..."}}}, {"iotDevice": {...}}',
  )

/** A server of the Model Context Protocol whose tools assess, compare, explain and find. Answers are JSON. */
export function createMcpServer(assessor: Assessor, version: string): McpServer {
  const server = new McpServer({ name: 'impactql', version })
  server.registerTool(
    'assess',
    {
      description:
        'Environmental impacts of one thing: value and bounds of making it and of its use, warnings, data release.',
      inputSchema: { asset, criteria, duration },
    },
    (input) => answer(() => assessor.assess(readAsset(input.asset), optionsOf(input))),
  )
  server.registerTool(
    'compare',
    {
      description:
        'The same for several things, in the order of their totals in one criterion; says where bounds overlap.',
      inputSchema: {
        items: z
          .array(z.object({ label: z.string().max(500), asset }))
          .min(2)
          .max(MOST_ITEMS),
        criterion: z.enum(CRITERION_CODES as [Criterion, ...Criterion[]]).default('gwp'),
        duration,
      },
    },
    ({ items, criterion, ...rest }) =>
      answer(async () => {
        const assessed = await Promise.all(
          items.map(async ({ label, asset: each }) => ({
            label,
            ...(await assessor.assess(readAsset(each), { ...optionsOf(rest), criteria: [criterion] })),
          })),
        )
        return compared(assessed, criterion)
      }),
  )
  server.registerTool(
    'explain',
    {
      description:
        'Every attribute that the figures of a thing come from: value, bounds, whether it was given or assumed, and its source.',
      inputSchema: { asset, criteria, duration },
    },
    (input) =>
      answer(async () => {
        const read = readAsset(input.asset)
        const { warnings, release } = await assessor.assess(read, optionsOf(input))
        return { release, warnings, parts: await assessor.explain(read, optionsOf(input)) }
      }),
  )
  server.registerTool(
    'find_instance_types',
    {
      description: 'Instance types of cloud providers by a part of their names, their processors and their memory.',
      inputSchema: {
        provider: z.string().max(100).optional().describe('aws, azure, gcp, ovhcloud, scaleway'),
        search: z.string().max(100).optional(),
        minVcpu: z.number().optional(),
        minMemory: z.number().optional().describe('GB'),
      },
    },
    (input) => answer(async () => findInstanceTypes(assessor, input)),
  )
  return server
}

interface Search {
  readonly provider?: string | undefined
  readonly search?: string | undefined
  readonly minVcpu?: number | undefined
  readonly minMemory?: number | undefined
}

function findInstanceTypes(
  { references, release }: Assessor,
  { provider, search = '', minVcpu = 0, minMemory = 0 }: Search,
) {
  const id = provider === undefined ? undefined : references.provider(provider).id
  const found = references.tables.cloudInstances.filter(
    (each) =>
      (id === undefined || each.provider === id) &&
      each.instanceType.toLowerCase().includes(search.toLowerCase()) &&
      each.vcpu >= minVcpu &&
      each.memory >= minMemory,
  )
  const types = found.slice(0, MOST_FOUND).map((each) => ({
    provider: each.provider,
    instanceType: each.instanceType,
    vcpu: each.vcpu,
    memory: each.memory,
    platform: each.platform,
  }))
  return { release, found: found.length, types }
}

function compared(items: readonly (Assessment & { readonly label: string })[], criterion: Criterion) {
  const totalOf = (item: Assessment) => item.impacts[criterion]?.total ?? null
  const ordered = [...items].sort(
    (a, b) => (totalOf(a)?.value ?? Number.POSITIVE_INFINITY) - (totalOf(b)?.value ?? Number.POSITIVE_INFINITY),
  )
  const [lowest, next] = ordered.map(totalOf)
  const boundsOverlap = lowest && next ? lowest.max >= next.min : null
  return { criterion, lowest: ordered[0]?.label, boundsOverlap, items: ordered }
}

function optionsOf(input: { readonly criteria?: Criterion[] | undefined; readonly duration?: number | undefined }) {
  return {
    ...(input.criteria !== undefined && { criteria: input.criteria }),
    ...(input.duration !== undefined && { duration: input.duration }),
  }
}

/** It is checked where it is assessed. */
function readAsset(given: unknown): AssetInput {
  return given as AssetInput
}

async function answer(make: () => Promise<unknown>) {
  try {
    return { content: [{ type: 'text' as const, text: JSON.stringify(await make()) }] }
  } catch (error) {
    const { code, message } = faultOf(error)
    return { isError: true, content: [{ type: 'text' as const, text: JSON.stringify({ code, message }) }] }
  }
}
