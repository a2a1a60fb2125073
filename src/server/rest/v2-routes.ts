import type { TypedDocumentNode } from '@graphql-typed-document-node/core'
import type * as z from 'zod'
import { nearestNames } from '../../catalogue/matching/nearest-names.ts'
import {
  V2AssessDocument,
  V2CompareDocument,
  V2ConsumptionProfileDocument,
  V2DistributionDocument,
  V2DriftDocument,
  V2ExplainDocument,
  V2FleetDocument,
  V2SciDocument,
  type V2ScopeFragment,
  V2TimelineDocument,
  type V2WarningFragment,
  V2WhatIfDocument,
} from '../../generated/rest-operations.ts'
import { checkInput } from '../../input/check-input.ts'
import { type Fault, FaultError } from '../../input/fault.ts'
import {
  AssessBody,
  CompareBody,
  DistributionBody,
  DriftBody,
  ExplainBody,
  FleetBody,
  MOST_INTERVALS,
  PowerCurveBody,
  SciBody,
  TimelineBody,
  WhatIfBody,
  withEnumNames,
  withOwnWords,
} from '../../input/rest/v2-body.ts'
import { type UnknownField, unknownFields } from '../../input/unknown-fields.ts'
import { type Json, JsonText } from './json.ts'
import { RestError } from './rest-error.ts'
import type { RestCall, Route } from './route.ts'

/** Maximum nesting of lists and objects: no input of the schema needs as much. */
const MOST_LEVELS = 30

const TOO_DEEP: Fault = {
  path: ['body'],
  message: `expected at most ${MOST_LEVELS} levels of lists and objects`,
  code: 'INVALID_VALUE',
}

/**
 * Why a body exceeds the limits on nesting or list entries; undefined if it does not. Check it before its schema, which
 * would take half a second to create a fault for each of half a million entries.
 *
 * @example
 * tooMuch({ intervals: Array(20_000).fill({}) })
 * // { path: ['body', 'intervals'], message: 'expected at most 10000 entries', ... }
 */
function tooMuch(body: unknown): Fault | undefined {
  const path: (string | number)[] = ['body']
  if (isWithin(body, MOST_LEVELS, path)) return undefined
  if (path.length > MOST_LEVELS) return TOO_DEEP
  return { path, message: `expected at most ${MOST_INTERVALS} entries`, code: 'TOO_BIG' }
}

/** If it is not, `path` is left at the place. */
function isWithin(value: unknown, levels: number, path: (string | number)[]): boolean {
  if (typeof value !== 'object' || value === null) return true
  if (levels === 0) return false
  if (Array.isArray(value)) {
    if (value.length > MOST_INTERVALS) return false
    for (let index = 0; index < value.length; index++)
      if (!isEntryWithin(value[index], index, levels, path)) return false
    return true
  }
  for (const key in value) {
    if (!isEntryWithin((value as Readonly<Record<string, unknown>>)[key], key, levels, path)) return false
  }
  return true
}

function isEntryWithin(value: unknown, key: string | number, levels: number, path: (string | number)[]): boolean {
  if (typeof value !== 'object' || value === null) return true
  path.push(key)
  if (!isWithin(value, levels - 1, path)) return false
  path.pop()
  return true
}

/** The answer of a route: the value of its field, and the warnings of the asset. */
interface Given {
  readonly answer: object | null | undefined
  readonly warnings?: readonly V2WarningFragment[] | undefined
}

/** The total of an asset, with the scope of its impact and the phases that it leaves out. */
function totalOf<Total extends object>(
  asset:
    | {
        readonly impact: V2ScopeFragment & { readonly total: Total | null }
        readonly warnings: readonly V2WarningFragment[]
      }
    | null
    | undefined,
) {
  const { total, ...scope } = asset?.impact ?? {}
  return { answer: total && { ...total, ...scope }, warnings: asset?.warnings }
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
    'Impact of the use of an asset over intervals',
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
    'Software carbon intensity (SCI)',
    SciBody,
    'V2SciAnswer',
    asking(
      V2SciDocument,
      ({ release }) => ({ answer: release?.asset?.sci, warnings: release?.asset?.warnings }),
      ({ units }) => (units === undefined ? {} : { functionalUnits: units }),
    ),
    'its embedded impact or its use has no figure',
  ),
  route(
    '/v2/explain',
    'explainAsset',
    'Explanation of the total of an asset',
    ExplainBody,
    'V2Explanation',
    asking(V2ExplainDocument, ({ release }) => totalOf(release?.asset)),
  ),
  route(
    '/v2/distribution',
    'sampleAsset',
    'Probability distribution of the total of an asset',
    DistributionBody,
    'V2Sampled',
    asking(V2DistributionDocument, ({ release }) => totalOf(release?.asset)),
  ),
  route(
    '/v2/compare',
    'compareAssets',
    'Comparison of assets by their totals',
    CompareBody,
    'V2Comparison',
    asking(V2CompareDocument, ({ release }) => ({ answer: release?.comparison })),
  ),
  route(
    '/v2/drift',
    'compareReleases',
    'Difference of a total between two releases',
    DriftBody,
    'V2DriftAnswer',
    asking(V2DriftDocument, ({ release }) => ({ answer: release?.drift })),
  ),
  route(
    '/v2/fleet',
    'evaluateFleet',
    'Impacts of many assets, in groups',
    FleetBody,
    'V2FleetAnswer',
    asking(
      V2FleetDocument,
      ({ release }) => ({ answer: release?.fleet }),
      ({ by }) => ({ hasGroups: Array.isArray(by) && by.length > 0, verbose: false }),
    ),
  ),
  route(
    '/v2/what-if',
    'evaluateOtherInputs',
    'A total with different inputs',
    WhatIfBody,
    'V2WhatIfAnswer',
    asking(V2WhatIfDocument, ({ release }) => {
      const { impact, warnings } = release?.asset ?? {}
      if (!impact?.total) return { answer: null }
      const { total, ...scope } = impact
      const { explanation, ...from } = total
      return { answer: { ...scope, from, to: explanation.whatIf }, warnings }
    }),
  ),
  route(
    '/v2/consumption-profile',
    'fitPowerCurve',
    'Power curve of a processor',
    PowerCurveBody,
    'V2PowerCurve',
    asking(V2ConsumptionProfileDocument, ({ release }) => ({ answer: release?.consumptionProfile })),
  ),
]

/**
 * Runs an operation with the variables of the body; where the body lacks one, with that of `besides`. No range is drawn
 * unasked.
 */
function asking<Result>(
  document: TypedDocumentNode<Result, never>,
  given: (result: Result) => Given,
  besides: (variables: Variables) => Variables = () => ({}),
): Ask {
  return async (call, variables) =>
    given(await call.run(document, { likely: false, ...besides(variables), ...variables } as never))
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
    tag: 'v2',
    gives,
    operations: [{ method: 'POST', id, summary, parameters: [], body }],
    answer: async (call) => {
      const { id: release } = call.release()
      const odd = tooMuch(call.body())
      if (odd !== undefined) throw new FaultError([odd])
      const unknown = unknownFields(body, call.body())
      const read = withNearest(unknown, () => checkInput(body, withOwnWords(body, call.body())) as Variables)
      const variables = withEnumNames(body, read) as Variables
      if (variables.strict === true && unknown.length > 0) throw new FaultError(unknown.map(asFault))
      const { answer, warnings } = await ask(call, { ...variables, release })
      if (answer === null || answer === undefined) throw new RestError(422, [noFigure(nothing)])
      const all = allWarnings(unknown, warnings, answer)
      const whole = { ...answer, warnings: all, release }
      const spell = spellingOf(call.body())
      return 'points' in answer && answer.points instanceof JsonText
        ? ({ ...whole, ...('total' in answer && { total: new JsonText(spell(JSON.stringify(answer.total))) }) } as Json)
        : new JsonText(spell(JSON.stringify(whole)))
    },
  }
}

/** With `strict: true`, an unknown field is a fault. */
function asFault({ path, value, known }: UnknownField): Fault {
  const field = path.at(-1) as string
  const message = `Unknown field "${field}". The fields here are ${known.join(', ')}`
  return { path: ['body', ...path], message, code: 'INVALID_VALUE', nearest: nearestNames(field, known), value }
}

/** Reads a body. The faults of an object with unknown fields list the closest known ones. */
function withNearest<Value>(unknown: readonly UnknownField[], read: () => Value): Value {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof FaultError) || unknown.length === 0) throw error
    throw error.map((fault) => {
      const own = unknown.filter(({ path }) => path.slice(0, -1).join('\n') === fault.path.join('\n'))
      const nearest = own.flatMap(({ path, known }) => nearestNames(path.at(-1) as string, known))
      return nearest.length === 0 ? fault : { ...fault, nearest: [...new Set(nearest)] }
    })
  }
}

/**
 * Spells the criteria of an answer as the request does: `gwp` or `GWP`. In JSON no text of a user has these quotes,
 * which are escaped there.
 */
function spellingOf(body: unknown): (json: string) => string {
  const { criteria, criterion } = (body ?? {}) as { readonly criteria?: unknown; readonly criterion?: unknown }
  const asked = [criteria, criterion].flat().filter((each) => typeof each === 'string')
  const spelled = new Map(asked.map((each) => [each.toUpperCase(), each]))
  if (asked.every((each) => each === each.toUpperCase())) return (json) => json
  return (json) =>
    json.replace(/"criterion":"(\w+)"/g, (whole, code) => {
      const own = spelled.get(code)
      return own === undefined ? whole : `"criterion":${JSON.stringify(own)}`
    })
}

/** Warnings of the body, of the asset and of the answer, each text once. */
function allWarnings(
  unknown: readonly UnknownField[],
  warnings: readonly V2WarningFragment[] = [],
  answer: { readonly warnings?: readonly V2WarningFragment[] },
): readonly object[] {
  const ofFields = unknown.map(({ path, known }) => ({
    code: 'UNKNOWN_FIELD',
    message: `Unknown field ${path.join('.')} was ignored`,
    path: path.map(String),
    nearest: nearestNames(path.at(-1) as string, known),
  }))
  const all = [...ofFields, ...warnings, ...(answer.warnings ?? [])]
  return [...new Map(all.map((each) => [each.message, each])).values()]
}

function noFigure(msg: string): Json {
  return { type: 'no_figure', loc: ['body', 'asset'], msg, input: null }
}
