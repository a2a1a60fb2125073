import { PHASES, STAGES } from '../../../engine/assessment/impact.ts'
import { ATTRIBUTE_STATUSES } from '../../../engine/values/attribute.ts'
import { CRITERION_CODES } from '../../../engine/values/criteria.ts'
import { WARNING_CODES } from '../../../engine/values/warning.ts'
import { FAULT_CODES } from '../../../input/fault.ts'
import { number, object, oneOf, ref, text, texts } from './words.ts'

const phase = oneOf(PHASES)
const phases = { type: 'array', items: phase }
const stage = oneOf(STAGES)
/** A criterion is spelled as the request does. */
const criterion = oneOf(CRITERION_CODES.flatMap((code) => [code.toUpperCase(), code]))
const warningCode = oneOf([...Object.keys(WARNING_CODES), 'UNKNOWN_FIELD'])

const warnings = {
  type: 'array',
  items: object(
    'Warnings about the figures',
    {
      code: warningCode,
      message: text,
      path: { type: ['array', 'null'], items: text, description: 'Path of the input, if the warning is about one' },
      nearest: { ...texts, description: 'Closest known names, best first, if the warning is about a name' },
    },
    ['code', 'message'],
  ),
}
const bounds = { value: number, min: number, max: number }
const computedFor = {
  ...text,
  description: 'Duration, place, boundary, load and release of the figures, in one sentence',
}
export const release = { ...text, description: 'Data release of the answer' }
const optional = (name: string) => ({ anyOf: [ref(name), { type: 'null' }] })

export const list = (description: string, properties: Parameters<typeof object>[1]) => ({
  type: 'array',
  items: object(description, properties, Object.keys(properties)),
})
export const orNull = (type: string) => ({ type: [type, 'null'] })
const likely = { ...ref('V2Likely'), description: 'Only if requested' }
const figure = { ...bounds, unit: text, likely, warnings }
const powers = (description: string) => list(description, { timeWorkload: number, powerWatt: number })
const summary = {
  mean: number,
  standardDeviation: number,
  quantiles: list('A quantile', { probability: number, value: number }),
}
const distribution = object('A summary of samples', summary, Object.keys(summary))

/** What a sum covers, for impacts and jobs. */
export const COVERED = {
  coverage: list('Number of assets with a figure for a phase, and of all assets', {
    phase,
    units: number,
    of: number,
    share: number,
  }),
  isPartial: { type: 'boolean', description: 'Whether some assets lack a phase that others have' },
  lacking: list('A phase without a figure for some units, and the number of these units', { phase, units: number }),
} as const

/** What a total is of. */
const scope = {
  missing: { ...phases, description: 'Phases without a figure' },
  reason: { ...orNull('string'), description: 'Reason if phases are missing' },
  computedFor,
  ...COVERED,
} as const

/** Schemas of the answers of /v2. */
export const V2_SCHEMAS = {
  V2Explanation: object(
    'How a total is computed',
    {
      ...figure,
      contributions: list('A part', { component: text, phase, stage, value: number, share: number }),
      stages: list('A stage of life', { stage, value: number, share: number }),
      quality: object(
        'Quality of the inputs',
        { dataQualityRating: number, shares: list('By status', { status: oneOf(ATTRIBUTE_STATUSES), share: number }) },
        ['dataQualityRating', 'shares'],
      ),
      explanation: object(
        'Inputs and formulas',
        {
          text,
          nodes: list('An input or a formula', {
            leaf: text,
            label: text,
            component: {
              ...orNull('string'),
              description: 'Component that the node is about. Null for the whole asset, and for several components',
            },
            phase: { anyOf: [phase, { type: 'null' }], description: 'Null for a total, and for several phases' },
            name: orNull('string'),
            formula: orNull('string'),
            operands: list('A symbol', { symbol: text, node: text, direction: oneOf(['RISING', 'FALLING']) }),
            ...bounds,
            unit: orNull('string'),
            status: orNull('string'),
            source: orNull('string'),
            sources: list('A document', {
              title: text,
              publisher: orNull('string'),
              url: orNull('string'),
              licence: orNull('string'),
              year: orNull('string'),
            }),
            method: orNull('string'),
            spreadReason: orNull('string'),
          }),
        },
        ['text', 'nodes'],
      ),
      ...scope,
      release,
    },
    ['value', 'explanation', 'missing', 'computedFor', 'warnings', 'release'],
  ),
  V2Sampled: object(
    'Probability distribution of a total',
    {
      ...figure,
      distribution: object(
        'A summary of samples',
        { ...summary, histogram: list('A bin', { from: number, to: number, count: number }) },
        Object.keys(summary),
      ),
      drivers: list('Causes of the spread', {
        leaf: text,
        label: text,
        share: number,
        stage: orNull('string'),
        source: orNull('string'),
        advice: orNull('string'),
        inputs: texts,
      }),
      ...scope,
      release,
    },
    ['value', 'distribution', 'drivers', 'missing', 'computedFor', 'warnings', 'release'],
  ),
  V2Comparison: object(
    'A comparison of assets',
    {
      items: list('Compared item', {
        label: text,
        probabilityLowest: number,
        comparable: { type: 'boolean' },
        reason: orNull('string'),
        warnings,
        impact: ref('V2Impact'),
      }),
      pairs: list('Pair of items', {
        a: text,
        b: text,
        comparable: {
          type: 'boolean',
          description: 'Whether both items have the same phases. If not, the numbers cover only the common phases',
        },
        hasVerdict: {
          type: 'boolean',
          description:
            'Whether the two items can be ranked. Both need figures for the same phases. These must include USE and, if the criterion has embodied figures, EMBEDDED. Items with `sameData` cannot be ranked',
        },
        sameData: {
          type: 'boolean',
          description: 'Whether both figures come from the same data. They are then equal, and cannot be told apart',
        },
        phases: { ...phases, description: 'Phases that both items have. The numbers cover these' },
        reason: orNull('string'),
        probabilityALower: {
          ...number,
          description: 'Probability that `a` is lower than `b`, 0 to 1. It is 0.5 for `sameData`',
        },
        difference: distribution,
        ratio: distribution,
      }),
      computedFor,
      warnings,
      release,
    },
    ['items', 'pairs', 'warnings', 'release'],
  ),
  V2DriftAnswer: object(
    'A total in two releases',
    {
      from: optional('V2Figure'),
      to: optional('V2Figure'),
      ratio: orNull('number'),
      causes: list('A cause', {
        leaf: text,
        label: text,
        from: orNull('number'),
        to: orNull('number'),
        effect: number,
      }),
      computedFor,
      warnings,
      release,
    },
    ['causes', 'computedFor', 'warnings', 'release'],
  ),
  V2FleetAnswer: object(
    'Impacts of many assets',
    {
      size: { ...number, description: 'Assets requested, with their quantities' },
      assessed: { ...number, description: 'Assets in the totals: all but the faulty' },
      items: {
        type: 'array',
        items: object(
          'An item with its impacts, or with its fault',
          {
            label: orNull('string'),
            quantity: number,
            impacts: {
              type: 'array',
              items: ref('V2Impact'),
              description: 'Impacts of all assets of the item; only with verbose=true',
            },
            fault: {
              anyOf: [
                object('Fault', { code: oneOf(Object.keys(FAULT_CODES)), message: text, path: texts, nearest: texts }, [
                  'code',
                  'message',
                ]),
                { type: 'null' },
              ],
            },
          },
          ['label', 'quantity', 'fault'],
        ),
      },
      impacts: { type: 'array', items: ref('V2Impact') },
      energy: { ...optional('V2Figure'), description: 'In kWh' },
      groups: {
        ...list('Group of items', {
          key: {
            ...texts,
            description:
              'Values that the items share, one for each property listed in `by`. A value is empty if the items have none. Faulty items have no location, provider or instance type',
          },
          size: { ...number, description: 'Number of assets, faulty items included' },
          assessed: { ...number, description: 'Number of assets in the totals: all except the faulty ones' },
          impacts: { type: 'array', items: ref('V2Impact') },
          energy: optional('V2Figure'),
        }),
        description: 'Only if the request has `by`',
      },
      warnings,
      release,
    },
    ['size', 'assessed', 'items', 'impacts', 'warnings', 'release'],
  ),
  V2WhatIfAnswer: object(
    'A total, and its value with different inputs',
    {
      from: ref('V2Figure'),
      to: object('The total with the overrides, unrounded', { ...bounds, warnings }, [
        'value',
        'min',
        'max',
        'warnings',
      ]),
      ...scope,
      warnings,
      release,
    },
    ['from', 'to', 'missing', 'computedFor', 'warnings', 'release'],
  ),
  V2Likely: object(
    'A likely range: nine in ten samples lie between low and high (5 and 95 %)',
    { low: number, median: number, high: number },
    ['low', 'median', 'high'],
  ),
  V2Figure: object('A figure with its bounds, its unit and its warnings', figure, ['value', 'min', 'max', 'unit']),
  V2Impact: object(
    'One criterion, by phase. Null without a figure',
    {
      criterion,
      unit: text,
      description: text,
      embedded: optional('V2Figure'),
      use: optional('V2Figure'),
      building: optional('V2Figure'),
      total: optional('V2Figure'),
      ...scope,
    },
    ['criterion', 'unit', 'missing'],
  ),
  V2Assessment: object(
    'Impacts of an asset',
    {
      impacts: { type: 'array', items: ref('V2Impact') },
      energy: { ...optional('V2Figure'), description: 'In kWh; absent with verbose=false' },
      water: { ...optional('V2Figure'), description: 'In litres; absent with verbose=false' },
      warnings,
      release,
    },
    ['impacts', 'warnings', 'release'],
  ),
  V2TimelineAnswer: object(
    'Impact of use over intervals',
    {
      total: ref('V2Impact'),
      points: {
        type: 'array',
        items: object(
          'An interval',
          {
            hours: number,
            power: { type: ['number', 'null'], description: 'In W' },
            use: {
              anyOf: [
                object('Impact of the electricity of the interval', bounds, ['value', 'min', 'max']),
                { type: 'null' },
              ],
            },
          },
          ['hours'],
        ),
      },
      bestWindow: object(
        'The intervals with the lowest use impact per hour; only if the request has a window',
        {
          first: { ...number, description: 'Index of the first interval, from 0' },
          use: ref('V2Figure'),
          shareOfMean: number,
        },
        ['first', 'use', 'shareOfMean'],
      ),
      warnings,
      release,
    },
    ['total', 'points', 'warnings', 'release'],
  ),
  V2PowerCurve: object(
    'Power curve of one processor: `power(x) = a * ln(b * (x + c)) + d`, in W at a load of x percent, at least 1 W',
    {
      a: number,
      b: orNull('number'),
      c: orNull('number'),
      d: orNull('number'),
      status: oneOf(ATTRIBUTE_STATUSES),
      source: orNull('string'),
      residual: { ...orNull('number'), description: 'Root-mean-square error of the fit, in W' },
      fittedPoints: { ...powers('A point of the fit'), type: ['array', 'null'] },
      points: { ...powers('A point of the curve'), description: 'Evenly spaced from 0 to 100 percent' },
      warnings,
      release,
    },
    ['a', 'b', 'c', 'd', 'status', 'points', 'warnings', 'release'],
  ),
  V2SciAnswer: object(
    'Software carbon intensity per functional unit, and its terms',
    {
      score: ref('V2Figure'),
      operational: ref('V2Figure'),
      embodied: ref('V2Figure'),
      energy: ref('V2Figure'),
      intensity: ref('V2Figure'),
      boundary: { type: 'string', const: 'DATA_CENTRE' },
      functionalUnits: number,
      units: number,
      computedFor,
      warnings,
      release,
    },
    ['score', 'computedFor', 'warnings', 'release'],
  ),
} as const
