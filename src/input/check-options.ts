import * as z from 'zod'
import { ALLOCATIONS, BOUNDARIES } from '../engine/assessment/impact.ts'
import { CRITERION_CODES } from '../engine/values/criteria.ts'
import { checkInput } from './check-input.ts'
import { flag, list, optional, word } from './fields.ts'

const MOST = 1e12
const hours = { error: 'expected a number of hours above 0' }
const amount = { error: `expected a number, 0 to ${MOST}` }
const criterion = word(CRITERION_CODES)

const OPTIONS = z.object(
  {
    criteria: optional(list(criterion), 'Impact criteria'),
    criterion: optional(criterion, 'Impact criterion'),
    phase: optional(word(['embedded', 'use', 'building', 'total']), 'The part of a figure'),
    duration: optional(z.number(hours).positive(hours).max(MOST, hours), 'Hours'),
    allocation: optional(word(ALLOCATIONS), 'How the embodied impact is allocated to the duration'),
    boundary: optional(word(BOUNDARIES), 'Boundary of the figures'),
    strict: optional(flag, 'Whether unknown names are refused'),
    likely: optional(flag, 'Whether to compute likely ranges'),
    quantity: optional(z.number(amount).min(0, amount).max(MOST, amount), 'Number of units'),
  },
  { error: 'expected an object' },
)

/**
 * Throws a FaultError for invalid options of an assessment, or an invalid quantity or duration of an item. Programs in
 * plain JavaScript have no compiler to check these.
 *
 * Example: `checkOptions({ duration: -1 })` throws `duration: expected a number of hours above 0`.
 */
export function checkOptions(options: object): void {
  checkInput(OPTIONS, options)
}
