import { brokenLimit, choice, number, optional, POSITIVE, text } from '../files/cells.ts'
import { NEEDED_CONSTANTS } from './needed-rows.ts'
import { finished, type RefuseColumn, table } from './table-spec.ts'

const source = optional(text('a source'))
const score = optional(number('a score', { min: 1, max: 5 }))

/** Constants of formulas, and how the figures of other tables were determined and spread. */
export const METHOD_TABLES = {
  constants: finished(
    table(
      {
        id: text('an id'),
        value: number('a number'),
        min: optional(number('a number')),
        max: optional(number('a number')),
        unit: optional(text('a unit')),
        source,
        note: optional(text('a note')),
      },
      { key: ['id'], remarks: ['unit', 'note'], sources: ['source'], isOptional: true },
    ),
    areWithinLimits,
  ),
  uncertainty: table(
    {
      table: text('a table'),
      kind: optional(text('a kind')),
      reliability: score,
      completeness: score,
      temporal: score,
      geographical: score,
      technological: score,
      basic: optional(number('a factor', { min: 1 })),
      gsd2: number('a squared geometric standard deviation', { min: 1 }),
      source,
      note: optional(text('a note')),
    },
    { key: ['table', 'kind'], remarks: ['note'], sources: ['source'], isOptional: true },
  ),
  methods: table(
    {
      table: text('a table'),
      kind: optional(text('a kind')),
      method: text('a method'),
      bounds: optional(text('a reason')),
      exact: optional(text('a reason')),
      source,
    },
    { key: ['table', 'kind'], remarks: 'all', sources: ['source'], isOptional: true },
  ),
  pedigree: table(
    {
      indicator: choice('reliability', 'completeness', 'temporal', 'geographical', 'technological'),
      score: number('a score', { min: 1, max: 5 }),
      factor: number('a factor', POSITIVE),
      source,
    },
    { key: ['indicator', 'score'], sources: ['source'], isOptional: true },
  ),
}

interface Numbers {
  readonly value: number
  readonly min?: number | undefined
  readonly max?: number | undefined
}

function areWithinLimits<Row extends Numbers & { readonly id: string }>(row: Row, refuse: RefuseColumn): Row {
  const limits = NEEDED_CONSTANTS.get(row.id) ?? {}
  for (const column of ['value', 'min', 'max'] as const) {
    const given = row[column]
    const limit = given === undefined ? undefined : brokenLimit(given, limits)
    if (limit !== undefined) refuse(column, `expected ${limit}, got ${given}`)
  }
  return boundsHoldTheValue(row, refuse)
}

function boundsHoldTheValue<Row extends Numbers>(row: Row, refuse: RefuseColumn): Row {
  const { value, min = value, max = value } = row
  if (min > value) refuse('min', `expected at most the value ${value}, got ${min}`)
  if (max < value) refuse('max', `expected at least the value ${value}, got ${max}`)
  return row
}
