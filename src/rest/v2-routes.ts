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
} from '../input/rest/v2-body.ts'
import { unknownFields } from '../input/unknown-fields.ts'
import { type Json, JsonText } from './json.ts'
import { RestError } from './rest-error.ts'
import type { RestCall, Route } from './route.ts'
import { tooMuch } from './too-much.ts'

/** The answer of a route: the value of its field, and the warnings of the asset. */
interface Given {
  readonly answer: object | null | undefined
  readonly warnings?: readonly V2WarningFragment[] | undefined
}

type Variables = Readonly<Record<string, unknown>>
type Ask = (call: RestCall, variables: Variables) => Promise<Given>

/** Routes whose body has the variables of an operation, and whose answer is the value of its field. */
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
    'its embedded impact or its use has no figure',
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

/** Runs an operation with the variables of the body; where the body lacks one, with that of `besides`. */
function asking<Result>(
  document: TypedDocumentNode<Result, never>,
  given: (result: Result) => Given,
  besides: (variables: Variables) => Variables = () => ({}),
): Ask {
  return async (call, variables) => given(await call.run(document, { ...besides(variables), ...variables } as never))
}

function route(
  path: string,
  id: string,
  summary: string,
  body: z.ZodType,
  gives: Route['gives'],
  ask: Ask,
  nothing = 'neither its embedded impact nor its use has a figure',
): Route {
  return {
    path,
    tag: 'Version 2',
    gives,
    operations: [{ method: 'POST', id, summary, parameters: [], body }],
    answer: async (call) => {
      const { id: release } = call.release()
      const odd = tooMuch(call.body)
      if (odd !== undefined) throw new FaultError([odd])
      const read = checkInput(body, withOwnWords(body, call.body)) as Variables
      const variables = withEnumNames(body, read) as Variables
      const { answer, warnings } = await ask(call, { ...variables, release })
      if (answer === null || answer === undefined) throw new RestError(422, [noFigure(nothing)])
      const all = allWarnings(unknownFields(body, call.body), warnings, answer)
      const whole = { ...answer, warnings: all, release }
      return 'points' in answer && answer.points instanceof JsonText
        ? (whole as Json)
        : new JsonText(JSON.stringify(whole))
    },
  }
}

/** Warnings of the body, of the asset and of the answer, each text once. */
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

function noFigure(msg: string): Json {
  return { type: 'no_figure', loc: ['body', 'asset'], msg, input: null }
}
