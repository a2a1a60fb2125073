import { nearestNames } from '../catalogue/matching/nearest-names.ts'

/** The output has no column of that name. */
export class UnknownColumnError extends Error {
  override readonly name = 'UnknownColumnError'

  constructor(field: string, known: readonly string[]) {
    const near = nearestNames(field, known)
    const meant = near.length > 0 ? ` Did you mean ${near.join(', ')}?` : ''
    super(`Unknown field "${field}".${meant} Choose from ${known.join(', ')}`)
  }
}

/**
 * The columns that fields name, in any case, each once. `label` also means the columns that name the rows. Throws an
 * UnknownColumnError.
 */
export function chosenColumns(
  fields: readonly string[],
  known: readonly string[],
  labels: readonly string[] = [],
): readonly string[] {
  const chosen = fields.flatMap((field) => {
    const name =
      known.find((each) => each === field) ?? known.find((each) => each.toLowerCase() === field.toLowerCase())
    const names = name === undefined && field.toLowerCase() === 'label' ? labels : [name]
    return names.map((each) => {
      if (each === undefined) throw new UnknownColumnError(field, known)
      return each
    })
  })
  return [...new Set(chosen)]
}
