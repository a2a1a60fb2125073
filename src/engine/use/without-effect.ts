import { type Warning, warning } from '../figures/warning.ts'
import type { UsageBill } from './usage-bill.ts'

/**
 * That something which was given of a use has no effect, one warning for each.
 *
 * @example
 * withoutEffect({ avgPower: 3 }, ['avgPower', 'useTimeRatio'], 'the energy of a network is by the volume')
 * // avgPower is not used: the energy of a network is by the volume
 */
export function withoutEffect(
  given: UsageBill['given'],
  names: readonly (keyof UsageBill['given'])[],
  reason: string,
): readonly Warning[] {
  return names.flatMap((name) =>
    given[name] === undefined ? [] : [warning('NOT_USED', `${name} is not used: ${reason}`)],
  )
}
