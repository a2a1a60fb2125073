import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import * as z from 'zod'
import {
  type AssessOptions,
  type Assessor,
  type AssetInput,
  BOUNDARIES,
  CRITERION_CODES,
  type Criterion,
  driftOf,
  type FigureReading,
  faultOf,
  type Releases,
} from '../index.ts'
import { findInstanceTypes } from './find-instance-types.ts'
import { spreadOf } from './spread-of.ts'

const MOST_ITEMS = 50

const CODES = CRITERION_CODES as [Criterion, ...Criterion[]]
const criteria = z
  .array(z.enum(CODES))
  .max(CRITERION_CODES.length)
  .optional()
  .describe('Codes of criteria; gwp, adp and pe by default')
const criterion = z.enum(CODES).default('gwp')
const asset = z
  .record(z.string(), z.unknown())
  .describe(
    'One thing, of exactly one kind: {"cloudInstance": {"provider": "aws", "instanceType": "m5.xlarge", "usage": {"usageLocation": "FRA", "timeWorkload": 30}}}, {"server": {"configuration": {"cpu": {"name": "Xeon Gold 6138", "units": 2}, "ram": [{"capacity": 32, "units": 12}]}}}, {"terminal": {"kind": "LAPTOP"}}, {"component": {"cpu": {"name": "..."}}}, {"iotDevice": {...}}',
  )
const strict = z
  .boolean()
  .default(false)
  .describe('true: unknown places and names of parts are refused, rather than replaced with a warning')
/** How things are assessed. */
const how = {
  duration: z
    .number()
    .positive()
    .max(1e12)
    .optional()
    .describe('Hours that are assessed; the whole lifetime by default'),
  boundary: z.enum(BOUNDARIES).optional().describe('EQUIPMENT alone (the default), or with its DATA_CENTRE'),
  strict,
}

/**
 * A server of the Model Context Protocol whose tools assess, compare, explain and find. Answers are JSON. `releases`: those that
 * figures of the assessor may be compared with.
 */
export function createMcpServer(assessor: Assessor, releases: Releases, version: string): McpServer {
  const server = new McpServer({ name: 'impactql', version })
  server.registerTool(
    'assess',
    {
      description:
        'Environmental impacts of one thing: value and bounds of making it and of its use, the sources of the figures, warnings, data release.',
      inputSchema: { asset, criteria, ...how },
    },
    (input) =>
      answer(async () => {
        const read = readAsset(input.asset)
        const assessment = await assessor.assess(read, optionsOf(input))
        const codes = Object.keys(assessment.impacts) as Criterion[]
        const figures = await Promise.all(
          codes.map((code) => assessor.figure(read, { ...optionsOf(input), criterion: code })),
        )
        return { ...assessment, sources: sourcesOf(figures) }
      }),
  )
  server.registerTool(
    'compare',
    {
      description:
        'Several things in the order of their totals in one criterion, with bounds, sources, warnings and the probability that each is the lowest; over a year by default.',
      inputSchema: {
        items: z
          .array(z.object({ label: z.string().max(500), asset }))
          .min(2)
          .max(MOST_ITEMS),
        criterion,
        ...how,
      },
    },
    (input) => answer(() => comparison(assessor, input)),
  )
  server.registerTool(
    'explain',
    {
      description:
        'What the figures of a thing come from: every attribute with its bounds, whether it was given or assumed, and its source; how the total of one criterion is computed, formula by formula; how likely which values are and what the spread comes from; what it would be with other inputs; what changed since an earlier data release.',
      inputSchema: {
        asset,
        criterion,
        whatIf: z
          .record(z.string(), z.number())
          .optional()
          .describe(
            'Inputs by the ids that the explanation names, and what they would be: {"electricity.FRA.gwp": 0.02}',
          ),
        since: z
          .string()
          .max(100)
          .optional()
          .describe(`An earlier data release, of which the answer differs and why: ${idsOf(releases)}`),
        ...how,
      },
    },
    (input) => answer(() => explained(assessor, releases, input)),
  )
  server.registerTool(
    'find_instance_types',
    {
      description:
        'Instance types of cloud providers by a part of their names, their processors and their memory, with the climate change of a year and its bounds.',
      inputSchema: {
        provider: z.string().max(100).optional().describe('aws, azure, gcp, ovhcloud, scaleway'),
        search: z.string().max(100).optional(),
        minVcpu: z.number().optional(),
        minMemory: z.number().optional().describe('GB'),
        location: z.string().max(100).optional().describe('Where they run: FRA, fr, France'),
        strict,
      },
    },
    (input) => answer(() => findInstanceTypes(assessor, input, input.strict)),
  )
  return server
}

interface How {
  readonly criteria?: Criterion[] | undefined
  readonly duration?: number | undefined
  readonly boundary?: (typeof BOUNDARIES)[number] | undefined
  readonly strict: boolean
}

interface CompareInput extends How {
  readonly items: readonly { readonly label: string; readonly asset: unknown }[]
  readonly criterion: Criterion
}

async function comparison(assessor: Assessor, { items, criterion: code, ...rest }: CompareInput) {
  const read = items.map(({ label, asset: each }) => ({ label, asset: readAsset(each) }))
  const options = { ...optionsOf(rest), criterion: code }
  const { items: compared, pairs } = await assessor.compare(read, options)
  const warnings = await Promise.all(
    read.map(async (item) => (await assessor.resolve(item.asset, optionsOf(rest))).warnings),
  )
  const figures = await Promise.all(read.map((item) => assessor.figure(item.asset, options)))
  const totalOf = (at: number) => compared[at]?.total?.value ?? Number.POSITIVE_INFINITY
  const ordered = compared.map((_, at) => at).sort((a, b) => totalOf(a) - totalOf(b))
  const [first, second] = ordered.map((at) => compared[at]?.total)
  return {
    release: assessor.release,
    criterion: code,
    lowest: first ? compared[ordered[0] as number]?.label : null,
    boundsOverlap: first && second ? first.max >= second.min : null,
    items: ordered.map((at) => ({ ...compared[at], warnings: warnings[at] })),
    pairs: pairs.map(({ a, b, probabilityALower }) => ({
      a: compared[a]?.label,
      b: compared[b]?.label,
      probabilityALower,
    })),
    sources: sourcesOf(figures),
  }
}

interface ExplainInput extends How {
  readonly asset: unknown
  readonly criterion: Criterion
  readonly whatIf?: Readonly<Record<string, number>> | undefined
  readonly since?: string | undefined
}

function idsOf({ all }: Releases): string {
  return all.map(({ id }) => id).join(', ')
}

async function explained(assessor: Assessor, releases: Releases, input: ExplainInput) {
  const { asset: given, criterion: code, whatIf, since, ...rest } = input
  const read = readAsset(given)
  const options = optionsOf(rest)
  const { warnings, release } = await assessor.assess(read, { ...options, criteria: [code] })
  const parts = await assessor.explain(read, { ...options, criteria: [code] })
  const asked = { ...options, criterion: code }
  const figure = await assessor.figure(read, asked)
  const drift = since && (await driftOf(read, releases.find(since), releases.find(assessor.release), asked))
  return {
    release,
    warnings,
    parts,
    ...(drift && { drift }),
    total: figure && {
      value: figure.value,
      min: figure.min,
      max: figure.max,
      unit: figure.unit,
      formulas: figure.explanationText().split('\n'),
      ...spreadOf(figure),
      ...(whatIf && { whatIf: figure.whatIf(whatIf) }),
    },
  }
}

/** Where the inputs of figures were published, each source once. */
function sourcesOf(figures: readonly (FigureReading | null)[]): readonly string[] {
  const sources = figures.flatMap((figure) => figure?.explanation().map(({ source }) => source) ?? [])
  return [...new Set(sources.filter((each) => each !== undefined))].sort()
}

function optionsOf({ criteria: codes, duration, boundary, strict: isStrict }: How): AssessOptions {
  return {
    strict: isStrict,
    ...(codes !== undefined && { criteria: codes }),
    ...(duration !== undefined && { duration }),
    ...(boundary !== undefined && { boundary }),
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
