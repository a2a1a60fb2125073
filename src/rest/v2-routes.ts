import { GraphQLError } from 'graphql'
import type * as z from 'zod'
import {
  V2AssessDocument,
  V2CompareDocument,
  V2DistributionDocument,
  V2DriftDocument,
  V2ExplainDocument,
  V2SciDocument,
  V2TimelineDocument,
} from '../generated/rest-operations.ts'
import { checkInput } from '../input/check-input.ts'
import { FaultError } from '../input/fault.ts'
import {
  AssessBody,
  CompareBody,
  DistributionBody,
  DriftBody,
  ExplainBody,
  SciBody,
  TimelineBody,
  withEnumNames,
  withOwnWords,
} from '../input/v2-body.ts'
import { NotFoundError } from '../reference/not-found-error.ts'
import type { Json } from './json.ts'
import { RestError, unnamedFaults } from './rest-error.ts'
import type { RestCall, Route } from './route.ts'

/** Routes whose body holds the variables of an operation, and whose answer is the value of its field. */
export const v2Routes: readonly Route[] = [
  route(
    '/v2/assess',
    'evaluateAsset',
    'Impacts of an asset of any kind',
    AssessBody,
    'V2Assessment',
    async (call, variables) => {
      const { asset } = await call.run(V2AssessDocument, { verbose: false, ...variables } as never)
      return asset
    },
  ),
  route(
    '/v2/timeline',
    'evaluateTimeline',
    'Use of an asset over intervals',
    TimelineBody,
    'V2TimelineAnswer',
    async (call, variables) => {
      const { asset } = await call.run(V2TimelineDocument, variables as never)
      return asset?.timeline
    },
  ),
  route(
    '/v2/sci',
    'evaluateSci',
    'Carbon of software per functional unit',
    SciBody,
    'V2SciAnswer',
    async (call, variables) => {
      const { asset } = await call.run(V2SciDocument, variables as never)
      return asset?.sci
    },
  ),
  route(
    '/v2/explain',
    'explainAsset',
    'How the total of an asset is computed',
    ExplainBody,
    'V2Explanation',
    async (call, variables) => {
      const { asset } = await call.run(V2ExplainDocument, variables as never)
      return asset?.impact.total
    },
  ),
  route(
    '/v2/distribution',
    'sampleAsset',
    'How likely which totals of an asset are, and why',
    DistributionBody,
    'V2Sampled',
    async (call, variables) => {
      const { asset } = await call.run(V2DistributionDocument, variables as never)
      return asset?.impact.total
    },
  ),
  route(
    '/v2/compare',
    'compareAssets',
    'Which of some assets has the lowest total',
    CompareBody,
    'V2Comparison',
    async (call, variables) => (await call.run(V2CompareDocument, variables as never)).comparison,
  ),
  route(
    '/v2/drift',
    'compareReleases',
    'How far a total moved between two releases',
    DriftBody,
    'V2DriftAnswer',
    async (call, variables) => (await call.run(V2DriftDocument, variables as never)).drift,
  ),
]

function route(
  path: string,
  id: string,
  summary: string,
  body: z.ZodType,
  gives: Route['gives'],
  ask: (call: RestCall, variables: Readonly<Record<string, unknown>>) => Promise<object | null | undefined>,
): Route {
  return {
    path,
    tag: 'Version 2',
    gives,
    operations: [{ method: 'POST', id, summary, parameters: [], body }],
    answer: async (call) => {
      try {
        const { release } = call
        if (!isWithin(call.body, MOST_LEVELS)) throw new FaultError([TOO_DEEP])
        const read = checkInput(body, withOwnWords(body, call.body)) as Readonly<Record<string, unknown>>
        const { release: _, ...variables } = withEnumNames(body, read) as Readonly<Record<string, unknown>>
        const answer = await ask(call, variables)
        if (answer === null || answer === undefined) throw new RestError(422, [nothingKnown()])
        return { ...answer, release: release().id } as unknown as Json
      } catch (error) {
        throw faultOf(error)
      }
    },
  }
}

function nothingKnown(): Json {
  return { type: 'no_figure', loc: ['body', 'asset'], msg: 'neither making nor use of it has a figure', input: null }
}

/** Lists and objects in each other: no input of the schema has as many. */
const MOST_LEVELS = 30

const TOO_DEEP = {
  path: ['body'],
  message: `expected at most ${MOST_LEVELS} lists and objects in each other`,
  code: 'INVALID_VALUE',
}

function isWithin(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return true
  return levels > 0 && Object.values(value).every((each) => isWithin(each, levels - 1))
}

/** Faults with their paths in the body, in the words of the schema. */
function faultOf(error: unknown): unknown {
  const cause = error instanceof GraphQLError ? (error.originalError ?? error) : error
  if (cause instanceof NotFoundError) return cause
  if (!(cause instanceof FaultError)) return error
  const details = cause.faults.map(({ path: [first, ...rest], message, code, value = null }) => ({
    type: code.toLowerCase(),
    loc: [
      'body',
      ...(first === 'input'
        ? ['asset', ...rest]
        : first === 'body'
          ? rest
          : first === undefined
            ? []
            : [first, ...rest]),
    ],
    msg: message,
    input: value as Json,
  }))
  return new RestError(cause.code === 'NOT_FOUND' ? 404 : 422, [...details, ...unnamedFaults(cause)])
}
