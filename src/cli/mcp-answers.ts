import * as z from 'zod'
import { PHASES, STAGES } from '../engine/assessment/impact.ts'
import { CRITERION_CODES } from '../engine/values/criteria.ts'
import { WARNING_CODES, type WarningCode } from '../engine/values/warning.ts'

/*
 * What the tools of the MCP server answer. Objects are open: new fields may be added.
 */

const likely = z
  .looseObject({ low: z.number(), median: z.number(), high: z.number() })
  .describe('Likely range, 5th to 95th percentile')

const range = z
  .looseObject({ value: z.number(), min: z.number(), max: z.number() })
  .describe('A figure with its bounds')

const figure = range.extend({ likely: likely.nullish() })

const warnings = z
  .array(
    z.looseObject({ code: z.enum(Object.keys(WARNING_CODES) as [WarningCode, ...WarningCode[]]), message: z.string() }),
  )
  .describe('Warnings about the figures')

const release = z.string().describe('Data release of the figures')
const computedFor = z.string().describe('Scope of the figures in one sentence')
const sources = z.array(z.string()).describe('Sources of the figures, each once')
const label = z.string().describe('Label from the request')
const criterion = z.enum(CRITERION_CODES)

const phase = z.enum(PHASES)
const covered = {
  coverage: z
    .array(z.looseObject({ phase, units: z.number(), of: z.number(), share: z.number() }))
    .describe('Number of assets with a figure, by phase'),
  isPartial: z.boolean().describe('Whether the total leaves out a phase of some assets'),
  lacking: z.array(z.looseObject({ phase, units: z.number() })).describe('Phases without a figure for some units'),
}

export const ASSESSMENT = z.looseObject({
  release,
  computedFor,
  impacts: z
    .partialRecord(
      criterion,
      z.looseObject({
        unit: z.string(),
        embedded: figure.nullable(),
        use: figure.nullable(),
        building: figure.nullish(),
        total: figure.nullable(),
        reason: z.string().nullish().describe('Why a phase has no figure'),
        ...covered,
      }),
    )
    .describe('By code of the criterion. A phase without a figure is null'),
  energy: z.number().nullable().describe('Energy over the duration, in kWh'),
  energyRange: figure.nullable().describe('The same energy with its bounds and likely range'),
  energyKwh: z.number().nullable().describe('Deprecated: use energy'),
  warnings,
  sources,
})

export const COMPARISON = z.looseObject({
  release,
  criterion,
  computedFor,
  items: z
    .array(
      z.looseObject({
        label,
        total: figure.nullable(),
        ...covered,
        probabilityLowest: z
          .number()
          .optional()
          .describe(
            'Probability that this item is the lowest, 0 to 1. Present only if every pair can be ranked or has `sameData`, and no other item has the same data as this one',
          ),
        warnings,
      }),
    )
    .describe('The lowest total first'),
  pairs: z.array(
    z.looseObject({
      a: label,
      b: label,
      comparable: z.boolean(),
      hasVerdict: z
        .boolean()
        .describe(
          'Whether the two can be ranked. Both must have figures for the same phases. These must include USE, and EMBEDDED if the criterion has an embodied impact',
        ),
      sameData: z
        .boolean()
        .describe('Whether both figures come from the same data. They are then equal, and cannot be told apart'),
      phases: z.array(phase).describe('Phases that both have'),
      reason: z.string().nullable().describe('Why the pair is not comparable'),
      probabilityALower: z
        .number()
        .optional()
        .describe('Probability that `a` is lower than `b`, 0 to 1. Present only if `hasVerdict` is true'),
    }),
  ),
  warnings,
  sources,
})

export const EXPLANATION = z.looseObject({
  release,
  computedFor,
  warnings,
  parts: z
    .array(z.looseObject({ label: z.string(), attributes: z.array(z.looseObject({ name: z.string() })) }))
    .describe('Attributes of each part, with bounds, status and source'),
  total: range
    .extend({
      unit: z.string(),
      likely,
      formulas: z.array(z.string()),
      mean: z.number(),
      standardDeviation: z.number(),
      quantiles: z.record(z.string(), z.number()),
      drivers: z
        .array(z.looseObject({ id: z.string(), label: z.string(), share: z.number(), stage: z.enum(STAGES).nullish() }))
        .describe('Inputs that cause the spread'),
      whatIf: range.optional(),
    })
    .nullable(),
  drift: z
    .looseObject({
      from: range.nullable(),
      to: range.nullable(),
      ratio: z.number().nullable(),
      causes: z.array(z.looseObject({ label: z.string(), effect: z.number() })),
    })
    .optional()
    .describe('Difference from an earlier data release. Only on request'),
})

export const INSTANCE_TYPES = z.looseObject({
  release,
  found: z.number().describe('Number of types that match. The answer has the first 50'),
  types: z.array(
    z.looseObject({
      provider: z.string(),
      instanceType: z.string(),
      vcpu: z.number(),
      memory: z.number().describe('GB'),
      platform: z.string().describe('Archetype of its host'),
      gwpOfAYear: figure.extend({ unit: z.string() }).nullable(),
      computedFor,
      warnings,
    }),
  ),
})
