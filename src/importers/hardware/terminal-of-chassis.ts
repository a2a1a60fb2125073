/** Chassis of the SMBIOS specification (DMTF DSP0134, 7.4.1) that are not servers, as lshw writes them. */
const TERMINALS: Readonly<Record<string, string>> = {
  notebook: 'LAPTOP',
  laptop: 'LAPTOP',
  portable: 'LAPTOP',
  'sub-notebook': 'LAPTOP',
  convertible: 'LAPTOP',
  detachable: 'LAPTOP',
  desktop: 'DESKTOP',
  'low-profile': 'DESKTOP',
  'mini-tower': 'DESKTOP',
  'all-in-one': 'DESKTOP',
  'space-saving': 'DESKTOP',
  'mini pc': 'DESKTOP',
  tablet: 'TABLET',
}

/**
 * The kind of terminal that a chassis is; undefined for servers, and for what is not known.
 *
 * Example: `terminalOfChassis('Notebook')` is LAPTOP.
 */
export function terminalOfChassis(chassis: string): string | undefined {
  const lower = chassis.trim().toLowerCase()
  return Object.hasOwn(TERMINALS, lower) ? TERMINALS[lower] : undefined
}
