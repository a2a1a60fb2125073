import { checkInput } from '../input/check-input.ts'
import { FaultError } from '../input/fault.ts'
import { AssetInput } from '../input/fleet-input.ts'
import type { RowFault } from './imported.ts'

const LONGEST_SHOWN = 60
const MOST_LISTED = 3

/**
 * Parses an asset with its schema, or returns its fault. `nameOf` turns the path of a fault into the file's name for
 * that place.
 */
export function checkAsset(
  asset: unknown,
  nameOf: (path: readonly (string | number)[]) => string = (path) => path.join('.'),
  /** What the file has at a place, before its unit is applied. */
  writtenOf: (path: readonly (string | number)[]) => string | undefined = () => undefined,
): { readonly asset: AssetInput } | { readonly fault: RowFault } {
  try {
    return { asset: checkInput(AssetInput, asset) }
  } catch (error) {
    if (!(error instanceof FaultError)) throw error
    const listed = error.faults.slice(0, MOST_LISTED).map(({ path, message, value }) => {
      const isShown = typeof value === 'string' || typeof value === 'number'
      const shown = isShown ? ` but found "${shorten(writtenOf(path) ?? String(value))}"` : ''
      return { column: nameOf(path), text: `${message}${shown}` }
    })
    return {
      fault: {
        code: 'BAD_USER_INPUT',
        message: listed.map(({ column, text }) => (column === '' ? text : `${column}: ${text}`)).join('; '),
        path: listed.flatMap(({ column }) => (column === '' ? [] : [column])),
      },
    }
  }
}

/** Shortens a text for a message. */
export function shorten(text: string): string {
  return text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}...` : text
}
