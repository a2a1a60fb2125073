import { McpServer } from '@modelcontextprotocol/server'
import * as z from 'zod'
import { WHOLE_LIFE } from '../input/duration.ts'
import { ASSETS, COMPONENTS, TERMINALS } from '../kinds.ts'
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
  USUAL_DURATION,
} from '../library/index.ts'
import { ASSESSMENT, COMPARISON, EXPLANATION, INSTANCE_TYPES } from './mcp-answers.ts'
import { spanOptionsOf, withHours } from './options.ts'
import { spreadOf } from './print-assessment.ts'
import { warningsOf } from './warnings-of.ts'
import { type WhatIf, whatIfOf } from './what-if.ts'

const MOST_FOUND = 50

/** Search criteria; everything by default. */
interface Search {
  readonly provider?: string | undefined
  /** A part of the name. */
  readonly search?: string | undefined
  readonly minVcpu?: number | undefined
  /** GB */
  readonly minMemory?: number | undefined
  /** Where the instances run. */
  readonly usageLocation?: string | undefined
}

/**
 * Finds instance types by part of their name, processors and memory. Returns the first 50 with their source, and the
 * climate change of a year with its likely range and bounds. Throws a NotFoundError for an unknown provider.
 */
async function findInstanceTypes(
  assessor: Assessor,
  { provider, search = '', minVcpu = 0, minMemory = 0, usageLocation }: Search,
  strict: boolean,
) {
  const { references, release } = assessor
  const id = provider === undefined ? undefined : references.provider(provider).id
  const found = references.tables.cloudInstances.filter(
    (each) =>
      (id === undefined || each.provider === id) &&
      each.instanceType.toLowerCase().includes(search.toLowerCase()) &&
      each.vcpu >= minVcpu &&
      each.memory >= minMemory,
  )
  const types = await Promise.all(
    found
      .slice(0, MOST_FOUND)
      .map(async ({ provider: of, instanceType, vcpu, memory, platform, source, derived, doubt }) => {
        const usage = usageLocation === undefined ? {} : { usage: { usageLocation } }
        const asset = { cloudInstance: { provider: of, instanceType, ...usage } }
        const { impacts, warnings, computedFor } = await assessor.assess(asset, {
          criteria: ['gwp'],
          duration: USUAL_DURATION,
          boundary: 'DATA_CENTRE',
          strict,
          likely: true,
        })
        const { total = null, unit } = impacts.gwp ?? {}
        const notes = [...(derived ? [derived] : []), ...(doubt ? [doubt] : [])]
        return {
          provider: of,
          instanceType,
          vcpu,
          memory,
          platform,
          source,
          notes,
          gwpOfAYear: total && { ...total, unit },
          computedFor,
          warnings,
        }
      }),
  )
  return { release, found: found.length, types }
}

const MOST_ITEMS = 50

const asset = z
  .record(z.string(), z.unknown())
  .describe(
    'One asset, of exactly one kind: {"cloudInstance": {"provider": "aws", "instanceType": "m5.xlarge", "usage": {"usageLocation": "FRA", "timeWorkload": 30}}}, {"server": {"configuration": {"cpu": {"name": "Xeon Gold 6138", "units": 2}, "ram": [{"capacity": 32, "units": 12}]}}}, {"terminal": {"kind": "LAPTOP"}}, {"component": {"cpu": {"name": "..."}}}. ' +
      `Kinds: ${Object.keys(ASSETS).join(', ')}. Kinds of terminals: ${Object.keys(TERMINALS).join(', ')}. Kinds of components: ${Object.keys(COMPONENTS).join(', ')}. {"storage": {"kind": "SSD", "gigabytes": 500}}, {"network": {"gigabytes": 10, "reach": "INTERNET"}}`,
  )
const strict = z
  .boolean()
  .default(false)
  .describe(
    'true rejects unknown places and unknown names of parts. By default, the tool uses a substitute and adds a warning',
  )
/** Options of an assessment. */
const how = {
  duration: z
    .union([z.number().positive().max(1e12), z.literal(WHOLE_LIFE)])
    .default(USUAL_DURATION)
    .describe('Hours to assess, or "life" for the whole lifetime. The default is a year'),
  boundary: z
    .enum(BOUNDARIES)
    .default('DATA_CENTRE')
    .describe('EQUIPMENT, or DATA_CENTRE (default), which adds the data centre around servers and instances'),
  strict,
}

/**
 * A Model Context Protocol server with tools that assess, compare, explain and find. Answers are JSON. `releases` lists
 * the releases to compare figures with.
 */
export function createMcpServer(assessor: Assessor, releases: Releases, version: string): McpServer {
  const server = new McpServer({ name: 'impactql', version })
  const { criteria, criterion } = criteriaOf(assessor)
  server.registerTool(
    'assess',
    {
      annotations: READS_ONLY,
      outputSchema: ASSESSMENT,
      description:
        'Assess the environmental impacts of one asset: value, likely range (5th to 95th percentile) and bounds of its embodied impact and its use, with sources, warnings and the data release.',
      inputSchema: { asset, criteria, ...how },
    },
    (input) =>
      answer(async () => {
        const read = readAsset(input.asset)
        const assessment = await assessor.assess(read, { ...optionsOf(input), likely: true })
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
      annotations: READS_ONLY,
      outputSchema: COMPARISON,
      description:
        'Rank several assets by their totals in one criterion, over a year by default. Gives bounds, likely ranges (5th to 95th percentile), sources, warnings and the probability that each is the lowest. For a pair that is not comparable, the answer says why. Items with the same data (`sameData`) have one figure and cannot be told apart: do not rank them.',
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
      annotations: READS_ONLY,
      outputSchema: EXPLANATION,
      description:
        'Explain the figures of an asset: every attribute with its bounds, its status and its source. Also explains the total of one criterion: its formulas, its probability distribution, and which inputs cause the spread. Can recompute the total with different inputs, or compare it with an earlier data release.',
      inputSchema: {
        asset,
        criterion,
        whatIf: z
          .record(z.string(), z.union([z.number(), z.string().max(500)]))
          .optional()
          .describe(
            'Inputs to change, with their new values. A key is load or location ({"load": 30}), a path in the asset ({"usage.avgPower": 200}) or an id from the explanation ({"electricity.FRA.gwp": 0.02})',
          ),
        since: z
          .string()
          .max(100)
          .optional()
          .describe(`An earlier data release. The answer then says what changed, and why: ${idsOf(releases)}`),
        ...how,
      },
    },
    (input) => answer(() => explained(assessor, releases, input)),
  )
  server.registerTool(
    'find_instance_types',
    {
      annotations: READS_ONLY,
      outputSchema: INSTANCE_TYPES,
      description:
        'Find instance types of cloud providers by part of their name, by vCPU and by memory. Returns the carbon footprint over one year, with its likely range and bounds.',
      inputSchema: {
        provider: z.string().max(100).optional().describe('aws, azure, gcp, ovhcloud, scaleway'),
        search: z.string().max(100).optional(),
        minVcpu: z.number().optional(),
        minMemory: z.number().optional().describe('GB'),
        usageLocation: z.string().max(100).optional().describe('Country where they run: FRA, fr, France'),
        strict,
      },
    },
    (input) => answer(() => findInstanceTypes(assessor, input, input.strict)),
  )
  return server
}

/** The criteria with figures in the release; for others, the reason. */
function criteriaOf(assessor: Assessor) {
  const codes = z.enum(assessor.criteria as [Criterion, ...Criterion[]])
  const lacking = CRITERION_CODES.flatMap((code) => {
    const reason = assessor.whyNot(code)
    return reason === undefined ? [] : [`${code} (${reason})`]
  })
  const others = lacking.length > 0 ? `. Without figures in ${assessor.release}: ${lacking.join(', ')}` : ''
  return {
    criteria: z
      .array(codes)
      .max(CRITERION_CODES.length)
      .optional()
      .describe(`Codes of criteria; gwp, adp and pe by default${others}`),
    criterion: codes.default('gwp'),
  }
}

interface How {
  readonly criteria?: Criterion[] | undefined
  readonly duration: number | typeof WHOLE_LIFE
  readonly boundary: (typeof BOUNDARIES)[number]
  readonly strict: boolean
}

interface CompareInput extends How {
  readonly items: readonly { readonly label: string; readonly asset: unknown }[]
  readonly criterion: Criterion
}

async function comparison(assessor: Assessor, { items, criterion: code, ...rest }: CompareInput) {
  const read = items.map(({ label, asset: each }) => ({ label, asset: readAsset(each) }))
  const options = { ...optionsOf(rest), criterion: code }
  const { items: compared, pairs, computedFor, warnings } = await assessor.compare(read, options)
  const figures = await Promise.all(read.map((item) => assessor.figure(item.asset, options)))
  const totalOf = (at: number) => compared[at]?.total?.value ?? Number.POSITIVE_INFINITY
  const ordered = compared.map((_, at) => at).sort((a, b) => totalOf(a) - totalOf(b))
  const areRanked = pairs.every(({ hasVerdict, reason }) => hasVerdict || reason === undefined)
  const isAlone = (at: number) => !pairs.some(({ a, b, sameData }) => sameData && (a === at || b === at))
  return {
    release: assessor.release,
    criterion: code,
    computedFor,
    warnings,
    items: ordered.map((at) => {
      const { probabilityLowest, ...item } = compared[at] as (typeof compared)[number]
      return { ...item, ...(areRanked && isAlone(at) && { probabilityLowest }) }
    }),
    pairs: pairs.map(({ a, b, comparable, hasVerdict, sameData, phases, reason, probabilityALower }) => ({
      a: compared[a]?.label,
      b: compared[b]?.label,
      comparable,
      hasVerdict,
      sameData,
      phases,
      reason: reason ?? null,
      ...(hasVerdict && { probabilityALower }),
    })),
    sources: sourcesOf(figures),
  }
}

interface ExplainInput extends How {
  readonly asset: unknown
  readonly criterion: Criterion
  readonly whatIf?: WhatIf | undefined
  readonly since?: string | undefined
}

function idsOf({ all }: Releases): string {
  return all.map(({ id }) => id).join(', ')
}

async function explained(assessor: Assessor, releases: Releases, input: ExplainInput) {
  const { asset: given, criterion: code, whatIf, since, ...rest } = input
  const read = readAsset(given)
  const options = await withHours(assessor, read, optionsOf(rest))
  const ofCriterion = { ...options, criteria: [code] }
  const { release, computedFor } = await assessor.assess(read, { ...options, criteria: [] })
  const warnings = await warningsOf(assessor, { asset: read }, ofCriterion)
  const parts = await assessor.explain(read, ofCriterion)
  const asked = { ...options, criterion: code }
  const figure = await assessor.figure(read, asked)
  const drift = since && (await driftOf(read, releases.find(since), releases.find(assessor.release), asked))
  return {
    release,
    computedFor,
    warnings,
    parts,
    ...(drift && { drift }),
    total: figure && {
      value: figure.value,
      likely: figure.likely(),
      min: figure.min,
      max: figure.max,
      unit: figure.unit,
      formulas: figure.explanationText().split('\n'),
      ...spreadOf(figure),
      ...(whatIf && { whatIf: await whatIfOf(assessor, read, figure, whatIf, asked) }),
    },
  }
}

/** The sources of figures, each once. */
function sourcesOf(figures: readonly (FigureReading | null)[]): readonly string[] {
  const sources = figures.flatMap((figure) => figure?.explanation().map(({ source }) => source) ?? [])
  return [...new Set(sources.filter((each) => each !== undefined))].sort()
}

function optionsOf({ criteria: codes, duration, boundary, strict: isStrict }: How): AssessOptions {
  return {
    strict: isStrict,
    ...(codes !== undefined && { criteria: codes }),
    ...spanOptionsOf({ duration, boundary }),
  }
}

/** The assessment checks it. */
function readAsset(given: unknown): AssetInput {
  return given as AssetInput
}

/** The tools only compute: they change nothing, contact nobody, and answer equal questions equally. */
const READS_ONLY = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false } as const

/** An answer as data, and as text for clients that read no data. */
async function answer(make: () => Promise<object>) {
  try {
    const text = JSON.stringify(await make())
    const structuredContent = JSON.parse(text) as Record<string, unknown>
    return { content: [{ type: 'text' as const, text }], structuredContent }
  } catch (error) {
    const { code, message } = faultOf(error)
    return { isError: true, content: [{ type: 'text' as const, text: JSON.stringify({ code, message }) }] }
  }
}
