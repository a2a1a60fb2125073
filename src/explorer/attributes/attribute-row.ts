import type { AttributeStatus } from '../../generated/explorer-operations.ts'

/** One attribute as the table shows it. */
export interface AttributeRow {
  readonly id: string
  /** Index of the subject. */
  readonly subject: number
  /** Label of the part; empty for the whole. */
  readonly label: string
  /** Name of the attribute, as the API has it. */
  readonly attribute: string
  /** Part of the subject, in words. */
  readonly part: string
  readonly name: string
  readonly value: string
  /** For sorting; NaN for texts. */
  readonly number: number
  readonly bounds: string
  readonly unit: string
  readonly status: AttributeStatus
  readonly source: string
  readonly warnings: readonly string[]
  /** How it can be replaced: an input of the form, or a sentence where there is none. */
  readonly replace: { readonly field: string } | { readonly words: string } | undefined
}

export const STATUSES: readonly AttributeStatus[] = ['INPUT', 'CHANGED', 'COMPLETED', 'ARCHETYPE', 'DEFAULT']

/** Statuses in words, and what they mean. */
export const STATUS_WORDS: Readonly<Record<AttributeStatus, readonly [word: string, meaning: string]>> = {
  INPUT: ['Yours', 'entered by you'],
  CHANGED: ['Changed', 'entered by you, and read as the closest known name'],
  COMPLETED: ['Inferred', 'follows from other values'],
  ARCHETYPE: ['Typical', 'typical of such equipment: an assumption'],
  DEFAULT: ['Default', 'used where nothing else is known'],
}

/** Powers follow from everything else: what is doubtful about them is doubtful there. */
const RESULTING = new Set(['avg_power', 'part_power'])

/** Values that are typical or assumed, that were inferred with room for error, or that come with a warning. */
export function isDoubtful({ status, warnings, bounds, attribute }: AttributeRow): boolean {
  if (warnings.length > 0 || status === 'DEFAULT' || status === 'ARCHETYPE') return true
  return status === 'COMPLETED' && bounds !== '' && !RESULTING.has(attribute)
}
