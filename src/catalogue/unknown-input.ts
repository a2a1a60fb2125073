import { FaultError } from '../input/fault.ts'
import { nearestNames } from './matching/nearest-names.ts'

/** The fault of an override with an unknown id, with the closest ids, or where to list them. */
export function unknownInput(leaf: string, leaves: Iterable<string>, path: readonly (string | number)[]): FaultError {
  const nearest = nearestNames(leaf, leaves)
  const hint =
    nearest.length > 0 ? `Did you mean ${nearest.join(', ')}?` : 'Its explanation lists the ids of all inputs'
  const message = `This figure has no input "${leaf}". ${hint}`
  return new FaultError([{ path, message, code: 'NOT_FOUND', value: leaf, nearest }])
}
