/** The mean power of one asset that is in use, in W, that nearly none falls below: less is in kW. */
const LEAST_WATTS: ReadonlyMap<string, number> = new Map([
  ['server', 10],
  ['cloudInstance', 1],
  ['desktop', 1],
  ['laptop', 1],
  ['monitor', 1],
  ['television', 1],
  ['cpu', 1],
  ['gpu', 1],
  ...['switch', 'router', 'firewall', 'access_point', 'printer', 'multifunction_printer', 'projector'].map(
    (kind) => [kind, 1] as const,
  ),
  ['storage_array', 10],
])

/**
 * Whether a power in W is too small for a kind of thing. A power of 0 is that of something switched off.
 *
 * Example: 0.45 W is too little for a server, and may be 0.45 kW.
 */
export function areTooFewWatts(kind: string | undefined, watts: number): boolean {
  return watts > 0 && watts < (LEAST_WATTS.get(kind ?? '') ?? 0)
}
