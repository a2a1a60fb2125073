/** Chassis types of the SMBIOS specification (DMTF DSP0134, 7.4.1) other than servers, as lshw writes them. */
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
 * The kind of terminal for a chassis; undefined for servers and unknown ones.
 *
 * Example: `terminalOfChassis('Notebook')` is LAPTOP.
 */
export function terminalOfChassis(chassis: string): string | undefined {
  const lower = chassis.trim().toLowerCase()
  return Object.hasOwn(TERMINALS, lower) ? TERMINALS[lower] : undefined
}
