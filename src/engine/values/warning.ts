/** Warning codes for programs, each with its meaning. */
export const WARNING_CODES = {
  UNKNOWN_LOCATION: 'Unknown location. The result uses the default location, with bounds that cover all locations.',
  UNKNOWN_REGION: 'Unknown region of the cloud provider. The message says what the result uses.',
  PLACE_EMPTY: 'A row of a file has no place. The result uses the place in your request, or the default place.',
  TOTAL_SPLIT:
    'The result reads a capacity in a file as the total of the server, not as the size of one module or drive. The message gives the number and the size of the modules or drives.',
  MEDIUM_ASSUMED: 'A file gives a storage capacity without saying SSD or HDD. The result uses solid-state drives.',
  UNKNOWN_CPU: 'Unknown processor. The result ignores its name.',
  UNKNOWN_GPU: 'Unknown graphics card. The result uses the figures of a typical card.',
  UNKNOWN_VARIANT: 'The name fits several models or graphics cards. The message names the one that the result uses.',
  UNKNOWN_MODEL: 'Unknown model. The result uses the archetype that you gave, or a typical device.',
  TYPICAL_MODEL: 'The result uses a typical device of its kind, and no figures of the model.',
  MAKERS_FIGURE:
    'The result uses figures that the maker published of this model. The message gives them, and what our model gives instead.',
  UNKNOWN_NAME: 'Unknown manufacturer, family or model range. The result ignores it.',
  UNKNOWN_GENERATION: 'Unknown generation of memory. The message names the one that the result uses.',
  UNKNOWN_FORM_FACTOR: 'Unknown form factor of a drive. The message names the one that the result uses.',
  UNKNOWN_YEAR: 'No such part was made in that year. The message says what the result uses.',
  CONTRADICTION: 'Two of your inputs contradict each other. The message names the one that the result uses.',
  DOUBTFUL_FIGURE: 'A published figure behind the result is probably wrong. No better one is published.',
  END_OF_LIFE_LEFT_OUT: 'The result leaves out the end of life.',
  MAKING_LEFT_OUT: 'The total excludes manufacturing of items that have no figure for it, such as networks.',
  DURATION_ASSUMED:
    'You gave no duration. The comparison covers one year for each item without a duration of its own, because lifetimes differ.',
  SPANS_DIFFER:
    'The compared items cover different durations, allocations or boundaries. Part of the difference comes from that.',
  PHASES_DIFFER:
    'The totals before and after the change of inputs cover different phases, because one of the totals has no figure for a phase. Do not read the difference as a saving or a rise.',
  METHODS_DIFFER:
    'Manufacturing of the compared items, or of a model and its sheet, follows different methods, such as those of makers and ours. Part of the difference comes from that.',
  SAME_DATA:
    'The items differ, but their figures come from the same data. The figures differ only if the place or the use differs.',
  RENEWED:
    'The duration is longer than the lifetime, so manufacturing counts more than once. The message says how many times.',
  PARTIAL_SUM: 'The total of energy or water excludes items whose energy or water is unknown.',
  DISTRIBUTION_LEFT_OUT: 'The result leaves out the transport to the customer.',
  SERVICES_LEFT_OUT: 'The result leaves out the digital services, servers and networks behind the device.',
  GENERIC_DATA: 'The figure is for devices of this kind in general.',
  GENERIC_ARCHETYPE: 'The archetype that fills in missing values is itself an assumption.',
  VERY_UNCERTAIN: 'The bounds are so wide that even the first digit of the value is uncertain.',
  SHARE_ABOVE_ONE:
    'The instance has more vCPUs, memory, drives or graphics cards than its host lists. Its share of these is above 1.',
  THREADS_ASSUMED:
    'The number of threads of the server is unknown. The result assumes two threads for each core. The message gives the number.',
  PARTS_LEFT_OUT: 'The result leaves out parts of the device for which no figures are published.',
  SUPPLIES_LEFT_OUT: 'The result leaves out what the device uses up, such as paper and toner.',
  POWER_LEFT_OUT: 'The power of a part is unknown. The power of the device leaves it out.',
  NOT_ON_HOST: 'The instance has a component that its host does not list. The result leaves it out.',
  ABOUT_THE_HOST: 'The warning is about the machine that hosts the cloud instance.',
  NEAREST_CORE_COUNT:
    'For this number of cores, the usual formula gives a die size of 0 or less. The result uses the die size of a processor with the nearest known number of cores.',
  NOT_USED: 'One of your inputs has no effect here.',
  PART_ALONE:
    'The power is that of a processor or memory alone. It is mostly 1.3 to 1.9 times what the part adds to a server.',
  ONE_POINT_IDLE: 'The measured profile of a server has idle power alone. The power at full load is that of the model.',
  READ_AS: 'The result uses a known name in place of yours.',
  MIXED_YEARS:
    'The electricity factor of this criterion is from a different year than that of climate change. Do not weigh a saving in one criterion against a rise in the other.',
  MARKET_BASED_UNVERIFIED:
    'You gave the electricity factor. impactql cannot check whether it is that of your supply contract.',
  FACILITY_OF_WIDER_AREA: 'No figure is published for the region. The result uses the one of a wider area.',
  ENERGY_NOT_BY_VOLUME:
    'The figure allocates a part of the energy of networks to the volume of data. Networks use almost the same energy at any volume.',
} as const

export type WarningCode = keyof typeof WARNING_CODES

/**
 * A warning about a figure, an attribute or an asset: a code for programs, a text for people, and the input it is
 * about.
 */
export interface Warning {
  readonly code: WarningCode
  readonly message: string
  readonly path?: readonly string[]
  /** The closest known names, best first, for a warning about a name. */
  readonly nearest?: readonly string[]
  /** The name as the caller wrote it. */
  readonly given?: string
}

/**
 * Splits a place in the input: `input.configuration.ram[1].manufacturer` is input, configuration, ram, 1, manufacturer.
 */
export function pathOf(at: string): readonly string[] {
  return at.split(/[.[\]]+/).filter((step) => step !== '')
}

/** `warning('GENERIC_DATA', 'Generic data used')` */
export function warning(code: WarningCode, message: string): Warning {
  return { code, message }
}

/** A value that impactql does not know: its kind, its name, the closest known names, the substitute, and its place. */
interface Unknown {
  readonly what: string
  readonly given: string
  readonly nearest: readonly string[]
  readonly instead: string
  readonly at?: string | undefined
}

const INSTEAD = ' This result '

/** `withInstead('No DDR5 was made before 2020.', 'uses DDR5')` */
export function withInstead(message: string, instead: string): string {
  return `${message}${INSTEAD}${instead}.`
}

/** `Unknown location "Mras". Did you mean Mars? This result uses Europe (EEE).` */
export function unknownWarning(code: WarningCode, { what, given, nearest, instead, at }: Unknown): Warning {
  const closest = nearest.length > 0 ? ` Did you mean ${nearest.join(', ')}?` : ''
  const message = withInstead(`Unknown ${what}.${closest}`, instead)
  return { ...warning(code, message), nearest, given, ...(at !== undefined && { path: pathOf(at) }) }
}

/** Removes the substitute from a warning's message, for input that is rejected. */
export function withoutInstead(message: string): string {
  const end = message.lastIndexOf(INSTEAD)
  return end < 0 ? message : message.slice(0, end).replace(/\.$/, '')
}

/** A shared empty list: most quantities have no warning. */
export const NO_WARNINGS: readonly Warning[] = Object.freeze([])

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
