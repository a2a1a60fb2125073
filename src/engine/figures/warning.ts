/** What a warning is about, for programs: each code with its meaning. */
export const WARNING_CODES = {
  UNKNOWN_LOCATION: 'The location is not known; the default one is used, with the bounds of all.',
  UNKNOWN_REGION: 'The region of the cloud provider is not known, and is left aside.',
  UNKNOWN_CPU: 'The name of the processor is not known; its figures are estimated without it.',
  UNKNOWN_GPU: 'The name of the graphics card is not known; the figures of a typical card are used.',
  UNKNOWN_VARIANT: 'The name of the graphics card leaves open which of several is meant; the most usual one is used.',
  UNKNOWN_NAME: 'A maker, family or model range is not known, and is left out of the calculation.',
  DOUBTFUL_FIGURE: 'A published figure that is used is most likely wrong; it is kept, since there is none better.',
  END_OF_LIFE_LEFT_OUT: 'End of life is not part of the figure.',
  MAKING_LEFT_OUT: 'A total leaves out the making of what the method has no figure for, such as networks.',
  DISTRIBUTION_LEFT_OUT: 'The way to the customer is not part of the figure.',
  SERVICES_LEFT_OUT: 'Digital services, servers or networks behind the device are not part of the figure.',
  GENERIC_DATA: 'The figure is that of such devices in general.',
  GENERIC_ARCHETYPE: 'The archetype that completes the device is itself an assumption.',
  VERY_UNCERTAIN: 'The bounds lie so far apart that not even the first figure of the value is sure.',
  SHARE_ABOVE_ONE: 'An instance has more of something than its host lists; the share is kept.',
  POWER_LEFT_OUT: 'The power of a part is not known, and is not part of that of its device.',
  NOT_ON_HOST: 'An instance has something of which its host lists nothing; it is left out.',
  ABOUT_THE_HOST: 'The warning is about the machine that hosts a cloud instance.',
  NEAREST_CORE_COUNT:
    'The die size is that of the nearest number of cores, since the line through all of them gives none.',
  NOT_USED: 'Something that was given has no effect here.',
  READ_AS: 'A name was read as another spelling of a known one.',
  MIXED_YEARS: 'The factor is of another year than that of climate change; the two must not be traded off.',
  MARKET_BASED_UNVERIFIED: 'The electricity factor was given, and nothing shows on which contract it stands.',
  FACILITY_OF_WIDER_AREA: 'Nothing is published of the data centre; the figure of a wider area is used.',
  ENERGY_NOT_BY_VOLUME: 'The energy of networks does not follow the volume that is moved.',
} as const

export type WarningCode = keyof typeof WARNING_CODES

/** What to keep in mind of a figure, an attribute or an asset: for programs, for people, and the input it is about. */
export interface Warning {
  readonly code: WarningCode
  readonly message: string
  readonly path?: readonly string[]
  /** The closest known names, best first, where it is about a name. */
  readonly nearest?: readonly string[]
  /** The name itself, as it was given. */
  readonly given?: string
}

/** The path that a place in the input is: `input.configuration.ram[1].manufacturer` is input, configuration, ram, 1, manufacturer. */
export function pathOf(place: string): readonly string[] {
  return place.split(/[.[\]]+/).filter((step) => step !== '')
}

/** `warning('GENERIC_DATA', 'Generic data used')` */
export function warning(code: WarningCode, message: string): Warning {
  return { code, message }
}

/** Something that is not known: what, the name that was given, the closest known ones, what is done instead, and where. */
interface Unknown {
  readonly what: string
  readonly given: string
  readonly nearest: readonly string[]
  readonly instead?: string
  readonly at?: string | undefined
}

const INSTEAD = '. Instead, '

/** `The location "Mras" is not known; the closest known are Mars. Instead, EEE is used` */
export function unknownWarning(code: WarningCode, { what, given, nearest, instead, at }: Unknown): Warning {
  const closest = nearest.length > 0 ? `; the closest known are ${nearest.join(', ')}` : ''
  const message = `${what} is not known${closest}${instead === undefined ? '' : INSTEAD + instead}`
  return { ...warning(code, message), nearest, given, ...(at !== undefined && { path: pathOf(at) }) }
}

/** The message of a warning without what is done instead: where it is refused, nothing is. */
export function withoutInstead(message: string): string {
  const end = message.lastIndexOf(INSTEAD)
  return end < 0 ? message : message.slice(0, end)
}

/** One empty list for all: most quantities have no warning. */
export const NO_WARNINGS: readonly Warning[] = Object.freeze([])

/** The texts of warnings, for people. */
export function messagesOf(warnings: readonly Warning[]): readonly string[] {
  return warnings.length === 0 ? NO_MESSAGES : warnings.map(({ message }) => message)
}

const NO_MESSAGES: readonly string[] = Object.freeze([])

/** The warnings of all lists, each text once, in the order of first appearance. */
export function union(...lists: readonly (readonly Warning[] | undefined)[]): readonly Warning[] {
  let found = NO_WARNINGS
  let several = false
  for (const list of lists) {
    if (list === undefined || list.length === 0 || list === found) continue
    if (found.length === 0) found = list
    else several = true
  }
  if (!several) return found
  const byMessage = new Map<string, Warning>()
  for (const list of lists) {
    for (const each of list ?? NO_WARNINGS) if (!byMessage.has(each.message)) byMessage.set(each.message, each)
  }
  return [...byMessage.values()]
}
