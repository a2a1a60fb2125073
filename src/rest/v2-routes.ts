import type { TypedDocumentNode } from '@graphql-typed-document-node/core'
import type * as z from 'zod'
import {
  V2AssessDocument,
  V2CompareDocument,
  V2DistributionDocument,
  V2DriftDocument,
  V2ExplainDocument,
  V2SciDocument,
  V2TimelineDocument,
  type V2WarningFragment,
} from '../generated/rest-operations.ts'
import { checkInput } from '../input/check-input.ts'
import { FaultError } from '../input/fault.ts'
import { unknownFields } from '../input/unknown-fields.ts'
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
import { type Json, JsonText } from './json.ts'
import { RestError } from './rest-error.ts'
import type { RestCall, Route } from './route.ts'
import { v2Error } from './v2-error.ts'

/** What a route gives: the value of its field, and what to keep in mind of what was asked for. */
interface Given {
  readonly answer: object | null | undefined
  readonly warnings?: readonly V2WarningFragment[] | undefined
}

type Variables = Readonly<Record<string, unknown>>
type Ask = (call: RestCall, variables: Variables) => Promise<Given>

/** Routes whose body holds the variables of an operation, and whose answer is the value of its field. */
export const v2Routes: readonly Route[] = [
  route(
    '/v2/assess',
    'evaluateAsset',
    'Impacts of an asset of any kind',
    AssessBody,
    'V2Assessment',
    asking(
      V2AssessDocument,
      ({ release }) => ({ answer: release?.asset }),
      () => ({ verbose: false }),
    ),
  ),
  route(
    '/v2/timeline',
    'evaluateTimeline',
    'Use of an asset over intervals',
    TimelineBody,
    'V2TimelineAnswer',
    asking(
      V2TimelineDocument,
      ({ release }) => ({ answer: release?.asset?.timeline, warnings: release?.asset?.warnings }),
      (variables) => ({ hasWindow: 'window' in variables }),
    ),
  ),
  route(
    '/v2/sci',
    'evaluateSci',
    'Carbon of software per functional unit',
    SciBody,
    'V2SciAnswer',
    asking(V2SciDocument, ({ release }) => ({ answer: release?.asset?.sci, warnings: release?.asset?.warnings })),
  ),
  route(
    '/v2/explain',
    'explainAsset',
    'How the total of an asset is computed',
    ExplainBody,
    'V2Explanation',
    asking(V2ExplainDocument, ({ release }) => ({
      answer: release?.asset?.impact.total,
      warnings: release?.asset?.warnings,
    })),
  ),
  route(
    '/v2/distribution',
    'sampleAsset',
    'How likely which totals of an asset are, and why',
    DistributionBody,
    'V2Sampled',
    asking(V2DistributionDocument, ({ release }) => ({
      answer: release?.asset?.impact.total,
      warnings: release?.asset?.warnings,
    })),
  ),
  route(
    '/v2/compare',
    'compareAssets',
    'Which of some assets has the lowest total',
    CompareBody,
    'V2Comparison',
    asking(V2CompareDocument, ({ release }) => ({ answer: release?.comparison })),
  ),
  route(
    '/v2/drift',
    'compareReleases',
    'How far a total moved between two releases',
    DriftBody,
    'V2DriftAnswer',
    asking(V2DriftDocument, ({ release }) => ({ answer: release?.drift })),
  ),
]

/** Runs an operation with the variables of the body, which go before those that it has `besides`. */
function asking<Result>(
  document: TypedDocumentNode<Result, never>,
  given: (result: Result) => Given,
  besides: (variables: Variables) => Variables = () => ({}),
): Ask {
  return async (call, variables) => given(await call.run(document, { ...besides(variables), ...variables } as never))
}

function route(path: string, id: string, summary: string, body: z.ZodType, gives: Route['gives'], ask: Ask): Route {
  return {
    path,
    tag: 'Version 2',
    gives,
    operations: [{ method: 'POST', id, summary, parameters: [], body }],
    answer: async (call) => {
      try {
        const { id: release } = call.release()
        if (!isWithin(call.body, MOST_LEVELS)) throw new FaultError([TOO_DEEP])
        const read = checkInput(body, withOwnWords(body, call.body)) as Variables
        const variables = withEnumNames(body, read) as Variables
        const { answer, warnings } = await ask(call, { ...variables, release })
        if (answer === null || answer === undefined) throw new RestError(422, [nothingKnown()])
        const all = allWarnings(unknownFields(body, call.body), warnings, answer)
        return new JsonText(JSON.stringify({ ...answer, warnings: all, release }))
      } catch (error) {
        throw v2Error(error)
      }
    },
  }
}

/** What to keep in mind of the body, of what it describes and of the answer, each text once. */
function allWarnings(
  unknown: ReturnType<typeof unknownFields>,
  warnings: readonly V2WarningFragment[] = [],
  answer: { readonly warnings?: readonly V2WarningFragment[] },
): readonly object[] {
  const ofFields = unknown.map((path) => {
    return { code: 'UNKNOWN_FIELD', message: `Unknown field ${path.join('.')} was ignored`, path }
  })
  const all = [...ofFields, ...warnings, ...(answer.warnings ?? [])]
  return [...new Map(all.map((each) => [each.message, each])).values()]
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
