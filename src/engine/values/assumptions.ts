import type { WarningCode } from './warning.ts'

/** Why a figure rests on an assumption: each reason with its meaning. */
export const ASSUMPTIONS = {
  UNKNOWN_PLACE: 'The location that the electricity comes from is missing or unknown.',
  UNKNOWN_NAME: 'The name of a model, a processor or a maker is unknown.',
  UNKNOWN_MEDIUM: 'A file gives a storage capacity without saying SSD or HDD. The result uses solid-state drives.',
  TYPICAL_VALUES:
    'You gave only the kind of item, or a model without figures of its own. The result uses typical values for that kind.',
} as const

export type Assumption = keyof typeof ASSUMPTIONS

/** Whether another place replaces a missing or unknown one. Reading `France` as FRA is not an assumption. */
export function isPlaceAssumed(
  { status }: { readonly status: string },
  warnings: readonly { readonly code: string }[],
): boolean {
  return status === 'DEFAULT' || (status === 'CHANGED' && warnings.some(({ code }) => code === 'UNKNOWN_LOCATION'))
}

/** Whether a warning's code means an input that is unknown or impossible, which the result replaces or ignores. */
export function isUnknownInput(code: WarningCode): code is UnknownInputCode {
  return code.startsWith('UNKNOWN_') || code === 'CONTRADICTION'
}

/** Codes of warnings about unknown or impossible inputs. */
export type UnknownInputCode = Extract<WarningCode, `UNKNOWN_${string}` | 'CONTRADICTION'>

/** `POL`, or `EEE (assumed)` if the place replaces another. */
export function placeWords(place: string, isAssumed: boolean): string {
  return isAssumed ? `${place} (assumed)` : place
}
