/** Why a figure rests on an assumption: each reason with its meaning. */
export const ASSUMPTIONS = {
  UNKNOWN_PLACE: 'You gave no place for its electricity, or an unknown one.',
  UNKNOWN_NAME: 'You gave an unknown name: of a model, a processor or a maker.',
  TYPICAL_VALUES: 'You gave its kind alone. Its values are those of a typical one.',
} as const

export type Assumption = keyof typeof ASSUMPTIONS

/** Whether another place replaces a missing or unknown one. Reading `France` as FRA is not an assumption. */
export function isPlaceAssumed(
  { status }: { readonly status: string },
  warnings: readonly { readonly code: string }[],
): boolean {
  return status === 'DEFAULT' || (status === 'CHANGED' && warnings.some(({ code }) => code === 'UNKNOWN_LOCATION'))
}

/** `POL`, or `EEE (assumed)` if the place replaces another. */
export function placeWords(place: string, isAssumed: boolean): string {
  return isAssumed ? `${place} (assumed)` : place
}
