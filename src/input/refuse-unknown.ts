import { type Warning, withoutInstead } from '../engine/figures/warning.ts'
import { type Fault, FaultError } from './fault.ts'

/**
 * Throws a FaultError that names everything unknown among warnings: those that are about an input, each input once. `at`:
 * where the caller gave what they are about.
 *
 * @example
 * refuseUnknown([{ code: 'UNKNOWN_LOCATION', message: 'Unknown location "Mars"', path: ['input', 'usage'] }]) // throws
 */
export function refuseUnknown(warnings: readonly Warning[], at: readonly string[] = []): void {
  const faults = new Map<string, Fault>()
  for (const { code, message, path: own, nearest = [], given } of warnings) {
    if (!code.startsWith('UNKNOWN_') || own === undefined) continue
    // What is about an input begins with `input`, whatever the argument is called; in a list with `input.items[3]`.
    const path = [...at, ...own.slice(own[1] === 'items' ? 3 : 1)]
    faults.set(path.join('.'), { code, message: withoutInstead(message), path, nearest, value: given })
  }
  if (faults.size > 0) throw new FaultError([...faults.values()])
}
