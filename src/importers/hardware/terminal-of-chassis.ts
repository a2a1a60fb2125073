import type { TerminalInput } from '../../input/device-input.ts'

/** Chassis types of the SMBIOS specification (DMTF DSP0134, 7.4.1) other than servers, in lower-case letters alone. */
const TERMINALS: Readonly<Record<string, Pick<TerminalInput, 'kind' | 'form'>>> = {
  notebook: { kind: 'LAPTOP' },
  laptop: { kind: 'LAPTOP' },
  portable: { kind: 'LAPTOP' },
  subnotebook: { kind: 'LAPTOP' },
  convertible: { kind: 'LAPTOP' },
  detachable: { kind: 'LAPTOP' },
  // Boards of any form report `desktop`.
  desktop: { kind: 'DESKTOP' },
  lowprofile: { kind: 'DESKTOP' },
  lowprofiledesktop: { kind: 'DESKTOP' },
  minitower: { kind: 'DESKTOP', form: 'TOWER' },
  allinone: { kind: 'DESKTOP', form: 'ALL_IN_ONE' },
  spacesaving: { kind: 'DESKTOP' },
  minipc: { kind: 'DESKTOP', form: 'MINI' },
  tablet: { kind: 'TABLET' },
}

/**
 * The kind of terminal for a chassis, and its form if the chassis tells it; undefined for servers and unknown ones.
 *
 * Example: `terminalOfChassis('Mini PC')` is a DESKTOP of form MINI.
 */
export function terminalOfChassis(chassis: string): Pick<TerminalInput, 'kind' | 'form'> | undefined {
  // lshw writes `mini-tower`, and the library for this machine `Mini Tower`.
  const letters = chassis.toLowerCase().replace(/[^a-z]/g, '')
  return Object.hasOwn(TERMINALS, letters) ? TERMINALS[letters] : undefined
}
